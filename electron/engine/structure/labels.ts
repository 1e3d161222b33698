import type { Family, Reading } from './family.ts';
import { chineseNumeralClass, letterValue, parseChineseNumeral, romanValue } from './number.ts';

/** A label at one place of a text (folded by `foldWidth`): its end and every way to read it. */
export interface Label {
  readonly end: number;
  readonly readings: readonly Reading[];
}

const cn = `[${chineseNumeralClass}]`;
const cnSpaced = `${cn}(?:[ \\t]*${cn})*`;
const unitFamily: Readonly<Record<string, Family>> = {
  编: 'book',
  編: 'book',
  部分: 'part',
  篇: 'part',
  分编: 'subbook',
  分編: 'subbook',
  章: 'chapter',
  节: 'division',
  節: 'division',
  条: 'tiao',
  條: 'tiao',
  款: 'kuan',
  项: 'xiang',
  項: 'xiang',
};

const chineseUnit = new RegExp(
  `第[ \\t]*(${cnSpaced}|\\d{1,4})[ \\t]*(分编|分編|部分|编|編|篇|章|节|節|条|條|款|项|項)(?:之(${cn}))?[ \\t]*[:、.]?`,
  'y',
);
const chineseComma = new RegExp(`(${cn}{1,4})[ \\t]*([、.．])`, 'y');
const chineseSpace = new RegExp(`(${cn}{1,3})(?=[ \\t]+\\S)`, 'y');
const chineseParen = new RegExp(`([(〔])[ \\t]*(${cn}{1,4})[ \\t]*[)〕][、.]?`, 'y');
const chineseHalf = new RegExp(`(${cn}{1,3})\\)[、.]?`, 'y');
const decimals = /(\d{1,3}(?:\.\d{1,3}){1,5})(?!\d)[ \t]{0,2}([.、)](?!\d))?/y;
/** `A.3`, `B.2.1`: the clauses of a part or an annex that is itself a letter. */
const lettered = /([A-Z])\.(\d{1,2}(?:\.\d{1,2}){0,4})(?![\w%(]|\.\d)[ \t]{0,2}([.)](?!\d))?/y;
/** Lettered counts never go on with numeric ones. */
const letteredBase = 1000;
const single = /(\d{1,3})([A-Z])?(?![\dA-Za-z])[ \t]{0,2}([.、)])(?!\d)/y;
const bare = /(\d{1,3})(?=\s|$)/y;
const arabicParen = /\([ \t]*(\d{1,3})[ \t]*\)[.、]?/y;
const letterParen = /\([ \t]*([a-zA-Z]{1,6})[ \t]*\)\.?/y;
const letterMark = /([a-zA-Z]{1,5})[ \t]?([.)、])/y;
const enclosed = /[①-⑳❶-❿㈠-㈩⑴-⒇⒈-⒛]/y;
const keyword =
  /(article|section|sec\.|clause|part|chapter|§{1,2})(?:[ \t\n]*(?:[-–—][ \t]*)?)(\d{1,3}(?:\.\d{1,3}){0,4}|[ivxlc]{1,7}|[a-z]|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty)(?![\w])[ \t]?(\.(?!\d)|:|\))?/iy;
const numberWords =
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'.split(
    ' ',
  );
const keywordFamily: Readonly<Record<string, Family>> = {
  article: 'article',
  section: 'section',
  'sec.': 'section',
  clause: 'section',
  '§': 'section',
  '§§': 'section',
  part: 'part',
  chapter: 'chapter',
};

const cnValue = (numeral: string): number | null => parseChineseNumeral(numeral.replace(/\s/g, ''));

function reading(
  family: Family,
  values: readonly number[],
  mark: string,
  printed: string,
  prior = 0,
  word: string | null = null,
): Reading {
  return { family, values, mark, word, printed, prior };
}

