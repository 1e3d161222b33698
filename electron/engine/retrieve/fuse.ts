/**
 * Share of dense and lexical in the relevance of a candidate. Equal shares won on the development questions: the small
 * embedder knows meaning across words and languages, BM25 knows the contract's own words.
 */
export const DENSE_SHARE = 0.5;
/** Synonyms and translations find the clause, but the reader's own words rank it. */
export const EXPANSION_SHARE = 0.35;
/** How much structure counts beside relevance: enough to put a clean clause before a broken one, never a wrong before a right. */
export const STRUCTURE_SHARE = 0.05;

/** Scales scores to 0..1 over the candidates; `floor` stands for candidates without a score. All equal gives 1. */
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

/** `(1 - structure share) x (dense share x dense + (1 - dense share) x lexical) + structure share x structure`, all 0..1. */
export const fused = (dense: number, lexical: number, structure: number): number =>
  (1 - STRUCTURE_SHARE) * (DENSE_SHARE * dense + (1 - DENSE_SHARE) * lexical) + STRUCTURE_SHARE * structure;
