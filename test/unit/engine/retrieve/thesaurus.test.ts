import { describe, expect, it } from 'vitest';
import { lexicalTerms } from '../../../../electron/engine/retrieve/terms.ts';
import { expansionTerms, expansionWords } from '../../../../electron/engine/retrieve/thesaurus.ts';

describe('expansion', () => {
  it('finds words and phrases, in any inflection', () => {
    expect(expansionTerms('we want to get out')).toEqual(expect.arrayContaining(lexicalTerms('termination')));
    expect(expansionTerms('subletting the flat')).toEqual(expect.arrayContaining(lexicalTerms('转租')));
  });

  it('needs the whole phrase', () => {
    expect(expansionTerms('get the keys')).not.toEqual(expect.arrayContaining(lexicalTerms('termination')));
  });

  it('gives words of one language only, few enough to stand beside a question', () => {
    const zh = expansionWords('terminate the lease early and get the deposit back', 'zh');
    expect(zh.length).toBeGreaterThan(3);
    expect(zh.length).toBeLessThanOrEqual(24);
    for (const word of zh) expect(word).toMatch(/\p{Script=Han}/u);
    for (const word of expansionWords('提前退租押金怎么办', 'en')) expect(word).not.toMatch(/\p{Script=Han}/u);
  });

  it('reads traditional characters', () => {
    expect(expansionTerms('違約金')).toEqual(expansionTerms('违约金'));
  });

  it('gives nothing for words of no trade', () => {
    expect(expansionTerms('zebra')).toEqual([]);
  });
});
