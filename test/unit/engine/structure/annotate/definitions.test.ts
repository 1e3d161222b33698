import { describe, expect, test } from 'vitest';
import { annotated, c, item } from './tree.ts';

const terms = (text: string | readonly string[]): string[] =>
  annotated([c('1', text)]).definitions.map((one) => one.term);

describe('English definitions', () => {
  test.each([
    ['1 "Annual Fees" means the fees of one year.', ['Annual Fees']],
    ['1 “Affiliate”, with respect to any person, means a company it controls.', ['Affiliate']],
    ["1 The term 'Business Day' shall mean a day on which banks are open.", ['Business Day']],
    ['1 "Net Sales" has the meaning given in Section 3.', ['Net Sales']],
    ['1 This Lease is made between Alder Ltd (the "Landlord") and Birch LLC ("Tenant").', ['Landlord', 'Tenant']],
    ['1 Losses arising from a claim (collectively, "Losses") are borne by the seller.', ['Losses']],
    ['1 Cedar GmbH, hereinafter referred to as the "Supplier", sells goods.', ['Supplier']],
    ['1 Confidential Information means all information that a party marks as such.', ['Confidential Information']],
    ['1 For purposes of this Agreement, distributor shall mean a company that resells.', ['distributor']],
    ['1 "Term" and "Extension" have the meanings set out in Section 2.', ['Term', 'Extension']],
  ])('%s', (text, expected) => expect(terms(text)).toEqual(expected));

  test.each([
    '1 The user clicks the "Submit" button and sees "Thank you".',
    '1 The goods are marked "FRAGILE" on each side.',
    '1 A person (as defined in the Securities Act, "control persons") may not sell.',
    '1 Licensee has a "need to know" such information.',
  ])('no definition: %s', (text) => expect(terms(text)).toEqual([]));

  test('names joined by or, and number, are aliases of one term', () => {
    const [both, party] = annotated([
      c(
        '1',
        '1 This supply agreement (this "Agreement" or the "Contract") binds each of them (each a "Party" and together the "Parties").',
      ),
    ]).definitions;
    expect(both).toMatchObject({ term: 'Agreement', aliases: expect.arrayContaining(['Contract']) });
    expect(party).toMatchObject({ term: 'Party', aliases: expect.arrayContaining(['Parties']) });
  });

  test('exclusions that follow stay in the definition, the next rule does not', () => {
    const { definitions, text } = annotated([
      c('1', '1 "Data" means all records. Data does not include statistics. The Provider deletes records on request.'),
    ]);
    const [data] = definitions;
    expect(text.slice(data?.start, data?.end)).toBe('1 "Data" means all records. Data does not include statistics.');
  });

  test('what another clause adds to a term or takes from it is a definition of it too', () => {
    const { definitions, numberOf } = annotated([
      c('1', '1 "Confidential Information" means all information so marked.'),
      c('8', '8 Confidential Information does not include public information. The Notice includes a date.'),
    ]);
    expect(definitions.map((one) => [one.term, numberOf(one.node)])).toEqual([
      ['Confidential Information', '1'],
      ['Confidential Information', '8'],
    ]);
  });

  test('an optional plural gives both forms', () => {
    const { definitions } = annotated([c('1', '1 "System(s)" means the machines; "Policy" means the rules.')]);
    expect(definitions.map((one) => [one.term, one.aliases])).toEqual([
      ['System(s)', ['System', 'Systems']],
      ['Policy', ['Policies']],
    ]);
  });

  test('a definition that ends in a colon holds its items', () => {
    const { definitions, text } = annotated([
      c('1', '1 "Costs" means:', [item('(a)', '1(a)', '(a) freight; and'), item('(b)', '1(b)', '(b) duty.')]),
      c('2', '2 Payment is due at once.'),
    ]);
    expect(text.slice(definitions[0]?.start, definitions[0]?.end)).toContain('(b) duty.');
    expect(text.slice(definitions[0]?.start, definitions[0]?.end)).not.toContain('Payment');
  });

  test('two definitions in one sentence keep their own parts', () => {
    const { definitions, text } = annotated([
      c('1', '1 "A Shares" means class A; "B Shares" means class B; and the rest is void.'),
    ]);
    expect(definitions.map((one) => text.slice(one.start, one.end))).toEqual([
      '1 "A Shares" means class A',
      '"B Shares" means class B; and the rest is void.',
    ]);
  });

  test('scope is the clause that the words name', () => {
    const { definitions, numberOf } = annotated([
      c('4', '4 Audit', [c('4.2', '4.2 For the purposes of this Article, "Records" means the books.')]),
    ]);
    expect(numberOf(definitions[0]?.scope ?? '')).toBe('4');
  });

  test('a table with a head of term and meaning', () => {
    const { definitions } = annotated([
      c('1', '1 Definitions', [
        {
          kind: 'table',
          cells: [
            ['Term', 'Meaning'],
            ['Site', 'the plot at Elm Road'],
            ['Works', 'the extension'],
          ],
        },
      ]),
    ]);
    expect(definitions.map((one) => one.term)).toEqual(['Site', 'Works']);
  });

  test('bare entries count only in a list of definitions', () => {
    const list = (heading: string) =>
      annotated([
        {
          kind: 'clause',
          label: '1',
          number: '1',
          heading,
          text: [`1 ${heading}`],
          children: [{ text: ['Affiliate: any company under common control.'] }],
        },
      ]);
    expect(list('Definitions').definitions.map((one) => one.term)).toEqual(['Affiliate']);
    expect(list('Notices').definitions).toEqual([]);
  });
});

describe('Chinese definitions', () => {
  test.each([
    ['1.1 “服务费”指甲方应付的款项，不含税费。', ['服务费']],
    ['1.1 本合同所称不可抗力，是指不能预见、不能避免的情况。', ['不可抗力']],
    ['1.1 甲方向乙方采购设备一批（以下简称“设备”）。', ['设备']],
    ['1.1 甲方向乙方采购设备一批（下称設備）。', ['設備']],
    ['1.1 通过验收并移交（即“正式交付”）之前，由乙方保管。', ['正式交付']],
    ['1.1 提成基数是指甲方产品的销售金额。', ['提成基数']],
    ['1.1 「關聯公司」係指受一方控制的公司。', ['關聯公司']],
    ['1.1 甲方、乙方以下单称“一方”，合称“双方”。', ['一方', '双方']],
  ])('%s', (text, expected) => expect(terms(text)).toEqual(expected));

  test.each(['1.1 甲方按“月结”方式付款。', '1.1 “甲方”指定的联系人负责收货。', '1.1 乙方应按甲方指示发货。'])(
    'no definition: %s',
    (text) => expect(terms(text)).toEqual([]),
  );

  test('a list under 定义, and its end', () => {
    const { definitions } = annotated([
      {
        kind: 'clause',
        label: '第一条',
        number: '第一条',
        heading: '定义',
        text: ['第一条 定义'],
        children: [{ text: ['量产：合同产品的批量生产。'] }],
      },
      c('第二条', '第二条 交货', [{ text: ['交货地点：乙方仓库。'] }]),
    ]);
    expect(definitions.map((one) => one.term)).toEqual(['量产']);
  });

  test('本条所称 is limited to the article', () => {
    const { definitions, numberOf } = annotated([c('第九条', '第九条 本条所称损失，包括直接损失和律师费。')]);
    expect(definitions.map((one) => [one.term, numberOf(one.scope), one.language])).toEqual([['损失', '第九条', 'zh']]);
  });
});
