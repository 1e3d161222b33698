import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Bookmark } from '../../engine/layout/paged/runs.ts';

/** A file may list more than a person could use. */
const maxBookmarks = 5_000;

type Outline = Awaited<ReturnType<PDFDocumentProxy['getOutline']>>;

/** The outline of the file in its order. A broken outline or destination is a missing hint, not a failure. */
export async function readBookmarks(document: PDFDocumentProxy): Promise<Bookmark[]> {
  const bookmarks: Bookmark[] = [];
  const visit = async (items: Outline, level: number): Promise<void> => {
    for (const item of items) {
      if (bookmarks.length >= maxBookmarks) return;
      const title = item.title.replace(/\s+/g, ' ').trim();
      if (title !== '') bookmarks.push({ title, level, page: await pageOf(document, item.dest) });
      await visit(item.items as Outline, level + 1);
    }
  };
  try {
    await visit((await document.getOutline()) ?? [], 1);
  } catch {
    return bookmarks;
  }
  return bookmarks;
}

async function pageOf(document: PDFDocumentProxy, destination: unknown): Promise<number | null> {
  try {
    const explicit: unknown =
      typeof destination === 'string' ? await document.getDestination(destination) : destination;
    const target: unknown = Array.isArray(explicit) ? explicit[0] : null;
    if (typeof target === 'number') return target >= 0 && target < document.numPages ? target + 1 : null;
    if (typeof target !== 'object' || target === null) return null;
    return (await document.getPageIndex(target as Parameters<PDFDocumentProxy['getPageIndex']>[0])) + 1;
  } catch {
    return null;
  }
}
