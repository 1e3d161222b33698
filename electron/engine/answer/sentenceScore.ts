import type { Understood } from '../retrieve/question.ts';
import { SYNONYM_TERM_SHARE } from '../retrieve/fuse.ts';
import type { DocumentView } from '../retrieve/documentView.ts';
import { indexRow } from '../retrieve/indexRow.ts';
import { lexicalTerms } from '../retrieve/terms.ts';

const frequencies = new WeakMap<DocumentView, ReadonlyMap<string, number>>();

/** In how many chunks of the document each index term occurs; made once per document. */
function documentFrequencies(view: DocumentView): ReadonlyMap<string, number> {
  let counts = frequencies.get(view);
  if (counts === undefined) {
    const made = new Map<string, number>();
    for (const chunk of view.parsed.chunks)
      for (const term of new Set(indexRow(view.text, chunk).terms.split(' ')))
        made.set(term, (made.get(term) ?? 0) + 1);
    frequencies.set(view, (counts = made));
  }
  return counts;
}

/** Robertson and Sparck Jones's weight in the non-negative form of BM25 engines: `ln(1 + (N - n + 0.5) / (n + 0.5))`. */
function rarityIn(view: DocumentView): (term: string) => number {
  const counts = documentFrequencies(view);
  const chunks = view.parsed.chunks.length;
  return (term) => {
    const n = counts.get(term) ?? 0;
    return Math.log(1 + (chunks - n + 0.5) / (n + 0.5));
  };
}

/** Share 0..1 of the question's own words, by rarity in the document, that stand in `words`; 0 for a question without words. */
export function coveredShare(view: DocumentView, question: Understood, words: string): number {
  const rarity = rarityIn(view);
  const held = new Set(lexicalTerms(words));
  let covered = 0;
  let total = 0;
  for (const term of question.terms) {
    const weight = rarity(term);
    total += weight;
    if (held.has(term)) covered += weight;
  }
  return total === 0 ? 0 : covered / total;
}

/** Scores words of one document against one question by the terms they share, rare ones first. */
export class SentenceScorer {
  readonly #weights = new Map<string, number>();
  readonly #total: number;

  constructor(view: DocumentView, question: Understood) {
    const rarity = rarityIn(view);
    let total = 0;
    for (const term of question.terms) {
      const weight = rarity(term);
      this.#weights.set(term, weight);
      total += weight;
    }
    for (const term of question.expansion) this.#weights.set(term, rarity(term) * SYNONYM_TERM_SHARE);
    this.#total = total;
  }

  /** 0 without a shared term; 1 when the words hold every term of the question; synonyms can lift it above. */
  score(words: string): number {
    if (this.#total === 0) return 0;
    let sum = 0;
    for (const term of new Set(lexicalTerms(words))) sum += this.#weights.get(term) ?? 0;
    return sum / this.#total;
  }
}

/**
 * Share 0..1 of a question's synonyms and translations, in the language of the document, that the document uses
 * anywhere. Without any, the question's own words are all there is to go by.
 */
export function knownShare(view: DocumentView, question: Understood): number {
  const counts = documentFrequencies(view);
  const own = question.expansion.filter((term) => /\p{Script=Han}/u.test(term) === (view.language === 'zh'));
  const terms = own.length > 0 ? own : question.terms;
  return terms.length === 0 ? 0 : terms.filter((term) => counts.has(term)).length / terms.length;
}
