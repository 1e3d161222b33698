import { describe, expect, it } from 'vitest';
import { indexRow } from '../../../../electron/engine/retrieve/indexRow.ts';
import { lexicalTerms } from '../../../../electron/engine/retrieve/terms.ts';
import { MemoryStore as PlainStore } from '../../store/memoryStore.ts';
import { services, storeOf } from './handmade.ts';

describe('the store of evaluations', () => {
  it('scores BM25 as the store that PGlite is compared with', async () => {
    const fast = await storeOf(services);
    const plain = new PlainStore();
    const [summary] = await fast.documents();
    expect(summary).toBeDefined();
    plain.add(
      services,
      services.chunks.map((chunk) => indexRow(services.source.text, chunk)),
      summary!,
    );
    const terms = lexicalTerms('total liability of the provider, invoice and hourly rates');
    const scope = { documents: null, limit: 20 };
    const [ours, theirs] = [await fast.lexical(terms, scope), await plain.lexical(terms, scope)];
    expect(ours.length).toBeGreaterThan(3);
    expect(ours.map(({ chunk }) => chunk)).toEqual(theirs.map(({ chunk }) => chunk));
    for (const [i, { score }] of ours.entries()) expect(score).toBeCloseTo(theirs[i]?.score ?? 0, 6);
  });
});
