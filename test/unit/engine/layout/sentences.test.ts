import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sentences } from '../../../../electron/engine/layout/sentences.ts';

const split = (text: string): string[] =>
  sentences(text, [0, text.length]).map(([start, end]) => text.slice(start, end));

describe('sentences', () => {
  it.each([
    ['The fee is EUR 1.5 million. It is due on 1 May.', ['The fee is EUR 1.5 million.', 'It is due on 1 May.']],
    ['1.1 Care. The Keeper stores the goods.', ['1.1 Care.', 'The Keeper stores the goods.']],
    ['12.2. The cap does not apply.', ['12.2. The cap does not apply.']],
    ['Elm Depot Ltd. and Sail Inc. agree. They sign.', ['Elm Depot Ltd. and Sail Inc. agree.', 'They sign.']],
    ['See No. 4 and e.g. Section 3. Done.', ['See No. 4 and e.g. Section 3.', 'Done.']],
    ['He said "stop." Then he left.', ['He said "stop."', 'Then he left.']],
    ['the U.S. Government may act. It will.', ['the U.S. Government may act.', 'It will.']],
    ['乙方应付款。但不可抗力除外；甲方可以解除。', ['乙方应付款。', '但不可抗力除外；甲方可以解除。']],
    ['“服务费”指款项。”甲方同意！', ['“服务费”指款项。”', '甲方同意！']],
    ['A line\nthat wraps. Next.\n\nNew paragraph', ['A line\nthat wraps.', 'Next.', 'New paragraph']],
    ['', []],
    ['   ', []],
  ])('%j', (text, expected) => {
    expect(split(text)).toEqual(expected);
  });

  it('hold every character that is not a space, in order', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', 'B', '.', '。', ' ', '\n', '1', ')', '”', '！', 'Ltd', '乙')),
        (parts) => {
          const text = parts.join('');
          expect(split(text).join('').replace(/\s/gu, '')).toBe(text.replace(/\s/gu, ''));
        },
      ),
    );
  });
});
