import { expect, test } from 'vitest';
import { Hyphenation } from '../../../../../electron/engine/layout/paged/hyphens.ts';
import { frameOf, rowOf, type Row } from '../../../../../electron/engine/layout/paged/words.ts';

const row = (text: string): Row =>
  rowOf(
    1,
    frameOf(0),
    text.split(' ').map((word, i) => ({
      text: word,
      u0: 50 * i,
      u1: 50 * i + 40,
      v: 0,
      size: 10,
      bold: false,
      italic: false,
      underline: false,
      heading: null,
      artifact: false,
      spaced: true,
      raised: false,
    })),
  );

const hyphenation = new Hyphenation(
  ['the agreement and its long-term effect', 'a non-exclusive licence', 'the term of the long lease'].map(row),
);

test.each([
  ['the agree-', 'ment ends', 'drop'],
  ['a long-', 'term lease', 'keep'],
  ['a non-', 'transferable right', 'keep'],
  ['the Sino-', 'Foreign venture', 'keep'],
  ['clause 4-', 'a is void', 'keep'],
  ['a long-', 'lease', 'keep'],
  ['the indem-', 'nity', 'drop'],
])('%s | %s: %s', (before, after, expected) => {
  expect(hyphenation.join(before, after)).toBe(expected);
});
