import type { Definition } from '../../../shared/model.ts';
import type { DocumentView } from './documentView.ts';
import { fold } from './fold.ts';
import { expansionTerms } from './thesaurus.ts';
import { lexicalTerms } from './terms.ts';

export interface UsedTerm {
  readonly view: DocumentView;
  readonly definition: Definition;
  /** 1: the term as written; 0.8: an alias; 0.6: one letter apart; 0.5: the same word in another language. */
  readonly certainty: number;
}

/** Latin terms shorter than this are matched exactly only: one letter makes another word of them. */
const FUZZY_FROM = 6;
const NAMES_PER_DEFINITION = 12;

const isHan = /\p{Script=Han}/u;

/** Defined terms of one document that a text uses, by term, alias, slip of one letter, or the other language. */
export function definedTerms(text: string, view: DocumentView): UsedTerm[] {
  const plain = fold(text);
  const words = plain.match(/[\p{Script=Latin}\p{N}]+/gu) ?? [];
  let other: ReadonlySet<string> | null = null;
  const found: UsedTerm[] = [];
  for (const definition of view.definitions) {
    const names = [definition.term, ...definition.aliases]
      .slice(0, NAMES_PER_DEFINITION)
      .map((name) => fold(name).trim());
    let certainty = 0;
    for (const [i, name] of names.entries()) {
      if (name === '') continue;
      if (occurs(name, plain, words)) certainty = Math.max(certainty, i === 0 ? 1 : 0.8);
      else if (certainty < 0.6 && nearlyOccurs(name, words)) certainty = 0.6;
    }
    const term = names[0] ?? '';
    if (certainty === 0 && isHan.test(term) !== isHan.test(plain)) {
      other ??= new Set(expansionTerms(text));
      const parts = lexicalTerms(term);
      if (parts.length > 0 && parts.every((part) => other?.has(part))) certainty = 0.5;
    }
    if (certainty > 0) found.push({ view, definition, certainty });
  }
  return found;
}

/** Whether a folded text uses a folded name: Chinese anywhere, Latin as whole words with a plural allowed. */
export function usesName(name: string, plain: string): boolean {
  return occurs(name, plain, plain.match(/[\p{Script=Latin}\p{N}]+/gu) ?? []);
}

function occurs(name: string, plain: string, words: readonly string[]): boolean {
  if (isHan.test(name)) return name.length > 1 && plain.includes(name);
  const parts = name.match(/[\p{Script=Latin}\p{N}]+/gu) ?? [];
  if (parts.length === 0) return false;
  for (let at = 0; at + parts.length <= words.length; at++) {
    if (parts.every((part, i) => singular(words[at + i] ?? '') === singular(part))) return true;
  }
  return false;
}

const singular = (word: string): string =>
  word.endsWith('ies')
    ? `${word.slice(0, -3)}y`
    : word.endsWith('s') && !word.endsWith('ss')
      ? word.slice(0, -1)
      : word;

function nearlyOccurs(name: string, words: readonly string[]): boolean {
  if (isHan.test(name)) return false;
  const parts = name.match(/[\p{Script=Latin}\p{N}]+/gu) ?? [];
  if (parts.every((part) => part.length < FUZZY_FROM)) return false;
  for (let at = 0; at + parts.length <= words.length; at++) {
    if (parts.every((part, i) => near(words[at + i] ?? '', part))) return true;
  }
  return false;
}

/** Equal, or one letter put in, left out, changed or swapped with its neighbour. */
function near(a: string, b: string): boolean {
  if (a === b) return true;
  if (b.length < FUZZY_FROM || Math.abs(a.length - b.length) > 1) return false;
  let i = 0;
  while (i < a.length && a[i] === b[i]) i++;
  const swapped = a[i] === b[i + 1] && a[i + 1] === b[i] && a.slice(i + 2) === b.slice(i + 2);
  return swapped || a.slice(i + 1) === b.slice(i + 1) || a.slice(i) === b.slice(i + 1) || a.slice(i + 1) === b.slice(i);
}
