import { describe, expect, test } from 'vitest';
import { holderOf, nodeOf, outline, ownWords, parseLines, parseMarkdown } from './parse.ts';

const numbers = (lines: readonly string[]): (string | null)[] =>
  parseLines(lines)
    .tree.nodes.filter((n) => n.number !== null)
    .map((n) => n.number);

describe('what is no label', () => {
  test('amounts, dates, years, addresses and telephone numbers at line starts', () => {
    expect(
      numbers([
        '1. Fees',
        '1.5 million dollars are due at signing.',
        '31 December 2026 is the end date.',
        '2019 was the first year of the project.',
        '12 High Street, Springfield',
        '555-0134 is the telephone number.',
        '8.25 percent is the rate.',
        '2. Term',
      ]),
    ).toEqual(['1', '2']);
  });

  test('units and dates in Chinese', () => {
    expect(
      numbers(['1. 价款', '1.5万元为定金。', '2019年1月1日起计算。', '30日内付清。', '3.2%为利率。', '2. 期限']),
    ).toEqual(['1', '2']);
  });

  test('a wrapped line that begins with a reference', () => {
    expect(
      numbers([
        '9. Payment',
        '9.1 The Provider invoices as set out in Section\n9.3 shall apply to late payment under\n(a) and (b) of clause\n4. The rest stands.',
        '9.2 Disputes are settled.',
      ]),
    ).toEqual(['9', '9.1', '9.2']);
  });

  test('a paragraph that begins with a reference is no clause and no heading', () => {
    const parsed = parseLines([
      '8. Liability',
      '8.1 Liability Caps. Liability is capped.',
      'Section 8.1 (Liability Caps) does not apply to Unlimited Claims.',
      '8.2 Other limits apply.',
    ]);
    expect(outline(parsed).map((line) => line.split(' = ')[1])).toEqual(['8', '8.1', '8.2']);
    expect(holderOf(parsed, 'does not apply').heading).not.toMatch(/Section 8.1/);
  });

  test('第二条规定的 at a line start refers, 附件二所列 as well', () => {
    expect(
      numbers([
        '第一条 定义',
        '第二条规定的期限届满的，合同终止。',
        '附件二所列软件归乙方所有。',
        '第二条 期限',
        '期限为一年。',
      ]),
    ).toEqual(['第一条', '第一条第一款', '第一条第二款', '第二条']);
  });

  test('counts in brackets are no list', () => {
    expect(
      numbers([
        '1. Term. The term is one (1) year and then two (2) years; notice is thirty (30) days.',
        '2. Fees. Fees are due.',
      ]),
    ).toEqual(['1', '2']);
    expect(numbers(['一、期限', '甲方应当在三十（30）日内付款，并在五（5）日内开票。', '二、付款'])).toEqual([
      '一',
      '二',
    ]);
  });

  test('references to items in a sentence are no list', () => {
    expect(
      numbers([
        '2. Rules',
        '2.1 Sections 2(a) and (b) apply; paragraphs (a), (b) and (c) of Section 3 do not, and (i) above is void.',
        '2.2 More.',
      ]),
    ).toEqual(['2', '2.1', '2.2']);
  });

  test('a single bracketed letter in a sentence is no list', () => {
    expect(numbers(['3. Use. The Licensee may (a) use the Software in its business.', '4. Fees. None.'])).toEqual([
      '3',
      '4',
    ]);
  });

  test('page numbers on lines of their own are no clauses', () => {
    const page = 'The parties agree that this sentence stands for a page of running text. '.repeat(12);
    const parsed = parseLines([
      '1. First',
      page,
      '1',
      '2. Second',
      page,
      '2',
      '3. Third',
      page,
      '3',
      '4. Fourth',
      page,
      '4',
    ]);
    expect(parsed.tree.nodes.filter((n) => n.number !== null).map((n) => n.number)).toEqual(['1', '2', '3', '4']);
    expect(parsed.tree.exclusions.map((e) => [e.reason, parsed.text.slice(e.start, e.end)])).toEqual([
      ['page-number', '1'],
      ['page-number', '2'],
      ['page-number', '3'],
      ['page-number', '4'],
    ]);
  });
});

