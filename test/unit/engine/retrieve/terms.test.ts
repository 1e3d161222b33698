import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stem } from '../../../../electron/engine/retrieve/stem.ts';
import { lexicalTerms } from '../../../../electron/engine/retrieve/terms.ts';

describe('lexicalTerms', () => {
  it('stems English words and drops function words', () => {
    expect(lexicalTerms("the Company's liabilities terminated by termination")).toEqual([
      'compani',
      'liabil',
      'termin',
      'termin',
    ]);
  });

  it('keeps negation', () => {
    expect(lexicalTerms('may not assign')).toContain('not');
  });

  it('reads traditional, simplified, full and half width as the same terms', () => {
    expect(lexicalTerms('違約金條款')).toEqual(lexicalTerms('违约金条款'));
    expect(lexicalTerms('ＳＬＡ１２．２')).toEqual(lexicalTerms('sla12.2'));
  });

  it('gives overlapping bigrams and the longer dictionary words of Chinese', () => {
    const terms = lexicalTerms('知识产权归属');
    expect(terms).toEqual(expect.arrayContaining(['知识', '识产', '产权', '权归', '归属']));
    expect(lexicalTerms('金')).toEqual(['金']);
  });

  it('keeps clause labels and amounts as tokens, alike in every numeral system', () => {
    expect(lexicalTerms('12.2(a)')).toEqual(['n12n2na', 'n12n2']);
    expect(lexicalTerms('第十二条')).toContain('12');
    expect(lexicalTerms('30,000')).toEqual(['30000']);
    expect(lexicalTerms('20%')).toEqual(['20', 'p20']);
    expect(lexicalTerms('30天')).toContain('30');
    expect(lexicalTerms('三十日')).toContain('30');
    expect(lexicalTerms('sixty days')).toContain('60');
    expect(lexicalTerms('壹佰万元')).toContain('1000000');
  });

  it('gives a hyphenated word whole and in parts', () => {
    expect(lexicalTerms('non-compete')).toEqual(['non', 'compet', 'noncompet']);
  });

  it('gives terms of letters and digits only, for any text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' })), (text) => {
        for (const term of lexicalTerms(text)) expect(term).toMatch(/^[\p{L}\p{N}]+$/u);
      }),
    );
  });

  it('gives the terms of a text made of lines as those of its lines', () => {
    const line = fc.constantFrom('乙方应当支付违约金', 'Section 12.2(a) shall apply', '30 days', '附件二第3项');
    fc.assert(
      fc.property(line, line, (a, b) => {
        expect(lexicalTerms(`${a}\n${b}`)).toEqual([...lexicalTerms(a), ...lexicalTerms(b)]);
      }),
    );
  });
});

describe('stem', () => {
  // Pairs from the tables of Porter's paper.
  it.each([
    ['caresses', 'caress'],
    ['ponies', 'poni'],
    ['agreed', 'agre'],
    ['motoring', 'motor'],
    ['hopping', 'hop'],
    ['filing', 'file'],
    ['happy', 'happi'],
    ['relational', 'relat'],
    ['conditional', 'condit'],
    ['hopefulness', 'hope'],
    ['formalize', 'formal'],
    ['adjustment', 'adjust'],
    ['adoption', 'adopt'],
    ['probate', 'probat'],
    ['controll', 'control'],
  ])('%s is %s', (word, expected) => {
    expect(stem(word)).toBe(expected);
  });
});
