import type { Gold } from '../convert/case.ts';

/** A quote shorter than this is no hit by lying inside the gold text. */
const LEAST_INSIDE = 15;

/** Text as the hit rule compares it: NFKC, no white space. */
export const bare = (text: string): string => text.normalize('NFKC').replaceAll(/\s+/gu, '');

/** Words of a gold item in its document. */
export const goldText = (gold: Gold, text: string): string =>
  'quote' in gold ? gold.quote : text.slice(gold.start, gold.end);

/**
 * The hit rule of the question set: the quote holds at least half of the gold's characters as one unbroken run, or lies
 * inside the gold and is at least 15 characters long. Both sides as `bare` gives them.
 */
export function hits(quote: string, gold: string): boolean {
  if (quote === '' || gold === '') return false;
  if (quote.length >= LEAST_INSIDE && gold.includes(quote)) return true;
  const half = Math.ceil(gold.length / 2);
  if (quote.length < half) return false;
  for (let at = 0; at + half <= gold.length; at++) if (quote.includes(gold.slice(at, at + half))) return true;
  return false;
}

/** The quotes that fit a budget of characters, white space included, in order; the one that passes it is cut there. */
export function withinBudget(quotes: readonly string[], budget: number): string[] {
  const kept: string[] = [];
  let left = budget;
  for (const quote of quotes) {
    if (left <= 0) break;
    kept.push(quote.slice(0, left));
    left -= quote.length;
  }
  return kept;
}
