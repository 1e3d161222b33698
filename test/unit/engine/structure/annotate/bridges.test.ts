import { describe, expect, test } from 'vitest';
import { annotated, c, item } from './tree.ts';

describe('contrast between clauses', () => {
  test('a carve-out that names its rule, items staying with their lead-in', () => {
    const { links, bridges, quote } = annotated([
      c('12', '12 Liability', [
        c('12.1', '12.1 Except as stated in 12.2, liability shall not exceed the fees.'),
        c('12.2', '12.2 The cap in 12.1 does not apply to:', [
          item('(a)', '12.2(a)', '(a) gross negligence; or'),
          item('(b)', '12.2(b)', '(b) fraud.'),
        ]),
      ]),
    ]);
    expect(links).toContain('contrast 12.2 > 12.1');
    expect(links.filter((link) => link.startsWith('contrast 12.2(')).length).toBe(0);
    const link = bridges.find((one) => one.from !== one.to);
    expect(link?.evidence.map(quote)).toEqual(
      expect.arrayContaining([
        expect.stringContaining('The cap in 12.1'),
        expect.stringContaining('liability shall not exceed'),
      ]),
    );
  });

  test.each([
    ['12.2 However, the seller may keep copies.'],
    ['12.2 Notwithstanding the foregoing, the seller may keep copies.'],
    ['12.2 Provided, however, that the seller may keep copies.'],
    ['12.2 但卖方可以保留副本。'],
    ['12.2 前款规定不适用于备份副本。'],
    ['12.2 尽管有上述规定，卖方可以保留副本。'],
  ])('a clause that opens against the one before it: %s', (text) => {
    const { links } = annotated([
      c('12', '12 Copies', [c('12.1', '12.1 The buyer shall return all copies.'), c('12.2', text)]),
    ]);
    expect(links).toEqual(['contrast 12.2 > 12.1']);
  });

  test('a paragraph that opens against the one before it in the same clause', () => {
    const { links, bridges, quote } = annotated([
      c('3', ['3 Copies shall be returned.', 'However, one copy may be kept.']),
    ]);
    expect(links).toEqual(['contrast 3 > 3']);
    expect(bridges[0]?.evidence.map(quote)).toEqual(['However, one copy may be kept.', 'Copies shall be returned.']);
  });

  test('notwithstanding and subject to point in opposite directions', () => {
    const { links } = annotated([
      c('4', '4 Fees are fixed.'),
      c('5', '5 Notwithstanding Section 4, fees rise with the index.'),
      c('6', '6 Subject to Section 7, the licence is perpetual.'),
      c('7', '7 The licence ends on breach.'),
    ]);
    expect(links).toEqual(['contrast 5 > 4', 'contrast 7 > 6']);
  });

  test('what a term does not include limits its definition', () => {
    const { links } = annotated([
      c('1', '1 "Confidential Information" means all information marked as such.'),
      c('8', '8 Confidential Information does not include information that is public.'),
    ]);
    expect(links).toEqual(['contrast 8 > 1']);
  });

  test('a condition that a payment is disputed under another clause is no link to that clause', () => {
    const { links } = annotated([
      c('4.2', '4.2 甲方可以书面提出异议。'),
      c('7', '7 违约', [
        c('7.1', '7.1 逾期的，乙方可以中止服务。'),
        c('7.2', '7.2 前款规定不适用于依照第4.2条提出异议的款项。'),
      ]),
    ]);
    expect(links).toEqual(['contrast 7.2 > 7.1']);
  });
});

describe('contrast inside a sentence', () => {
  test.each([
    ['5 Liability is capped, provided that fraud is not.', 'provided that fraud is not.', 'Liability is capped'],
    ['5 Unless the buyer objects, the price rises.', 'Unless the buyer objects', 'the price rises.'],
    ['5 The goods may be used except for resale.', 'except for resale.', 'The goods may be used'],
    ['5 赔偿以服务费为限，但因故意造成的损失除外。', '但因故意造成的损失除外。', '赔偿以服务费为限'],
    ['5 除双方另有约定外，费用由甲方承担。', '除双方另有约定外', '费用由甲方承担。'],
    ['5 除非甲方书面同意，否则乙方不得转让。', '除非甲方书面同意，', '否则乙方不得转让。'],
    ['5 费用由甲方承担，甲方同意另行支付的除外。', '甲方同意另行支付的除外', '费用由甲方承担'],
  ])('%s', (text, proviso, rule) => {
    const { bridges, quote } = annotated([c('5', text)]);
    expect(bridges).toHaveLength(1);
    expect(bridges[0]?.evidence.map(quote).map((words) => words.replace(/，$/, ''))).toEqual([
      proviso.replace(/，$/, ''),
      rule,
    ]);
  });

  test.each([
    '5 Costs include, but are not limited to, freight.',
    '5 损失包括但不限于律师费。',
    '5 除租金外，承租人还应承担水电费。',
    '5 乙方应当删除、清除数据，不但按时而且免费。',
    '5 本合同适用中国法律，不适用冲突法规则。',
    '5 The information provided that day is correct as provided in the form.',
  ])('no contrast: %s', (text) => expect(annotated([c('5', text)]).bridges).toEqual([]));
});

test('addition, cause and example only between two clauses, contrast never from a signature', () => {
  const { links } = annotated([
    c('1', ['1 Goods are insured.', 'In addition, they are sealed.']),
    c('2', '2 In addition, the goods are weighed.'),
    c('3', '3 For example, pallets are weighed twice.'),
    { kind: 'signature', text: ['However, signed as above.'] },
  ]);
  expect(links).toEqual(['addition 2 > 1', 'example 3 > 2']);
});
