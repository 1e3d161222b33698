import { describe, expect, test } from 'vitest';
import { annotated, c, item } from './tree.ts';
import type { Leaf } from './tree.ts';

const contract = (text: string): Leaf[] => [
  c('2', '2 Fees', [c('2.1', '2.1 One.'), c('2.2', '2.2 Two.'), c('2.3', '2.3 Three.'), c('2.4', '2.4 Four.')]),
  c('6', '6 Duties:', [
    item('(a)', '6(a)', '(a) first;'),
    item('(b)', '6(b)', '(b) second;'),
    item('(c)', '6(c)', '(c) third;'),
    item('(d)', '6(d)', '(d) fourth.'),
  ]),
  c('7', '7 Seven.'),
  c('9', `9 ${text}`),
  {
    kind: 'annex',
    label: 'Schedule 2',
    number: 'Schedule 2',
    text: ['Schedule 2'],
    children: [c('3', '3 Volumes.')].map((leaf) => ({ ...leaf, number: 'Schedule 2 3' })),
  },
];
const english = (text: string, reference: string) => annotated(contract(text)).targets(reference);

describe('English references', () => {
  test.each([
    ['As stated in Section 2.1, fees are due.', 'Section 2.1', ['2.1']],
    ['Sections 2.1 to 2.4 and 7 survive.', 'Sections 2.1 to 2.4 and 7', ['2.1', '2.2', '2.3', '2.4', '7']],
    ['See clauses 7 and 6(b)-(d).', 'clauses 7 and 6(b)-(d)', ['7', '6(b)', '6(c)', '6(d)']],
    ['See clause 6(a), (c) and (d).', 'clause 6(a), (c) and (d)', ['6(a)', '6(c)', '6(d)']],
    ['Under paragraph 3 of Schedule 2 volumes are fixed.', 'paragraph 3 of Schedule 2', ['Schedule 2 3']],
    ['The amount due under 2.2 is paid.', '2.2', ['2.2']],
    ['Section 12.9 applies.', 'Section 12.9', 'dangling'],
    ['Exhibit Q applies.', 'Exhibit Q', 'dangling'],
    ['Rights under Section 365 of the Bankruptcy Code remain.', 'Section 365 of the Bankruptcy Code', 'external'],
    ['Registered under the Securities Act of 1933.', 'Securities Act of 1933', 'external'],
    ['As defined in Section 7 of the Supply Agreement.', 'Section 7 of the Supply Agreement', 'external'],
  ])('%s', (text, reference, expected) => expect(english(text, reference)).toEqual(expected));

  test('a number that is none: amounts, days, the label of the clause itself', () => {
    const { references } = annotated(contract('Section 7 and 30 days later 1.5 million is due by 2.5 percent.'));
    expect(references.map((one) => one.text)).toEqual(['Section 7']);
  });

  test.each([
    ['Subject to Section 7, fees rise.', 'subject-to'],
    ['Notwithstanding anything to the contrary in Section 7, fees rise.', 'notwithstanding'],
    ['Except as set forth in Section 7, fees rise.', 'except'],
    ['In case of conflict Section 7 shall prevail.', 'prevails'],
    ['Fees rise under Section 7.', 'plain'],
  ])('role: %s', (text, role) => expect(annotated(contract(text)).references[0]?.role).toBe(role));

  test('an article and a section of one number are told apart, roman or not', () => {
    const leaves: Leaf[] = [
      {
        ...c('Article IV', 'ARTICLE IV Term', [{ ...c('4.01', 'Section 4.01 Start.'), label: 'Section 4.01' }]),
        label: 'ARTICLE IV',
      },
      { ...c('Article V', 'ARTICLE V As in Article IV and Section 4.01 and Article 4.'), label: 'ARTICLE V' },
    ];
    const found = annotated(leaves);
    expect(found.targets('Article IV')).toEqual(['Article IV']);
    expect(found.targets('Article 4')).toEqual(['Article IV']);
    expect(found.targets('Section 4.01')).toEqual(['4.01']);
  });

  test('this Section and the foregoing stand for the places around them', () => {
    const found = annotated([
      c('5', '5 Use', [
        c('5.1', '5.1 Use is free.'),
        c('5.2', '5.2 Notwithstanding the foregoing, resale is barred by this Section.'),
      ]),
    ]);
    expect(found.targets('the foregoing')).toEqual(['5.1']);
    expect(found.targets('this Section')).toEqual(['5.2']);
  });

  test('a paragraph without its number is looked for around the sentence', () => {
    const found = annotated([
      c('6', '6 Duties:', [item('(a)', '6(a)', '(a) first;'), item('(b)', '6(b)', '(b) other than in paragraph (a).')]),
    ]);
    expect(found.targets('paragraph (a)')).toEqual(['6(a)']);
  });
});

