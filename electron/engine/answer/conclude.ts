import { overlaps } from '../../../shared/span.ts';
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
const LONGEST = 800;

/**
 * Conclusion without a language model: the best sentences of the evidence as they stand, each followed by the number of
 * its evidence, `[1]` for the first. Sentences keep the order of the evidence; the first evidence always has its word.
 */
export function extractiveConclusion(quotes: readonly Quote[], question: Understood): string {
  const scored = quotes.flatMap((quote, index) => {
    const scorer = new SentenceScorer(quote.view, question);
    return piecesOf(quote.view, quote.slices).map((piece, place): Scored => ({
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
  const limits = [...chosen].flatMap((each) => limitsOf(each, scored, quotes));
  for (const limit of limits) chosen.add(limit);
  return [...chosen]
    .toSorted((a, b) => a.index - b.index || a.place - b.place)
    .map(({ index, piece }) => `${shown(piece)} [${index + 1}]`)
    .join(' ');
}

interface Scored {
  /** Place of its quote in the evidence. */
  readonly index: number;
  /** Place of the piece in its quote. */
  readonly place: number;
  readonly piece: Piece;
  readonly score: number;
}

/** Clauses up to this many characters are said whole: what follows a rule there qualifies it more often than not. */
const SHORT_CLAUSE = { en: 420, zh: 160 } as const;
/** Openings of a sentence that limits the one before it. */
const LIMITS_THE_LAST =
  /^(?:however|but|provided|except|notwithstanding|nothing in|this (?:section|clause|paragraph)(?: \S+)? (?:does|shall|will) not|unless|the foregoing)\b|^(?:但|但是|不过|然而|除外|除非|本[条款项]不|前款|上述)/iu;

/**
 * What must not be cut from a sentence that is concluded: the rest of its clause where that is short, the next sentence
 * where it opens as a proviso, and the quoted provisos that are linked to its clause.
 */
function limitsOf({ index, place, piece }: Scored, scored: readonly Scored[], quotes: readonly Quote[]): Scored[] {
  const quote = quotes[index];
  if (quote === undefined || piece.row) return [];
  const { view, node } = quote;
  const own = scored.filter((other) => other.index === index && !other.piece.row);
  const length = own.reduce((sum, other) => sum + other.piece.words.length, 0);
  const found = length <= SHORT_CLAUSE[view.language] ? own.filter((other) => other.place > place) : [];
  const next = own.find((other) => other.place === place + 1);
  if (next !== undefined && LIMITS_THE_LAST.test(next.piece.words)) found.push(next);
  for (const { relation, from, to, evidence } of view.bridgesOf(node)) {
    if (relation !== 'contrast' || to !== node) continue;
    const [proviso] = evidence;
    if (proviso === undefined) continue;
    // The clause it limits itself was handled above, sentence by sentence.
    const linked = scored.filter(
      (other) =>
        quotes[other.index]?.view === view &&
        quotes[other.index]?.node === from &&
        other.piece.slices.some((slice) => overlaps(slice, proviso)),
    );
    found.push(...linked.slice(0, 1));
  }
  return found;
}

/** One piece on one line. */
export function shown({ words }: Piece): string {
  const line = words.replace(/\s+/gu, ' ');
  return line.length <= LONGEST ? line : `${line.slice(0, LONGEST).trimEnd()}…`;
}
