import { describe, expect, test } from 'vitest';
import { layoutMarkdown } from '../../../../electron/engine/layout/markdown.ts';
import { checkPartition } from '../../../../electron/engine/structure/partition.ts';
import { structure } from '../../../../electron/engine/structure/structure.ts';
import { holderOf, nodeOf, outline, ownWords, parseLines, parseMarkdown } from './parse.ts';

describe('text that belongs to a clause without a label', () => {
  test('flush text after a closed list is a second slice of the parent', () => {
    const parsed = parseLines([
      '12. Liability',
      '12.2 The cap does not apply to:',
      '(a) gross negligence;',
      '(b) fraud; or',
      '(c) death.',
      'In these cases liability is unlimited.',
      '12.3 Other limits apply.',
    ]);
    const node = holderOf(parsed, 'In these cases');
    expect(node.number).toBe('12.2');
    expect(ownWords(parsed, node)).toBe('12.2 The cap does not apply to: / In these cases liability is unlimited.');
    expect(nodeOf(parsed, '12.2(c)').end).toBeLessThan(parsed.text.indexOf('In these cases'));
  });

  test('otherwise a paragraph goes on with the deepest numbered node', () => {
    const parsed = parseLines([
      '第十二条 知识产权',
      '12.1 著作权归甲方所有。',
      '12.3 甲方知悉软件清单。',
      '此外，乙方更换软件的，应当通知甲方。',
      '第十三条 保密',
      '13.1 双方保密。',
    ]);
    const node = holderOf(parsed, '此外');
    expect([node.number, node.own.length]).toEqual(['12.3', 2]);
  });

  test('the indent of an ancestor takes a paragraph back to it', () => {
    const at = (indent: number) => ({ indent, firstIndent: indent });
    const parsed = parseLines([
      { text: '5. Delivery', style: at(0) },
      { text: '5.1 Goods are delivered on request.', style: at(20) },
      { text: '(a) by road', style: at(60) },
      { text: '(b) by rail', style: at(60) },
      { text: 'The carrier is chosen by the Buyer.', style: at(20) },
      { text: '(c) by sea', style: at(60) },
      { text: 'Sea freight is insured.', style: at(60) },
    ]);
    expect(holderOf(parsed, 'The carrier').number).toBe('5.1');
    expect(holderOf(parsed, 'Sea freight').number).toBe('5.1(c)');
  });

  test('a sentence that a page breaks goes on in its clause, whatever the indent of the next line', () => {
    const at = (indent: number, firstIndent = indent) => ({ indent, firstIndent });
    const parsed = parseLines([
      { text: 'Section 5. Data', style: at(0) },
      { text: '5.1 The Provider holds the data in confidence and will not use it except in', style: at(0, 20) },
      { text: 'connection with the services. Data are deleted at the end.', style: at(0) },
      { text: '5.2 The Customer may ask for a copy of its data at any time.', style: at(0, 20) },
    ]);
    expect(holderOf(parsed, 'connection with').number).toBe('5.1');
  });

  test('the sentence around an inline list goes on behind it', () => {
    const parsed = parseLines([
      '5. Data. The Processor shall (i) keep the data secret; and (ii) delete it on request. It reports every breach.',
      '6. Term. One year.',
    ]);
    expect(holderOf(parsed, 'It reports').number).toBe('5');
    expect(ownWords(parsed, nodeOf(parsed, '5(ii)'))).toBe('(ii) delete it on request.');
  });

  test('款 under an article: the second paragraph is 第二款, a single one has no number', () => {
    const parsed = parseLines([
      '第一条 出卖人应当交付标的物。',
      '第二条 买受人应当付款。',
      '逾期付款的，应当支付利息。',
      '前款利息按年计算。',
      '第三条 违约责任',
      '违约方赔偿损失。',
      '第四条 保密',
      '双方保密。',
      '期限三年。',
    ]);
    expect(outline(parsed)).toEqual([
      '第一条 = 第一条',
      '第二条 = 第二条',
      '第二条 > 第二款 = 第二条第二款',
      '第二条 > 第三款 = 第二条第三款',
      '第三条 = 第三条',
      '第四条 = 第四条',
      '第四条 > 第一款 = 第四条第一款',
      '第四条 > 第二款 = 第四条第二款',
    ]);
    expect(ownWords(parsed, nodeOf(parsed, '第三条'))).toBe('第三条 违约责任 / 违约方赔偿损失。');
  });
});

