import type { BlockText } from './blockText.ts';
import { isFormLine, signatureLine, signatureOpening } from './marks.ts';

/** So many blocks behind a line to sign on may still belong to it: names, titles, addresses, cells beside it. */
const reachBehind = 16;
/** So many blocks before the next line to sign on are taken with it. */
const reachBefore = 30;

/**
 * Indices of the blocks that can belong to a place for signatures. A schedule without a title of its own that follows the
 * signatures, such as a list of patents, lies beyond it.
 */
export function signingBlocks(blocks: readonly BlockText[]): ReadonlySet<number> {
  const near = new Set<number>();
  let last = -Infinity;
  const take = (from: number, to: number): void => {
    for (let i = Math.max(0, from); i < to; i++) near.add(i);
  };
  blocks.forEach(({ text }, at) => {
    const words = text.trim();
    const signs = signatureLine.test(words) || signatureOpening.test(words.slice(0, 120));
    if (signs) take(Math.max(at - reachBefore, last), at);
    // Lines to fill in go on with what stands before them.
    if (signs || (at - last <= reachBehind && isFormLine(words))) last = at;
    if (at - last <= reachBehind) near.add(at);
  });
  return near;
}
