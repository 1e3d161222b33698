/** A half-open range `[start, end)` of UTF-16 offsets into `SourceText.text`. */
export type Span = readonly [start: number, end: number];

export const spanLength = ([start, end]: Span): number => end - start;

export const overlaps = (a: Span, b: Span): boolean => a[0] < b[1] && b[0] < a[1];

export const contains = (outer: Span, inner: Span): boolean => outer[0] <= inner[0] && inner[1] <= outer[1];

/** Smallest span that holds every slice. Throws a `RangeError` on an empty list. */
export function hull(slices: readonly Span[]): Span {
  const first = slices[0];
  if (first === undefined) throw new RangeError('hull of no spans');
  let [start, end] = first;
  for (const [s, e] of slices) {
    if (s < start) start = s;
    if (e > end) end = e;
  }
  return [start, end];
}

/** The words of a list of slices as people read them: slices joined by one space. */
export const quoteOf = (text: string, slices: readonly Span[]): string =>
  slices.map(([start, end]) => text.slice(start, end)).join(' ');

/** Sorts spans and joins those that touch or overlap; empty spans are dropped. */
export function mergeSpans(spans: readonly Span[]): Span[] {
  const sorted = spans.filter(([s, e]) => e > s).toSorted((a, b) => a[0] - b[0] || a[1] - b[1]);
  const merged: [number, number][] = [];
  for (const [start, end] of sorted) {
    const last = merged.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else merged.push([start, end]);
  }
  return merged;
}

/** `spans` without every part that lies in `holes`; both may be unsorted, the result is ordered and disjoint. */
export function subtractSpans(spans: readonly Span[], holes: readonly Span[]): Span[] {
  const cuts = mergeSpans(holes);
  const rest: Span[] = [];
  for (const [start, end] of mergeSpans(spans)) {
    let at = start;
    for (const [holeStart, holeEnd] of cuts) {
      if (holeEnd <= at) continue;
      if (holeStart >= end) break;
      if (holeStart > at) rest.push([at, holeStart]);
      at = Math.max(at, holeEnd);
    }
    if (at < end) rest.push([at, end]);
  }
  return rest;
}

/** The span without white space at its ends; empty at its start if it holds nothing else. */
export function trimSpan(text: string, [start, end]: Span): Span {
  let s = start;
  let e = end;
  while (s < e && isSpace(text.charCodeAt(s))) s++;
  while (e > s && isSpace(text.charCodeAt(e - 1))) e--;
  return [s, e];
}

/** True for the code units that carry no ink: ASCII and Unicode spaces, zero-width marks, byte order mark. */
export function isSpace(unit: number): boolean {
  if (unit <= 0x20) return true;
  if (unit < 0xa0) return unit === 0x7f || unit === 0x85;
  return (
    unit === 0xa0 ||
    unit === 0xad ||
    unit === 0x1680 ||
    (unit >= 0x2000 && unit <= 0x200f) ||
    (unit >= 0x2028 && unit <= 0x202f) ||
    (unit >= 0x205f && unit <= 0x2064) ||
    unit === 0x3000 ||
    unit === 0xfeff
  );
}
