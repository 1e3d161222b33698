import { describe, expect, it } from 'vitest';
import { statementPrior } from '../../../../electron/engine/retrieve/statement.ts';

const prior = (words: string, question = 'x', kind: 'clause' | 'recital' | 'table' = 'clause'): number =>
  statementPrior(words, kind, /\p{Script=Han}/u.test(words) ? 'zh' : 'en', question);

describe('statementPrior', () => {
  it('puts rules before names, headings and blanks', () => {
    const rule = prior('The tenant shall return the keys to the landlord on the last day of the lease.');
    expect(rule).toBeGreaterThan(prior('The keys and the landlord, with the tenant and the lease, on the last day'));
    expect(rule).toBeGreaterThan(prior('Keys'));
    expect(prior('承租人应当在租赁期满之日将钥匙交还出租人。')).toBeGreaterThan(prior('钥匙交还'));
  });

  it('puts clauses before recitals and tables', () => {
    const words = 'The parties wish to lease the house that is described below.';
    expect(prior(words)).toBeGreaterThan(prior(words, 'x', 'recital'));
    expect(prior(words)).toBeGreaterThan(prior(words, 'x', 'table'));
  });

  it.each([
    ['How long is the notice?', 'Notice is sixty (60) days.', 'Notice is written on paper.'],
    ['违约金是多少钱', '违约金为合同总额的百分之二十。', '违约金在违约后即行给付对方。'],
    ['Can I sublet?', 'The tenant may sublet with consent.', 'The tenant lives in the house alone.'],
    ['这算不算交付', '交付是指货物到达并签收。', '交付的地点在仓库的东门。'],
  ])('%s is answered by what holds the thing asked for', (question, holds, lacks) => {
    const gain = prior(holds, question) - prior(holds);
    expect(gain).toBeGreaterThan(0);
    expect(gain).toBeGreaterThan(prior(lacks, question) - prior(lacks));
  });
});