describe('contracts that lost their numbers', () => {
  test('a list without labels is one node with the words that announce it', () => {
    const parsed = parseLines([
      '设备合同',
      '价款',
      '合同价款已经包含下列费用：',
      '设备主体和配件的费用；',
      '安装和培训费用；',
      '运费。',
      '价款不因市场变化而调整。',
      '配套材料',
      '乙方应当同时提交下列材料：',
      '出厂证明',
      '合格证书',
      '保修单',
      '包装',
      '乙方应当妥善包装设备，防潮防震。',
    ]);
    expect(parsed.tree.nodes.map((n) => `${'  '.repeat(n.level)}${ownWords(parsed, n)}`)).toEqual([
      '设备合同',
      '  价款',
      '    合同价款已经包含下列费用： / 设备主体和配件的费用； / 安装和培训费用； / 运费。',
      '    价款不因市场变化而调整。',
      '  配套材料 / 乙方应当同时提交下列材料： / 出厂证明 / 合格证书 / 保修单',
      '  包装 / 乙方应当妥善包装设备，防潮防震。',
    ]);
  });

  test('lines of a form stay together and apart from sentences', () => {
    const parsed = parseLines([
      '借款合同',
      '户名：',
      '账号：',
      '开户行：',
      '借款人应当按期归还借款，并支付利息。',
      '1. 期限',
      '一年。',
    ]);
    expect(ownWords(parsed, holderOf(parsed, '账号'))).toBe('户名： / 账号： / 开户行：');
    expect(ownWords(parsed, holderOf(parsed, '借款人'))).toBe('借款人应当按期归还借款，并支付利息。');
  });
});

