import type { Found } from '../retrieve/search.ts';
import type { Quote } from './evidence.ts';
import { knownShare, SentenceScorer } from './sentenceScore.ts';

/** What the decision to answer rests on. None depends on the scale of one embedder's cosines. */
export interface Signals {
  /** How far the best clause of the document stands out for the question: cosine in standard deviations above the mean. */
  readonly standsOut: number;
  /** The same for the question with words of the trade beside it. */
  readonly standsOutWidened: number;
  /** Share 0..1 of the question's words, synonyms and translations that the document uses at all. */
  readonly known: number;
  /** The question asks whether there is anything of the kind. */
  readonly asksWhether: boolean;
}

/** Weights fitted by logistic regression on the development questions, and rounded. */
const WEIGHTS = { standsOut: 0.7, standsOutWidened: 1, known: 6.5, asksWhether: -1 } as const;
/** Score below which the answer is refused: about one answerable question in twenty falls under it. */
const LEAST_SCORE = 4.9;
/**
 * Among so few clauses no deviation says much; there it is enough that the quotes share the question's words or that the
 * document uses the words of the trade for them.
 */
const FEW_CLAUSES = 12;
const LEAST_SHARED = 0.2;
const LEAST_KNOWN = 0.25;
/** Quotes that are looked at for shared words. */
const LOOKED_AT = 3;

export function signalsOf(found: Found): Signals | null {
  const view = found.passages[0]?.view;
  if (view === undefined) return null;
  return {
    standsOut: found.best.standsOut,
    standsOutWidened: found.best.standsOutWidened,
    known: knownShare(view, found.question),
    asksWhether: found.question.reach === 'absence',
  };
}

export const answerScore = (signals: Signals): number =>
  WEIGHTS.standsOut * signals.standsOut +
  WEIGHTS.standsOutWidened * signals.standsOutWidened +
  WEIGHTS.known * signals.known +
  (signals.asksWhether ? WEIGHTS.asksWhether : 0);

/** True when what was found is too weak to be an answer. A clause asked for by its number is always one. */
export function isTooWeak(found: Found, quotes: readonly Quote[]): boolean {
  const signals = signalsOf(found);
  if (signals === null || quotes.length === 0) return true;
  if (found.question.numbers.length > 0 && (found.passages[0]?.score ?? 0) >= 1) return false;
  return clausesOf(found) < FEW_CLAUSES
    ? sharedWords(found, quotes) < LEAST_SHARED && signals.known < LEAST_KNOWN
    : answerScore(signals) < LEAST_SCORE;
}

const clausesOf = ({ passages }: Found): number => passages[0]?.view.parsed.chunks.length ?? 0;

/** Share of the question's words, by rarity, that the first quotes hold together; synonyms count a part. */
function sharedWords({ question }: Found, quotes: readonly Quote[]): number {
  const first = quotes[0];
  if (first === undefined) return 0;
  const words = quotes
    .slice(0, LOOKED_AT)
    .flatMap(({ view, slices }) => slices.map(([start, end]) => view.text.slice(start, end)))
    .join(' ');
  return new SentenceScorer(first.view, question).score(words);
}
