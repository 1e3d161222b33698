import { fold } from '../retrieve/fold.ts';
import { lexicalTerms } from '../retrieve/terms.ts';
import type { DocumentView } from '../retrieve/documentView.ts';
import { usesName } from '../retrieve/definedTerms.ts';

const NEGATION =
  /\b(?:not|no|never|neither|nor|without|cannot|none|unless|except|isn't|aren't|doesn't|don't|won't|can't|shall not|may not)\b|不得|不能|不可(?!抗力)|不应|不予|不会|不需|不再|不承担|无需|无须|未经|没有|禁止|除非|除外|并非|不是|不属/iu;
const MONTH =
  /\b(?:january|february|march|april|may|june|july|august|september|october|november|december)\b(?=\s+\d)/giu;

/** Numbers, percentages and clause labels of a text in one notation ("thirty", 三十 and 30 are alike). */
function numbersOf(text: string): Set<string> {
  return new Set(lexicalTerms(text).filter((term) => /\d/.test(term)));
}

/**
 * What a sentence states that the words it names as evidence do not hold: a number, amount or date, a party, or a
 * negation. Null when its facts are all there.
 */
export function unsupportedFact(
  sentence: string,
  evidence: string,
  views: readonly DocumentView[],
): 'number' | 'date' | 'party' | 'negation' | null {
  const known = numbersOf(evidence);
  for (const number of numbersOf(sentence)) if (!known.has(number)) return 'number';
  const plainEvidence = fold(evidence);
  for (const [month] of sentence.matchAll(MONTH)) {
    const name = fold(month);
    if (!plainEvidence.includes(name.slice(0, 3))) return 'date';
  }
  const plain = fold(sentence);
  for (const view of views) {
    for (const party of view.parsed.tree.front.parties) {
      const names = [party.name, ...party.aliases].map((name) => fold(name)).filter((name) => name !== '');
      const said = names.some((name) => usesName(name, plain));
      if (said && !names.some((name) => usesName(name, plainEvidence))) return 'party';
    }
  }
  return NEGATION.test(sentence) && !NEGATION.test(evidence) ? 'negation' : null;
}
