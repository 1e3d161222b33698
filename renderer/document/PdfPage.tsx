import { useEffect, useRef, useState } from 'react';
import { RenderingCancelledException, TextLayer } from 'pdfjs-dist';
import type { PDFDocumentProxy, RenderTask } from 'pdfjs-dist';
import type { PageBoxes } from '../../shared/model.ts';
import { useMessages } from '../state/context.ts';

/** Device pixels per CSS pixel beyond which a canvas only costs memory. */
const MAX_RATIO = 2;

interface PdfPageProps {
  readonly pdf: PDFDocumentProxy | null;
  readonly page: number;
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
  /** CSS pixels per point. */
  readonly scale: number;
  /** Boxes of the place that is shown, in points. */
  readonly boxes: PageBoxes['boxes'];
  /** Cited words are marked; a clause gets a line in the margin. */
  readonly cited: boolean;
}

/** One page: drawn only while it is near the window, its words selectable, cited words boxed. */
export function PdfPage({ pdf, page, width, height, scale, boxes, cited }: PdfPageProps) {
  const { document: texts } = useMessages();
  const frame = useRef<HTMLElement>(null);
  const drawing = useRef<HTMLDivElement>(null);
  const words = useRef<HTMLDivElement>(null);
  const near = useNear(frame);
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    const canvasPlace = drawing.current;
    const textPlace = words.current;
    if (!pdf || !near || scale === 0 || !canvasPlace || !textPlace) return undefined;
    let left = false;
    let task: RenderTask | null = null;
    let layer: TextLayer | null = null;
    const draw = async (): Promise<void> => {
      const source = await pdf.getPage(page);
      if (left) return;
      const viewport = source.getViewport({ scale: width / source.getViewport({ scale: 1 }).width });
      const ratio = Math.min(window.devicePixelRatio, MAX_RATIO);
      const canvas = document.createElement('canvas');
      canvas.width = Math.round(viewport.width * ratio);
      canvas.height = Math.round(viewport.height * ratio);
      task = source.render({ canvas, viewport, transform: [ratio, 0, 0, ratio, 0, 0] });
      await task.promise;
      if (left) return;
      canvasPlace.replaceChildren(canvas);
      const text = document.createElement('div');
      text.className = 'textLayer';
      layer = new TextLayer({ textContentSource: source.streamTextContent(), container: text, viewport });
      await layer.render();
      if (left) return;
      textPlace.replaceChildren(text);
      setFailed(false);
    };
    draw().catch((error: unknown) => {
      if (!left && !(error instanceof RenderingCancelledException)) setFailed(true);
    });
    return () => {
      left = true;
      task?.cancel();
      layer?.cancel();
    };
  }, [pdf, near, page, width, scale]);

  useEffect(() => {
    // A page far from the window gives its memory back.
    if (near) return;
    drawing.current?.replaceChildren();
    words.current?.replaceChildren();
  }, [near]);

  // The names with dashes are what the text layer of pdf.js computes with.
  const size = { width, height, '--total-scale-factor': scale, '--scale-round-x': '1px', '--scale-round-y': '1px' };
  return (
    <section ref={frame} className="page" data-page={page} aria-label={texts.pageShort(page)} style={size}>
      <div ref={drawing} className="page-canvas" />
      {boxes.length > 0 && !cited && <div className="here" style={marginLine(boxes, scale)} />}
      {boxes.length > 0 && cited && (
        <div className="highlights">
          {boxes.map(([x, y, boxWidth, boxHeight], index) => (
            <div
              key={index}
              className="highlight"
              style={{ left: x * scale, top: y * scale, width: boxWidth * scale, height: boxHeight * scale }}
            />
          ))}
        </div>
      )}
      <div ref={words} className="page-words" />
      {failed && <p className="page-failed">{texts.pageFailed}</p>}
    </section>
  );
}

/** Left of the words, from the top of the first to the bottom of the last. */
function marginLine(boxes: PageBoxes['boxes'], scale: number): { left: number; top: number; height: number } {
  const top = Math.min(...boxes.map(([, y]) => y));
  const bottom = Math.max(...boxes.map(([, y, , height]) => y + height));
  const left = Math.min(...boxes.map(([x]) => x));
  return { left: left * scale - 12, top: top * scale, height: (bottom - top) * scale };
}

/** True while the element is within one window height of what is seen. */
function useNear(element: React.RefObject<HTMLElement | null>): boolean {
  const [near, setNear] = useState(false);
  useEffect(() => {
    if (!element.current) return undefined;
    const observer = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting ?? false), {
      root: element.current.closest('.scroller'),
      rootMargin: '100% 0px',
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return near;
}
