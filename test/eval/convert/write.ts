/** `node test/eval/convert/write.ts OUT`: both sets as JSON Lines in the format that `proviso eval` reads. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dataFolder } from '../data.ts';
import { lineOf } from './case.ts';
import { contractCases } from './contracts.ts';
import { cuadCases } from './cuad.ts';

const out = process.argv[2];
const data = dataFolder();
if (out === undefined || data === null) {
  console.error('usage: node test/eval/convert/write.ts OUT   (needs the shared test data, see PROVISO_DATA)');
  process.exitCode = 2;
} else {
  mkdirSync(out, { recursive: true });
  for (const [name, cases] of [
    ['contracts.dev.jsonl', contractCases(data)],
    ['cuad-12.jsonl', cuadCases(data, 12)],
  ] as const) {
    writeFileSync(join(out, name), cases.map((each) => `${JSON.stringify(lineOf(each))}\n`).join(''));
    console.log(`${join(out, name)}: ${cases.length} questions`);
  }
}
