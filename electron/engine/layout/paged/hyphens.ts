import type { Row } from './words.ts';

/** How a line that ends in a hyphen goes on. */
export type HyphenJoin = 'drop' | 'keep';

const hyphenEnd = /(?<head>[\p{L}\p{N}]+)[-\u2010]$/u;
const wordStart = /^[\p{L}\p{N}]+/u;
const compound = /[\p{L}\p{N}]+-[\p{L}\p{N}]+/gu;
const word = /\p{L}+/gu;

export const endsWithHyphen = (text: string): boolean => hyphenEnd.test(text);

/**
 * Tells a word that was broken at a line end from one that has a hyphen of its own, by the words that the document
 * uses elsewhere. Built at the first question, since most documents never ask.
 */
export class Hyphenation {
  private readonly rows: readonly Row[];
  private words: Set<string> | null = null;
  private readonly compounds = new Set<string>();
  private breaksWords = false;

  constructor(rows: readonly Row[]) {
    this.rows = rows;
  }

  /** `before` ends with a hyphen. */
  join(before: string, after: string): HyphenJoin {
    const words = this.words ?? this.build();
    const head = hyphenEnd.exec(before)?.groups?.['head'] ?? '';
    const tail = wordStart.exec(after)?.[0] ?? '';
    // A capital or a digit behind the hyphen, or no word at all, is no broken word.
    if (!/^\p{Ll}/u.test(tail) || /\p{N}$/u.test(head)) return 'keep';
    const joined = (head + tail).toLowerCase();
    if (this.compounds.has(`${head}-${tail}`.toLowerCase())) return 'keep';
    if (words.has(joined)) return 'drop';
    const whole = words.has(head.toLowerCase()) && words.has(tail.toLowerCase());
    return !whole && this.breaksWords ? 'drop' : 'keep';
  }

  private build(): Set<string> {
    const words = new Set<string>();
    let hyphens = 0;
    for (const { text } of this.rows) {
      const broken = hyphenEnd.test(text);
      if (broken) hyphens++;
      // The halves of a broken word are no words.
      const from = /^\p{Ll}/u.test(text) ? text.search(/\s/) : 0;
      const whole = text.slice(Math.max(0, from), broken ? text.lastIndexOf(' ') : undefined);
      for (const [match] of whole.matchAll(word)) words.add(match.toLowerCase());
      for (const [match] of whole.matchAll(compound)) this.compounds.add(match.toLowerCase());
    }
    this.breaksWords = hyphens >= Math.max(2, 0.01 * this.rows.length);
    this.words = words;
    return words;
  }
}