describe('what is a label all the same', () => {
  test('(h) (i) (j) counts letters, (i) (ii) roman numerals', () => {
    const letters = 'abcdefghijk'.split('').map((c) => `(${c}) item ${c} of the list;`);
    expect(numbers(['1. List. The following count:', ...letters, '2. End.']).slice(1, -1)).toEqual(
      'abcdefghijk'.split('').map((c) => `1(${c})`),
    );
    expect(numbers(['1. List. The following count:', '(i) one;', '(ii) two;', '(iii) three.', '2. End.'])).toEqual([
      '1',
      '1(i)',
      '1(ii)',
      '1(iii)',
      '2',
    ]);
    expect(
      numbers(
        ['1. List:', '(g) seven;', '(h) eight, namely:', '(i) one; and', '(ii) two;', '(i) nine;', '(j) ten.'].map(
          (l, i) => (i === 1 ? '(a) one;\n(b) two;\n(c) three;\n(d) four;\n(e) five;\n(f) six;\n(g) seven;' : l),
        ),
      ),
    ).toEqual(['1', ...'abcdefg'.split('').map((c) => `1(${c})`), '1(h)', '1(h)(i)', '1(h)(ii)', '1(i)', '1(j)']);
  });

  test('a number alone on a line belongs to the next line', () => {
    const parsed = parseLines([
      '1.',
      'Definitions',
      '1.1',
      'Terms have the meaning given here.',
      '2.',
      'Payment',
      '2.1',
      'Fees are due.',
    ]);
    expect(outline(parsed)).toEqual([
      'Section 1 = 1',
      'Section 1 > 1.1 = 1.1',
      'Section 2 = 2',
      'Section 2 > 2.1 = 2.1',
    ]);
    expect(nodeOf(parsed, '1').heading).toBe('Definitions');
    expect(ownWords(parsed, nodeOf(parsed, '2.1'))).toBe('2.1 / Fees are due.');
  });

  test('a figure without a stop does not turn the order over', () => {
    expect(
      outline(
        parseLines([
          '1 INTRODUCTION',
          '1.1 This deed binds the parties.',
          '2 DEFINITIONS',
          '2.1 Terms are defined.',
          '2.2 More terms.',
        ]),
      ),
    ).toEqual([
      'Section 1 = 1',
      'Section 1 > 1.1 = 1.1',
      'Section 2 = 2',
      'Section 2 > 2.1 = 2.1',
      'Section 2 > 2.2 = 2.2',
    ]);
  });

  test('consecutive headings keep both', () => {
    const parsed = parseLines(['1. Scope', '2. Term', '2.1 One year.', '3. Fees']);
    expect(outline(parsed)).toEqual(['Section 1 = 1', 'Section 2 = 2', 'Section 2 > 2.1 = 2.1', 'Section 3 = 3']);
  });

  test('a missing number does not end the count', () => {
    expect(numbers(['1. A', '2. B', '4. D', '5. E'])).toEqual(['1', '2', '4', '5']);
  });

  test('inserted clauses 2A and 第三条之一', () => {
    expect(numbers(['1. First clause', '2. Second clause', '2A. Inserted clause', '3. Third clause'])).toEqual([
      '1',
      '2',
      '2A',
      '3',
    ]);
    expect(numbers(['第三条 甲方付款。', '第三条之一 乙方开票。', '第四条 双方保密。'])).toEqual([
      '第三条',
      '第三条之一',
      '第四条',
    ]);
  });

  test('full-width forms and spaces inside labels', () => {
    const lines = [
      '第 一 条 定义',
      '１．１ 服务费是指全部费用。',
      '１．２ 期限是指一年。',
      '第 二 条 付款',
      '２．１ 甲方付款。',
    ];
    expect(numbers(lines)).toEqual(['第一条', '1.1', '1.2', '第二条', '2.1']);
    expect(nodeOf(parseLines(lines), '1.1').label).toBe('１．１');
  });

  test('markdown headings and emphasis around labels', () => {
    const parsed = parseMarkdown(
      '# SERVICES AGREEMENT\n\n## 1. Definitions\n\n**1.1** Terms are defined.\n\n## 2. Payment\n\n**2.1 Fees.** Fees are due.\n\n- (a) monthly; and\n- (b) in arrears.\n',
    );
    expect(outline(parsed)).toEqual([
      'Section 1 = 1',
      'Section 1 > 1.1 = 1.1',
      'Section 2 = 2',
      'Section 2 > 2.1 = 2.1',
      'Section 2 > 2.1 > 2.1(a) = 2.1(a)',
      'Section 2 > 2.1 > 2.1(b) = 2.1(b)',
    ]);
    expect(nodeOf(parsed, '2.1').heading).toBe('Fees');
  });

  test('automatic numbers of Word outrank looks', () => {
    const label = (length: number, depth: number) => ({ length, list: 'l1', depth });
    const parsed = parseLines([
      { text: '1. of the essence is time', label: label(2, 0) },
      { text: '(a) above all else', label: label(3, 1) },
      { text: '2. below', label: label(2, 0) },
    ]);
    expect(outline(parsed)).toEqual(['Section 1 = 1', 'Section 1 > 1(a) = 1(a)', 'Section 2 = 2']);
  });
});

