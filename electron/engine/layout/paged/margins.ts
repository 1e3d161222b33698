import type { PageRows } from './furniture.ts';
import type { Margins } from './paragraphs.ts';
import type { TextRegion } from './regions.ts';
import type { Row } from './words.ts';

export type MarginsOf = (page: PageRows, region: TextRegion) => Margins;

/** Leading where a document gives no lines to measure, in em. */
export const usualLeading = 1.2;
/** A page with so many long lines is measured by itself. */
const enoughLines = 8;

/**
 * Sides and leading of the text of each page. Pages with little text take them from the pages of the same size; rows
 * in a column take the sides of the column.
 */
export function pageMargins(pages: readonly { page: PageRows; rows: readonly Row[] }[]): MarginsOf {
  const classes = new Map<string, Row[]>();
  const own = new Map<PageRows, Margins>();
  for (const { page, rows } of pages) {
    const id = classOf(page);
    const list = classes.get(id);
    if (list) list.push(...rows);
    else classes.set(id, [...rows]);
  }
  const shared = new Map([...classes].map(([id, rows]) => [id, measure(rows, usualLeading)]));
  for (const { page, rows } of pages) {
    const general = shared.get(classOf(page))!;
    const long = rows.filter((r) => r.u1 - r.u0 > 0.6 * (general.right - general.left));
    if (long.length < enoughLines) own.set(page, general);
    else {
      const measured = measure(rows, general.leading);
      // Left edges vary with indents, so a page without flush lines keeps the general one.
      own.set(page, { ...measured, left: Math.abs(measured.left - general.left) > 30 ? general.left : measured.left });
    }
  }
  return (page, region) => {
    const general = own.get(page) ?? { left: 0, right: page.width, leading: usualLeading };
    if (region.column === null) return general;
    const { leading } = measure(region.rows, general.leading);
    return { left: region.column.u0, right: region.column.u1, leading };
  };
}

const classOf = (page: PageRows): string => `${Math.round(page.width / 10)}|${Math.round(page.length / 10)}`;

export function measure(rows: readonly Row[], otherwise: number): Margins {
  if (rows.length === 0) return { left: 0, right: 0, leading: otherwise };
  const lefts = rows.map((r) => r.u0).sort((a, b) => a - b);
  const left = lefts[Math.floor(0.03 * lefts.length)]!;
  const long = rows.filter((r) => r.text.length >= 25).map((r) => r.u1);
  const rights = (long.length >= 3 ? long : rows.map((r) => r.u1)).sort((a, b) => a - b);
  const right = rights[Math.max(0, Math.ceil(0.97 * rights.length) - 1)]!;
  return { left, right, leading: leadingOf(rows, right) ?? otherwise };
}

/** The most usual distance of baselines below lines that reach the right side, in em. */
function leadingOf(rows: readonly Row[], right: number): number | null {
  const counts = new Map<number, number>();
  const sums = new Map<number, number>();
  let seen = 0;
  for (let i = 1; i < rows.length; i++) {
    const above = rows[i - 1]!;
    const row = rows[i]!;
    if (row.page !== above.page || Math.abs(row.size - above.size) > 0.05 * row.size) continue;
    if (above.u1 < right - 6 * above.size) continue;
    const step = (row.v - above.v) / row.size;
    if (step < 0.8 || step > 4.5) continue;
    const bin = Math.round(step * 20);
    counts.set(bin, (counts.get(bin) ?? 0) + 1);
    sums.set(bin, (sums.get(bin) ?? 0) + step);
    seen++;
  }
  if (seen === 0) return null;
  // Too few to vote: the closest pair is the likeliest to be of one paragraph.
  if (seen < 3) return Math.min(...counts.keys()) / 20;
  let best = 0;
  let most = 0;
  for (const [bin, count] of counts) {
    if (count > most) {
      most = count;
      best = bin;
    }
  }
  return (sums.get(best) ?? 0) / (counts.get(best) ?? 1);
}
