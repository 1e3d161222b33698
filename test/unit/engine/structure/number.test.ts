import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  formatChineseNumeral,
  formatRoman,
  letterValue,
  numberTokens,
  parseChineseNumeral,
  romanValue,
  sameNumber,
} from '../../../../electron/engine/structure/number.ts';

describe('numerals', () => {
  test.each([
    ['一', 1],
    ['十', 10],
    ['十二', 12],
    ['二十', 20],
    ['二十一', 21],
    ['一百', 100],
    ['一百零三', 103],
    ['一百一十五', 115],
    ['一千二百六十', 1260],
    ['二〇二五', 2025],
    ['廿一', 21],
    ['壹拾贰', 12],
    ['两', 2],
  ])('%s is %i', (numeral, value) => {
    expect(parseChineseNumeral(numeral)).toBe(value);
  });

  test.each(['', '十十', '百二', '甲', '一a'])('%s is no Chinese numeral', (numeral) => {
    expect(parseChineseNumeral(numeral)).toBeNull();
  });

  test('parse undoes format', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3999 }), (n) => {
        expect(parseChineseNumeral(formatChineseNumeral(n))).toBe(n);
        expect(romanValue(formatRoman(n))).toBe(n);
        expect(romanValue(formatRoman(n).toUpperCase())).toBe(n);
      }),
    );
  });

  test('malformed roman numerals and mixed case have no value', () => {
    for (const wrong of ['iiii', 'vv', 'ic', 'Iv', 'abc', '']) expect(romanValue(wrong)).toBeNull();
  });

  test('letters count on after z', () => {
    expect(['a', 'Z', 'aa', 'bb', 'ab', 'the'].map(letterValue)).toEqual([1, 26, 27, 28, 28, null]);
  });
});

describe('numberTokens', () => {
  test.each([
    ['12.2(a)', '12 2 a'],
    ['12.2(a)(i)', '12 2 a i'],
    ['Article IV', 'article iv'],
    ['４．０１（ａ）', '4 01 a'],
    ['第十二条第二款第（三）项', '12 2 3'],
    ['第十二條第二款第（三）項', '12 2 3'],
    ['第三条第1项（1）', '3 1 1'],
    ['一（二）3(1)', '1 2 3 1'],
    ['有因终止（2）', '有因终止 2'],
    ['附件二 3.2', '附件 2 3 2'],
    ['附件B', '附件 b'],
    ['Schedule "A" (d)(iii)', 'schedule a d iii'],
    ['①', '1'],
    ['㈢', '3'],
  ])('%s', (number, tokens) => {
    expect(numberTokens(number)).toEqual(tokens.split(' '));
  });
});

describe('sameNumber', () => {
  test.each([
    ['12.2(a)', '12.2 (A)'],
    ['第12条', '第十二條'],
    ['第十二条第二款第（三）项', '第十二条第（三）项'],
    ['第十二条第（三）项', '第十二条第二款第（三）项'],
    ['第二条第3款', '第二条第3项'],
    ['10.b', '10(b)'],
    ['附件二 3.7（1）', '附件 2 3.7(1)'],
  ])('%s is %s', (a, b) => {
    expect(sameNumber(a, b)).toBe(true);
  });

  test.each([
    ['12.2', '12.2(a)'],
    ['1.2', '12'],
    ['第十二条', '第二十条'],
    ['附件二 3.2', '3.2'],
    ['4.01', '4.1'],
    ['第十二条第二款第（三）项', '第十二条第三款第（三）项'],
  ])('%s is not %s', (a, b) => {
    expect(sameNumber(a, b)).toBe(false);
  });
});
