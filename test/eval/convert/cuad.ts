import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EvalCase } from './case.ts';

interface Row {
  readonly id: string;
  readonly contract_txt: string;
  readonly category: string;
  readonly question: string;
  readonly no_answer: boolean;
  readonly gold: readonly { readonly start: number; readonly end: number }[];
}

/** Very short spans of the front matter: left out of the recall of characters. */
export const FRONT_CATEGORIES: ReadonlySet<string> = new Set([
  'Document Name',
  'Parties',
  'Agreement Date',
  'Effective Date',
]);

/** The lawyers' questions of CUAD over the first `contracts` contracts of the set, as .txt. The category is the type. */
export function cuadCases(data: string, contracts: number): EvalCase[] {
  const rows = readFileSync(join(data, 'cuad/questions.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as Row);
  const files = new Set([...new Set(rows.map((row) => row.contract_txt))].slice(0, contracts));
  return rows
    .filter((row) => files.has(row.contract_txt))
    .map((row) => ({
      id: row.id,
      question: row.question,
      file: `cuad/txt/${row.contract_txt}`,
      gold: row.gold.map(({ start, end }) => ({ start, end })),
      ...(row.no_answer ? { no_answer: true } : {}),
      type: row.category,
      contract: 'en',
      asked: 'en',
      numbers: row.gold.map(() => null),
      roles: row.gold.map(() => 'clause'),
    }));
}