describe('annexes and tables behind the body', () => {
  const prose = 'The module reports each event to the host and keeps a log of it for one year. '.repeat(14);

  test('an annex with its own text stands, though a later line opens with its name', () => {
    const parsed = parseLines([
      '1. Supply. The Supplier delivers the module.',
      '2. Price. The price stands in Exhibit C.',
      'EXHIBIT A',
      '1. The module starts within one second.',
      prose,
      '2. The module stops within one second.',
      'EXHIBIT B',
      '1. Housing',
      'EXHIBIT C',
      'LICENCE FEES: TECHNOLOGY SPECIFIED IN',
      'EXHIBIT A',
      'The fee is due on delivery.',
    ]);
    expect(parsed.tree.nodes.filter((n) => n.kind === 'annex').map((n) => n.number)).toEqual([
      'Exhibit A',
      'Exhibit B',
      'Exhibit C',
    ]);
    expect(nodeOf(parsed, 'Exhibit A 2').label).toBe('2.');
  });

  test('an annex with its own text was not merely listed, though it is titled again', () => {
    const parsed = parseLines([
      '1. Supply. The Supplier delivers the module.',
      '2. Price. The price stands in Exhibit C.',
      'Exhibit C',
      prose,
      'Exhibit F',
      prose,
      'Exhibit C',
      'The fee is due on delivery.',
    ]);
    expect(parsed.tree.nodes.find((n) => n.kind === 'annex')?.number).toBe('Exhibit C');
    expect(holderOf(parsed, 'The module reports').kind).toBe('annex');
  });

  test('rows of a table that begin with a figure are no clauses', () => {
    const parsed = parseLines([
      '1. Stores. The stores are listed in Schedule A.',
      '2. Term. One year.',
      'Schedule A',
      '515 Northfield',
      '516 Easton Hill',
      '517 Westbury 491 - - 23 93 19',
      '18 Southmoor 592 27 159 19 17 44',
    ]);
    expect(parsed.tree.nodes.map((n) => n.number).filter((n) => n !== null)).toEqual(['1', '2', 'Schedule A']);
  });

  test('a clause may begin with a name in small and capital letters', () => {
    const parsed = parseLines([
      '4. Support. 4.1 Terms. The words below apply. 4.2 eNet Services. eNet answers each call. 4.3 Hours. Day and night.',
    ]);
    expect(parsed.tree.nodes.map((n) => n.number).filter((n) => n !== null)).toEqual(['4', '4.1', '4.2', '4.3']);
  });
});
