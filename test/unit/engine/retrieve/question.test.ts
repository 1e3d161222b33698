import { describe, expect, it } from 'vitest';
import { definedTerms } from '../../../../electron/engine/retrieve/definedTerms.ts';
import { viewOf } from '../../../../electron/engine/retrieve/documentView.ts';
import { understand } from '../../../../electron/engine/retrieve/question.ts';
import { handmade } from './handmade.ts';

describe('understand', () => {
  it.each([
    ['What does Section 12.2(a) say?', ['12 2 a']],
    ['第十二条第三款写了什么', ['12 3']],
    ['第12条第（三）项', ['12 3']],
    ['附件二第3项的价格', ['附件 2 3']],
    ['see Schedule 2, paragraph 3', ['schedule 2 paragraph 3']],
    ['is 12.2(a) binding', ['12 2 a']],
  ])('clause numbers of %s', (question, expected) => {
    const found = understand(question).numbers.map((tokens) => tokens.join(' '));
    for (const number of expected) expect(found).toContain(number);
  });

  it.each(['Who pays 1.5% interest?', 'Who may terminate?', '30天内付款吗'])('no clause number in %s', (question) => {
    expect(understand(question).numbers).toEqual([]);
  });

  it('tells the languages', () => {
    expect(understand('Who pays the rent?').language).toBe('en');
    expect(understand('谁付房租？').language).toBe('zh');
    expect(understand('这个 source code 归谁 own').language).toBe('mixed');
  });

  it('tells questions over every clause', () => {
    expect(understand('List all fees').reach).toBe('list');
    expect(understand('甲方在哪些情形下可以解除合同').reach).toBe('list');
    expect(understand('How many days of notice').reach).toBe('count');
    expect(understand('Is there any cap on liability?').reach).toBe('absence');
    expect(understand('合同有没有约定仲裁').reach).toBe('absence');
    expect(understand('Who pays the rent?').reach).toBe('passage');
  });

  it('reads amounts, dates, quotations and negation', () => {
    const read = understand('Is “Net Sales” above $5 million not due within 30 days of 1 May 2026?');
    expect(read.amounts).toEqual(['$5 million']);
    expect(read.dates).toEqual(expect.arrayContaining(['30 days', '1 May 2026']));
    expect(read.quoted).toEqual(['Net Sales']);
    expect(read.negated).toBe(true);
    expect(understand('不可抗力怎么约定').negated).toBe(false);
  });

  it('keeps the words of the matter and adds those of the trade in both languages', () => {
    const read = understand('房东能不能提前解约');
    expect(read.terms).toContain('房东');
    expect(read.terms).not.toContain('能不');
    expect(read.expansion).toEqual(expect.arrayContaining(['出租', '解除', 'termin', 'landlord']));
  });
});

describe('definedTerms', () => {
  const contract = handmade([{ id: 'n1', words: '“Confidential Information” means secrets.' }], {
    definitions: [{ term: 'Confidential Information', aliases: ['CI'], node: 'n1' }],
  });
  const certainty = (question: string): number | undefined => definedTerms(question, viewOf(contract))[0]?.certainty;

  it('finds a term as written, in the plural, by alias, with a slip, and in the other language', () => {
    expect(certainty('Is this confidential information?')).toBe(1);
    expect(certainty('Who owns the CI')).toBe(0.8);
    expect(certainty('is it confidentail informtion')).toBe(0.6);
    expect(certainty('保密的资料包括什么')).toBe(0.5);
    expect(certainty('Who pays the rent?')).toBeUndefined();
  });
});
