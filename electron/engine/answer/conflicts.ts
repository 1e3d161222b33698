import type { Answer } from '../../../shared/model.ts';
import { lexicalTerms } from '../retrieve/terms.ts';
import type { Quote } from './evidence.ts';
import { piecesOf } from './pieces.ts';

/** Only the first quotes can contradict each other about the question. */
const LOOKED_AT = 6;
/** Two sentences say the same thing when they share this part of their words (Jaccard, numbers left out). */
const SAME_MATTER = 0.65;
/** Shorter sentences share their words by chance. */
const LEAST_WORDS = 6;

const isNumber = (term: string): boolean => /^p?\d+$/.test(term);

/** Pairs of quotes from different clauses that say the same of a matter with different numbers. */
export function conflictsIn(quotes: readonly Quote[]): Answer['conflicts'] {
  const statements = quotes.slice(0, LOOKED_AT).flatMap((quote, side) =>
    piecesOf(quote.view, quote.slices).map((piece) => {
      const terms = lexicalTerms(piece.words);
      return {
        side,
        quote,
        words: new Set(terms.filter((term) => !isNumber(term))),
        numbers: new Set(terms.filter(isNumber)),
      };
    }),
  );
  const found: Answer['conflicts'] = [];
  for (const [i, a] of statements.entries()) {
    for (const b of statements.slice(i + 1)) {
      if (a.side === b.side || (a.quote.view === b.quote.view && a.quote.node === b.quote.node)) continue;
      if (a.words.size < LEAST_WORDS || b.words.size < LEAST_WORDS) continue;
      if (a.numbers.size === 0 || b.numbers.size === 0) continue;
      if (jaccard(a.words, b.words) < SAME_MATTER) continue;
      const onlyA = [...a.numbers].filter((n) => !b.numbers.has(n));
      const onlyB = [...b.numbers].filter((n) => !a.numbers.has(n));
      if (onlyA.length === 0 || onlyB.length === 0) continue;
      if (found.some(({ sides }) => sides[0] === a.side && sides[1] === b.side)) continue;
      found.push({ sides: [a.side, b.side], note: `${onlyA.join(', ')} / ${onlyB.join(', ')}` });
    }
  }
  return found;
}

function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0;
  for (const term of a) if (b.has(term)) shared++;
  return shared / (a.size + b.size - shared);
}
