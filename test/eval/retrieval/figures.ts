import type { EvalCase } from '../convert/case.ts';
import { bare, goldText, hits, withinBudget } from './score.ts';

/** Characters of evidence that count for a question over a contract: 3,000, Chinese 1,500. */
export const questionBudget = (contract: 'en' | 'zh'): number => (contract === 'zh' ? 1500 : 3000);
/** Characters of passages that count for a CUAD question. */
export const CUAD_BUDGET = 4000;

/** What one system returned for one case: quotes best first, with the number cited for each. */
export interface Returned {
  readonly quotes: readonly string[];
  readonly numbers: readonly (string | null)[];
  /** True when the system said that the contract does not answer. */
  readonly refused: boolean;
}

/** Figures of one case within its budget. */
export interface CaseFigures {
  readonly hit: readonly boolean[];
  readonly recall: number;
  readonly full: boolean;
  readonly first: boolean;
  /** Beside each gold item: true if a quote that hits it is cited by the right number, null where no number is scored. */
  readonly numberRight: readonly (boolean | null)[];
}

export function figuresOf(
  each: EvalCase,
  text: string,
  returned: Returned,
  sameNumber: (a: string, b: string) => boolean,
): CaseFigures {
  const quotes = withinBudget(returned.quotes, questionBudget(each.contract)).map(bare);
  const golds = each.gold.map((gold) => bare(goldText(gold, text)));
  const hit = golds.map((gold) => quotes.some((quote) => hits(quote, gold)));
  const found = hit.filter(Boolean).length;
  return {
    hit,
    recall: golds.length === 0 ? 0 : found / golds.length,
    full: found === golds.length,
    first: quotes[0] !== undefined && golds.some((gold) => hits(quotes[0] ?? '', gold)),
    numberRight: golds.map((gold, i) => {
      const number = each.numbers[i];
      if (number === null || number === undefined) return null;
      return quotes.some((quote, q) => {
        const cited = returned.numbers[q];
        return cited !== null && cited !== undefined && hits(quote, gold) && sameNumber(cited, number);
      });
    }),
  };
}

/** Share of gold characters that lie in the first `budget` characters of the passages, each character counted once. */
export function recallOfCharacters(
  gold: readonly (readonly [number, number])[],
  passages: readonly (readonly [number, number])[],
  budget: number,
): number {
  const wanted = new Set<number>();
  for (const [start, end] of gold) for (let at = start; at < end; at++) wanted.add(at);
  let left = budget;
  let found = 0;
  for (const [start, end] of passages) {
    const to = Math.min(end, start + left);
    for (let at = start; at < to; at++) if (wanted.delete(at)) found++;
    left -= Math.max(0, to - start);
    if (left <= 0) break;
  }
  const total = found + wanted.size;
  return total === 0 ? 1 : found / total;
}

export const mean = (values: readonly number[]): number =>
  values.length === 0 ? Number.NaN : values.reduce((sum, value) => sum + value, 0) / values.length;
