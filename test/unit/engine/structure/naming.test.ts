import { describe, expect, test } from 'vitest';
import { outline, parseLines } from './parse.ts';

/** Every row of the table of labels, paths and numbers in the design. */
describe('paths and numbers', () => {
  test('12. · 12.2 · (a) · (i)', () => {
    const parsed = parseLines([
      'SERVICES AGREEMENT',
      '1. Definitions',
      '1.1 Terms have the meaning given in this Section.',
      '2. Liability',
      '2.1 General Cap. Liability is limited.',
      '2.2 Exceptions. The cap does not apply to:',
      '(a) gross negligence, including:',
      '(i) reckless acts; and',
      '(ii) omissions; or',
      '(b) death.',
    ]);
    expect(outline(parsed)).toEqual([
      'Section 1 = 1',
      'Section 1 > 1.1 = 1.1',
      'Section 2 = 2',
      'Section 2 > 2.1 = 2.1',
      'Section 2 > 2.2 = 2.2',
      'Section 2 > 2.2 > 2.2(a) = 2.2(a)',
      'Section 2 > 2.2 > 2.2(a) > 2.2(a)(i) = 2.2(a)(i)',
      'Section 2 > 2.2 > 2.2(a) > 2.2(a)(ii) = 2.2(a)(ii)',
      'Section 2 > 2.2 > 2.2(b) = 2.2(b)',
    ]);
  });

  test('the document’s own references choose the word', () => {
    const parsed = parseLines([
      '1. Term',
      '1.1 Subject to clause 2.1, this deed runs as clause 1 says.',
      '2. Fees',
      '2.1 See clause 1.1.',
    ]);
    expect(outline(parsed)).toContain('Clause 2 > 2.1 = 2.1');
  });

  test('ARTICLE IV · Section 4.01 · (a)', () => {
    const parsed = parseLines([
      'ARTICLE III',
      'COVENANTS',
      'Section 3.01 Books. The Company shall keep books.',
      'ARTICLE IV',
      'INDEMNITY',
      'Section 4.01 Scope. The Company indemnifies against:',
      '(a) claims; and',
      '(b) losses.',
      'Section 4.02 Limits. The limits of Section 4.01 apply.',
    ]);
    expect(outline(parsed)).toEqual([
      'Article III = Article III',
      'Article III > Section 3.01 = 3.01',
      'Article IV = Article IV',
      'Article IV > Section 4.01 = 4.01',
      'Article IV > Section 4.01 > 4.01(a) = 4.01(a)',
      'Article IV > Section 4.01 > 4.01(b) = 4.01(b)',
      'Article IV > Section 4.02 = 4.02',
    ]);
  });

  test('A. · 1. · (a)', () => {
    const parsed = parseLines([
      'A. Services',
      '1. The Provider delivers:',
      '(a) hosting; and',
      '(b) support.',
      '2. It reports monthly.',
      'B. Fees',
      '1. Fees are due.',
    ]);
    expect(outline(parsed)).toEqual([
      'A = A',
      'A > A.1 = A.1',
      'A > A.1 > A.1(a) = A.1(a)',
      'A > A.1 > A.1(b) = A.1(b)',
      'A > A.2 = A.2',
      'B = B',
      'B > B.1 = B.1',
    ]);
  });

  test('inline (i) …; (ii) … in 5.1', () => {
    const parsed = parseLines([
      '5. Data',
      '5.1 The Processor shall (i) keep the data secret; and (ii) delete it on request.',
      '5.2 It reports breaches.',
    ]);
    expect(outline(parsed)).toEqual([
      'Section 5 = 5',
      'Section 5 > 5.1 = 5.1',
      'Section 5 > 5.1 > 5.1(i) = 5.1(i)',
      'Section 5 > 5.1 > 5.1(ii) = 5.1(ii)',
      'Section 5 > 5.2 = 5.2',
    ]);
  });

  test('unnumbered heading, recital, definition', () => {
    const parsed = parseLines([
      'RECITALS',
      'WHEREAS, the Seller owns the shares;',
      'WHEREAS, the Buyer wants to buy them;',
      'NOW, THEREFORE, the parties agree as follows:',
      '1. Definitions',
      '“Closing” means completion of the sale.',
      '“Shares” means all shares of the Target.',
    ]);
    const kinds = parsed.tree.nodes.map((n) => `${n.kind} ${n.number} ${n.path.join(' > ')}`);
    expect(kinds).toEqual([
      'root null ',
      'clause null RECITALS',
      'recital null RECITALS > WHEREAS, the Seller owns the shares',
      'recital null RECITALS > WHEREAS, the Buyer wants to buy them',
      'paragraph null RECITALS > NOW, THEREFORE, the parties agree as follows:',
      'clause 1 Section 1',
      'definition null Section 1 > “Closing” means completion of the sale.',
      'definition null Section 1 > “Shares” means all shares of the Target.',
    ]);
  });

  test('unnumbered heading 有因终止 · （2）', () => {
    const parsed = parseLines([
      '分销商协议',
      '本协议由双方签署。',
      '有因终止',
      '有下列情形之一的，公司可以书面通知终止本协议：',
      '（1）分销商不能达成销售目标；',
      '（2）公司业务调整。',
      '违约责任',
      '违约方应当赔偿对方的下列损失：',
      '（1）直接损失；',
      '（2）合理费用。',
    ]);
    expect(outline(parsed)).toEqual([
      '有因终止 > （1） = 有因终止（1）',
      '有因终止 > （2） = 有因终止（2）',
      '违约责任 > （1） = 违约责任（1）',
      '违约责任 > （2） = 违约责任（2）',
    ]);
  });

  test('top-level 1. in a Chinese contract', () => {
    const parsed = parseLines([
      '保密协议',
      '1. 定义',
      '1.1 保密信息是指披露方的信息。',
      '2. 义务',
      '2.1 接收方应当保密。',
    ]);
    expect(outline(parsed)).toEqual(['1 = 1', '1 > 1.1 = 1.1', '2 = 2', '2 > 2.1 = 2.1']);
  });

  test('Schedule 2 · Part A · 3. · (b)', () => {
    const parsed = parseLines([
      '1. Sale',
      '1.1 The Seller sells the Shares on the terms of Schedule 2.',
      'Schedule 1',
      'Price',
      '1. The price is £1.',
      'Schedule 2',
      'Warranties',
      'Part A',
      '1. The Seller owns the Shares.',
      '2. The accounts are true.',
      '3. No person:',
      '(a) has a claim; or',
      '(b) has an option.',
      'Part B',
      '1. The Buyer can pay.',
    ]);
    expect(outline(parsed)).toEqual([
      'Section 1 = 1',
      'Section 1 > 1.1 = 1.1',
      'Schedule 1 = Schedule 1',
      'Schedule 1 > paragraph 1 = Schedule 1 1',
      'Schedule 2 = Schedule 2',
      'Schedule 2 > Part A = Schedule 2 Part A',
      'Schedule 2 > Part A > paragraph 1 = Schedule 2 Part A 1',
      'Schedule 2 > Part A > paragraph 2 = Schedule 2 Part A 2',
      'Schedule 2 > Part A > paragraph 3 = Schedule 2 Part A 3',
      'Schedule 2 > Part A > paragraph 3 > 3(a) = Schedule 2 Part A 3(a)',
      'Schedule 2 > Part A > paragraph 3 > 3(b) = Schedule 2 Part A 3(b)',
      'Schedule 2 > Part B = Schedule 2 Part B',
      'Schedule 2 > Part B > paragraph 1 = Schedule 2 Part B 1',
    ]);
  });

  test('Exhibit B · 1.1', () => {
    const parsed = parseLines([
      '1. Services',
      '1.1 Services are in Exhibit B.',
      'EXHIBIT B',
      'Service Levels',
      '1.1 Uptime. The Service is available.',
      '1.2 Credits. Credits are due.',
    ]);
    expect(outline(parsed).slice(2)).toEqual([
      'Exhibit B = Exhibit B',
      'Exhibit B > 1.1 = Exhibit B 1.1',
      'Exhibit B > 1.2 = Exhibit B 1.2',
    ]);
  });

  test('Schedule 1.1(c) · Schedule 1.1(u)', () => {
    const parsed = parseLines([
      'SCHEDULES',
      'Schedule 1.1(c) Licensed Patents Schedule 1.1(u)',
      'LICENCE AGREEMENT',
      'The parties agree on the licence below.',
      '1. Licence',
      '1.1 Meanings. The licensed patents are listed in Schedule 1.1(c), the marks in Schedule 1.1(u).',
      '2. Term. One year.',
      'Schedule 1.1(c)',
      'The patents are those of the flooring division.',
      'Schedule 1.1(u) – Licensed Marks',
      'The marks are those of the flooring division.',
    ]);
    expect(outline(parsed)).toEqual([
      'Section 1 = 1',
      'Section 1 > 1.1 = 1.1',
      'Section 2 = 2',
      'Schedule 1.1(c) = Schedule 1.1(c)',
      'Schedule 1.1(u) = Schedule 1.1(u)',
    ]);
  });

  test('Exhibit A · A.1 · A.1.2 · 1.', () => {
    const parsed = parseLines([
      '1. Services. The services are described in Exhibit A.',
      '2. Term. One year.',
      'EXHIBIT A',
      'A.1 Overview',
      'The module reports events to the host.',
      'A.1.1 Detection',
      '1. Events are detected within one second.',
      '2. Events are stored.',
      'A.1.2 Reporting. See A.1 for the host.',
      '1. Events are reported within two seconds.',
      'A.2 Support. Support is given by telephone.',
    ]);
    expect(outline(parsed).slice(2)).toEqual([
      'Exhibit A = Exhibit A',
      'Exhibit A > A.1 = Exhibit A A.1',
      'Exhibit A > A.1 > A.1.1 = Exhibit A A.1.1',
      'Exhibit A > A.1 > A.1.1 > A.1.1.1 = Exhibit A A.1.1.1',
      'Exhibit A > A.1 > A.1.1 > A.1.1.2 = Exhibit A A.1.1.2',
      'Exhibit A > A.1 > A.1.2 = Exhibit A A.1.2',
      'Exhibit A > A.1 > A.1.2 > A.1.2.1 = Exhibit A A.1.2.1',
      'Exhibit A > A.2 = Exhibit A A.2',
    ]);
  });

  test('第三章 · 第二节 · 第八条: articles run on over chapters', () => {
    const parsed = parseLines([
      '第一章 总则',
      '第一条 为了规范合同，制定本法。',
      '第二章 订立',
      '第一节 要约',
      '第二条 要约应当明确。',
      '第二节 承诺',
      '第三条 承诺应当以通知的方式作出。',
    ]);
    expect(outline(parsed)).toEqual([
      '第一章 = 第一章',
      '第一章 > 第一条 = 第一条',
      '第二章 = 第二章',
      '第二章 > 第一节 = 第一节',
      '第二章 > 第一节 > 第二条 = 第二条',
      '第二章 > 第二节 = 第二节',
      '第二章 > 第二节 > 第三条 = 第三条',
    ]);
  });

  test('第十二条, its second paragraph, （三）', () => {
    const parsed = parseLines([
      '第十一条 保险人应当赔偿。',
      '第十二条 投保人对保险标的应当具有保险利益。',
      '有下列情形之一的，合同无效：',
      '（一）无利益的；',
      '（二）欺诈的；',
      '（三）违反法律的。',
      '第十三条 合同成立。',
    ]);
    expect(outline(parsed)).toEqual([
      '第十一条 = 第十一条',
      '第十二条 = 第十二条',
      '第十二条 > 第二款 = 第十二条第二款',
      '第十二条 > 第二款 > 第（一）项 = 第十二条第二款第（一）项',
      '第十二条 > 第二款 > 第（二）项 = 第十二条第二款第（二）项',
      '第十二条 > 第二款 > 第（三）项 = 第十二条第二款第（三）项',
      '第十三条 = 第十三条',
    ]);
  });

  test('traditional 條 and 項 count alike', () => {
    const parsed = parseLines([
      '第一條 定義',
      '有下列情形之一的，應予終止：',
      '（一）違約；',
      '（二）破產。',
      '第二條 付款',
      '甲方應當付款。',
    ]);
    expect(outline(parsed)).toEqual([
      '第一條 = 第一條',
      '第一條 > 第（一）项 = 第一條第（一）项',
      '第一條 > 第（二）项 = 第一條第（二）项',
      '第二條 = 第二條',
    ]);
  });

  test('第三条 · 1. · （1）', () => {
    const parsed = parseLines([
      '第二条 标的',
      '标的为数据。',
      '第三条 付款',
      '1. 甲方按下列方式付款：',
      '（1）转账；',
      '（2）支票。',
      '2. 乙方开具发票。',
    ]);
    expect(outline(parsed).slice(1)).toEqual([
      '第三条 = 第三条',
      '第三条 > 第1项 = 第三条第1项',
      '第三条 > 第1项 > （1） = 第三条第1项（1）',
      '第三条 > 第1项 > （2） = 第三条第1项（2）',
      '第三条 > 第2项 = 第三条第2项',
    ]);
  });

  test('一、 · （二） · 3. · (1)', () => {
    const parsed = parseLines([
      '一、合作内容',
      '（一）甲方提供场地。',
      '（二）乙方义务',
      '1. 按时交付。',
      '2. 保证质量。',
      '3. 承担下列费用：',
      '(1) 运费；',
      '(2) 保险费。',
      '二、期限',
    ]);
    expect(outline(parsed)).toEqual([
      '一 = 一',
      '一 > （一） = 一（一）',
      '一 > （二） = 一（二）',
      '一 > （二） > 1 = 一（二）1',
      '一 > （二） > 2 = 一（二）2',
      '一 > （二） > 3 = 一（二）3',
      '一 > （二） > 3 > (1) = 一（二）3(1)',
      '一 > （二） > 3 > (2) = 一（二）3(2)',
      '二 = 二',
    ]);
  });

  test('第十二条 · 12.2', () => {
    const parsed = parseLines([
      '第十二条 知识产权',
      '12.1 著作权归甲方所有。',
      '12.2 但开源软件除外。',
      '第十三条 保密',
      '13.1 双方保密。',
    ]);
    expect(outline(parsed)).toContain('第十二条 > 12.2 = 12.2');
  });

  test('附件二 · 3.2; 附件一 · 1.', () => {
    const parsed = parseLines([
      '第一条 验收',
      '验收标准见附件二。',
      '附件一 功能清单',
      '1. 入库管理',
      '2. 库存盘点',
      '附件二 验收标准',
      '3.1 性能指标',
      '响应时间不超过两秒。',
      '3.2 软件清单',
    ]);
    expect(outline(parsed).slice(1)).toEqual([
      '附件一 = 附件一',
      '附件一 > 1 = 附件一 1',
      '附件一 > 2 = 附件一 2',
      '附件二 = 附件二',
      '附件二 > 3.1 = 附件二 3.1',
      '附件二 > 3.2 = 附件二 3.2',
    ]);
  });
});
