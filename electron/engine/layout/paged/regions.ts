import { findGrids, type Grid, type GridCell } from './grid.ts';
import type { Rule } from './runs.ts';
import { isIdeographic, rowOf, type Row, type Word } from './words.ts';

export interface TextRegion {
  readonly kind: 'text';
  readonly rows: readonly Row[];
  /** Sides of the column that the rows stand in; null where the region is as wide as the page's text. */
  readonly column: { readonly u0: number; readonly u1: number } | null;
}

export interface TableCell {
  readonly row: number;
  readonly column: number;
  readonly rowSpan: number;
  readonly columnSpan: number;
  readonly rows: readonly Row[];
}

export interface TableRegion {
  readonly kind: 'table';
  readonly cells: readonly TableCell[];
  /** Left edges of the columns, to recognise the same table on the next page. */
  readonly edges: readonly number[];
  readonly rowCount: number;
}

export type Region = TextRegion | TableRegion;

/** Rows, columns and tables of one page or column in reading order. */
export function splitRegions(rows: readonly Row[], rules: readonly Rule[]): Region[] {
  const first = rows[0];
  if (!first) return [];
  const grids = findGrids(rules, first.frame.cos, first.frame.sin).sort((a, b) => a.v0 - b.v0 || a.u0 - b.u0);
  const regions: Region[] = [];
  let rest: readonly Row[] = rows;
  for (const grid of grids) {
    const above: Row[] = [];
    const inside: Word[] = [];
    const below: Row[] = [];
    for (const row of rest) {
      const middle = row.v - 0.3 * row.size;
      if (middle < grid.v0) {
        above.push(row);
        continue;
      }
      const [inner, outer] = split(row, (w) => inGrid(w, grid));
      inside.push(...inner);
      if (outer.length > 0) below.push(inner.length === 0 ? row : rowOf(row.page, row.frame, outer));
    }
    const table = tableOf(grid, inside, first);
    if (!table) continue;
    regions.push(...splitColumns(above));
    regions.push(table);
    rest = below;
  }
  regions.push(...splitColumns(rest));
  return regions;
}

function split(row: Row, test: (word: Word) => boolean): [Word[], Word[]] {
  const yes: Word[] = [];
  const no: Word[] = [];
  for (const word of row.words) (test(word) ? yes : no).push(word);
  return [yes, no];
}

function inGrid(word: Word, grid: Grid): boolean {
  const u = (word.u0 + word.u1) / 2;
  const v = word.v - 0.3 * word.size;
  return u >= grid.u0 && u <= grid.u1 && v >= grid.v0 && v <= grid.v1;
}

function tableOf(grid: Grid, words: readonly Word[], like: Row): TableRegion | null {
  const inCells = grid.cells.map((): Word[] => []);
  for (const word of words) {
    const u = (word.u0 + word.u1) / 2;
    const v = word.v - 0.3 * word.size;
    const index = grid.cells.findIndex((c) => u >= c.u0 && u <= c.u1 && v >= c.v0 && v <= c.v1);
    inCells[index < 0 ? nearest(grid, u, v) : index]!.push(word);
  }
  const filled = inCells.filter((list) => list.length > 0).length;
  // A frame around text, or lines that only look like a table.
  if (filled < 2) return null;
  const cells = grid.cells.flatMap((cell, i) =>
    splitSpanning(cell, inCells[i]!, grid.edges).map(({ words: own, ...place }) => ({
      ...place,
      rows: rowsOf(own, like),
    })),
  );
  const columnsUsed = new Set(cells.filter((c) => c.rows.length > 0).map((c) => c.column));
  if (columnsUsed.size < 2) return null;
  return {
    kind: 'table',
    cells: cells.filter((c) => c.rows.length > 0),
    edges: grid.edges,
    rowCount: Math.max(...grid.cells.map((c) => c.row + c.rowSpan)),
  };
}

/** A cell over several columns whose words keep to them: head rows are often drawn without inner lines. */
function splitSpanning(cell: GridCell, words: Word[], edges: readonly number[]): (GridCell & { words: Word[] })[] {
  const whole = [{ ...cell, words }];
  if (cell.columnSpan < 2 || words.length < 2) return whole;
  const parts = Array.from({ length: cell.columnSpan }, (): Word[] => []);
  for (const word of words) {
    const at = parts.findIndex((_, i) => {
      const column = cell.column + i;
      return word.u0 >= edges[column]! - 1 && word.u1 <= edges[column + 1]! + 1;
    });
    if (at < 0) return whole;
    parts[at]!.push(word);
  }
  if (parts.some((part) => part.length === 0)) return whole;
  return parts.map((part, i) => ({
    ...cell,
    column: cell.column + i,
    columnSpan: 1,
    u0: edges[cell.column + i]!,
    u1: edges[cell.column + i + 1]!,
    words: part,
  }));
}

function nearest(grid: Grid, u: number, v: number): number {
  let best = 0;
  let least = Infinity;
  grid.cells.forEach((c, i) => {
    const du = Math.max(c.u0 - u, 0, u - c.u1);
    const dv = Math.max(c.v0 - v, 0, v - c.v1);
    if (du + dv < least) {
      least = du + dv;
      best = i;
    }
  });
  return best;
}

function rowsOf(words: readonly Word[], like: Row): Row[] {
  const sorted = [...words].sort((a, b) => a.v - b.v || a.u0 - b.u0);
  const groups: Word[][] = [];
  for (const word of sorted) {
    const group = groups.at(-1);
    if (group && word.v - group[0]!.v <= 0.3 * Math.min(word.size, group[0]!.size)) group.push(word);
    else groups.push([word]);
  }
  return groups.map((group) => rowOf(like.page, like.frame, group));
}

/** White space this wide, in em, separates what stands side by side. */
const gutter = 1.2;

