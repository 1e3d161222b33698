import type { BlockText } from './blockText.ts';
import { readAnnex, readLabel } from './labels.ts';

const contentsTitle = /^[^\p{L}]{0,3}(?:table\s+of\s+contents|contents|index|目\s*[录錄次])[^\p{L}]{0,3}$/iu;
/** Dot leaders or a wide gap, then a page number. */
const leader = /(?:[.…·‥_]{3,}|(?:\.\s){3,}|\t|\s{3,})\s*(?:[-–]\s*)?(?:\d{1,4}|[ivxlc]{1,6})(?:\s*[-–])?\s*$/i;
const pageEnd = /\S\s+\d{1,3}\s*$/;

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
  let i = 0;
  while (i < limit) {
    const view = blocks[i];
    if (view === undefined) break;
    const titled = view.text.length < 60 && contentsTitle.test(view.text.trim());
    const start = titled ? i + 1 : i;
    const end = runEnd(blocks, start, titled);
    const least = titled ? 2 : 4;
    if (end - start >= least) {
      for (let k = i; k < end; k++) found.add((blocks[k] as BlockText).index);
      i = end;
    } else i++;
  }
  return found;
}

/** End (exclusive) of the run of contents lines that starts at `start`. */
function runEnd(blocks: readonly BlockText[], start: number, titled: boolean): number {
  let end = start;
  let misses = 0;
  let last = start;
  const seen = new Set<string>();
  let later: Set<string> | null = null;
  while (end < blocks.length) {
    const view = blocks[end] as BlockText;
    const text = view.text.trim();
    if (text === '') {
      end++;
      continue;
    }
    const lines = text.split('\n');
    const withLeader = lines.filter((line) => leader.test(line)).length;
    const key = comparable(text);
    let entry = withLeader >= Math.max(1, lines.length / 2);
    if (!entry && titled && text.length < 120) {
      // The heading comes again: the second time it is the body.
      if (seen.has(key)) break;
      later ??= new Set(
        blocks
          .slice(start)
          .map((b, n) => `${comparable(b.text.split('\n')[0] ?? '')}#${n}`)
          .map((k) => k.replace(/#\d+$/, '')),
      );
      const again = blocks.slice(end + 1).some((b) => b.text.length < 200 && comparable(b.text) === key);
      entry =
        again ||
        (pageEnd.test(text) &&
          (readLabel(view.text, view.first) !== null || readAnnex(view.text, view.first) !== null));
    }
    if (entry) {
      seen.add(key);
      misses = 0;
      last = end + 1;
    } else {
      misses++;
      if (misses > 1 || text.length > 120) break;
    }
    end++;
  }
  return last;
}
