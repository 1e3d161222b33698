import { useEffect, useMemo, useRef } from 'react';
import { useDocument, useMessages } from '../state/context.ts';
import type { DocumentContent, Target } from '../state/document.ts';
import { scriptOf } from '../ui/scriptOf.ts';
import { markedParts, readingBlocks } from './readingBlocks.ts';
import type { ReadingBlock } from './readingBlocks.ts';

/** The text of a document as it was indexed. Words only: nothing of the file reaches the page as markup. */
export function ReadingView({ content }: { readonly content: DocumentContent }) {
  const target = useDocument((state) => state.target);
  const zoom = useDocument((state) => state.zoom);
  const scroller = useRef<HTMLElement>(null);
  const { document } = useMessages();
  const { info, text, tree } = content;
  const blocks = useMemo(() => readingBlocks(text, tree), [text, tree]);

  useEffect(() => {
    if (!target) return;
    const place =
      scroller.current?.querySelector('mark') ?? scroller.current?.querySelector(`[data-node="${target.node}"]`);
    place?.scrollIntoView({ block: 'center' });
  }, [target]);

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is scrolled by keys as well
    <section className="scroller" ref={scroller} tabIndex={0} aria-label={document.region(info.name)}>
      <article className="reading" lang={scriptOf(text)} style={{ fontSize: `${zoom}rem` }}>
        {blocks.map((block) => (
          <Block key={block.span[0]} block={block} text={text} target={target} />
        ))}
      </article>
    </section>
  );
}

function Block({
  block,
  text,
  target,
}: {
  readonly block: ReadingBlock;
  readonly text: string;
  readonly target: Target | null;
}) {
  const { document } = useMessages();
  const { span, node, kind, heading, excluded, level } = block;
  const here = target !== null && target.node === node;
  const slices = target?.cited === true ? target.slices : [];
  return (
    <p
      data-node={node}
      data-kind={kind}
      data-heading={heading || undefined}
      data-level={Math.min(level, 6)}
      data-here={here || undefined}
      className={excluded === null ? undefined : 'excluded'}
      title={excluded === null ? undefined : document.excluded(excluded)}
    >
      {markedParts(span, slices).map(({ span: [start, end], marked }) =>
        marked ? <mark key={start}>{text.slice(start, end)}</mark> : text.slice(start, end),
      )}
    </p>
  );
}
