import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Arbitrary,
  array,
  assert,
  asyncProperty,
  constantFrom,
  integer,
  option,
  string,
  subarray,
} from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { DocumentSummary } from '../../shared/model.ts';
import type { IndexRow, ScoredChunk, Store } from '../../electron/engine/ports.ts';
import { quietRun } from '../../electron/engine/run.ts';
import { type Library, openLibrary } from '../../electron/store/library.ts';
import { clock, documentOf, vectorOf } from '../unit/store/documentDoubles.ts';
import { temporaryFolder } from '../unit/store/temporary.ts';
import { MemoryStore } from '../unit/store/memoryStore.ts';

const MODEL = 'hash-1';
const DIMENSION = 16;
/** Terms of all kinds, some in nearly every clause; those with marks would be cut by the parser of Postgres. */
const VOCABULARY =
  'the shall fees pay 12 n12n2na p20 违约 约金 第十二 c++ co-op 12.2(a) kg² naïve e1 1e5 x_y a/b Ünï ①'.split(' ');

interface Corpus {
  readonly memory: MemoryStore;
  readonly library: Library;
  readonly ids: readonly string[];
  close(): Promise<void>;
}

/** Eleven documents of 1 to 300 clauses, and one that was removed; every clause has some terms at random. */
async function corpus(): Promise<Corpus> {
  const folder = await temporaryFolder();
  const library = await openLibrary(join(folder, 'library'), { create: true, temporary: true, clock });
  const memory = new MemoryStore();
  let seed = 7;
  const random = (limit: number): number => {
    seed = (seed * 1103515245 + 12345) % 2 ** 31;
    return Math.floor((seed / 2 ** 31) * limit);
  };
  const ids: string[] = [];
  for (const [i, clauses] of [1, 2, 3, 5, 8, 13, 40, 80, 160, 300, 300, 50].entries()) {
    const lines = Array.from({ length: clauses }, (_, line) =>
      [i, line, ...Array.from({ length: 1 + random(30) }, () => VOCABULARY[Math.min(random(20), random(20))])].join(
        ' ',
      ),
    );
    const name = `${i}.txt`;
    const path = join(folder, name);
    await writeFile(path, lines.join('\n'));
    const parsed = documentOf(name, Buffer.from(lines.join('\n')));
    const rows = lines.map((text, line): IndexRow => ({ chunk: `c${line}`, text, terms: text }));
    memory.add(parsed, rows, await library.put(parsed, { path }, rows, quietRun));
    ids.push(parsed.info.id);
  }
  const removed = ids.pop()!;
  memory.remove(removed);
  await library.remove(removed);
  memory.embed(MODEL, (text) => vectorOf(text, DIMENSION));
  for (
    let pending = await library.pendingVectors(MODEL, 256);
    pending.length > 0;
    pending = await library.pendingVectors(MODEL, 256)
  )
    await library.putVectors(
      MODEL,
      pending.map(({ hash, text }) => ({ hash, vector: vectorOf(text, DIMENSION) })),
    );
  return { memory, library, ids, close: () => library.close() };
}

const key = ({ document, chunk }: ScoredChunk): string => `${document} ${chunk}`;

/** Equal scores may come in any order, and the last place may go to any of equals. */
function expectSameRanking(actual: readonly ScoredChunk[], expected: readonly ScoredChunk[], tolerance: number): void {
  expect(actual).toHaveLength(expected.length);
  expect(new Set(actual.map(key)).size).toBe(actual.length);
  for (const [i, { score }] of actual.entries()) {
    expect(score).toBeLessThanOrEqual(actual[Math.max(0, i - 1)]!.score);
    expect(Math.abs(score - expected[i]!.score)).toBeLessThanOrEqual(tolerance * Math.max(1, score));
  }
}

describe('the store port', () => {
  let real: Corpus;
  beforeAll(async () => {
    real = await corpus();
    return () => real.close();
  });
  const stores = (): [string, Store][] => [
    ['memory', real.memory],
    ['library', real.library],
  ];
  const scopes = (): Arbitrary<string[] | null> => option(subarray([...real.ids, 'doc-0000000000000000']), { freq: 2 });

  it('lists and loads what was added', async () => {
    for (const [, store] of stores()) {
      const documents = await store.documents();
      expect(documents.map(({ id }) => id)).toEqual(real.ids);
      for (const document of documents) DocumentSummary.parse(document);
      for (const id of real.ids) expect(await store.load(id)).toEqual(await real.memory.load(id));
      await expect(store.load('doc-0000000000000000')).rejects.toMatchObject({ code: 'DOCUMENT_NOT_FOUND' });
    }
  });

  it('dense search is the exact cosine in every scope', async () => {
    await assert(
      asyncProperty(scopes(), integer({ min: 1, max: 400 }), string(), async (documents, limit, text) => {
        const scope = { documents, limit };
        const vector = vectorOf(text, DIMENSION);
        expectSameRanking(
          await real.library.dense(vector, MODEL, scope),
          await real.memory.dense(vector, MODEL, scope),
          1e-5,
        );
      }),
      { numRuns: 60 },
    );
  });

  it('dense search knows only the vectors of its model', async () => {
    for (const [, store] of stores())
      expect(await store.dense(vectorOf('x', DIMENSION), 'other', { documents: null, limit: 9 })).toEqual([]);
  });

  it('lexical search finds the clauses that share a term, and no other, in every scope', async () => {
    const terms = array(constantFrom(...VOCABULARY, 'absent', '7', '299'), { minLength: 0, maxLength: 6 });
    await assert(
      asyncProperty(scopes(), constantFrom(1, 10, 100, 2000), terms, async (documents, limit, asked) => {
        const scope = { documents, limit };
        expectSameRanking(await real.library.lexical(asked, scope), await real.memory.lexical(asked, scope), 0.05);
      }),
      { numRuns: 100 },
    );
  });

  it('lexical search gives the same chunks as plain BM25 where nothing is cut off', async () => {
    for (const term of VOCABULARY) {
      const scope = { documents: null, limit: 5000 };
      const expected = await real.memory.lexical([term], scope);
      const actual = await real.library.lexical([term], scope);
      expect(new Set(actual.map(key))).toEqual(new Set(expected.map(key)));
    }
  });
});
