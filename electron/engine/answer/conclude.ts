import type { Span } from '../../../shared/span.ts';
import { spanLength } from '../../../shared/span.ts';
import type { Understood } from '../retrieve/question.ts';
import type { Quote } from './evidence.ts';
import { pieces } from './pieces.ts';
import { SentenceScorer } from './sentenceScore.ts';

/** Most sentences of an extractive conclusion; a list gets more. */
const SENTENCES = 3;
const LIST_SENTENCES = 10;
/** A sentence that says less of the question than this share of the best one is left to the evidence. */
const LEAST_SHARE = 0.6;
/** Characters after which a quoted sentence is cut with an ellipsis: the whole of it stands in the evidence. */
const LONGEST = 400;

/**
 * Conclusion without a language model: the best sentences of the evidence as they stand, each followed by the number of
 * its evidence, `[1]` for the first. Sentences keep the order of the evidence.
 */
export function extractiveConclusion(quotes: readonly Quote[], question: Understood): string {
  const scored = quotes.flatMap((quote, index) => {
    const scorer = new SentenceScorer(quote.view, question);
    return pieces(quote.view.text, quote.slices, quote.view.language).map((span) => ({
      index,
      span,
      // Evidence comes best first; of two sentences that say the same the earlier one answers.
      score: scorer.score(quote.view.text.slice(span[0], span[1])) / (1 + 0.15 * index),
    }));
  });
  const best = Math.max(0, ...scored.map(({ score }) => score));
  const limit = question.reach === 'list' ? LIST_SENTENCES : SENTENCES;
  const chosen = scored
    .filter(({ score, index }) => index === 0 || score >= best * LEAST_SHARE)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, limit)
    .toSorted((a, b) => a.index - b.index || a.span[0] - b.span[0]);
  return chosen
    .map(({ index, span }) => {
      const quote = quotes[index];
      return quote === undefined ? '' : `${shown(quote.view.text, span)} [${index + 1}]`;
    })
    .join(' ');
}

/** One sentence on one line. */
export function shown(text: string, span: Span): string {
  const words = text.slice(span[0], span[1]).replace(/\s+/gu, ' ');
  return spanLength(span) <= LONGEST ? words : `${words.slice(0, LONGEST).trimEnd()}…`;
}