interface Segment {
  readonly u0: number;
  readonly u1: number;
  readonly words: readonly Word[];
}

function segmentsOf(row: Row): Segment[] {
  const segments: { u0: number; u1: number; words: Word[] }[] = [];
  for (const word of row.words) {
    const last = segments.at(-1);
    if (last && word.u0 - last.u1 < gutter * row.size) {
      last.words.push(word);
      last.u1 = Math.max(last.u1, word.u1);
    } else segments.push({ u0: word.u0, u1: word.u1, words: [word] });
  }
  return segments;
}

interface Band {
  readonly from: number;
  readonly to: number;
  /** Left edge of what stands on the right. */
  readonly edge: number;
  readonly kind: 'columns' | 'table';
}

function splitColumns(rows: readonly Row[]): Region[] {
  if (rows.length === 0) return [];
  const segments = rows.map(segmentsOf);
  const band = rows.length >= 3 && segments.some((s) => s.length > 1 || s[0]!.u0 > 0) ? findBand(rows, segments) : null;
  if (!band) return [{ kind: 'text', rows, column: null }];
  const regions: Region[] = [];
  if (band.from > 0) regions.push(...splitColumns(rows.slice(0, band.from)));
  const inside = rows.slice(band.from, band.to);
  if (band.kind === 'table') regions.push(borderlessTable(inside, segments.slice(band.from, band.to)));
  else {
    for (const side of [0, 1] as const) {
      const part: Row[] = [];
      for (const row of inside) {
        const words = split(row, (w) => w.u0 < band.edge - 3)[side];
        if (words.length > 0) part.push(words.length === row.words.length ? row : rowOf(row.page, row.frame, words));
      }
      const column = { u0: Math.min(...part.map((r) => r.u0)), u1: Math.max(...part.map((r) => r.u1)) };
      regions.push(
        ...splitColumns(part).map((region) =>
          region.kind === 'text' && region.column === null ? { ...region, column } : region,
        ),
      );
    }
  }
  if (band.to < rows.length) regions.push(...splitColumns(rows.slice(band.to)));
  return regions;
}

/** The first acceptable gutter: consecutive rows that no ink crosses, with text on both sides. */
function findBand(rows: readonly Row[], segments: readonly Segment[][]): Band | null {
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
        const score = trimmed.to - trimmed.from + (kind === 'columns' ? 1_000 : 0);
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
  return { from: Math.min(firstLeft, firstRight), to: Math.max(lastLeft, lastRight) + 1 };
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

const median = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1] ?? 0;

const labelText =
  /^(?:[(（[]?[\p{L}\p{N}]{1,4}(?:[.\-–][\p{L}\p{N}]{1,4})*[)）\].、:：]?\.?|第[\p{L}\p{N}]{1,6}[条條章节節款项項]|[^\p{L}\p{N}])$/u;

interface Side2 {
  readonly text: string;
  readonly u0: number;
  readonly u1: number;
  readonly v: number;
}

function classify(rows: readonly Row[], edge: number, from: number, to: number): 'columns' | 'table' | 'across' {
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
  if (long && isProse(left) && isProse(right) && !sharedStarts(left, right, size)) return 'columns';
  if (both >= 2 && parallel >= 2 && parallel >= 0.4 * both) return 'columns';
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
  const latin = lines.filter((l) => /^[\p{Script=Latin}\p{N}]/u.test(l.text));
  const goesOn = latin.filter((l) => /^\p{Ll}/u.test(l.text)).length;
  return full >= 0.4 && goesOn >= 0.35 * latin.length;
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

/** A table whose columns are told by white space. A row starts where the first column has text. */
function borderlessTable(rows: readonly Row[], segments: readonly Segment[][]): TableRegion {
  const columns: { u0: number; u1: number }[] = [];
  const all = segments
    .filter((list) => list.length > 1)
    .flat()
    .map(({ u0, u1 }) => ({ u0, u1 }))
    .sort((a, b) => a.u0 - b.u0);
  for (const { u0, u1 } of all) {
    const last = columns.at(-1);
    if (last && u0 < last.u1 + 2) last.u1 = Math.max(last.u1, u1);
    else columns.push({ u0, u1 });
  }
  const columnOf = (u: number): number => {
    let best = 0;
    let least = Infinity;
    columns.forEach((c, i) => {
      const d = Math.max(c.u0 - u, 0, u - c.u1);
      if (d < least) {
        least = d;
        best = i;
      }
    });
    return best;
  };
  const leading = median(rows.slice(1).map((r, i) => r.v - rows[i]!.v));
  const cells: { row: number; column: number; rowSpan: 1; columnSpan: number; rows: Row[] }[] = [];
  let at = -1;
  rows.forEach((row, i) => {
    const parts = new Map<number, Word[]>();
    const spans = new Map<number, number>();
    for (const segment of segments[i]!) {
      const column = columnOf(segment.u0 + 1);
      parts.set(column, [...(parts.get(column) ?? []), ...segment.words]);
      spans.set(column, Math.max(columnOf(segment.u1 - 1) - column + 1, 1));
    }
    const above = rows[i - 1];
    if (at < 0 || parts.has(0) || !above || row.v - above.v > leading + 0.5 * row.size) at++;
    for (const [column, words] of parts) {
      const part = rowOf(row.page, row.frame, words);
      const cell = cells.find((c) => c.row === at && c.column === column);
      if (cell) cell.rows.push(part);
      else cells.push({ row: at, column, rowSpan: 1, columnSpan: spans.get(column) ?? 1, rows: [part] });
    }
  });
  cells.sort((a, b) => a.row - b.row || a.column - b.column);
  return { kind: 'table', cells, edges: columns.map((c) => c.u0), rowCount: at + 1 };
}
