import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quietRun } from '../../../../electron/engine/run.ts';
import type { Run } from '../../../../electron/engine/run.ts';
import { searchPassages } from '../../../../electron/engine/retrieve/searchPassages.ts';
import { Hit } from '../../../../shared/model.ts';
import { bagEmbedder, handmade, services, storeOf } from './handmade.ts';

const find = async (query: string, limit = 10): Promise<Hit[]> =>
  searchPassages(
    query,
    { store: await storeOf(services), embedder: bagEmbedder },
    { documents: null, limit },
    quietRun,
  );

describe('searchPassages', () => {
  it('puts the clause that answers first, with its score parts', async () => {
    const [first] = await find('When must an invoice be paid?');
    expect(first?.number).toBe('2.1');
    expect(first?.parts.dense).toBeGreaterThan(0);
    expect(first?.parts.lexical).toBeGreaterThan(0);
    expect(() => Hit.parse(first)).not.toThrow();
  });

  it('goes straight to a clause named by its number', async () => {
    expect((await find('What does 4.1 say about invoices?'))[0]?.number).toBe('4.1');
  });

  it('brings the proviso with the rule and the rule with the proviso', async () => {
    const hits = await find('total liability');
    const rule = hits.find(({ number }) => number === '3.1');
    const proviso = hits.find(({ number }) => number === '3.2');
    expect(rule?.context.some(({ role, node }) => role === 'exception' && node === 'n8')).toBe(true);
    expect(proviso?.context.some(({ node }) => node === 'n7')).toBe(true);
  });

  it('brings definitions of the terms of a clause and the annex it refers to', async () => {
    const hits = await find('liability limited; hourly rates');
    const context = (number: string): string[] =>
      hits.find((hit) => hit.number === number)?.context.map(({ role, node }) => `${role} ${node}`) ?? [];
    expect(context('3.1')).toContain('definition n2');
    expect(context('2.2')).toContain('annex n12');
  });

  it('never repeats the hit in its context and never shows a signature', async () => {
    for (const hit of await find('hourly rates of provider', 50)) {
      expect(hit.node).not.toBe('n13');
      for (const { node, slices } of hit.context) {
        expect(node).not.toBe('n13');
        for (const [start, end] of slices) expect(hit.slices.some(([s, e]) => s <= start && end <= e)).toBe(false);
      }
    }
  });

  it('is stable and sorted by score', async () => {
    const once = await find('fees of the provider');
    expect(await find('fees of the provider')).toEqual(once);
    const scores = once.map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  });

  it('keeps to the scope', async () => {
    const other = handmade([{ id: 'n1', words: 'Invoices are paid at once.', number: '1' }], { name: 'other.md' });
    const store = await storeOf(services, other);
    const scope = { documents: [other.info.id], limit: 10 };
    const hits = await searchPassages('invoices', { store, embedder: bagEmbedder }, scope, quietRun);
    expect(hits.map(({ file }) => file)).toEqual(['other.md']);
  });

  it('refuses a question without words, and one that is too long', async () => {
    await expect(find(' ?! ')).rejects.toMatchObject({ code: 'QUESTION_EMPTY' });
    await expect(find('a'.repeat(50_000))).rejects.toMatchObject({ code: 'QUESTION_TOO_LONG' });
  });

  it('takes any question', async () => {
    const store = await storeOf(services);
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 60 }), async (query) => {
        fc.pre(/[\p{L}\p{N}]/u.test(query));
        const hits = await searchPassages(
          query,
          { store, embedder: bagEmbedder },
          { documents: null, limit: 5 },
          quietRun,
        );
        for (const hit of hits) expect(hit.score).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 60 },
    );
  });

  it('stops when it is cancelled', async () => {
    const controller = new AbortController();
    controller.abort();
    const run: Run = { signal: controller.signal, report: () => undefined };
    const store = await storeOf(services);
    await expect(
      searchPassages('fees', { store, embedder: bagEmbedder }, { documents: null, limit: 5 }, run),
    ).rejects.toMatchObject({ code: 'CANCELLED' });
  });
});
