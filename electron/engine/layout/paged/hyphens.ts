import type { Row } from './words.ts';

/** How a line that ends in a hyphen goes on. */
export type HyphenJoin = 'drop' | 'keep';

const hyphenEnd = /(?<head>[\p{L}\p{N}]+)[-\u2010]$/u;
const wordStart = /^[\p{L}\p{N}]+/u;
/** First parts of compounds that keep their hyphen; alone they are rarely words of the document. */
const prefixes = new Set(['non', 'self', 'third', 'cross', 'ex', 'semi', 'quasi', 'all', 'well', 'vice', 'anti']);

export function endsWithHyphen(text: string): boolean {
  const unit = text.charCodeAt(text.length - 1);
  return (unit === 0x2d || unit === 0x2010) && hyphenEnd.test(text);
}

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
    if (prefixes.has(head.toLowerCase())) return 'keep';
    const known = words.has(head.toLowerCase());
    if (known && words.has(tail.toLowerCase())) return 'keep';
    return !known || this.breaksWords ? 'drop' : 'keep';
  }

  private build(): Set<string> {
    const words = new Set<string>();
    let hyphens = 0;
    let broken = false;
    for (const row of this.rows) {
      const goesOn = endsWithHyphen(row.text);
      if (goesOn) hyphens++;
      row.words.forEach(({ text }, i) => {
        // The halves of a broken word are no words.
        if ((i === 0 && broken) || text.endsWith('-')) return;
        const whole = bareWord(text);
        if (whole === '') return;
        words.add(whole);
        if (!whole.includes('-')) return;
        this.compounds.add(whole);
        for (const part of whole.split('-')) words.add(part);
      });
      broken = goesOn;
    }
    this.breaksWords = hyphens >= Math.max(2, 0.01 * this.rows.length);
    this.words = words;
    return words;
  }
}

/** In lower case, without the punctuation around it. */
function bareWord(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && !isLetter(text.charCodeAt(start))) start++;
  while (end > start && !isLetter(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end).toLowerCase();
}

const isLetter = (unit: number): boolean =>
  (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x41 && unit <= 0x5a) || (unit >= 0x30 && unit <= 0x39) || unit >= 0xc0;
