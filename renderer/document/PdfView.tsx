import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { AppError, toErrorJson } from '../../shared/error.ts';
import type { ErrorJson } from '../../shared/error.ts';
import type { PageBoxes } from '../../shared/model.ts';
import { errorText, useDocument, useMessages } from '../state/context.ts';
import type { DocumentContent, Target } from '../state/document.ts';
import { Notice } from '../ui/Notice.tsx';
import { PdfPage } from './PdfPage.tsx';
import { ReadingView } from './ReadingView.tsx';
import { openPdf } from './pdfFile.ts';

/** White space beside and above pages, in CSS pixels; the same as in the stylesheet. */
const GUTTER = 24;
/** A cited place is shown this far below the top edge, in CSS pixels. */
const HEADROOM = 96;

/** The pages as they are, at a width that fits times the zoom; cited words are boxed. */
export function PdfView({
  content,
  onPage,
}: {
  readonly content: DocumentContent;
  readonly onPage: (page: number) => void;
}) {
  const messages = useMessages();
  const target = useDocument((state) => state.target);
  const zoom = useDocument((state) => state.zoom);
  const { pdf, error } = usePdf(content.info.id);
  const scroller = useRef<HTMLElement>(null);
  const available = useWidth(scroller);
  const { pages, tree } = content;

  const widest = useMemo(() => Math.max(...pages.map(({ width }) => width), 1), [pages]);
  // Scale in CSS pixels per point; 0 until the pane has been measured.
  const scale = available === 0 ? 0 : (Math.max(available - 2 * GUTTER, 160) / widest) * zoom;

  useKeptPlace(scroller, scale);

  useEffect(() => {
    if (!target || scale === 0 || !scroller.current) return;
    const place = placeOf(target, tree.nodes.find(({ id }) => id === target.node)?.pages?.[0]);
    const page = place && scroller.current.querySelector<HTMLElement>(`[data-page="${place.page}"]`);
    if (page) scroller.current.scrollTo({ top: page.offsetTop + place.top * scale - HEADROOM });
    // A change of scale keeps its place by itself.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [target, scale === 0, tree]);

  const reportPage = (): void => {
    const element = scroller.current;
    if (!element) return;
    const middle = element.scrollTop + element.clientHeight / 3;
    let page = 1;
    for (const child of element.querySelectorAll<HTMLElement>('[data-page]')) {
      if (child.offsetTop > middle) break;
      page = Number(child.dataset['page']);
    }
    onPage(page);
  };

  if (error) {
    return (
      <>
        <Notice text={errorText(messages, { ...error, data: { name: content.info.name } })} />
        <ReadingView content={content} />
      </>
    );
  }
  return (
    <section
      className="scroller pages"
      ref={scroller}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is scrolled by keys as well
      tabIndex={0}
      aria-label={messages.document.region(content.info.name)}
      onScroll={reportPage}
    >
      {pages.map(({ page, width, height }) => (
        <PdfPage
          key={page}
          pdf={pdf}
          page={page}
          width={width * scale}
          height={height * scale}
          scale={scale}
          boxes={boxesOf(target, page)}
          cited={target?.cited === true}
        />
      ))}
    </section>
  );
}

const noBoxes: PageBoxes['boxes'] = [];

const boxesOf = (target: Target | null, page: number): PageBoxes['boxes'] =>
  target?.pages.find((entry) => entry.page === page)?.boxes ?? noBoxes;

/** Where a target stands: its first box, else the first page of its clause. `top` in points. */
function placeOf(target: Target, firstPage: number | undefined): { page: number; top: number } | null {
  const [first] = target.pages;
  if (first) return { page: first.page, top: Math.min(...first.boxes.map(([, y]) => y)) };
  return firstPage === undefined ? null : { page: firstPage, top: 0 };
}

/** The file of one document; the component is keyed by it. */
function usePdf(document: string): { readonly pdf: PDFDocumentProxy | null; readonly error: ErrorJson | null } {
  const [state, setState] = useState<{ pdf: PDFDocumentProxy | null; error: ErrorJson | null }>({
    pdf: null,
    error: null,
  });
  useEffect(() => {
    let left = false;
    const opening = openPdf(document);
    opening.then(
      (file) => !left && setState({ pdf: file.document, error: null }),
      (error: unknown) => {
        // What pdf.js throws speaks of the file, not of this program.
        const damaged = error instanceof AppError ? error : new AppError('FILE_DAMAGED', String(error));
        if (!left) setState({ pdf: null, error: toErrorJson(damaged) });
      },
    );
    return () => {
      left = true;
      opening.then(
        (file) => file.close(),
        () => undefined,
      );
    };
  }, [document]);
  return state;
}

/** Inner width of an element, kept up to date; 0 before the first layout. */
function useWidth(element: React.RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    if (!element.current) return undefined;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}

/** Zooming keeps the same words in view. */
function useKeptPlace(element: React.RefObject<HTMLElement | null>, scale: number): void {
  const before = useRef(scale);
  useLayoutEffect(() => {
    const scroller = element.current;
    if (scroller && before.current > 0 && scale > 0) {
      scroller.scrollTo({ top: (scroller.scrollTop * scale) / before.current });
    }
    before.current = scale;
  }, [element, scale]);
}
