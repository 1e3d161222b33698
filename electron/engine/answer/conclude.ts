import type { Understood } from '../retrieve/question.ts';
import type { Quote } from './evidence.ts';
import { piecesOf } from './pieces.ts';
import type { Piece } from './pieces.ts';
import { SentenceScorer } from './sentenceScore.ts';

/** Most sentences of an extractive conclusion; a list gets more. */
const SENTENCES = 3;
const LIST_SENTENCES = 10;
/** A sentence that says less of the question than this share of the best one is left to the evidence. */
const LEAST_SHARE = 0.6;
/** What each place further back in the evidence takes from a sentence: of two that say the same the earlier one answers. */
const BEHIND = 0.15;
/** Characters after which a quoted sentence is cut with an ellipsis: the whole of it stands in the evidence. */
const LONGEST = 400;

/**
 * Conclusion without a language model: the best sentences of the evidence as they stand, each followed by the number of
 * its evidence, `[1]` for the first. Sentences keep the order of the evidence; the first evidence always has its word.
 */
export function extractiveConclusion(quotes: readonly Quote[], question: Understood): string {
  const scored = quotes.flatMap((quote, index) => {
    const scorer = new SentenceScorer(quote.view, question);
    return piecesOf(quote.view, quote.slices).map((piece, place) => ({
      index,
      place,
      piece,
      score: scorer.score(piece.words) / (1 + BEHIND * index),
    }));
  });
  const best = Math.max(0, ...scored.map(({ score }) => score));
  const ranked = scored.toSorted((a, b) => b.score - a.score);
  const first = ranked.find(({ index }) => index === 0);
  const chosen = new Set(first === undefined ? [] : [first]);
  for (const each of ranked) {
    if (chosen.size >= (question.reach === 'list' ? LIST_SENTENCES : SENTENCES)) break;
    if (each.score > 0 && each.score >= best * LEAST_SHARE) chosen.add(each);
  }
  return [...chosen]
    .toSorted((a, b) => a.index - b.index || a.place - b.place)
    .map(({ index, piece }) => `${shown(piece)} [${index + 1}]`)
    .join(' ');
}

/** One piece on one line. */
export function shown({ words }: Piece): string {
  const line = words.replace(/\s+/gu, ' ');
  return line.length <= LONGEST ? line : `${line.slice(0, LONGEST).trimEnd()}…`;
}
