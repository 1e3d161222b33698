import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { layoutPlain } from '../../../../electron/engine/layout/plain.ts';
import { faultsOf, wordsOf } from './partition.ts';

const lineCounts = (text: string): number[] => layoutPlain(text).blocks.map((block) => block.lines.length);

describe('paragraphs', () => {
  test('empty lines part paragraphs', () => {
    expect(wordsOf(layoutPlain('Lease\n\n1. Rent\n\nThe rent is 100.\n'))).toEqual([
      'Lease',
      '1. Rent',
      'The rent is 100.',
    ]);
  });

  test('lines broken at a margin are one paragraph that keeps its line starts', () => {
    const text = [
      '1.1 The Supplier shall provide the Services with reasonable skill and',
      'care and in accordance with the service levels set out in Schedule 2,',
      'and shall report to the Customer each failure to meet them in Section',
      '9.3 within two days of the failure being noticed by the Customer, and',
      'shall make it good.',
      '1.2 The Customer shall give the Supplier such access to its premises',
      'as the Supplier may reasonably need for the Services.',
    ].join('\n');
    const source = layoutPlain(text);
    expect(lineCounts(text)).toEqual([5, 2]);
    expect(source.blocks[0]?.lines.map((line) => text.slice(line, line + 3))).toEqual([
      '1.1',
      'car',
      'and',
      '9.3',
      'sha',
    ]);
    expect(faultsOf(source)).toEqual([]);
  });

  test('a text whose lines are paragraphs keeps them apart', () => {
    const text =
      '第一条 租金\n租金为每月一千元。\n（一）按月支付\n（二）每月五日前支付，逾期超过十五日的，出租人有权解除本合同并收回房屋，承租人应当承担违约责任。\n第二条 押金';
    expect(lineCounts(text)).toEqual([1, 1, 1, 1, 1]);
  });

  test('Chinese broken at a margin is put together, a set-in first line opens a paragraph', () => {
    const row = '甲方应当按照本合同的约定向乙方支付服务费用逾期支付的每日按照应';
    const text = `　　${row}\n付款的万分之五支付违约金并且赔偿乙方因此受到的一切损失包括律师费。\n　　${row}\n付款的万分之五支付违约金并且赔偿乙方因此受到的一切损失包括律师费。\n　　${row}\n付款。`;
    expect(lineCounts(text)).toEqual([2, 2, 2]);
  });

  test('indent and centring come from the columns', () => {
    const source = layoutPlain(`${' '.repeat(30)}SUPPLY AGREEMENT\n\n  1.1. Scope\n`);
    expect(source.blocks[0]?.style.align).toBe('center');
    expect(source.blocks[1]?.style).toMatchObject({ firstIndent: 12, align: null });
  });
});

describe('flattened pages', () => {
  const filler = 'the parties shall do all such things as may be needed to give full effect to this clause and shall';
  test('wide gaps end paragraphs, narrow ones do not', () => {
    const text = `1. Term. Subject to clause 9,  ${filler} do so promptly.   (a) first ${filler};   (b) second ${filler}.      Heading   Then ${filler}.`;
    expect(wordsOf(layoutPlain(text)).map((words) => words.slice(0, 8))).toEqual([
      '1. Term.',
      '(a) firs',
      '(b) seco',
      'Heading',
      'Then the',
    ]);
  });

  test('a wide gap behind a label or inside a sentence ends nothing', () => {
    const text = `A.       SELLER makes a product that is sold under several names and is known to buyers as          "Brand" and ${filler}          agree on the price of it.`;
    const source = layoutPlain(text);
    expect(source.blocks).toHaveLength(1);
    expect(source.blocks[0]?.lines.map((line) => text.slice(line, line + 6))).toEqual(['A.    ', '"Brand', 'agree ']);
  });

  test('text spread to a margin is not cut at three spaces', () => {
    const text = `THIS  EXCLUSIVE   DISTRIBUTOR  AGREEMENT  is  made   between  the   parties  named  below   and   ${filler.replaceAll(' ', '  ')}  so.`;
    expect(layoutPlain(text).blocks).toHaveLength(1);
  });
});

describe('page edges', () => {
  const pages = (footer: (page: number) => string): string =>
    [1, 2, 3, 4].map((page) => `${page}.1 Clause ${'word '.repeat(9)}${page}.\n\n${footer(page)}`).join('\n\n\n\n\n\n');

  test('a filing source and page numbers leave the text', () => {
    const source = layoutPlain(pages((page) => `${page}\n\nSource: ACME INC, 10-K, 1/2/2020`));
    expect(source.exclusions.map((exclusion) => exclusion.reason)).toEqual(
      [1, 2, 3, 4].flatMap(() => ['page-number', 'footer']),
    );
    expect(source.blocks).toHaveLength(4);
    expect(faultsOf(source)).toEqual([]);
  });

  test('a running line is one that repeats but for its digits', () => {
    const running = layoutPlain(pages((page) => `Confidential - Page ${page} of 4`));
    expect(running.exclusions.map((exclusion) => exclusion.reason)).toEqual(['footer', 'footer', 'footer', 'footer']);
    expect(layoutPlain(pages((page) => `Signed by party ${'abcd'[page - 1]}`)).exclusions).toEqual([]);
  });

  test('a page number at the end of the last line needs its neighbours', () => {
    const text = [1, 2, 3].map((page) => `Sentence of page ${page} ends here.      ${page}`).join('\n\n\n\n\n\n');
    const source = layoutPlain(text);
    expect(source.exclusions.map(({ start, end }) => text.slice(start, end))).toEqual(['1', '2', '3']);
    expect(wordsOf(source)[0]).toBe('Sentence of page 1 ends here.');
    expect(layoutPlain('Definitions     4\n\n\n\n\n\nTerm     9\n\n\n\n\n\nEnd     17').exclusions).toEqual([]);
  });

  test('a paragraph goes on over a page break as a second span', () => {
    const text = `The Supplier shall at all times during the term of this Agreement\n\n2\n\n\n\n\n\ncomply with the law.`;
    const source = layoutPlain(text);
    expect(source.blocks.map((block) => block.spans.length)).toEqual([2]);
    expect(wordsOf(source)).toEqual([
      'The Supplier shall at all times during the term of this Agreement comply with the law.',
    ]);
  });

  test('a running header is the title on the first page', () => {
    const text = [1, 2, 3].map((page) => `SUPPLY AGREEMENT\n\nText of page ${page} ends here.`).join('\n\n\n\n\n\n');
    const source = layoutPlain(text);
    expect(source.exclusions.map((exclusion) => exclusion.reason)).toEqual(['header', 'header']);
    expect(wordsOf(source)[0]).toBe('SUPPLY AGREEMENT');
  });

  test('the title of the first page and a bare clause number stay', () => {
    const source = layoutPlain('2\n\nTerm\n\n\n\n\n\n\n7\n\nNotices');
    expect(source.exclusions).toEqual([]);
  });
});

test('law: every character with ink has one owner', () => {
  const piece = fc.constantFrom(
    'The Buyer shall pay',
    '(a)',
    '1.',
    '第一条',
    '租金为一千元。',
    ' ',
    '   ',
    '      ',
    '\n',
    '\n\n',
    '\n\n\n\n\n\n',
    '\f',
    '\t',
    '　　',
    '3',
    'Source: ACME, 10-K, 1/2/2020',
    'Page 3',
    '𠀀',
    '\u00a0',
    '\u200b',
    'x'.repeat(90),
    '.',
    '<PAGE>',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      expect(faultsOf(layoutPlain(pieces.join('')))).toEqual([]);
    }),
    { numRuns: 400 },
  );
});
