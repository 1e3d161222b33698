import { array, assert as check, constantFrom, property, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { classify } from '../../../../../electron/engine/structure/annotate/classify.ts';
import { fold, sourceSpan } from '../../../../../electron/engine/structure/annotate/fold.ts';
import { viewOf } from '../../../../../electron/engine/structure/annotate/view.ts';
import { annotated, c } from './tree.ts';

const words = (count: number, word: string): string => Array.from({ length: count }, () => word).join(' ');

describe('kind', () => {
  test.each([
    ['Lease of Elm House.txt', '1 The tenant shall pay rent. The parties agree that this lease is binding.'],
    ['scan0001.pdf', '第一条 甲方应当支付租金，乙方应当交付房屋。双方违约的，承担违约责任。'],
    ['note.txt', '1 Short.'],
  ])('contract: %s', (name, text) => expect(annotated([c('1', text)], name).kind).toBe('contract'));

  test.each([
    [
      '社会法__劳动合同法(2012).md',
      '1 全国人民代表大会常务委员会第三十次会议通过，自公布之日施行。为了完善劳动合同制度，制定本法。',
    ],
    [
      'Annual Report 2024.pdf',
      `1 Annual report for the year ended 31 December. ${words(80, 'Revenue grew compared with 2023.')}`,
    ],
    ['paper.pdf', `1 Abstract. ${words(80, 'We measure compilers on loops')}`],
  ])('general: %s', (name, text) => {
    const { kind, kindReasons } = annotated([c('1', text)], name);
    expect(kind).toBe('general');
    expect(kindReasons.length).toBeGreaterThan(0);
  });
});

test.each([
  ['1 The seller delivers the goods.', 'en'],
  ['1 卖方应当交付货物。', 'zh'],
  ['1 卖方应当交付货物。The seller shall deliver the goods on time.', 'mixed'],
] as const)('language: %s', (text, language) => expect(annotated([c('1', text)]).language).toBe(language));

describe('front matter', () => {
  test('English', () => {
    const { front, numberOf } = annotated([
      { text: ['CLOUD SERVICES AGREEMENT'] },
      {
        text: [
          'This agreement is entered into on March 3, 2025 between Northlight Systems Ltd. (the "Provider") and Harrow & Finch LLP (the "Client").',
        ],
      },
      { ...c('8', '8 Term. This agreement remains in force for two years.'), heading: 'Term' },
      { ...c('9', '9 Governing Law. This agreement is governed by the laws of England.'), heading: 'Governing Law' },
    ]);
    expect(front.title).toBe('CLOUD SERVICES AGREEMENT');
    expect(front.parties.map(({ name, aliases }) => [name, aliases])).toEqual([
      ['Northlight Systems Ltd.', ['Provider']],
      ['Harrow & Finch LLP', ['Client']],
    ]);
    expect(front.date?.text).toBe('March 3, 2025');
    expect([front.governingLaw, front.term].map((id) => numberOf(id ?? ''))).toEqual(['9', '8']);
  });

  test('Chinese', () => {
    const { front, numberOf } = annotated([
      { text: ['云平台运维服务合同'] },
      { text: ['委托方（甲方）：临江数字科技有限公司'] },
      { text: ['受托方（乙方）：北岭运维服务有限公司'] },
      { text: ['签订日期：2025年3月1日'] },
      { ...c('第二条', '第二条 服务期限 自2025年4月1日起一年。'), heading: '服务期限' },
      c('第九条', '第九条 本合同适用中华人民共和国法律。'),
    ]);
    expect(front.title).toBe('云平台运维服务合同');
    expect(front.parties.map(({ name, aliases }) => [name, aliases])).toEqual([
      ['临江数字科技有限公司', ['委托方', '甲方']],
      ['北岭运维服务有限公司', ['受托方', '乙方']],
    ]);
    expect(front.date?.text).toBe('2025年3月1日');
    expect([front.governingLaw, front.term].map((id) => numberOf(id ?? ''))).toEqual(['第九条', '第二条']);
  });

  test('nothing is made up', () => {
    const { front } = annotated([c('1', '1 The goods are blue.')]);
    expect(front).toMatchObject({ parties: [], date: null, governingLaw: null, term: null });
  });
});

describe('laws', () => {
  const line = array(
    constantFrom(
      'Section 5(a)',
      '"Term"',
      ' means ',
      '(the "',
      '")',
      '第十二条',
      '第（三）项',
      '前款',
      '附件二',
      '但',
      '除外',
      '，',
      '。',
      '. ',
      '; ',
      'provided that',
      'Notwithstanding ',
      '《民法典》',
      '本条',
      ' and ',
      ' to ',
      '(',
      ')',
      '\n',
      '\u3000',
      '５',
      'ａ',
      '“',
      '”',
      '𠮷',
      '以下简称',
      '指',
      ':',
    ),
    { maxLength: 40 },
  ).map((parts) => parts.join(''));

  test('spans lie inside the text and never cut a surrogate pair; targets and sides are nodes', () => {
    check(
      property(line, line, (first, second) => {
        const found = annotated([c('1', `1 ${first}x`), c('2', `2 ${second}x`)]);
        const ids = new Set(found.nodes.map((node) => node.id));
        const spans: [number, number][] = [
          ...found.definitions.map((one): [number, number] => [one.start, one.end]),
          ...found.references.map((one): [number, number] => [one.start, one.end]),
          ...found.bridges.flatMap((one) => one.evidence.map(([start, end]): [number, number] => [start, end])),
        ];
        for (const [start, end] of spans) {
          expect(start).toBeLessThan(end);
          expect(end).toBeLessThanOrEqual(found.text.length);
          expect(found.text.slice(start, end).isWellFormed()).toBe(true);
        }
        for (const one of found.references) {
          expect((one.status === 'resolved') === one.targets.length > 0).toBe(true);
          for (const id of one.targets) expect(ids.has(id)).toBe(true);
        }
        for (const one of found.bridges) expect(ids.has(one.from) && ids.has(one.to)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  test('folding keeps every kept character at its place', () => {
    check(
      property(string({ unit: 'binary', maxLength: 60 }), (source) => {
        const folded = fold(source, [[0, source.length]]);
        expect(folded.offsets.length).toBe(folded.text.length);
        for (let i = 1; i < folded.text.length; i++)
          expect(folded.offsets[i]).toBeGreaterThan(folded.offsets[i - 1] ?? -1);
      }),
    );
    expect(sourceSpan(fold('甲\n方  ＡＢ', [[0, 8]]), 0, 2)).toEqual([0, 3]);
  });

  test('time grows with the text, not with its square', () => {
    const timed = (count: number): number => {
      const leaves = Array.from({ length: count }, (_, index) =>
        c(
          String(index + 1),
          `${index + 1} Subject to Section ${index}, the "Part ${index}" means (a (b (c "x" ${words(30, 'and or, the (')} 但，${'除第十二条'.repeat(20)}`,
        ),
      );
      const start = performance.now();
      annotated(leaves);
      return performance.now() - start;
    };
    timed(100);
    const small = Math.max(timed(300), 5);
    expect(timed(1200)).toBeLessThan(small * 16);
  });

  test('text in exclusions belongs to no annotation', () => {
    const { text, nodes } = annotated([c('1', '1 See Section 1 here.')]);
    const source = {
      text,
      blocks: [],
      exclusions: [],
      pages: [],
      positions: [],
      origins: [],
      bookmarks: [],
      issues: [],
    };
    const view = viewOf(source, nodes, [{ reason: 'hidden', start: 0, end: text.length }]);
    expect(view.passages).toEqual([]);
    expect(classify(view, 'x').kind).toBe('contract');
  });
});