function letterReadings(letters: string, paren: boolean, mark: string): Reading[] {
  const upper = letters === letters.toUpperCase();
  const found: Reading[] = [];
  const letter = letters.length <= 2 ? letterValue(letters) : null;
  if (letter !== null) {
    found.push(reading(paren ? (upper ? '(A)' : '(a)') : upper ? 'A.' : 'a.', [letter], mark, letters));
  }
  const roman = romanValue(letters);
  if (roman !== null) {
    // (c), (d), (l) and (m) are letters unless a long roman list leads there.
    const prior = letters.length === 1 && !/[ivx]/i.test(letters) ? -1 : 0;
    found.push(reading(paren ? (upper ? '(I)' : '(i)') : upper ? 'I.' : 'i.', [roman], mark, letters, prior));
  }
  return found;
}

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** Reads the label that starts at `at`, by its form alone; null if none does. Text is folded by `foldWidth`. */
export function readLabel(text: string, at: number): Label | null {
  const c = text[at];
  if (c === undefined) return null;
  if (c >= '0' && c <= '9') return readArabic(text, at);
  if (c === '(' || c === '〔') return readParen(text, at);
  if (c === '第') return readUnit(text, at);
  if (/[①-⑳❶-❿㈠-㈩⑴-⒛]/.test(c)) return readEnclosed(text, at);
  if (/[a-zA-Z§]/.test(c)) return readKeyword(text, at) ?? readLettered(text, at) ?? readLetter(text, at);
  if (chineseNumeralClass.includes(c)) return readChinese(text, at);
  return null;
}

function readArabic(text: string, at: number): Label | null {
  const many = match(decimals, text, at);
  if (many) {
    const printed = many[1] ?? '';
    const values = printed.split('.').map(Number);
    const end = at + many[0].trimEnd().length;
    if (many[2] === ')' && values.length > 4) return null;
    const readings = [reading(`d${Math.min(values.length, 6)}` as Family, values, many[2] ?? '', printed)];
    // 1.0 stands over 1.1 in the way of 1.
    if (values.length === 2 && values[1] === 0) readings.unshift(reading('n.', [values[0] ?? 0], '.', printed));
    return { end, readings };
  }
  const one = match(single, text, at);
  if (one) {
    const mark = one[3] ?? '';
    const family: Family = mark === ')' ? '(n)' : 'n.';
    // 2A was put in between 2 and 3.
    const inserted = one[2] === undefined ? 0 : (letterValue(one[2]) ?? 0) / 100;
    const printed = `${one[1] ?? ''}${one[2] ?? ''}`;
    return { end: at + one[0].length, readings: [reading(family, [Number(one[1]) + inserted], mark, printed)] };
  }
  const lone = match(bare, text, at);
  if (lone) {
    const printed = lone[1] ?? '';
    return { end: at + printed.length, readings: [reading('n.', [Number(printed)], '', printed, -0.6)] };
  }
  return null;
}

function readParen(text: string, at: number): Label | null {
  const arabic = match(arabicParen, text, at);
  if (arabic) {
    const printed = arabic[1] ?? '';
    return { end: at + arabic[0].length, readings: [reading('(n)', [Number(printed)], '()', printed)] };
  }
  const chinese = match(chineseParen, text, at);
  if (chinese) {
    const value = cnValue(chinese[2] ?? '');
    if (value === null) return null;
    return { end: at + chinese[0].length, readings: [reading('(cn)', [value], '()', chinese[2] ?? '')] };
  }
  const letters = match(letterParen, text, at);
  if (letters) {
    const readings = letterReadings(letters[1] ?? '', true, '()');
    return readings.length > 0 ? { end: at + letters[0].length, readings } : null;
  }
  return null;
}

