import { isIdeographic, type Row, type Word } from './words.ts';

/** Words of a row by which side of a test they are on. */
export function split(row: Row, test: (word: Word) => boolean): [Word[], Word[]] {
  const yes: Word[] = [];
  const no: Word[] = [];
  for (const word of row.words) (test(word) ? yes : no).push(word);
  return [yes, no];
}

/** White space this wide, in em, separates what stands side by side. */
const gutter = 1.2;

export interface Segment {
  readonly u0: number;
  readonly u1: number;
  readonly words: readonly Word[];
}

export function segmentsOf(row: Row): Segment[] {
  const segments: { u0: number; u1: number; words: Word[] }[] = [];
  for (const word of row.words) {
    const last = segments.at(-1);
    if (last && (word.u0 - last.u1 < gutter * row.size || isBlank(row, last.u1, word.u0))) {
      last.words.push(word);
      last.u1 = Math.max(last.u1, word.u1);
    } else segments.push({ u0: word.u0, u1: word.u1, words: [word] });
  }
  return segments;
}

/** White space that a form leaves to be filled in is no gutter. */
function isBlank(row: Row, from: number, to: number): boolean {
  let covered = 0;
  for (const { u0, u1 } of row.blanks) covered += Math.max(0, Math.min(u1, to) - Math.max(u0, from));
  return covered > 0.6 * (to - from);
}

export interface Band {
  readonly from: number;
  readonly to: number;
  /** Left edge of what stands on the right. */
  readonly edge: number;
  /** `flow`: text goes on from column to column; `parallel`: two blocks that happen to stand side by side. */
  readonly kind: 'flow' | 'parallel' | 'table';
}

/** The first acceptable gutter: consecutive rows that no ink crosses, with text on both sides. */
export function findBand(rows: readonly Row[], segments: readonly Segment[][]): Band | null {
  const edges = new Map<number, number>();
  segments.forEach((list) => {
    list.forEach(({ u0 }) => {
      const bin = Math.round(u0 / 3);
      edges.set(bin, (edges.get(bin) ?? 0) + 1);
    });
  });
  const candidates = [...edges]
    .filter(([bin, count]) => count + (edges.get(bin + 1) ?? 0) >= 2)
    .sort((a, b) => b[1] - a[1])
    .slice(0, 24)
    .map(([bin]) => bin * 3);
  let best: (Band & { score: number }) | null = null;
  for (const edge of candidates) {
    let from = 0;
    while (from < rows.length) {
      let to = from;
      let left = 0;
      let right = 0;
      while (to < rows.length) {
        const side = sideOf(rows[to]!, edge);
        if (side === 'crosses') break;
        if (side !== 'right') left++;
        if (side !== 'left') right++;
        to++;
      }
      if (left >= 2 && right >= 2) {
        let trimmed = trim(rows, edge, from, to);
        const kind = classify(rows, edge, trimmed.from, trimmed.to);
        if (kind === 'table') trimmed = trimTable(rows, edge, trimmed.from, trimmed.to);
        const score = trimmed.to - trimmed.from + (kind === 'flow' ? 1_000 : 0);
        if (kind !== 'across' && (!best || score > best.score)) best = { ...trimmed, edge, kind, score };
      }
      from = Math.max(to, from) + 1;
    }
  }
  return best;
}

type Side = 'left' | 'right' | 'both' | 'crosses';

/** Narrower white space, in em, is a space between words. */
const leastGutter = 0.7;

function sideOf(row: Row, edge: number): Side {
  let left = false;
  let right = false;
  for (const { u0, u1 } of row.words) {
    if (u0 >= edge - 3) right = true;
    else if (u1 <= edge - leastGutter * row.size) left = true;
    else return 'crosses';
  }
  if (left && right && row.blanks.length > 0) {
    const inner = Math.max(...row.words.filter((w) => w.u0 < edge - 3).map((w) => w.u1));
    if (isBlank(row, inner, edge)) return 'crosses';
  }
  return left && right ? 'both' : left ? 'left' : 'right';
}