const chinese: Leaf[] = [
  c('第十二条', '第十二条 违约', [
    item('（一）', '第十二条第（一）项', '（一）逾期；'),
    item('（二）', '第十二条第（二）项', '（二）拒付；'),
    item('（三）', '第十二条第（三）项', '（三）破产。'),
    { kind: 'paragraph', number: '第十二条第二款', text: ['前款情形，守约方可以解除。'] },
    { kind: 'paragraph', number: '第十二条第三款', text: ['本条第二款、前两款与第十三条第（一）项不冲突。'] },
  ]),
  c(
    '第十三条',
    '第十三条 依照第十二条第（一）项至第（三）项、附件二第3.2节和《民法典》第五百条、第五百零一条处理，前条仍适用。',
    [item('（一）', '第十三条第（一）项', '（一）另行约定。')],
  ),
  {
    kind: 'annex',
    label: '附件二',
    number: '附件二',
    text: ['附件二'],
    children: [{ ...c('附件二 3.2', '3.2 清单'), label: '3.2' }],
  },
];

test('a number is found by its labels where the tree cites it in another way', () => {
  const found = annotated([
    {
      ...c('Article XIII', 'ARTICLE XIII Registration', [
        {
          ...c('Article XIII 13.9', '13.9 Indemnity:', [
            item('(a)', 'Article XIII 13.9(a)', '(a) by the company;'),
            item('(b)', 'Article XIII 13.9(b)', '(b) by the holders.'),
          ]),
          label: '13.9',
        },
      ]),
      label: 'ARTICLE XIII',
    },
    c('Article XIV', 'ARTICLE XIV See Section 13.9(b).'),
  ]);
  expect(found.targets('Section 13.9(b)')).toEqual(['Article XIII 13.9(b)']);
});

describe('Chinese references', () => {
  test('前款 in a later paragraph of a clause is the paragraph before it', () => {
    const { targets } = annotated([
      c('12', '12 权利', [
        c('12.2', '12.2 归乙方。'),
        c('12.3', ['12.3 清单见下。', '此外，乙方更换前款所列软件的，应当通知甲方。']),
      ]),
    ]);
    expect(targets('前款')).toEqual(['12.3']);
  });

  const found = annotated(chinese);
  test.each([
    ['第十二条第（一）项至第（三）项', ['第十二条第（一）项', '第十二条第（二）项', '第十二条第（三）项']],
    ['附件二第3.2节', ['附件二 3.2']],
    ['《民法典》第五百条', 'external'],
    ['第五百零一条', 'external'],
    ['前款', ['第十二条']],
    ['本条第二款', ['第十二条第二款']],
    ['前两款', ['第十二条', '第十二条第二款']],
    ['前条', ['第十二条']],
    ['第十三条第（一）项', ['第十三条第（一）项']],
  ])('%s', (reference, expected) => expect(found.targets(reference)).toEqual(expected));

  test('traditional forms in labels, headings and text', () => {
    const { targets, definitions, references } = annotated([
      {
        kind: 'clause',
        label: '第一條',
        number: '第一條',
        heading: '釋義',
        text: ['第一條 釋義'],
        children: [{ text: ['貨物：附件二第3條所列的產品。'] }],
      },
      c('第二條', '第二條 除第一條另有約定外，雙方按附件二第3條執行。'),
      {
        kind: 'annex',
        label: '附件二',
        number: '附件二',
        text: ['附件二'],
        children: [{ ...c('附件二 第3條', '第3條 清單'), label: '第3條' }],
      },
    ]);
    expect(definitions.map((one) => one.term)).toEqual(['貨物']);
    expect(targets('第一條')).toEqual(['第一條']);
    expect(targets('附件二第3條')).toEqual(['附件二 第3條']);
    expect(references.map((one) => one.role)).toEqual(['plain', 'except', 'plain']);
  });

  test('words that only look like one', () => {
    const { references } = annotated([
      c('1', '1 付款日前款项未到的，本项目与本条件、本章程无关，支付前款项另计，本合同目前款式如旧。'),
    ]);
    expect(references).toEqual([]);
  });

  test('roles', () => {
    const roles = annotated([
      c('3', '3 三。'),
      c('4', '4 除第3条另有约定外，照付。'),
      c('5', '5 不受第3条限制。'),
      c('6', '6 以第3条为准。'),
    ]).references.map((one) => one.role);
    expect(roles).toEqual(['except', 'notwithstanding', 'prevails']);
  });
});