describe('parts of a document', () => {
  test('a table of contents is an exclusion, the body is not', () => {
    const parsed = parseLines([
      'SERVICES AGREEMENT',
      'TABLE OF CONTENTS',
      '1. Definitions ........ 1',
      '2. Payment ........ 2',
      '3. Term ........ 3',
      '1. Definitions',
      'Terms are defined here.',
      '2. Payment',
      'Fees are due.',
      '3. Term',
      'One year.',
    ]);
    expect(outline(parsed)).toEqual(['Section 1 = 1', 'Section 2 = 2', 'Section 3 = 3']);
    expect(parsed.tree.exclusions.map((e) => e.reason)).toEqual(['toc', 'toc', 'toc', 'toc']);
    expect(nodeOf(parsed, '1').start).toBe(parsed.text.lastIndexOf('1. Definitions'));
  });

  test('the parties and recitals behind a table of contents are not part of it', () => {
    const parsed = parseLines([
      'SERVICES AGREEMENT',
      'TABLE OF CONTENTS',
      '1. Definitions',
      '2. Payment',
      '3. Term',
      'BETWEEN',
      '(1) ALDER LIMITED (the "Client"); and',
      '(2) BRACKEN PLC (the "Provider").',
      '1. Definitions',
      'Terms are defined here.',
      '2. Payment',
      'Fees are due.',
      '3. Term',
      'One year.',
    ]);
    expect(parsed.tree.exclusions.length).toBe(4);
    expect(holderOf(parsed, 'ALDER').kind).toBe('item');
  });

  test('目录 without page numbers', () => {
    const parsed = parseLines([
      '服务合同',
      '目录',
      '第一章 总则',
      '第二章 付款',
      '第三章 附则',
      '第一章 总则',
      '第一条 双方合作。',
      '第二章 付款',
      '第二条 甲方付款。',
      '第三章 附则',
      '第三条 本合同生效。',
    ]);
    expect(parsed.tree.nodes.filter((n) => n.kind === 'part').length).toBe(3);
    expect(parsed.tree.exclusions.filter((e) => e.reason === 'toc').length).toBe(4);
  });

  test('a list of annexes in the body is no annex', () => {
    const parsed = parseLines([
      '第一条 附件',
      '本合同包括下列附件：',
      '附件一：价格表',
      '附件二：验收标准',
      '附件三：保密承诺',
      '第二条 生效',
      '本合同自签字之日起生效。',
      '附件一 价格表',
      '1. 单价为十元。',
      '附件二 验收标准',
      '1. 外观完好。',
    ]);
    expect(outline(parsed)).toEqual(
      [
        '第一条 = 第一条',
        '第二条 = 第二条',
        '附件一 = 附件一',
        '附件一 > 1 = 附件一 1',
        '附件二 = 附件二',
        '附件二 > 1 = 附件二 1',
      ].toSpliced(1, 0, ...outline(parsed).filter((l) => l.includes('第一条 >'))),
    );
  });

  test('a table stands under the clause above it, without a number', () => {
    const parsed = parseMarkdown(
      '# 合同\n\n第一条 价格\n\n1.1 价格见下表：\n\n| 名称 | 单价 |\n| --- | --- |\n| 甲 | 10 |\n\n1.2 价格含税。\n',
    );
    const table = parsed.tree.nodes.find((n) => n.kind === 'table');
    expect(table).toMatchObject({ number: null, parent: nodeOf(parsed, '1.1').id });
    expect(nodeOf(parsed, '1.2').parent).toBe(nodeOf(parsed, '第一条').id);
  });

  test('a note is a child of the clause that bears its mark', () => {
    const parsed = parseLines([
      '1. Fees. Fees are net of tax1 and due at once.',
      '2. Term. One year.',
      { text: 'Value added tax.', kind: 'note', note: { mark: '1', anchor: '1 and due' } },
    ]);
    expect(parsed.tree.nodes.find((n) => n.kind === 'note')?.parent).toBe(nodeOf(parsed, '1').id);
  });

  test('signature blocks are signature nodes', () => {
    const parsed = parseLines([
      '1. Term',
      'One year.',
      '2. Law',
      'English law applies.',
      'IN WITNESS WHEREOF, the parties have signed this Agreement.',
      'ACME LTD',
      'By: ____________',
      'Name: ',
      'Schedule 1',
      'Prices',
      '1. Ten pounds.',
    ]);
    const node = holderOf(parsed, 'By: ___');
    expect(node.kind).toBe('signature');
    expect(ownWords(parsed, node)).toContain('ACME LTD');
    expect(holderOf(parsed, 'English law').number).toBe('2');
    expect(nodeOf(parsed, 'Schedule 1 1').kind).toBe('clause');
  });

  test('a list without a title behind the signatures is no part of them', () => {
    const names = Array.from({ length: 60 }, (_, i) => `floor-${i}.example`);
    const parsed = parseLines([
      '1. Licence. The Licensor licenses the domain names.',
      '2. Term. One year.',
      'IN WITNESS WHEREOF, the parties have signed.',
      'LICENSOR LTD',
      'By: ____',
      'Name: ____',
      'Title: Director',
      'LICENSEE LTD',
      'By: ____',
      ...names,
    ]);
    expect(holderOf(parsed, 'LICENSEE LTD').kind).toBe('signature');
    expect(holderOf(parsed, 'floor-59').kind).not.toBe('signature');
  });

  test('numbers start anew under a heading and are cited with it', () => {
    const parsed = parseLines([
      'CLOUD AGREEMENT',
      '1. Term',
      '1.1 One year.',
      '2. Fees',
      '2.1 Fees are due.',
      '3. Law',
      '3.1 English law.',
      'SERVICE LEVELS',
      '1. Uptime',
      '1.1 The target is 99 percent.',
      '2. Credits',
      '2.1 Credits are due.',
    ]);
    expect(outline(parsed).filter((line) => line.includes('SERVICE'))).toEqual([
      'SERVICE LEVELS > Section 1 = SERVICE LEVELS 1',
      'SERVICE LEVELS > Section 1 > 1.1 = SERVICE LEVELS 1.1',
      'SERVICE LEVELS > Section 2 = SERVICE LEVELS 2',
      'SERVICE LEVELS > Section 2 > 2.1 = SERVICE LEVELS 2.1',
    ]);
    expect(nodeOf(parsed, '2.1').path).toEqual(['Section 2', '2.1']);
  });

  test('a style never outranks a number', () => {
    const parsed = parseMarkdown('# AGREEMENT\n\n1. Term\n\n# Payment\n\n2. Fees\n\n## Details\n\n3. Law\n');
    expect(outline(parsed)).toEqual(['Section 1 = 1', 'Section 2 = 2', 'Section 3 = 3']);
  });

  test('headings without numbers nest by their level and hold their paragraphs', () => {
    const parsed = parseMarkdown(
      '# 框架合同\n\n## 付款\n\n甲方按月付款。\n\n## 违约\n\n### 迟延\n\n迟延支付利息。\n\n迟延交货支付违约金。\n\n### 解除\n\n守约方可以解除合同。\n',
    );
    expect(parsed.tree.nodes.map((n) => n.path.join(' > '))).toEqual([
      '',
      '付款',
      '违约',
      '违约 > 迟延',
      '违约 > 迟延 > 迟延支付利息',
      '违约 > 迟延 > 迟延交货支付违约金',
      '违约 > 解除',
    ]);
  });

  test('a list whose labels stand in a column of their own', () => {
    const cell = (row: number, column: number) => ({ table: 0, row, column, rowSpan: 1, columnSpan: 1, header: false });
    const rows = [
      ['(a)', 'the Buyer does not pay the price when it is due;'],
      ['(b)', 'the Buyer becomes insolvent.'],
    ];
    const parsed = parseLines([
      '5. Termination. The Seller may terminate if:',
      ...rows.flatMap((pair, row) =>
        pair.map((text, column) => ({ text, kind: 'cell' as const, cell: cell(row, column) })),
      ),
      '6. Law. English law applies.',
    ]);
    expect(outline(parsed)).toEqual([
      'Section 5 = 5',
      'Section 5 > 5(a) = 5(a)',
      'Section 5 > 5(b) = 5(b)',
      'Section 6 = 6',
    ]);
    expect(ownWords(parsed, nodeOf(parsed, '5(b)'))).toBe('(b) / the Buyer becomes insolvent.');
  });

  test('a price list stays a table although its rows are counted', () => {
    const cell = (row: number, column: number) => ({ table: 0, row, column, rowSpan: 1, columnSpan: 1, header: false });
    const rows = [
      ['1.', 'Bolts', '10'],
      ['2.', 'Nuts', '20'],
      ['3.', 'Washers', '30'],
    ];
    const parsed = parseLines([
      '1. Prices',
      '1.1 Prices are listed:',
      ...rows.flatMap((row, r) => row.map((text, c) => ({ text, kind: 'cell' as const, cell: cell(r, c) }))),
    ]);
    expect(parsed.tree.nodes.filter((n) => n.number !== null).map((n) => n.number)).toEqual(['1', '1.1']);
    expect(parsed.tree.nodes.at(-1)?.kind).toBe('table');
  });

  test('two languages side by side in a table that only places the text', () => {
    const cell = (row: number, column: number) => ({ table: 0, row, column, rowSpan: 1, columnSpan: 1, header: false });
    const rows = [
      [
        '1. Payment. The Buyer pays the price within thirty days after delivery of the goods.',
        '一、付款。买方应当在交货后三十日内支付全部价款，逾期的应当支付利息。',
      ],
      [
        '2. Delivery. The Seller delivers the goods to the place that the Buyer names in its order.',
        '二、交货。卖方应当将货物运至买方在订单中指定的地点，并承担运费和保险。',
      ],
      [
        '3. Law. The law of the place of delivery governs this contract and all disputes under it.',
        '三、法律。本合同及其项下的争议适用交货地的法律，由交货地的法院管辖。',
      ],
    ];
    const parsed = parseLines(
      rows.flatMap((pair, row) =>
        pair.map((text, column) => ({ text, kind: 'cell' as const, cell: cell(row, column) })),
      ),
    );
    expect(parsed.tree.nodes.filter((n) => n.kind === 'clause').map((n) => n.label)).toEqual([
      '1.',
      '一、',
      '2.',
      '二、',
      '3.',
      '三、',
    ]);
  });
});