/** Cuts rows with text on one side only off the ends: they read the same without the gutter. */
function trim(rows: readonly Row[], edge: number, from: number, to: number): { from: number; to: number } {
  const side = (i: number): Side => sideOf(rows[i]!, edge);
  // Both columns have to be open: up to the first and from the last row of the side that is shorter.
  let firstLeft = to;
  let firstRight = to;
  let lastLeft = from;
  let lastRight = from;
  for (let i = from; i < to; i++) {
    const s = side(i);
    if (s !== 'right') {
      firstLeft = Math.min(firstLeft, i);
      lastLeft = i;
    }
    if (s !== 'left') {
      firstRight = Math.min(firstRight, i);
      lastRight = i;
    }
  }
  let first = Math.min(firstLeft, firstRight);
  // The short last line of the paragraph above the columns.
  while (
    first > 0 &&
    first < Math.max(firstLeft, firstRight) &&
    rows[first]!.v - rows[first - 1]!.v < 1.4 * rows[first]!.size
  ) {
    first++;
  }
  return { from: first, to: Math.max(lastLeft, lastRight) + 1 };
}

/** From the first row with both sides to the last, with the lines that go on in a cell below it. */
function trimTable(rows: readonly Row[], edge: number, from: number, to: number): { from: number; to: number } {
  const side = (i: number): Side => sideOf(rows[i]!, edge);
  let first = from;
  while (first < to && side(first) !== 'both') first++;
  let last = to - 1;
  while (last > first && side(last) !== 'both') last--;
  const leading = median(rows.slice(first + 1, last + 1).map((r, i) => r.v - rows[first + i]!.v));
  const goesOn = (i: number): boolean =>
    side(i) === 'right' && rows[i]!.v - rows[i - 1]!.v <= Math.min(leading, 1.4 * rows[i]!.size) + 0.1 * rows[i]!.size;
  while (last + 1 < to && goesOn(last + 1)) last++;
  return { from: first, to: last + 1 };
}

const weight = (text: string): number => {
  let n = 0;
  for (let i = 0; i < text.length; i++) n += isIdeographic(text.charCodeAt(i)) ? 2 : 1;
  return n;
};

export const median = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1] ?? 0;

const labelText =
  /^(?:[(（[]?[\p{L}\p{N}]{1,4}(?:[.\-–][\p{L}\p{N}]{1,4})*[)）\].、:：]?\.?|第[\p{L}\p{N}]{1,6}[条條章节節款项項]|[^\p{L}\p{N}])$/u;

interface Side2 {
  readonly text: string;
  readonly u0: number;
  readonly u1: number;
  readonly v: number;
}

function classify(rows: readonly Row[], edge: number, from: number, to: number): Band['kind'] | 'across' {
  const left: Side2[] = [];
  const right: Side2[] = [];
  let both = 0;
  let parallel = 0;
  const pairs: [string, string][] = [];
  const gaps: number[] = [];
  for (let i = from; i < to; i++) {
    const row = rows[i]!;
    const [l, r] = split(row, (w) => w.u0 < edge - 3);
    if (l.length > 0) left.push(sideText(l, row.v));
    if (r.length > 0) right.push(sideText(r, row.v));
    if (l.length > 0 && r.length > 0) {
      both++;
      gaps.push(r[0]!.u0 - l.at(-1)!.u1);
      pairs.push([left.at(-1)!.text, right.at(-1)!.text]);
      if (firstWord(left.at(-1)!.text) === firstWord(right.at(-1)!.text)) parallel++;
    }
  }
  if (left.length < 2 || right.length < 2) return 'across';
  const size = median(rows.slice(from, to).map((r) => r.size));
  if (pairs.filter(([l]) => labelText.test(l)).length >= 0.8 * left.length) return 'across';
  const leftWeight = median(left.map((s) => weight(s.text)));
  const rightWeight = median(right.map((s) => weight(s.text)));
  const long = leftWeight >= 18 && rightWeight >= 18 && left.length >= 4 && right.length >= 4;
  if (long && [left, right].every((side) => isProse(side) && isDense(side)) && !sharedStarts(left, right, size))
    return 'flow';
  if (both >= 2 && parallel >= 2 && parallel >= 0.4 * both) return 'parallel';
  if (isContents(rows.slice(from, to))) return 'across';
  // A table of contents, or anything else with page numbers at the right edge, reads across.
  const numbers = pairs.filter(([, r]) => /^[\divxlc]{1,6}$/i.test(r)).length;
  if (numbers >= 0.7 * pairs.length) return 'across';
  // Justified lines of a typewriter face have rivers of two spaces; the columns of a table stand further apart.
  if (median(gaps) < 2 * size) return 'across';
  return both >= 3 && both >= 0.5 * Math.min(left.length, right.length) && leftWeight < 60 ? 'table' : 'across';
}