function readUnit(text: string, at: number): Label | null {
  const unit = match(chineseUnit, text, at);
  if (!unit) return null;
  const printed = (unit[1] ?? '').replace(/\s/g, '');
  const family = unitFamily[unit[2] ?? ''];
  const value = /^\d/.test(printed) ? Number(printed) : cnValue(printed);
  if (family === undefined || value === null) return null;
  // 第一百二十条之一 stands between 120 and 121.
  const inserted = unit[3] === undefined ? 0 : (cnValue(unit[3]) ?? 0);
  return {
    end: at + unit[0].trimEnd().length,
    readings: [reading(family, [value + inserted / 100], '', unit[1] ?? '', 0, unit[2] ?? null)],
  };
}

function readEnclosed(text: string, at: number): Label | null {
  const c = match(enclosed, text, at)?.[0];
  if (c === undefined) return null;
  const plain = c.normalize('NFKC');
  const end = at + c.length + (/[、.]/.test(text[at + c.length] ?? '') ? 1 : 0);
  const inner = readLabel(plain, 0);
  if (plain.length > 1 && inner) {
    if (/^\d+$/.test(plain)) return { end, readings: [reading('circled', [Number(plain)], '', c)] };
    return { end, readings: inner.readings };
  }
  const code = c.charCodeAt(0);
  const value = /^\d+$/.test(plain) ? Number(plain) : code >= 0x2776 && code <= 0x277f ? code - 0x2775 : null;
  return value === null ? null : { end, readings: [reading('circled', [value], '', c)] };
}

function readKeyword(text: string, at: number): Label | null {
  const found = match(keyword, text, at);
  if (!found) return null;
  const word = found[1] ?? '';
  const printed = found[2] ?? '';
  // Running text writes "part a" or "section three" in lower case; labels are capitalised.
  if (/^[a-z]/.test(word)) return null;
  const family = keywordFamily[word.toLowerCase()];
  if (family === undefined) return null;
  const end = at + found[0].trimEnd().length;
  const label = (f: Family, values: readonly number[], prior = 0): Reading =>
    reading(f, values, found[3] ?? '', printed, prior, word);
  if (/^\d/.test(printed)) {
    const values = printed.split('.').map(Number);
    if (values.length === 1) return { end, readings: [label(family, values)] };
    if (values.length === 2 && values[1] === 0) return { end, readings: [label(family, [values[0] ?? 0])] };
    if (family !== 'section') return null;
    return { end, readings: [label(`d${Math.min(values.length, 6)}` as Family, values)] };
  }
  const worded = numberWords.indexOf(printed.toLowerCase());
  if (worded >= 0) return { end, readings: [label(family, [worded + 1])] };
  if (printed !== printed.toUpperCase()) return null;
  const readings: Reading[] = [];
  const roman = romanValue(printed);
  if (roman !== null) readings.push(label(family, [roman]));
  const letter = printed.length === 1 ? letterValue(printed) : null;
  if (letter !== null && (roman === null || printed.length === 1))
    readings.push(label(family, [letter], roman === null ? 0 : -0.5));
  return readings.length > 0 ? { end, readings } : null;
}

function readLettered(text: string, at: number): Label | null {
  const found = match(lettered, text, at);
  const letter = found ? letterValue(found[1] ?? '') : null;
  if (!found || letter === null) return null;
  const rest = (found[2] ?? '').split('.').map(Number);
  const values = [letteredBase + letter, ...rest];
  const family = `d${values.length}` as Family;
  return {
    end: at + found[0].trimEnd().length,
    readings: [reading(family, values, found[3] ?? '', `${found[1] ?? ''}.${found[2] ?? ''}`, -0.2)],
  };
}

function readLetter(text: string, at: number): Label | null {
  const found = match(letterMark, text, at);
  if (!found) return null;
  const mark = found[2] ?? '';
  const readings = letterReadings(found[1] ?? '', mark === ')', mark);
  return readings.length > 0 ? { end: at + found[0].length, readings } : null;
}

