import { chineseAmount, chineseValue } from './chineseNumeral.ts';
import { fold } from './fold.ts';
import { stem } from './stem.ts';
import { stopWords } from './stopWords.ts';

const segmenter = new Intl.Segmenter('zh', { granularity: 'word' });

const TOKEN =
  /(?<han>[\p{Script=Han}&&[\p{L}\p{N}]]+)|(?<label>\d+(?:\.\d+)+(?:\([a-z\d]{1,4}\))*|\d+(?:\([a-z\d]{1,4}\))+)|(?<number>\d+(?:,\d{3})*)(?:\.\d+)?(?![\d\p{Script=Latin}])(?<percent> ?%)?|(?<word>[[\p{L}\p{N}]--\p{Script=Han}]+(?:['’\-][[\p{L}\p{N}]--\p{Script=Han}]+)*)/gv;

const NUMBER_WORDS = new Map(
  Object.entries({
    one: '1',
    two: '2',
    three: '3',
    four: '4',
    five: '5',
    six: '6',
    seven: '7',
    eight: '8',
    nine: '9',
    ten: '10',
    eleven: '11',
    twelve: '12',
    thirteen: '13',
    fourteen: '14',
    fifteen: '15',
    sixteen: '16',
    seventeen: '17',
    eighteen: '18',
    nineteen: '19',
    twenty: '20',
    thirty: '30',
    forty: '40',
    fifty: '50',
    sixty: '60',
    seventy: '70',
    eighty: '80',
    ninety: '90',
    hundred: '100',
  }),
);

/**
 * Index terms of a text, in order and with repeats, for BM25: one function for index and question. Terms are made of
 * letters and digits only, so that any text-search parser keeps each one whole.
 *
 * English words lose stop words and are stemmed; a hyphenated word gives its parts and itself joined. Chinese runs give
 * overlapping bigrams (they never miss) and the dictionary words of three or more characters. `30,000` is `30000`, `20%`
 * is `20` and `p20`, `12.2(a)` is `n12n2na` and `n12n2`; `三十日` gives `30` beside its bigrams, `sixty` gives `60`.
 */
export function lexicalTerms(text: string): string[] {
  const terms: string[] = [];
  for (const match of fold(text).matchAll(TOKEN)) {
    const { han, label, number, percent, word } = match.groups ?? {};
    if (han !== undefined) addChinese(han, terms);
    else if (label !== undefined) addLabel(label, terms);
    else if (number !== undefined) {
      const digits = number.replaceAll(',', '').replace(/^0+(?=\d)/, '');
      terms.push(digits);
      if (percent !== undefined) terms.push(`p${digits}`);
    } else if (word !== undefined) addWord(word, terms);
  }
  return terms;
}

function addChinese(run: string, terms: string[]): void {
  const characters = Array.from(run);
  if (characters.length === 1) terms.push(run);
  for (let i = 0; i + 1 < characters.length; i++) terms.push(`${characters[i]}${characters[i + 1]}`);
  if (characters.length > 2) {
    for (const { segment } of segmenter.segment(run)) if (Array.from(segment).length > 2) terms.push(segment);
  }
  for (const [numeral] of run.matchAll(chineseAmount)) {
    const value = chineseValue(numeral);
    if (value !== null) terms.push(`${value}`);
  }
}

/** A dotted or bracketed number gives itself and each number it lies in, the bare first part excepted. */
function addLabel(label: string, terms: string[]): void {
  const parts = label.split(/[.()]+/).filter((part) => part !== '');
  for (let n = parts.length; n > 1; n--) {
    terms.push(
      parts
        .slice(0, n)
        .map((part) => `n${part}`)
        .join(''),
    );
  }
}

function addWord(word: string, terms: string[]): void {
  const parts = word
    .replace(/['’]s$/, '')
    .replaceAll(/['’]/g, '')
    .split('-');
  for (const part of parts) if (!stopWords.has(part)) terms.push(stem(part));
  const value = parts.length === 1 ? NUMBER_WORDS.get(parts[0] ?? '') : undefined;
  if (value !== undefined) terms.push(value);
  if (parts.length > 1) terms.push(stem(parts.join('')));
}