const sideText = (list: readonly Word[], v: number): Side2 => ({
  text: list.map((w) => w.text).join(' '),
  u0: list[0]!.u0,
  u1: list.at(-1)!.u1,
  v,
});

const firstWord = (text: string): string => /^[\p{L}]+/u.exec(text)?.[0] ?? ' ';

/** Running text: lines reach the right side of their column and go on in the middle of sentences. */
function isProse(lines: readonly Side2[]): boolean {
  const u0 = Math.min(...lines.map((l) => l.u0));
  const u1 = Math.max(...lines.map((l) => l.u1));
  const full = lines.filter((l) => l.u1 >= u1 - 0.2 * (u1 - u0)).length / lines.length;
  // Chinese lines end only where the column does.
  const solid = lines.filter((l) => weight(l.text) > 1.4 * l.text.length);
  const filled = solid.filter((l) => l.u1 >= u1 - 0.1 * (u1 - u0)).length;
  if (solid.length > 0.5 * lines.length && filled < 0.6 * solid.length) return false;
  const latin = lines.filter((l) => /^[\p{Script=Latin}\p{N}]/u.test(l.text));
  const goesOn = latin.filter((l) => /^\p{Ll}/u.test(l.text)).length;
  return full >= 0.4 && goesOn >= 0.35 * latin.length;
}

/** The lines of a column follow each other at one distance; what stands beside a form comes here and there. */
function isDense(lines: readonly Side2[]): boolean {
  const steps = lines.slice(1).map((l, i) => l.v - lines[i]!.v);
  const usual = median([...steps]);
  return steps.filter((s) => s > 2.5 * usual).length <= 0.15 * steps.length;
}

/** Lines that end in page numbers which do not fall: entries of a table of contents. */
function isContents(rows: readonly Row[]): boolean {
  const numbers = rows.flatMap((row) => {
    const last = row.words.at(-1)!;
    const before = row.words.at(-2);
    const apart = before !== undefined && last.u0 - before.u1 > row.size;
    return /^\d{1,4}$/.test(last.text) && apart ? [{ value: Number(last.text), u1: last.u1 }] : [];
  });
  if (numbers.length < 3 || numbers.length < 0.7 * rows.length) return false;
  const right = Math.max(...numbers.map((n) => n.u1));
  return numbers.every((n, i) => right - n.u1 < 3 && n.value >= (numbers[i - 1]?.value ?? 0));
}

/** Cells of prose start level with each other, paragraphs of two columns do not. */
function sharedStarts(left: readonly Side2[], right: readonly Side2[], size: number): boolean {
  const starts = (lines: readonly Side2[]): number[] => {
    const steps = lines.slice(1).map((l, i) => l.v - lines[i]!.v);
    const leading = median([...steps]);
    return lines.slice(1).flatMap((l, i) => (steps[i]! > leading + 0.4 * size ? [l.v] : []));
  };
  const a = starts(left);
  const b = starts(right);
  const level = a.filter((v) => b.some((w) => Math.abs(v - w) < 0.4 * size)).length;
  return level >= 2 && level >= 0.6 * Math.max(a.length, b.length);
}