describe('headings of clauses', () => {
  test.each([
    ['12.1 General Cap. Except as stated, liability is limited.', 'General Cap'],
    ['12.1 Late payment. Overdue amounts bear interest.', 'Late payment'],
    ['12.1 LIMITATION OF LIABILITY', 'LIMITATION OF LIABILITY'],
    ['12.1 DELIVERY SCHEDULE Each order includes a date.', 'DELIVERY SCHEDULE'],
    ['12.1 Term This Agreement shall begin on the Effective Date.', 'Term'],
    [
      '12.1 No Implied Licence or Other Assignment Except as set out here, nothing is assigned.',
      'No Implied Licence or Other Assignment',
    ],
    ['12.1 Notices to The Company are sent by post.', null],
    ['12.1 During the Term The Provider keeps the records.', null],
    ['12.1 The Provider shall deliver the goods.', null],
    ['12.1 Subject to Section 3, fees are due.', null],
    ['第十二条 知识产权', '知识产权'],
    ['第十二条【知识产权】著作权归甲方所有。', '【知识产权】'],
    ['第十二条 甲方应当付款。', null],
    ['第十二条 前款规定不适用于下述各项损失：', null],
    ['12.1 This Agreement ends on 30 November. Notice is given in March.', null],
  ])('%s', (line, heading) => {
    const parsed = parseLines([line, line.startsWith('第') ? '第十三条 双方保密。' : '12.2 Other things are agreed.']);
    expect(parsed.tree.nodes[1]?.heading ?? null).toBe(heading);
  });
});

