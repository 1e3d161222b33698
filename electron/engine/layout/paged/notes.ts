import type { Furniture, PageRows } from './furniture.ts';
import type { Row } from './words.ts';

export interface FootNote {
  /** The number or sign as the page shows it, without brackets. */
  readonly mark: string;
  readonly rows: readonly Row[];
}

const mark = /^[[(（【]?(?<mark>\d{1,3}|[*†‡§¶]{1,3}|[①-⑳])[\])）】]?/u;

/**
 * Footnotes of one page, in order: the last lines of the page, smaller than the text or under a short rule, that start
 * with a mark which stands raised in the text above, or is raised itself.
 */
export function findNotes(page: PageRows, furniture: Furniture, bodySize: number): FootNote[] {
  const rows = page.rows.filter((row) => !furniture.has(row));
  const lastBody = rows.findLastIndex((row) => row.size > 0.95 * bodySize);
  const under = shortRule(page, rows);
  let first = lastBody + 1;
  if (under !== null && under < first) first = under;
  while (first < rows.length && !startsNote(rows[first]!)) first++;
  // All of a page is never notes, and neither is small print without a single mark.
  if (first === 0 || first >= rows.length) return [];
  const above = new Set(
    rows.slice(0, first).flatMap((row) => row.words.filter((w) => w.raised).map((w) => plain(w.text))),
  );
  const notes: { mark: string; rows: Row[] }[] = [];
  for (const row of rows.slice(first)) {
    const own = startsNote(row);
    const raised = row.words[0]!.raised;
    if (own !== null && (raised || above.has(own))) notes.push({ mark: own, rows: [row] });
    else if (notes.length > 0) notes.at(-1)!.rows.push(row);
    else return [];
  }
  return notes;
}

const plain = (text: string): string => mark.exec(text)?.groups?.['mark'] ?? text;

function startsNote(row: Row): string | null {
  return mark.exec(row.text)?.groups?.['mark'] ?? null;
}

/** Index of the first row below a rule that spans less than half of the text, in the lower part of the page. */
function shortRule(page: PageRows, rows: readonly Row[]): number | null {
  const width = Math.max(...rows.map((r) => r.u1)) - Math.min(...rows.map((r) => r.u0));
  const left = Math.min(...rows.map((r) => r.u0));
  for (const rule of page.rules) {
    const length = rule.u1 - rule.u0;
    if (length < 30 || length > 0.5 * width || Math.abs(rule.u0 - left) > 12 || rule.v < 0.4 * page.length) continue;
    const below = rows.findIndex((row) => row.v > rule.v);
    const above = rows[below - 1];
    // An underline belongs to the line above it.
    if (below < 1 || !above || rule.v - above.v < 0.4 * above.size) continue;
    if (rows[below]!.v - rule.v < 3 * rows[below]!.size && rows[below]!.words[0]!.raised) return below;
  }
  return null;
}