function readChinese(text: string, at: number): Label | null {
  const half = match(chineseHalf, text, at);
  if (half) {
    const value = cnValue(half[1] ?? '');
    return value === null
      ? null
      : { end: at + half[0].length, readings: [reading('(cn)', [value], ')', half[1] ?? '')] };
  }
  const comma = match(chineseComma, text, at);
  if (comma) {
    const value = cnValue(comma[1] ?? '');
    return value === null
      ? null
      : { end: at + comma[0].length, readings: [reading('cn', [value], comma[2] ?? '', comma[1] ?? '')] };
  }
  const space = match(chineseSpace, text, at);
  if (space) {
    const value = cnValue(space[1] ?? '');
    return value === null
      ? null
      : { end: at + space[0].length, readings: [reading('cn', [value], '', space[1] ?? '', -0.7)] };
  }
  return null;
}

const annexEnglish =
  /(schedule|exhibit|annexure|annex|appendix|attachment|addendum)(?:[ \t]+(?:no\.?[ \t]*)?|[ \t]*[-–—][ \t]*|(?=["“]))["“”'‘]?((?:[A-Z]{1,2}|[IVX]{1,5}|\d{1,3})(?:[.\-–]\d{1,2}[A-Z]?(?:\([a-z]{1,3}\))?|[A-Z])?)["”“'’]?(?![\w])[.:]?/iy;
const annexChinese = new RegExp(
  `(附件|附录|附錄|附表|附图|附圖|附則件|附約|附约)[ \\t]*[(]?[ \\t]*(${cn}{1,3}|\\d{1,2}(?:[.\\-]\\d{1,2})?|[A-Z](?![A-Za-z])|[IVX]{1,4}(?![A-Za-z]))?[ \\t]*[)]?[ \\t]*[:.、]?`,
  'y',
);

/** An annex heading by its form: `Schedule 2`, `EXHIBIT "B"`, `附件二`, or `附件：` without a number (value 0). */
export function readAnnex(text: string, at: number): Label | null {
  const english = match(annexEnglish, text, at);
  if (english) {
    const word = english[1] ?? '';
    const printed = english[2] ?? '';
    if (/^[a-z]/.test(word) || !/^[A-Z0-9]/.test(printed)) return null;
    const values = annexValues(printed);
    if (values.length === 0) return null;
    const end = at + english[0].trimEnd().length;
    return { end, readings: values.map((v) => reading('annex', [v], '', printed, 0, word)) };
  }
  const chinese = match(annexChinese, text, at);
  if (chinese) {
    const printed = chinese[2] ?? '';
    const value =
      printed === ''
        ? 0
        : /^\d/.test(printed)
          ? Number.parseFloat(printed.replace('-', '.'))
          : (cnValue(printed) ?? annexValues(printed)[0] ?? 0);
    return {
      end: at + chinese[0].trimEnd().length,
      readings: [reading('annex', [value], '', printed, printed === '' ? -0.5 : 0, chinese[1] ?? '')],
    };
  }
  return null;
}

function annexValues(printed: string): number[] {
  const values: number[] = [];
  const main = /^(?:[A-Z]+|\d+)/.exec(printed)?.[0] ?? '';
  const rest = printed.slice(main.length).replace(/^[.\-–]/, '');
  const fraction =
    rest === '' ? 0 : /^\d/.test(rest) ? Number.parseInt(rest, 10) / 100 : (letterValue(rest) ?? 0) / 100;
  // Schedule 1.1(c) is named after the clause that refers to it.
  const item = /\(([a-z]{1,3})\)$/i.exec(rest)?.[1];
  const part = item === undefined ? 0 : (letterValue(item) ?? romanValue(item) ?? 0) / 10_000;
  if (/^\d/.test(main)) values.push(Number(main) + fraction + part);
  else {
    const letter = main.length <= 2 ? letterValue(main) : null;
    if (letter !== null) values.push(letter + fraction);
    const roman = romanValue(main);
    if (roman !== null) values.push(roman + fraction);
  }
  return values;
}
