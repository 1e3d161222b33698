import type { BlockText } from './blockText.ts';

const figure = /^[-–—]?\s*(\d{1,3})\s*[-–—]?$/;
/** Least mean distance of two page numbers in characters. */
const shortestPage = 500;

/**
 * Indices of paragraphs that are page numbers the layout left in the text: figures on lines of their own that count up by
 * one over the document, a page of text apart, and do not stand over titles.
 */
export function pageNumberBlocks(blocks: readonly BlockText[]): Set<number> {
  const figures: { index: number; value: number; at: number; titled: boolean }[] = [];
  let at = 0;
  blocks.forEach((view, i) => {
    const match = view.block.kind === 'paragraph' && view.block.label === null ? figure.exec(view.text.trim()) : null;
    if (match) {
      const next = blocks[i + 1]?.text.trim() ?? '';
      const titled =
        next.length > 1 && next.length < 60 && /^\p{Lu}|^\p{Script=Han}/u.test(next) && !/[.;,。；，]$/.test(next);
      figures.push({ index: view.index, value: Number(match[1]), at, titled });
    }
    at += view.text.length;
  });
  // Longest chain that counts up by one; chains differ by value minus position in the count.
  const ends = new Map<number, number[]>();
  let best: number[] = [];
  figures.forEach((f, n) => {
    const chain = [...(ends.get(f.value - 1) ?? []), n];
    if ((ends.get(f.value)?.length ?? 0) < chain.length) ends.set(f.value, chain);
    if (chain.length > best.length) best = chain;
  });
  if (best.length < 3) return new Set();
  const chain = best.map((n) => figures[n]).filter((f) => f !== undefined);
  const first = chain[0];
  const last = chain.at(-1);
  if (first === undefined || last === undefined) return new Set();
  const mean = (last.at - first.at) / (chain.length - 1);
  if (mean < shortestPage || chain.filter((f) => f.titled).length > chain.length * 0.6) return new Set();
  return new Set(chain.map((f) => f.index));
}
