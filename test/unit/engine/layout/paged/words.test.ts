import { describe, expect, test } from 'vitest';
import { lineJoin, spaceBetween, type Word } from '../../../../../electron/engine/layout/paged/words.ts';

const word = (text: string, u0: number, u1: number, spaced = false): Word => ({
  text,
  u0,
  u1,
  v: 0,
  size: 10,
  bold: false,
  italic: false,
  underline: false,
  heading: null,
  artifact: false,
  spaced,
  raised: false,
});

describe('spaceBetween', () => {
  test.each([
    ['Latin words apart', 'the', 'fee', 2.5, false, true],
    ['pieces of one word', 'indem', 'nity', 0.5, false, false],
    ['a space that was taken back behind a ligature', 'defi', 'nition', 0.1, true, false],
    ['ideographs of a justified line', '甲', '方', 2, false, false],
    ['ideographs with a real gap', '第一条', '定义', 5, false, true],
    ['the quarter em beside Latin words', '使用', 'API', 2.5, false, false],
    ['a drawn space between ideographs', '第一条', '定义', 5, true, true],
  ])('%s', (_name, a, b, gap, spaced, expected) => {
    expect(spaceBetween(word(a, 0, 30), word(b, 30 + gap, 60 + gap, spaced))).toBe(expected);
  });
});

test.each([
  ['the fee', 'is due', ' '],
  ['甲方应当', '支付', ''],
  ['“合同”', '是指', ''],
  ['使用 API', '接口', ''],
  ['the “Fee”', 'is due', ' '],
])('between lines: %s | %s', (a, b, expected) => {
  expect(lineJoin(a, b)).toBe(expected);
});
