/**
 * Weights of relevance, fitted on the tuning part of the development questions by a listwise logistic model (softmax over
 * the clauses of a contract) and rounded. They add up to 1 over arms that are 0..1, so relevance is 0..1.
 */
export const WEIGHTS = {
  /** Cosine with the question: finds meaning across words and languages. */
  dense: 0.22,
  /** Cosine with the question and, beside it, words of the trade in the contract's language. Carries lay and cross-language questions. */
  widened: 0.28,
  /** BM25 with the reader's own words: the best witness where they are the contract's words too. */
  lexical: 0.28,
  /** BM25 with synonyms and translations. */
  synonyms: 0.22,
} as const;

/** How much structure counts beside relevance: on the development questions it only breaks ties. */
export const STRUCTURE_SHARE = 0.02;

/** Share of synonyms where sentences are scored by shared terms alone. */
export const SYNONYM_TERM_SHARE = 0.35;

/** The four arms of one candidate, each scaled to 0..1 over the candidates. */
export interface Arms {
  readonly dense: number;
  readonly widened: number;
  readonly lexical: number;
  readonly synonyms: number;
}

/** Relevance 0..1 of a candidate. */
export const relevanceOf = (arms: Arms): number =>
  WEIGHTS.dense * arms.dense +
  WEIGHTS.widened * arms.widened +
  WEIGHTS.lexical * arms.lexical +
  WEIGHTS.synonyms * arms.synonyms;

/** `(1 - structure share) x relevance + structure share x structure`. */
export const fused = (relevance: number, structure: number): number =>
  (1 - STRUCTURE_SHARE) * relevance + STRUCTURE_SHARE * structure;

/** The two dense and the two lexical arms as a reader sees them. */
export const denseShown = ({ dense, widened }: Arms): number =>
  (WEIGHTS.dense * dense + WEIGHTS.widened * widened) / (WEIGHTS.dense + WEIGHTS.widened);
export const lexicalShown = ({ lexical, synonyms }: Arms): number =>
  (WEIGHTS.lexical * lexical + WEIGHTS.synonyms * synonyms) / (WEIGHTS.lexical + WEIGHTS.synonyms);

/** Scales cosines to 0..1 over the candidates; a candidate without one gets 0, all equal gives 1. */
export function scaler(scores: Iterable<number>): (score: number | undefined) => number {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const score of scores) {
    if (score < low) low = score;
    if (score > high) high = score;
  }
  return (score) => (score === undefined ? 0 : high > low ? (score - low) / (high - low) : 1);
}

/** BM25 is 0 for a chunk without a shared term, so its scale starts there and not at the lowest score found. */
export function scalerFromZero(scores: Iterable<number>): (score: number | undefined) => number {
  let high = 0;
  for (const score of scores) if (score > high) high = score;
  return (score) => (score === undefined || high === 0 ? 0 : score / high);
}
