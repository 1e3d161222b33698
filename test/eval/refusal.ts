/**
 * What the refusal rests on: `node test/eval/refusal.ts` prints, for the development questions and those of the bundled
 * samples, how many answerable questions are kept and absent ones refused at several thresholds; `--signals FILE` writes
 * the signals of each question, to fit the weights on.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { answerScore, signalsOf } from '../../electron/engine/answer/refuse.ts';
import type { Signals } from '../../electron/engine/answer/refuse.ts';
import { quietRun } from '../../electron/engine/run.ts';
import { search } from '../../electron/engine/retrieve/search.ts';
import { loadEmbedder } from '../../electron/models/embedder.ts';
import { loadTokenizer } from '../../electron/models/tokenizer.ts';
import { embeddedPack, resource } from '../../electron/resources.ts';
import { contractCases } from './convert/contracts.ts';
import { cacheFolder, dataFolder, root } from './data.ts';
import { Documents } from './retrieval/documents.ts';
import { Systems } from './retrieval/systems.ts';
import { VectorCache } from './retrieval/vectors.ts';

interface Case {
  readonly set: 'dev' | 'samples';
  readonly file: string;
  readonly question: string;
  readonly absent: boolean;
}
interface Row extends Case {
  readonly signals: Signals;
}

const data = dataFolder();
if (data === null) {
  console.log('refusal: skipped, no shared test data here (set PROVISO_DATA)');
  process.exit(0);
}

const samples = readFileSync(join(root, 'test/fixtures/questions/samples.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as { file: string; question: string; numbers: string[] })
  .map(({ file, question, numbers }): Case => {
    return { set: 'samples', file: relative(data, resource('samples', file)), question, absent: numbers.length === 0 };
  });
const dev = contractCases(data).map(({ file, question, no_answer }): Case => ({
  set: 'dev',
  file,
  question,
  absent: no_answer === true,
}));

const tokenizer = await loadTokenizer(embeddedPack());
const embedder = await loadEmbedder(embeddedPack());
const cache = new VectorCache(cacheFolder, embedder, tokenizer);
const systems = new Systems(new Documents(data, cacheFolder, tokenizer), cache, embedder, tokenizer);
const ports = { ...embedder, embed: (texts: readonly string[], kind: 'query' | 'passage') => cache.embed(texts, kind) };

const rows: Row[] = [];
for (const each of [...dev, ...samples]) {
  const store = await systems.store(each.file);
  const found = await search(each.question, { store, embedder: ports }, { documents: null, limit: 40 }, quietRun);
  const signals = signalsOf(found);
  if (signals !== null) rows.push({ ...each, signals });
}

const at = process.argv.indexOf('--signals');
if (at > 0) writeFileSync(process.argv[at + 1] ?? 'signals.json', JSON.stringify(rows));

const count = (set: Case['set'], absent: boolean, holds: (score: number) => boolean): string => {
  const these = rows.filter((row) => row.set === set && row.absent === absent);
  return `${these.filter(({ signals }) => holds(answerScore(signals))).length}/${these.length}`;
};
console.log('threshold   dev kept   dev refused   samples kept   samples refused');
for (let tenth = 40; tenth <= 60; tenth += 2) {
  const least = tenth / 10;
  const kept = (score: number): boolean => score >= least;
  const refused = (score: number): boolean => score < least;
  console.log(
    [
      least.toFixed(1).padEnd(11),
      count('dev', false, kept).padEnd(10),
      count('dev', true, refused).padEnd(13),
      count('samples', false, kept).padEnd(14),
      count('samples', true, refused),
    ].join(' '),
  );
}
