import type { BlockText } from './blockText.ts';
import { readAnnex, readLabel } from './labels.ts';

const contentsTitle =
  /^[^\p{L}]{0,3}(?:table\s+of\s+contents|contents|index|目\s*[录錄次])(?:\s*\(?(?:continued|cont['’]?d|续|續)\)?\.?)?[^\p{L}]{0,3}$/iu;
/** Dot leaders or a wide gap, then a page number. */
const leader = /(?:[.…·‥_]{3,}|(?:\.\s){3,}|\t|\s{3,})\s*(?:[-–]\s*)?(?:\d{1,4}|[ivxlc]{1,6})(?:\s*[-–])?\s*$/i;
const pageEnd = /\S\s+\d{1,3}\s*$/;

/** Page numbers and column heads between the lines of a table of contents. */
const furniture = /^(?:page|[ivxlc]{1,6}|[-–]?\s*\d{1,3}\s*[-–]?|页码?|頁碼?)$/i;

const comparable = (text: string): string =>
  text
    .replace(leader, '')
    .replace(/\s+\d{1,3}\s*$/, '')
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .toLowerCase();

/**
 * Indices of the blocks that are a table of contents: lines with leaders and page numbers, or under a title such as
 * 目录 a run of short lines that stand again further down.
 */
export function contentsBlocks(blocks: readonly BlockText[]): Set<number> {
  const found = new Set<number>();
  const limit = Math.min(blocks.length, 400);
  let known: ReadonlyMap<string, number> | null = null;
  const lastOf = (): ReadonlyMap<string, number> =>
    (known ??= new Map(blocks.flatMap((b, n) => (b.text.length < 200 ? [[comparable(b.text), n] as const] : []))));
  let i = 0;
  while (i < limit) {
    const view = blocks[i];
    if (view === undefined) break;
    const titled = view.text.length < 60 && contentsTitle.test(view.text.trim());
    const start = titled ? i + 1 : i;
    const end = runEnd(blocks, start, titled, lastOf);
    const least = titled ? 2 : 4;
    if (end - start >= least) {
      for (let k = i; k < end; k++) found.add((blocks[k] as BlockText).index);
      i = end;
    } else i++;
  }
  return found;
}

/** End (exclusive) of the run of contents lines that starts at `start`. */
function runEnd(
  blocks: readonly BlockText[],
  start: number,
  titled: boolean,
  lastOf: () => ReadonlyMap<string, number>,
): number {
  let misses = 0;
  let last = start;
  const seen = new Set<string>();
  for (let at = start; at < blocks.length; at++) {
    const view = blocks[at] as BlockText;
    const text = view.text.trim();
    if (text === '') continue;
    if (titled && (contentsTitle.test(text) || furniture.test(text))) continue;
    const lines = text.split('\n');
    const key = comparable(text);
    let entry = lines.filter((line) => leader.test(line)).length >= Math.max(1, lines.length / 2);
    if (!entry && titled && text.length < 120) {
      // The heading comes again: the second time it is the body.
      if (seen.has(key)) break;
      const labelled = readLabel(view.text, view.first) !== null || readAnnex(view.text, view.first) !== null;
      entry = (lastOf().get(key) ?? at) > at || (pageEnd.test(text) && labelled);
    }
    if (entry) {
      if (key !== '') seen.add(key);
      misses = 0;
      last = at + 1;
    } else if (++misses > 1 || text.length > 160) break;
  }
  return last;
}
