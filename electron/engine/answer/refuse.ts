import type { Found } from '../retrieve/search.ts';
import type { Quote } from './evidence.ts';
import { SentenceScorer } from './sentenceScore.ts';

/** What the decision to answer rests on; each 0..1. */
export interface Signals {
  /** Cosine of the best candidate. */
  readonly cosine: number;
  /** Share of the question's terms, by rarity, that the first quotes hold together. */
  readonly coverage: number;
  /** The same for the best single quote. */
  readonly bestQuote: number;
}

/** Quotes that are looked at: an answer that needs more than these is not one. */
const LOOKED_AT = 3;

/** Weights of the signals and the score below which the answer is refused, fitted on the development questions. */
const WEIGHTS = { cosine: 0, coverage: 1, bestQuote: 1 } as const;
const LEAST_SCORE = 0.1;

export function signalsOf(found: Found, quotes: readonly Quote[]): Signals {
  const head = quotes.slice(0, LOOKED_AT).map((quote) => ({
    scorer: new SentenceScorer(quote.view, found.question),
    words: quote.slices.map(([start, end]) => quote.view.text.slice(start, end)).join(' '),
  }));
  const all = head.map(({ words }) => words).join(' ');
  return {
    cosine: found.best.dense,
    coverage: head[0] === undefined ? 0 : head[0].scorer.coverage(all, found.question),
    bestQuote: Math.max(0, ...head.map(({ scorer, words }) => scorer.coverage(words, found.question))),
  };
}

export const answerScore = ({ cosine, coverage, bestQuote }: Signals): number =>
  WEIGHTS.cosine * cosine + WEIGHTS.coverage * coverage + WEIGHTS.bestQuote * bestQuote;

/** True when what was found is too weak to be an answer. A clause asked for by its number is always one. */
export function isTooWeak(found: Found, quotes: readonly Quote[]): boolean {
  if (quotes.length === 0) return true;
  if (found.question.numbers.length > 0 && (found.passages[0]?.score ?? 0) >= 1) return false;
  return answerScore(signalsOf(found, quotes)) < LEAST_SCORE;
}
