import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** Only files that say so have tags worth the time to read them. */
export async function isTagged(document: PDFDocumentProxy): Promise<boolean> {
  try {
    // A map in pdf.js 6, whatever its types say.
    const info = (await document.getMarkInfo()) as unknown;
    return info instanceof Map && info.get('Marked') === true;
  } catch {
    return false;
  }
}

interface Tag {
  readonly role?: string;
  readonly type?: string;
  readonly id?: string;
  readonly children?: readonly Tag[];
}

/** Heading level by id of marked content, from H, H1 to H6 and Title of one page. Broken tags are missing hints. */
export async function taggedHeadings(page: PDFPageProxy): Promise<Map<number, number>> {
  const headings = new Map<number, number>();
  const visit = (tag: Tag, level: number | null): void => {
    const own = levelOf(tag.role) ?? level;
    const id = own !== null && tag.type === 'content' ? /_mc(\d+)$/.exec(tag.id ?? '')?.[1] : undefined;
    if (id !== undefined) headings.set(Number(id), own!);
    for (const child of tag.children ?? []) visit(child, own);
  };
  try {
    const tree = (await page.getStructTree()) as Tag | null;
    if (tree) visit(tree, null);
  } catch {
    headings.clear();
  }
  return headings;
}

function levelOf(role: string | undefined): number | null {
  if (role === undefined) return null;
  if (role === 'Title' || role === 'H') return 1;
  const level = /^H([1-6])$/.exec(role)?.[1];
  return level === undefined ? null : Number(level);
}
