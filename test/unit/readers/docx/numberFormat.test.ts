import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatNumber } from '../../../../electron/readers/docx/numberFormat.ts';

describe('known values', () => {
  test.each<[string, Readonly<Record<number, string>>]>([
    ['decimalZero', { 1: '01', 9: '09', 10: '10', 123: '123' }],
    ['upperRoman', { 1: 'I', 4: 'IV', 9: 'IX', 14: 'XIV', 40: 'XL', 90: 'XC', 400: 'CD', 1994: 'MCMXCIV' }],
    ['lowerRoman', { 8: 'viii', 49: 'xlix' }],
    ['lowerLetter', { 1: 'a', 26: 'z', 27: 'aa', 28: 'bb', 52: 'zz', 53: 'aaa' }],
    ['upperLetter', { 27: 'AA' }],
    [
      'ordinal',
      {
        1: '1st',
        2: '2nd',
        3: '3rd',
        4: '4th',
        11: '11th',
        12: '12th',
        13: '13th',
        21: '21st',
        111: '111th',
        122: '122nd',
      },
    ],
    [
      'cardinalText',
      { 1: 'One', 20: 'Twenty', 21: 'Twenty-one', 115: 'One hundred fifteen', 2001: 'Two thousand one' },
    ],
    [
      'ordinalText',
      { 1: 'First', 5: 'Fifth', 12: 'Twelfth', 20: 'Twentieth', 21: 'Twenty-first', 100: 'One hundredth' },
    ],
    [
      'chineseCounting',
      { 1: '一', 10: '十', 11: '十一', 20: '二十', 99: '九十九', 100: '一○○', 110: '一一○', 1000: '一○○○' },
    ],
    ['taiwaneseCounting', { 10: '十', 101: '一○一' }],
    [
      'chineseCountingThousand',
      {
        10: '十',
        19: '十九',
        20: '二十',
        100: '一百',
        101: '一百〇一',
        110: '一百一十',
        111: '一百一十一',
        1000: '一千',
        1001: '一千〇一',
        1010: '一千〇一十',
        1100: '一千一百',
        10000: '一万',
        10001: '一万〇一',
      },
    ],
    ['taiwaneseCountingThousand', { 101: '一百零一', 10000: '一萬' }],
    [
      'chineseLegalSimplified',
      { 1: '壹', 10: '壹拾', 11: '壹拾壹', 100: '壹佰', 101: '壹佰零壹', 2345: '贰仟叁佰肆拾伍' },
    ],
    ['ideographLegalTraditional', { 2: '貳', 3: '參', 6: '陸', 10: '壹拾' }],
    ['ideographTraditional', { 1: '甲', 10: '癸', 11: '11' }],
    ['ideographZodiac', { 1: '子', 12: '亥', 13: '13' }],
    ['ideographZodiacTraditional', { 1: '甲子', 2: '乙丑', 60: '癸亥' }],
    ['ideographDigital', { 1: '一', 10: '一〇', 23: '二三' }],
    ['taiwaneseDigital', { 10: '一○' }],
    ['japaneseCounting', { 10: '十', 100: '百', 101: '百一', 110: '百十', 200: '二百', 1000: '千', 10000: '一万' }],
    ['japaneseLegal', { 1: '壱', 10: '壱拾', 100: '壱百' }],
    ['decimalEnclosedCircle', { 1: '①', 20: '⑳', 21: '21' }],
    ['decimalEnclosedParen', { 1: '⑴', 20: '⒇' }],
    ['decimalEnclosedFullstop', { 1: '⒈' }],
    ['ideographEnclosedCircle', { 1: '㈠', 10: '㈩' }],
    ['decimalFullWidth', { 10: '１０' }],
    ['numberInDash', { 3: '- 3 -' }],
    ['russianLower', { 1: 'а', 30: 'аа' }],
    ['none', { 7: '' }],
    ['no such format', { 7: '7' }],
  ])('%s', (format, values) => {
    expect(
      Object.fromEntries(Object.keys(values).map((value) => [value, formatNumber(Number(value), format)])),
    ).toEqual(values);
  });
});

const digitOf = (character: string): number => '〇一二三四五六七八九'.indexOf(character.replace(/[零○]/u, '〇'));

/** Reads what the counting formats write, by the rules of the language and not of the code under test. */
function parseChinese(text: string): number {
  if (!/[十百千万萬]/u.test(text)) return Number(Array.from(text, digitOf).join(''));
  const units: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1000 };
  let total = 0;
  let group = 0;
  let digit = 0;
  for (const character of text) {
    if (character === '万' || character === '萬') {
      total = (group + digit) * 10_000;
      group = 0;
      digit = 0;
    } else if (units[character] !== undefined) {
      group += (digit === 0 ? 1 : digit) * (units[character] ?? NaN);
      digit = 0;
    } else digit = digitOf(character);
  }
  return total + group + digit;
}

const legal = (text: string): string =>
  text
    .replace(/[壹贰叁肆伍陆柒捌玖貳參陸壱弐参]/gu, (character) =>
      '一二三四五六七八九二三六一二三'.charAt('壹贰叁肆伍陆柒捌玖貳參陸壱弐参'.indexOf(character)),
    )
    .replace(/[拾佰仟阡]/gu, (character) => '十百千千'.charAt('拾佰仟阡'.indexOf(character)));

function parseRoman(text: string): number {
  const values: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10, L: 50, C: 100, D: 500, M: 1000 };
  const numbers = Array.from(text, (letter) => values[letter] ?? NaN);
  return numbers.reduce((sum, value, index) => sum + (value < (numbers[index + 1] ?? 0) ? -value : value), 0);
}

describe('laws', () => {
  const upTo = (most: number): fc.Arbitrary<number> => fc.integer({ min: 1, max: most });

  test.each([
    'chineseCounting',
    'chineseCountingThousand',
    'taiwaneseCounting',
    'taiwaneseCountingThousand',
    'japaneseCounting',
    'ideographDigital',
    'taiwaneseDigital',
    'chineseLegalSimplified',
    'ideographLegalTraditional',
    'japaneseLegal',
  ])('%s can be read back', (format) => {
    fc.assert(
      fc.property(upTo(99_999_999), (value) => {
        expect(parseChinese(legal(formatNumber(value, format)))).toBe(value);
      }),
    );
  });

  test('Roman numbers can be read back', () => {
    fc.assert(
      fc.property(upTo(3999), (value) => {
        expect(parseRoman(formatNumber(value, 'upperRoman'))).toBe(value);
      }),
    );
  });

  test('letters can be read back', () => {
    fc.assert(
      fc.property(upTo(780), (value) => {
        const text = formatNumber(value, 'lowerLetter');
        expect(text).toMatch(/^([a-z])\1*$/u);
        expect((text.length - 1) * 26 + text.charCodeAt(0) - 96).toBe(value);
      }),
    );
  });

  test('neighbours differ in every format, up to a hundred', () => {
    const formats = ['decimal', 'ordinal', 'cardinalText', 'ordinalText', 'decimalEnclosedCircle', 'chicago', 'ganada'];
    fc.assert(
      fc.property(fc.constantFrom(...formats), upTo(100), (format, value) => {
        expect(formatNumber(value, format)).not.toBe(formatNumber(value + 1, format));
      }),
    );
  });
});
