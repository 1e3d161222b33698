import { useId, useState } from 'react';
import type { Evidence } from '../../shared/model.ts';
import { useDocument, useMessages } from '../state/context.ts';
import { scriptOf } from '../ui/scriptOf.ts';

/** Quotes beyond this many UTF-16 units start folded. */
const LONG_QUOTE = 420;

/** One citation. Its head is a button: the document opens at the quoted words. */
export function EvidenceCard({
  evidence,
  position,
  withFile,
}: {
  readonly evidence: Evidence;
  /** Number of the citation, from 1. */
  readonly position: number;
  readonly withFile: boolean;
}) {
  const { answer, document } = useMessages();
  const open = useDocument((state) => state.open);
  const isShown = useDocument(
    ({ target, id }) =>
      id === evidence.document && target?.cited === true && target.slices[0]?.[0] === evidence.slices[0]?.[0],
  );
  const [whole, setWhole] = useState(false);
  const quoteId = useId();
  const { role, path, quote, pages, file, slices, node } = evidence;
  const where = path.length > 0 ? path.join(' › ') : answer.unnumbered;
  const [first, last] = [pages[0]?.page, pages.at(-1)?.page];
  const long = quote.length > LONG_QUOTE;

  return (
    <li className="card" data-role={role} data-shown={isShown || undefined}>
      <button
        type="button"
        className="card-open"
        aria-describedby={quoteId}
        aria-current={isShown ? 'location' : undefined}
        title={answer.open(where)}
        onClick={() => void open(evidence.document, { node, slices, pages, cited: true })}
      >
        <span className="card-number">{position}</span>
        <span className="card-path" lang={scriptOf(where)}>
          {where}
        </span>
        {first !== undefined && last !== undefined && (
          <span className="card-page">{document.pagesShort(first, last)}</span>
        )}
      </button>
      <p className="card-source">
        <span className="role">{answer.roles[role]}</span>
        {withFile && <span className="card-file">{file}</span>}
      </p>
      <blockquote id={quoteId} className="quote" lang={scriptOf(quote)} data-folded={(long && !whole) || undefined}>
        {quote}
      </blockquote>
      {long && (
        <button type="button" className="link" aria-expanded={whole} onClick={() => setWhole(!whole)}>
          {whole ? answer.less : answer.more}
        </button>
      )}
    </li>
  );
}
