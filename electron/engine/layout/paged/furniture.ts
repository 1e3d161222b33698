import type { ExclusionReason } from '../../../../shared/model.ts';
import type { Rule } from './runs.ts';
import type { AcrossRule, Row } from './words.ts';

/** The lines of a page in the order of v, with what separates them. */
export interface PageRows {
  readonly page: number;
  readonly rows: readonly Row[];
  /** Length of the page along v. */
  readonly length: number;
  readonly width: number;
  readonly rules: readonly AcrossRule[];
}

export type Furniture = ReadonlyMap<Row, ExclusionReason>;

/** Rows from an edge of a page that may be running text. */
const edgeDepth = 8;
/** A running line repeats on this share of the pages, and on no fewer than `runningPages` of longer documents. */
const runningShare = 0.25;
const runningPages = 3;
/** How far the same running line may move from page to page, in points. */
const drift = 6;

const stamp = /envelope id\s*[:：]|docusign|^\s*certified copy\b/iu;
const pageNumber =
  /^[\s\-–—~·•|/[(]*(?:(?:pages?|pg\.?|p\.)\s*[-–—]?|第)?\s*([a-z]{1,3}[-–.])?(\d{1,4}|[ivxlc]{1,7})\s*(?:(?:of|\/|页\s*[,，/]?\s*共|頁\s*[,，/]?\s*共|共)\s*\d{1,4}\s*)?(?:页|頁)?[\s\-–—~·•|/\])]*$/iu;

/** Headings of parts that a page may start with: their numbers tell them apart. */
const partHeading =
  /^(?:schedule|exhibit|annex|appendix|attachment|section|article|clause|part|chapter|title)\s+[\dA-Z]|^(?:附件|附录|附錄|附表|第)\s*[\p{L}\p{N}]/iu;
const pageDigits = /((?:page|pg\.?|第)\s*)\d+(?=\s*(?:$|of|\/|页|頁))/giu;

/** The same words with any digits and spacing; the number of a part stays. */
function keyOf(text: string): string {
  const plain = partHeading.test(text) ? text.replace(pageDigits, '$10') : text.replace(/\d+/g, '0');
  return plain.toLowerCase().replace(/\s+/g, '');
}

const romanValues: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100 };

/** The number a line that holds nothing but a page number shows; null for other lines. */
export function pageNumberOf(text: string): number | null {
  if (text.length > 40) return null;
  const match = pageNumber.exec(text);
  const digits = match?.[2];
  if (digits === undefined) return null;
  if (/^\d/.test(digits)) return Number(digits);
  let value = 0;
  const letters = digits.toLowerCase();
  for (let i = 0; i < letters.length; i++) {
    const own = romanValues[letters[i]!] ?? 0;
    value += own < (romanValues[letters[i + 1] ?? ''] ?? 0) ? -own : own;
  }
  return value;
}

interface Candidate {
  readonly row: Row;
  /** Index of the page in the document. */
  readonly at: number;
  readonly key: string;
  /** Distance of the row from its edge, in rows. */
  readonly depth: number;
  readonly side: 'header' | 'footer';
}

/**
 * Running headers and footers, page numbers and line numbers, by repetition and position. A line counts when it
 * repeats at the same place of many pages and nothing but other such lines is between it and the edge; inside a page
 * (files printed from web pages carry the breaks of an older printing) only where page numbers mark such breaks.
 */
export function findFurniture(pages: readonly PageRows[], bodySize: number): Furniture {
  const found = new Map<Row, ExclusionReason>();
  atEdges(pages, found);
  lonelyEdges(pages, found, bodySize);
  insidePages(pages, found);
  onMostPages(pages, found);
  // Again, for lines that stand apart once the first are taken out.
  onMostPages(pages, found);
  typedRules(pages, found);
  return found;
}

