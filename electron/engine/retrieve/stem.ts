/**
 * English stemmer after M. F. Porter, "An algorithm for suffix stripping", Program 14(3), 1980, pp. 130-137.
 * Takes one lower-case ASCII word; words of one or two letters come back as they are.
 */
export function stem(word: string): string {
  if (word.length < 3) return word;
  let w = word;
  // Step 1a
  if (w.endsWith('sses') || w.endsWith('ies')) w = w.slice(0, -2);
  else if (w.endsWith('s') && !w.endsWith('ss')) w = w.slice(0, -1);
  // Step 1b
  if (w.endsWith('eed')) {
    if (measure(w.slice(0, -3)) > 0) w = w.slice(0, -1);
  } else {
    const cut = w.endsWith('ed') ? w.slice(0, -2) : w.endsWith('ing') ? w.slice(0, -3) : null;
    if (cut !== null && hasVowel(cut)) w = repair(cut);
  }
  // Step 1c
  if (w.endsWith('y') && hasVowel(w.slice(0, -1))) w = `${w.slice(0, -1)}i`;
  w = replaceSuffix(w, STEP_2, 0);
  w = replaceSuffix(w, STEP_3, 0);
  w = dropSuffix(w);
  // Step 5
  if (w.endsWith('e')) {
    const m = measure(w.slice(0, -1));
    if (m > 1 || (m === 1 && !endsShort(w.slice(0, -1)))) w = w.slice(0, -1);
  }
  if (w.endsWith('ll') && measure(w) > 1) w = w.slice(0, -1);
  return w;
}

const STEP_2: readonly (readonly [string, string])[] = [
  ['ational', 'ate'],
  ['tional', 'tion'],
  ['enci', 'ence'],
  ['anci', 'ance'],
  ['izer', 'ize'],
  ['abli', 'able'],
  ['alli', 'al'],
  ['entli', 'ent'],
  ['eli', 'e'],
  ['ousli', 'ous'],
  ['ization', 'ize'],
  ['ation', 'ate'],
  ['ator', 'ate'],
  ['alism', 'al'],
  ['iveness', 'ive'],
  ['fulness', 'ful'],
  ['ousness', 'ous'],
  ['aliti', 'al'],
  ['iviti', 'ive'],
  ['biliti', 'ble'],
];

const STEP_3: readonly (readonly [string, string])[] = [
  ['icate', 'ic'],
  ['ative', ''],
  ['alize', 'al'],
  ['iciti', 'ic'],
  ['ical', 'ic'],
  ['ful', ''],
  ['ness', ''],
];

const STEP_4: readonly string[] = [
  'ement',
  'ance',
  'ence',
  'able',
  'ible',
  'ment',
  'ant',
  'ent',
  'ion',
  'ism',
  'ate',
  'iti',
  'ous',
  'ive',
  'ize',
  'al',
  'er',
  'ic',
  'ou',
];

function replaceSuffix(word: string, rules: readonly (readonly [string, string])[], least: number): string {
  for (const [suffix, by] of rules) {
    if (!word.endsWith(suffix)) continue;
    const rest = word.slice(0, -suffix.length);
    return measure(rest) > least ? rest + by : word;
  }
  return word;
}

function dropSuffix(word: string): string {
  for (const suffix of STEP_4) {
    if (!word.endsWith(suffix)) continue;
    const rest = word.slice(0, -suffix.length);
    if (measure(rest) <= 1) return word;
    return suffix !== 'ion' || rest.endsWith('s') || rest.endsWith('t') ? rest : word;
  }
  return word;
}

function repair(word: string): string {
  if (word.endsWith('at') || word.endsWith('bl') || word.endsWith('iz')) return `${word}e`;
  const last = word.at(-1);
  if (last === word.at(-2) && last !== undefined && !'lsz'.includes(last) && isConsonant(word, word.length - 1)) {
    return word.slice(0, -1);
  }
  return measure(word) === 1 && endsShort(word) ? `${word}e` : word;
}

function isConsonant(word: string, i: number): boolean {
  const letter = word[i];
  if (letter === undefined || 'aeiou'.includes(letter)) return false;
  return letter !== 'y' || i === 0 || !isConsonant(word, i - 1);
}

/** Porter's m: how many vowel-consonant pairs the word has. */
function measure(word: string): number {
  let pairs = 0;
  for (let i = 1; i < word.length; i++) if (isConsonant(word, i) && !isConsonant(word, i - 1)) pairs++;
  return pairs;
}

function hasVowel(word: string): boolean {
  for (let i = 0; i < word.length; i++) if (!isConsonant(word, i)) return true;
  return false;
}

/** Porter's *o: consonant, vowel, consonant at the end, the last not w, x or y. */
function endsShort(word: string): boolean {
  const n = word.length;
  const last = word.at(-1);
  if (n < 3 || last === undefined || 'wxy'.includes(last)) return false;
  return isConsonant(word, n - 1) && !isConsonant(word, n - 2) && isConsonant(word, n - 3);
}
