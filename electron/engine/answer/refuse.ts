import type { Found } from '../retrieve/search.ts';
import type { Quote } from './evidence.ts';
import { coveredShare, knownShare } from './sentenceScore.ts';

/** What the decision to answer rests on. None depends on the scale of one embedder's cosines. */
export interface Signals {
  /** How far the best clause of the document stands out for the question: cosine in standard deviations above the mean. */
  readonly standsOut: number;
  /** The same for the question with words of the trade beside it. */
  readonly standsOutWidened: number;
  /** Share 0..1 of the question's words, synonyms and translations that the document uses at all. */
  readonly known: number;
  /** Share 0..1 of the question's own words, by rarity, that the best passages hold together. */
  readonly covered: number;
  /** The question asks whether there is anything of the kind. */
  readonly asksWhether: boolean;
}

/**
 * Weights fitted by logistic regression, absent and answerable questions counting alike, on the development questions and on
 * those of the bundled samples, and rounded. The samples keep it honest on short contracts, where nothing stands out far.
 */
const WEIGHTS = { standsOut: 0.25, standsOutWidened: 1.3, covered: 2.6, known: 4.1, asksWhether: -1.3 } as const;
/** Score below which the answer is refused: about one answerable question in twenty falls under it. */
const LEAST_SCORE = 4.1;
/**
 * Among so few clauses no deviation says much; there it is also enough that the best passages share the question's words or that
 * the document uses the words of the trade for them.
 */
const FEW_CLAUSES = 12;
const LEAST_COVERED = 0.2;
const LEAST_KNOWN = 0.25;
/** Passages whose words are held against the question's. */
const LOOKED_AT = 3;

export function signalsOf(found: Found): Signals | null {
  const { passages, question, best } = found;
  const view = passages[0]?.view;
  if (view === undefined) return null;
  const words = passages
    .slice(0, LOOKED_AT)
    .flatMap((passage) => passage.slices.map(([start, end]) => passage.view.text.slice(start, end)))
    .join(' ');
  return {
    standsOut: best.standsOut,
    standsOutWidened: best.standsOutWidened,
    known: knownShare(view, question),
    covered: coveredShare(view, question, words),
    asksWhether: question.reach === 'absence',
  };
}

export const answerScore = (signals: Signals): number =>
  WEIGHTS.standsOut * signals.standsOut +
  WEIGHTS.standsOutWidened * signals.standsOutWidened +
  WEIGHTS.known * signals.known +
  WEIGHTS.covered * signals.covered +
  (signals.asksWhether ? WEIGHTS.asksWhether : 0);

/** True when what was found is too weak to be an answer. A clause asked for by its number is always one. */
export function isTooWeak(found: Found, quotes: readonly Quote[]): boolean {
  const signals = signalsOf(found);
  if (signals === null || quotes.length === 0) return true;
  if (found.question.numbers.length > 0 && (found.passages[0]?.score ?? 0) >= 1) return false;
  if (answerScore(signals) >= LEAST_SCORE) return false;
  const few = clausesOf(found) < FEW_CLAUSES;
  return !few || (signals.covered < LEAST_COVERED && signals.known < LEAST_KNOWN);
}

const clausesOf = ({ passages }: Found): number => passages[0]?.view.parsed.chunks.length ?? 0;
