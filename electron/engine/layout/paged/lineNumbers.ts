import { rowOf, type Row, type Word } from './words.ts';

/** Fewer numbered lines on a page are a list, not numbered lines. */
const leastLines = 8;
/** Share of the lines of a page that carry a number, or every fifth does. */
const numberedShare = 0.7;

/**
 * Numbers in the left margin that count the lines of a page, as in pleadings and drafts. They count up by one (or are
 * printed at every fifth line), stand left of all text, and most lines have one. `numbers` are rows of one word.
 */
export function withoutLineNumbers(rows: readonly Row[]): { rows: readonly Row[]; numbers: Row[] } {
  const none = { rows, numbers: [] };
  if (rows.length < leastLines) return none;
  const counted: { at: number; value: number }[] = [];
  let edge = Infinity;
  rows.forEach((row, at) => {
    const first = row.words[0]!;
    const second = row.words[1];
    const numeric = /^\d{1,3}$/.test(first.text) && (!second || second.u0 - first.u1 > 0.7 * row.size);
    if (numeric) counted.push({ at, value: Number(first.text) });
    edge = Math.min(edge, numeric ? (second?.u0 ?? Infinity) : first.u0);
  });
  const inMargin = counted.filter(({ at }) => rows[at]!.words[0]!.u1 < edge);
  if (inMargin.length < leastLines) return none;
  const steps = inMargin.slice(1).map(({ value }, i) => value - inMargin[i]!.value);
  const byOne = steps.filter((s) => s === 1).length;
  const byFive = steps.filter((s) => s === 5).length;
  const regular = byOne >= 0.85 * steps.length && inMargin.length >= numberedShare * rows.length;
  const sparse = byFive >= 0.85 * steps.length && inMargin.length >= 0.15 * rows.length;
  if (!regular && !sparse) return none;
  const taken = new Map(inMargin.map(({ at }) => [at, rows[at]!.words[0]!]));
  const numbers: Row[] = [];
  const rest: Row[] = [];
  rows.forEach((row, at) => {
    const number: Word | undefined = taken.get(at);
    if (!number) {
      rest.push(row);
      return;
    }
    numbers.push(rowOf(row.page, row.frame, [number]));
    if (row.words.length > 1) rest.push(rowOf(row.page, row.frame, row.words.slice(1), row.blanks));
  });
  return { rows: rest, numbers };
}
