import { join } from 'node:path';
import { array, assert, asyncProperty, constantFrom, oneof, property, string, tuple } from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { lexicalTerms } from '../../../electron/engine/retrieve/terms.ts';
import { Database } from '../../../electron/store/database.ts';
import { lexeme } from '../../../electron/store/lexeme.ts';
import { unpackTemplate } from '../../../electron/store/template.ts';
import { temporaryFolder } from './temporary.ts';

let database: Database;
beforeAll(async () => {
  const folder = join(await temporaryFolder(), 'index');
  await unpackTemplate(join(import.meta.dirname, '../../../resources/index-template'), folder);
  database = await Database.open(folder);
  return () => database.close();
});

const term = oneof(
  string({ unit: 'binary', minLength: 1, maxLength: 12 }),
  constantFrom(
    '12.2(a)',
    'co-op',
    '违约金',
    'a/b.html',
    'http://x.y',
    'user@x.com',
    '-5',
    '1e5',
    '0012',
    '12a',
    'kg²',
    '𰀀𠀀',
    '一〇々',
    'x'.repeat(3000),
    '違'.repeat(900),
  ),
);

it('makes of any term one word that the parser of Postgres keeps', async () => {
  await assert(
    asyncProperty(array(term, { minLength: 1, maxLength: 40 }), async (terms) => {
      const words = terms.map(lexeme);
      const rows = await database.query<{ word: string; lexemes: string[] }>(
        `SELECT word, tsvector_to_array(to_tsvector('simple', word)) AS lexemes FROM unnest($1::text[]) AS word`,
        [words],
      );
      for (const { word, lexemes } of rows) expect(lexemes).toEqual([word]);
    }),
    { numRuns: 60 },
  );
});

it('keeps different terms apart', () => {
  assert(
    property(tuple(term, term), ([a, b]) => {
      expect(lexeme(a) === lexeme(b)).toBe(a.toWellFormed() === b.toWellFormed());
    }),
  );
  expect(lexeme(lexeme('co-op'))).not.toBe(lexeme('co-op'));
});

it('leaves the index terms of contracts as they are', () => {
  const text =
    'Section 12.2(a): the Provider shall pay USD 30,000 (20%) within thirty days. 第十二条 乙方应当支付违约金。';
  const terms = lexicalTerms(text);
  expect(terms.length).toBeGreaterThan(15);
  expect(terms.map(lexeme)).toEqual(terms);
});