describe('the tree itself', () => {
  const text =
    '# AGREEMENT\n\nBetween A and B.\n\n1. Term\n\n1.1 One year.\n\n2. Fees\n\n2.1 Fees:\n(a) monthly; or\n(b) yearly.\n\nThe choice is final.\n';
  test('ids are preorder, parents come first and contain their children', () => {
    const { tree } = parseMarkdown(text);
    expect(tree.nodes.map((n) => n.id)).toEqual(tree.nodes.map((_, i) => `n${i}`));
    for (const node of tree.nodes.slice(1)) {
      const parent = tree.nodes.find((n) => n.id === node.parent);
      expect(parent && tree.nodes.indexOf(parent) < tree.nodes.indexOf(node)).toBe(true);
      expect(parent && parent.start <= node.start && parent.end >= node.end).toBe(true);
      expect(node.level).toBe(node.path.length);
    }
  });

  test('the partition check sees gaps, overlaps and wrong hulls', () => {
    const source = layoutMarkdown(text);
    const tree = structure(source, { name: 'a.md' });
    const nodes = tree.nodes;
    expect(checkPartition(source, tree)).toEqual([]);
    const changed = (i: number, change: object) => ({
      ...tree,
      nodes: nodes.map((n, k) => (k === i ? { ...n, ...change } : n)),
    });
    const some = nodes.findIndex((n) => n.number === '1.1');
    const own = nodes[some]?.own ?? [];
    expect(checkPartition(source, changed(some, { own: [] })).map((v) => v.kind)).toContain('gap');
    expect(checkPartition(source, changed(some, { own: [...own, nodes.at(-1)?.own[0]] })).map((v) => v.kind)).toContain(
      'overlap',
    );
    expect(checkPartition(source, changed(some, { end: text.length })).map((v) => v.kind)).toContain('hull');
    expect(checkPartition(source, changed(some, { parent: 'n99' })).map((v) => v.kind)).toContain('parent');
  });

  test('an empty text is one root', () => {
    expect(parseLines([]).tree.nodes.map((n) => n.kind)).toEqual(['root']);
  });
});
