import { fileURLToPath } from 'node:url';
import * as fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { chunkDocument } from '../../../../electron/engine/chunk/chunk.ts';
import { embeddingText } from '../../../../electron/engine/chunk/embeddingText.ts';
import { fitTokens, fixedTokenChunks, splitsPair } from '../../../../electron/engine/chunk/fixed.ts';
import { chunkReport } from '../../../../electron/engine/chunk/report.ts';
import { layoutMarkdown } from '../../../../electron/engine/layout/markdown.ts';
import type { SourceText } from '../../../../electron/engine/layout/sourceText.ts';
import type { Tokenizer } from '../../../../electron/engine/ports.ts';
import { structure } from '../../../../electron/engine/structure/structure.ts';
import { loadTokenizer } from '../../../../electron/models/tokenizer.ts';
import type { Chunk, ClauseTree } from '../../../../shared/model.ts';
import { contains, quoteOf } from '../../../../shared/span.ts';

const pack = fileURLToPath(new URL('../../../../resources/models/multilingual-e5-small-q4', import.meta.url));
let tokenizer: Tokenizer;
beforeAll(async () => {
  tokenizer = await loadTokenizer(pack);
});

const CONTRACT = `# STORAGE AGREEMENT

This Storage Agreement is made between Elm Depot Ltd. (the "Keeper") and Sail Trading plc (the "Owner").

Section 1. Goods

1.1 Care. The Keeper shall store the goods dry and locked. It checks them weekly.

1.2 Exceptions. The Keeper shall keep a list of such goods at the gate. Section 1.1 does not apply to:
(a) goods that the Owner has packed itself; or
(b) perishable goods.

1.3 "Working Day" means a day on which the Keeper's gate is open.

Section 2. Fees

2.1 The Owner pays EUR 40 a pallet and month.
`;

function cut(text: string): { source: SourceText; tree: ClauseTree; chunks: Chunk[] } {
  const source = layoutMarkdown(text);
  const tree = structure(source, { name: 'storage.md' });
  return { source, tree, chunks: chunkDocument(source, tree, tokenizer) };
}

/** Laws that hold for the chunks of every contract. */
function expectLaws({ source, tree, chunks }: { source: SourceText; tree: ClauseTree; chunks: Chunk[] }): void {
  const nodes = new Map(tree.nodes.map((node) => [node.id, node]));
  for (const chunk of chunks) {
    const node = nodes.get(chunk.node)!;
    expect(chunk.path).toEqual(node.path);
    for (const slice of chunk.slices) {
      expect(
        node.own.some((own) => contains(own, slice)),
        `${chunk.id} lies inside its clause`,
      ).toBe(true);
      expect(splitsPair(source.text, slice[0]) || splitsPair(source.text, slice[1])).toBe(false);
    }
    expect(chunk.tokens).toBeLessThanOrEqual(tokenizer.window);
    expect(chunk.structureScore).toBeGreaterThan(0);
    expect(chunk.structureScore).toBeLessThanOrEqual(1);
  }
  const main = chunks.filter(({ kind }) => kind !== 'definition').flatMap(({ slices }) => slices);
  const early = main.slice(1).filter(([start], index) => start < (main[index]?.[1] ?? 0));
  expect(early, 'in order, without overlap').toEqual([]);
}

