import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SELECTION, selectQuotes } from '../../../../electron/engine/answer/select.ts';
import { search } from '../../../../electron/engine/retrieve/search.ts';
import { quietRun } from '../../../../electron/engine/run.ts';
import { quoteOf } from '../../../../shared/span.ts';
import { bagEmbedder, handmade, services, storeOf } from '../retrieve/handmade.ts';

const found = async (question: string, document = services) =>
  search(question, { store: await storeOf(document), embedder: bagEmbedder }, { documents: null, limit: 40 }, quietRun);

describe('selectQuotes', () => {
  it('puts the hit before its companions', async () => {
    const [first, second] = selectQuotes(await found('What is the total liability of Provider limited to?'));
    expect(first?.node).toBe('n7');
    expect([second?.role, second?.node]).toEqual(['exception', 'n8']);
  });

  it('quotes a long clause by what answers, and keeps the proviso behind it', async () => {
    const filler = 'The parties keep records of all meetings in the usual way and store them in good order. '.repeat(
      14,
    );
    const rule = 'The deposit is returned within ten days. However, cleaning costs are kept back.';
    const long = handmade([
      { id: 'n1', number: '1', words: `1. ${filler}${rule} ${filler}` },
      ...[2, 3, 4].map((n) => ({ id: `n${n}`, number: `${n}`, words: `${n}. The garden is green in spring.` })),
    ]);
    const [first] = selectQuotes(await found('When is the deposit returned?', long));
    const quote = first === undefined ? '' : quoteOf(first.view.text, first.slices);
    expect(quote).toContain('The deposit is returned within ten days.');
    expect(quote).toContain('However, cleaning costs are kept back.');
    expect(quote.length).toBeLessThanOrEqual(SELECTION.trimmedHead.en + 10);
  });

  it('answers a list whole', async () => {
    const list = handmade([
      { id: 'n1', number: '5', words: '5. The landlord may end the lease where:', chunk: false },
      {
        id: 'n2',
        parent: 'n1',
        number: '5(a)',
        kind: 'item',
        words: '(a) the rent is overdue and the lease is at risk;',
      },
      { id: 'n3', parent: 'n1', number: '5(b)', kind: 'item', words: '(b) pets are kept;' },
      { id: 'n4', parent: 'n1', number: '5(c)', kind: 'item', words: '(c) walls are painted.' },
      { id: 'n5', number: '6', words: '6. The rent of the lease is due monthly and the landlord sends no reminder.' },
    ]);
    const items = selectQuotes(await found('List all cases where the landlord may end the lease', list))
      .map(({ node }) => node)
      .filter((node) => ['n2', 'n3', 'n4'].includes(node));
    expect(items.toSorted()).toEqual(['n2', 'n3', 'n4']);
  });

  it('keeps to the budget but for the last quote, repeats nothing, and quotes only own text of its node', async () => {
    const question = fc.constantFrom(
      'liability',
      'annual fees and hourly rates',
      'invoice',
      'secrets of the other party',
    );
    await fc.assert(
      fc.asyncProperty(question, fc.integer({ min: 40, max: 400 }), async (words, budget) => {
        const quotes = selectQuotes(await found(words), { ...SELECTION, budget: { en: budget, zh: budget } });
        let used = 0;
        const taken: (readonly [number, number])[] = [];
        for (const { view, node, slices } of quotes) {
          expect(used).toBeLessThan(budget);
          for (const [start, end] of slices) {
            used += end - start;
            expect(taken.some(([s, e]) => start < e && s < end)).toBe(false);
            taken.push([start, end]);
            expect(view.node(node)?.own.some(([s, e]) => s <= start && end <= e)).toBe(true);
          }
        }
      }),
      { numRuns: 30 },
    );
  });
});
