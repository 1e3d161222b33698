/** Values and comparison of clause numbers in every numeral system that contracts print. */

const digitOf: Readonly<Record<string, number>> = {
  〇: 0,
  零: 0,
  '○': 0,
  一: 1,
  二: 2,
  三: 3,
  四: 4,
  五: 5,
  六: 6,
  七: 7,
  八: 8,
  九: 9,
  两: 2,
  兩: 2,
  壹: 1,
  贰: 2,
  貳: 2,
  叁: 3,
  參: 3,
  叄: 3,
  肆: 4,
  伍: 5,
  陆: 6,
  陸: 6,
  柒: 7,
  捌: 8,
  玖: 9,
};
const unitOf: Readonly<Record<string, number>> = {
  十: 10,
  拾: 10,
  百: 100,
  佰: 100,
  千: 1000,
  仟: 1000,
};
/** 廿 and 卅 stand for 二十 and 三十. */
const tensOf: Readonly<Record<string, number>> = { 廿: 20, 卅: 30 };

/** Character class (without brackets) of the Chinese numerals that clause numbers are written with. */
export const chineseNumeralClass = '〇零○一二三四五六七八九两兩壹贰貳叁參叄肆伍陆陸柒捌玖十拾百佰千仟廿卅';

/**
 * Value of a Chinese numeral below ten thousand, simplified, traditional, financial or digit by digit (`二〇二五`);
 * null for anything else.
 */
export function parseChineseNumeral(numeral: string): number | null {
  if (numeral === '') return null;
  const characters = Array.from(numeral);
  if (characters.length > 1 && characters.every((c) => c in digitOf)) {
    return Number(characters.map((c) => digitOf[c]).join(''));
  }
  let total = 0;
  let digit: number | null = null;
  let lastUnit = Number.POSITIVE_INFINITY;
  for (const c of characters) {
    const value = digitOf[c];
    const unit = unitOf[c];
    const tens = tensOf[c];
    if (value !== undefined) {
      if (digit !== null && digit !== 0) return null;
      digit = value;
    } else if (tens !== undefined) {
      if (digit !== null || lastUnit <= 10) return null;
      total += tens;
      lastUnit = 10;
    } else if (unit !== undefined) {
      if (unit >= lastUnit) return null;
      // Only ten may stand without a digit before it: 十二, but not 百二.
      if (digit === null && unit !== 10) return null;
      total += (digit === null || digit === 0 ? 1 : digit) * unit;
      digit = null;
      lastUnit = unit;
    } else return null;
  }
  return total + (digit ?? 0);
}

const chineseDigits = '零一二三四五六七八九';

/** Chinese numeral of 0..9999 as clause numbers print it (`十二`, `一百零三`). */
export function formatChineseNumeral(value: number): string {
  if (!Number.isInteger(value) || value < 0 || value > 9999) throw new RangeError(`no Chinese numeral for ${value}`);
  if (value < 10) return chineseDigits[value] ?? '';
  let out = '';
  let rest = value;
  let gap = false;
  for (const [unit, sign] of [
    [1000, '千'],
    [100, '百'],
    [10, '十'],
  ] as const) {
    const digit = Math.floor(rest / unit);
    rest %= unit;
    if (digit === 0) {
      if (out !== '' && rest > 0) gap = true;
      continue;
    }
    if (gap) out += '零';
    gap = false;
    out += digit === 1 && unit === 10 && out === '' ? sign : `${chineseDigits[digit]}${sign}`;
  }
  if (rest > 0) out += (gap ? '零' : '') + chineseDigits[rest];
  return out;
}

const romanUnits: readonly (readonly [number, string])[] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
];

/** Lower-case roman numeral of 1..3999. */
export function formatRoman(value: number): string {
  if (!Number.isInteger(value) || value < 1 || value > 3999) throw new RangeError(`no roman numeral for ${value}`);
  let out = '';
  let rest = value;
  for (const [unit, sign] of romanUnits) {
    while (rest >= unit) {
      out += sign;
      rest -= unit;
    }
  }
  return out;
}

const romanDigit: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100, d: 500, m: 1000 };

/** Value of a well-formed roman numeral of either case; null for anything else (`iiii`, `ic`, `mixed`). */
export function romanValue(numeral: string): number | null {
  if (!/^(?:[ivxlcdm]+|[IVXLCDM]+)$/.test(numeral)) return null;
  const lower = numeral.toLowerCase();
  let value = 0;
  for (let i = 0; i < lower.length; i++) {
    const here = romanDigit[lower[i] ?? ''] ?? 0;
    const next = romanDigit[lower[i + 1] ?? ''] ?? 0;
    value += here < next ? -here : here;
  }
  return value > 0 && value < 4000 && formatRoman(value) === lower ? value : null;
}

/** Value of a letter label of one case: a = 1 … z = 26, then doubled letters as Word prints them (aa = 27, bb = 28). */
export function letterValue(letters: string): number | null {
  if (!/^(?:[a-z]+|[A-Z]+)$/.test(letters)) return null;
  const lower = letters.toLowerCase();
  const first = lower.charCodeAt(0) - 96;
  if (Array.from(lower).every((c) => c === lower[0])) return (lower.length - 1) * 26 + first;
  // Some drafters count aa, ab, ac as a spreadsheet does.
  if (lower.length === 2 && lower[0] === 'a') return 26 + (lower.charCodeAt(1) - 96);
  return null;
}

const chineseRun = new RegExp(`[${chineseNumeralClass}]+`, 'g');

function tokensOf(normal: string): string[] {
  const arabic = normal.replace(chineseRun, (run) => {
    const value = parseChineseNumeral(run);
    return value === null ? run : ` ${value} `;
  });
  return arabic.match(/[a-z0-9]+|[^\p{P}\p{S}\p{Z}\s第条條款项項目a-z0-9]+/gu) ?? [];
}

/**
 * The tokens two clause numbers are compared by: NFKC, lower case, Chinese numerals as Arabic ones; 第 条 款 项 目 (and
 * traditional forms), punctuation, brackets, quotation marks and white space only separate.
 * `12.2(a)` → `12 2 a`; `第十二条第（三）项` → `12 3`; `附件二 3.2` → `附件 2 3 2`.
 */
export const numberTokens = (number: string): string[] => tokensOf(number.normalize('NFKC').toLowerCase());

const unprinted = new RegExp(`第[${chineseNumeralClass}0-9]+款`, 'g');

/**
 * True if both cite the same clause. A 款 that the page does not print may be left out on either side:
 * `第十二条第二款第（三）项` and `第十二条第（三）项` are the same place.
 */
export function sameNumber(a: string, b: string): boolean {
  const left = a.normalize('NFKC').toLowerCase();
  const right = b.normalize('NFKC').toLowerCase();
  const key = (s: string): string => tokensOf(s).join(' ');
  if (key(left) === key(right)) return true;
  const short = (s: string): string => s.replace(unprinted, ' ');
  return (
    (left !== short(left) && key(short(left)) === key(right)) ||
    (right !== short(right) && key(left) === key(short(right)))
  );
}
