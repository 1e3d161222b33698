import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EvalCase } from './case.ts';

interface Row {
  readonly id: string;
  readonly file: string;
  readonly lang: 'en' | 'zh';
  readonly type: string;
  readonly question: string;
  readonly gold: readonly { readonly quote: string; readonly number: string | null; readonly role: string }[];
  readonly no_answer?: boolean;
}

/** Numbers that the documents do not print: left out of the clause-number figure, as the set's README says. */
const NOT_PRINTED = new Set([
  '2.5',
  '2.7',
  '2.7（1）',
  '2.7（2）',
  '2.7（3）',
  '18.1',
  'Cover (Other Terms)',
  'Cover Terms',
  'Key Terms (Unlimited Claims)',
  'Binding Terms',
]);

/** The questions over contracts (`questions/contracts.dev.jsonl`, or another file of its form). */
export function contractCases(data: string, file = 'questions/contracts.dev.jsonl'): EvalCase[] {
  return readFileSync(join(data, file), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const row = JSON.parse(line) as Row;
      const contract = row.id.includes('-zh-') ? 'zh' : 'en';
      const implied = contract === 'zh' && row.file.endsWith('.md');
      return {
        id: row.id,
        question: row.question,
        file: row.file,
        gold: row.gold.map(({ quote }) => ({ quote })),
        ...(row.no_answer === true ? { no_answer: true } : {}),
        type: row.type,
        contract,
        asked: row.lang,
        numbers: row.gold.map(({ number }) =>
          number !== null && NOT_PRINTED.has(number) && (implied || !/^\d/.test(number)) ? null : number,
        ),
        roles: row.gold.map(({ role }) => role),
      };
    });
}