/** Lines with the very same words, apart from the text, on most pages of a longer document, wherever they stand. */
function onMostPages(pages: readonly PageRows[], found: Map<Row, ExclusionReason>): void {
  const filled = pages.filter((p) => p.rows.length > 0).length;
  if (filled < 5) return;
  const places = new Map<string, { row: Row; at: number }[]>();
  pages.forEach(({ rows }, at) => {
    rows.forEach((row, i) => {
      if (found.has(row) || row.text.length > 120 || !/\p{L}{3}/u.test(row.text)) return;
      const above = rows[i - 1];
      const below = rows[i + 1];
      const apart = (a: Row | undefined, b: Row | undefined): boolean =>
        !a || !b || b.v - a.v > 1.6 * row.size || found.has(a) || found.has(b);
      if (!apart(above, row) && !apart(row, below)) return;
      const list = places.get(row.text);
      if (list) list.push({ row, at });
      else places.set(row.text, [{ row, at }]);
    });
  });
  for (const list of places.values()) {
    const { u0 } = list[0]!.row;
    const level = list.filter(({ row }) => Math.abs(row.u0 - u0) < drift);
    if (new Set(level.map(({ at }) => at)).size < 0.7 * filled) continue;
    for (const { row } of level) found.set(row, 'header');
  }
}

/** Lines of dashes that set running text off belong to it. */
function typedRules(pages: readonly PageRows[], found: Map<Row, ExclusionReason>): void {
  for (const { rows } of pages) {
    rows.forEach((row, i) => {
      if (found.has(row) || !/^[-–—=_*.\s]{5,}$/u.test(row.text)) return;
      const below = rows[i + 1] && found.get(rows[i + 1]!);
      const above = rows[i - 1] && found.get(rows[i - 1]!);
      if (below === 'footer' || below === 'page-number') found.set(row, 'footer');
      else if (above === 'header' || above === 'page-number') found.set(row, 'header');
    });
  }
}

function atEdges(pages: readonly PageRows[], found: Map<Row, ExclusionReason>): void {
  const candidates: Candidate[][] = pages.map(({ rows }, at) => {
    const list: Candidate[] = [];
    for (let depth = 0; depth < Math.min(edgeDepth, rows.length); depth++) {
      const top = rows[depth]!;
      list.push({ row: top, at, key: keyOf(top.text), depth, side: 'header' });
      const bottom = rows[rows.length - 1 - depth]!;
      list.push({ row: bottom, at, key: keyOf(bottom.text), depth, side: 'footer' });
    }
    return list;
  });
  const groups = new Map<string, Candidate[]>();
  for (const list of candidates) {
    for (const candidate of list) {
      // A number alone counts with the pages, or it is text.
      if (!/\p{L}/u.test(candidate.key)) continue;
      const id = `${candidate.side}|${candidate.key}`;
      const group = groups.get(id);
      if (group) group.push(candidate);
      else groups.set(id, [candidate]);
    }
  }
  const filled = pages.filter((p) => p.rows.length > 0).length;
  const least = filled <= 2 ? 2 : Math.max(runningPages, Math.ceil(filled * runningShare * 0.5));
  const numbers = numberOffsets(candidates);
  const running = new Set<Candidate>();
  for (const group of groups.values()) {
    const distances = group.map((c) => edgeDistance(pages, c)).sort((x, y) => x - y);
    const depths = new Map<number, number>();
    for (const { depth } of group) depths.set(depth, (depths.get(depth) ?? 0) + 1);
    for (const candidate of group) {
      const distance = edgeDistance(pages, candidate);
      const level = countBelow(distances, distance + drift) - countBelow(distances, distance - drift);
      // Pages printed from the web end where their text ends: the same long words at the same end then suffice.
      const same = candidate.key.length >= 12 ? (depths.get(candidate.depth) ?? 0) : 0;
      // Two pages that share a line prove little unless it stands outside the text.
      if (Math.max(level, same) >= least && (filled > 2 || candidate.depth === 0)) running.add(candidate);
    }
  }
  for (const candidate of inSlots(pages, candidates, filled)) running.add(candidate);
  pages.forEach((_page, at) => {
    for (const side of ['header', 'footer'] as const) {
      const list = candidates[at]!.filter((c) => c.side === side).sort((a, b) => a.depth - b.depth);
      for (const candidate of list) {
        const number = pageNumberOf(candidate.row.text);
        const inStep = number !== null && numbers.has(`${side}|${number - at}`);
        if (!inStep && !running.has(candidate) && !candidate.row.artifact) break;
        if (found.has(candidate.row)) break;
        if (candidate.row.text.length > 300) break;
        const reason = stamp.test(candidate.row.text) ? 'stamp' : number !== null ? 'page-number' : side;
        found.set(candidate.row, reason);
      }
    }
  });
}