describe('chunkDocument', () => {
  it('makes one chunk of each leaf clause and none of a heading or lead-in', () => {
    const { source, tree, chunks } = cut(CONTRACT);
    const number = (chunk: Chunk): string | null => tree.nodes.find(({ id }) => id === chunk.node)?.number ?? null;
    const numbers = chunks.map(number).filter((each) => each !== null);
    expect(numbers).toEqual(['1.1', '1.2', '1.2(a)', '1.2(b)', '1.3', '2.1']);
    const flush = chunks.find((chunk) => number(chunk) === '1.2')!;
    expect(flush.kind).toBe('flush');
    expect(quoteOf(source.text, flush.slices)).toBe(
      '1.2 Exceptions. The Keeper shall keep a list of such goods at the gate.',
    );
    expectLaws({ source, tree, chunks });
  });

  it('embeds path and lead-in with each item, and keeps its slices exact', () => {
    const { source, chunks } = cut(CONTRACT);
    const item = chunks.find(({ path }) => path.at(-1) === '1.2(a)')!;
    expect(quoteOf(source.text, item.slices)).toBe('(a) goods that the Owner has packed itself; or');
    expect(quoteOf(source.text, item.leadIn)).toBe('Section 1.1 does not apply to:');
    expect(embeddingText(source.text, item)).toBe(
      `Section 1 > 1.2 > 1.2(a)\n${quoteOf(source.text, item.leadIn)}\n(a) goods that the Owner has packed itself; or`,
    );
  });

  it('splits a leaf over the window at sentence ends and loses nothing of it', () => {
    const sentence =
      'The Keeper shall inspect the goods and report each finding to the Owner in writing without delay. ';
    const { source, tree, chunks } = cut(`1. Care\n\n1.1 ${sentence.repeat(60).trim()}\n\n1.2 The end.\n`);
    const parts = chunks.filter(({ kind }) => kind === 'part');
    expect(parts.length).toBeGreaterThan(1);
    for (const part of parts) expect(quoteOf(source.text, part.slices)).toMatch(/delay\.$/u);
    const node = tree.nodes.find(({ number }) => number === '1.1')!;
    const bare = (text: string): string => text.replace(/\s/gu, '');
    expect(bare(parts.map(({ slices }) => quoteOf(source.text, slices)).join(' '))).toBe(
      bare(quoteOf(source.text, node.own)),
    );
    expectLaws({ source, tree, chunks });
  });

  it('splits a sentence without an end, also one of characters outside the basic plane', () => {
    const { source, tree, chunks } = cut(`第一条 范围\n\n1.1 ${'𠀀𠀁𠀂乙方'.repeat(300)}\n\n1.2 完。\n`);
    expect(chunks.filter(({ kind }) => kind === 'part').length).toBeGreaterThan(1);
    expectLaws({ source, tree, chunks });
  });

  it('splits a very long line without a space', () => {
    const { source, tree, chunks } = cut(`第一条 范围\n\n1.1 ${'第一条第二款第三项、'.repeat(15_000)}\n`);
    expect(chunks.length).toBeGreaterThan(100);
    expectLaws({ source, tree, chunks });
  });

  it('reports no border crossing, where fixed windows have some', () => {
    const { source, tree, chunks } = cut(CONTRACT);
    const report = chunkReport(source, tree, chunks, tokenizer);
    expect(report.clauses.chunks).toBe(chunks.length);
    expect(report.clauses.borderCrossings).toBe(0);
    expect(report.fixed.borderCrossings).toBeGreaterThan(0);
  });
});

describe('fixed windows', () => {
  it('fit the limit, cover the text in order, and never part a surrogate pair', () => {
    const words = fc.array(
      fc.oneof(fc.constantFrom('goods', '乙方', '𠀀', '。', ', ', '\n', '12.2(a)'), fc.string({ unit: 'grapheme' })),
      { maxLength: 300 },
    );
    fc.assert(
      fc.property(words, fc.integer({ min: 20, max: 60 }), (parts, size) => {
        const text = parts.join(' ');
        const spans = fixedTokenChunks(text, tokenizer, size, 5);
        let at = 0;
        for (const [start, end] of spans) {
          expect(splitsPair(text, start) || splitsPair(text, end)).toBe(false);
          expect(text.slice(at, start).trim(), 'nothing is left out between windows').toBe('');
          at = Math.max(at, end);
        }
        expect(text.slice(at).trim()).toBe('');
      }),
      { numRuns: 60 },
    );
  });

  it('take as much as the limit allows', () => {
    const text = 'The Keeper stores the goods. '.repeat(200);
    const to = fitTokens(text, [0, text.length], 100, tokenizer);
    expect(tokenizer.count(text.slice(0, to))).toBeLessThanOrEqual(100);
    expect(tokenizer.count(text.slice(0, to + 60))).toBeGreaterThan(100);
  });
});