/**
 * Headers that change with the part of the document: the outermost line of most pages stands at one height in one
 * style, and its words are those of another page too.
 */
function inSlots(pages: readonly PageRows[], candidates: readonly Candidate[][], filled: number): Candidate[] {
  const slots = new Map<string, Candidate[]>();
  for (const candidate of candidates.flat()) {
    const { row, side, depth } = candidate;
    if (depth !== 0 || row.text.length > 80) continue;
    const id = `${side}|${Math.round(edgeDistance(pages, candidate) / 2)}|${row.size.toFixed(1)}|${row.bold}`;
    const list = slots.get(id);
    if (list) list.push(candidate);
    else slots.set(id, [candidate]);
  }
  return [...slots.values()]
    .filter((list) => list.length >= Math.max(3, 0.6 * filled))
    .flatMap((list) => {
      const counts = new Map<string, number>();
      for (const { key } of list) counts.set(key, (counts.get(key) ?? 0) + 1);
      return list.filter((c) => /\p{L}/u.test(c.key) && counts.get(c.key)! > 1);
    });
}

/** How many of the sorted values are smaller. */
function countBelow(sorted: readonly number[], value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

const edgeDistance = (pages: readonly PageRows[], { row, at, side }: Candidate): number =>
  side === 'header' ? row.v : pages[at]!.length - row.v;

/** `side|number - page index` of page numbers that count up with the pages: at least two, in a majority of places. */
function numberOffsets(candidates: readonly Candidate[][]): Set<string> {
  const counts = new Map<string, number>();
  for (const list of candidates) {
    const seen = new Set<string>();
    for (const { row, at, side, depth } of list) {
      if (depth > 2) continue;
      const number = pageNumberOf(row.text);
      if (number !== null) seen.add(`${side}|${number - at}`);
    }
    for (const id of seen) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  const least = candidates.length <= 3 ? 2 : 3;
  return new Set([...counts].filter(([, count]) => count >= least).map(([id]) => id));
}

/**
 * Edges without repetition, as on a single page: a last line far below the text that looks different from it, or a
 * page number with its words or dashes.
 */
function lonelyEdges(pages: readonly PageRows[], found: Map<Row, ExclusionReason>, bodySize: number): void {
  for (const { rows, length } of pages) {
    const rest = rows.filter((row) => !found.has(row));
    const last = rest.at(-1);
    const above = rest.at(-2);
    if (!last || !above || last.v < 0.85 * length) continue;
    const gap = last.v - above.v;
    if (gap < 2.5 * bodySize) continue;
    if (pageNumberOf(last.text) !== null && (/\D/.test(last.text) || gap > 3 * bodySize))
      found.set(last, 'page-number');
    else if (gap > 4 * bodySize && last.v > 0.92 * length && last.size < 0.93 * bodySize) found.set(last, 'footer');
  }
}

/** Page breaks of an earlier printing: page numbers that count up by one, and what repeats beside them. */
function insidePages(pages: readonly PageRows[], found: Map<Row, ExclusionReason>): void {
  const rows = pages.flatMap((page) => page.rows.map((row, index) => ({ row, page, index })));
  const alone = rows.flatMap(({ row }, at) => {
    const value = found.has(row) ? null : pageNumberOf(row.text);
    return value === null ? [] : [{ at, value }];
  });
  if (alone.length < 3) return;
  const counts = new Map<string, number>();
  const keys = rows.map(({ row }) => keyOf(row.text));
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  const repeats = (row: Row): boolean => (counts.get(keyOf(row.text)) ?? 0) >= 3 && /\p{L}{3}/u.test(row.text);
  const numbers = alone.filter(({ at }) => {
    const { row, page, index } = rows[at]!;
    const middle = (row.u0 + row.u1) / 2;
    const { left, right } = sidesOf(page);
    const centred =
      Math.abs(middle - (left + right) / 2) < 0.08 * (right - left) || row.u0 > left + 0.85 * (right - left);
    const beside = [rows[at - 1], rows[at + 1]].some(
      (other) =>
        other !== undefined &&
        (repeats(other.row) || found.has(other.row) || (other.page === page && pageNumberOf(other.row.text) !== null)),
    );
    const above = page.rows[index - 1];
    const below = page.rows[index + 1];
    const apart =
      (!above || row.v - above.v > 1.4 * row.size) && (!below || below.v - row.v > 1.4 * row.size || found.has(below));
    return centred || (apart && (/[^\d\s]/.test(row.text) || beside));
  });
  const seeds = new Set(longestCount(numbers));
  if (seeds.size < 3) return;
  for (const at of seeds) found.set(rows[at]!.row, 'page-number');
  // A second number at the same breaks, as of the page that follows.
  const others = numbers.filter(({ at }) => !seeds.has(at));
  for (const at of longestCount(others)) {
    if (seeds.has(at - 1) || seeds.has(at + 1)) found.set(rows[at]!.row, 'page-number');
  }

  // Lines that stand beside at least three of these breaks, and at most of their places.
  for (const step of [-1, 1] as const) {
    let front = [...seeds];
    for (let depth = 0; depth < edgeDepth && front.length >= 3; depth++) {
      const next = front
        .map((at) => {
          let i = at + step;
          while (rows[i] && found.has(rows[i]!.row)) i += step;
          return i;
        })
        .filter((i) => rows[i] !== undefined);
      const beside = new Map<string, number[]>();
      for (const i of next) {
        const key = keys[i]!;
        if (key.replace(/[^\p{L}]/gu, '').length < 3) continue;
        const list = beside.get(key);
        if (list) list.push(i);
        else beside.set(key, [i]);
      }
      front = [];
      for (const [key, list] of beside) {
        if (list.length < 3 || list.length < 0.6 * (counts.get(key) ?? 0)) continue;
        for (const i of list) found.set(rows[i]!.row, step < 0 ? 'footer' : 'header');
        front.push(...list);
      }
    }
  }
}

/** Sides of the text of a page, without its few outermost lines. */
function sidesOf({ rows }: PageRows): { left: number; right: number } {
  const lefts = rows.map((r) => r.u0).sort((a, b) => a - b);
  const rights = rows.map((r) => r.u1).sort((a, b) => a - b);
  return {
    left: lefts[Math.floor(0.05 * lefts.length)] ?? 0,
    right: rights[Math.ceil(0.95 * rights.length) - 1] ?? 0,
  };
}

/** Indices of the longest run of numbers that count up by one in document order; a few may be missing. */
function longestCount(numbers: readonly { at: number; value: number }[]): number[] {
  const best: { length: number; from: number }[] = [];
  let end = -1;
  for (let i = 0; i < numbers.length; i++) {
    best.push({ length: 1, from: -1 });
    for (let j = i - 1; j >= Math.max(0, i - 12); j--) {
      const step = numbers[i]!.value - numbers[j]!.value;
      if (step >= 1 && step <= 4 && best[j]!.length + 1 > best[i]!.length) {
        best[i] = { length: best[j]!.length + 1, from: j };
      }
    }
    if (end === -1 || best[i]!.length > best[end]!.length) end = i;
  }
  const chain: number[] = [];
  let close = 0;
  for (let i = end; i !== -1; i = best[i]!.from) {
    chain.push(numbers[i]!.at);
    const before = numbers[best[i]!.from];
    if (before === undefined || numbers[i]!.value - before.value <= 2) close++;
  }
  return close >= 0.75 * chain.length ? chain : [];
}

/** Rules of one direction: thin lines across the reading direction in its own coordinates. */
export function acrossRules(rules: readonly Rule[], cos: number, sin: number): AcrossRule[] {
  const across: AcrossRule[] = [];
  for (const { x0, y0, x1, y1 } of rules) {
    const u0 = x0 * cos + y0 * sin;
    const u1 = x1 * cos + y1 * sin;
    const v0 = y0 * cos - x0 * sin;
    const v1 = y1 * cos - x1 * sin;
    if (Math.abs(v1 - v0) < 0.01 && Math.abs(u1 - u0) > 0.01) {
      across.push({ u0: Math.min(u0, u1), u1: Math.max(u0, u1), v: v0 });
    }
  }
  return across;
}
