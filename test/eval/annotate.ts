import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { dataFolder } from './data.ts';
import { filesOf, load } from './annotate/load.ts';
import type { Sample } from './annotate/load.ts';
import { scoreContrasts, scoreDefinitions, scoreQuestion, scoreReferences } from './annotate/score.ts';
import type { Contrast, Reference, Score, Terms } from './annotate/score.ts';

/**
 * What the annotations find: `node test/eval/annotate.ts [FILE | FOLDER ...]` prints counts per document;
 * `--gold FOLDER` scores contrasts.jsonl, definitions.jsonl and references.jsonl there; `--questions FILE` asks whether the
 * marked definitions are found and the marked exceptions connected; `--misses` prints each miss.
 */
const args = process.argv.slice(2);
const value = (flag: string): string | null => {
  const at = args.indexOf(flag);
  return at < 0 ? null : (args.splice(at, 2)[1] ?? null);
};
const gold = value('--gold');
const questions = value('--questions');
const missesAt = args.indexOf('--misses');
const showMisses = missesAt >= 0 && args.splice(missesAt, 1).length > 0;
const data = dataFolder();

const cache = new Map<string, Promise<Sample>>();
function sampleOf(file: string): Promise<Sample> {
  if (data === null) throw new Error('the shared data is absent: set PROVISO_DATA');
  const known = cache.get(file) ?? load(join(data, file));
  cache.set(file, known);
  return known;
}

const lines = <T>(path: string): T[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as T);

function print(name: string, scores: readonly Score[]): void {
  const found = scores.reduce((sum, score) => sum + score.found, 0);
  const total = scores.reduce((sum, score) => sum + score.total, 0);
  const share = total === 0 ? '-' : `${((found / total) * 100).toFixed(1)} %`;
  console.log(`${name.padEnd(34)} ${String(found).padStart(5)} of ${String(total).padStart(5)}  ${share}`);
  if (showMisses) for (const score of scores) for (const miss of score.misses) console.log(`    ${miss}`);
}

function grouped<T extends { readonly file: string }>(items: readonly T[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(item.file, [...(groups.get(item.file) ?? []), item]);
  return groups;
}

for (const path of args) {
  for (const file of filesOf(path)) {
    const { tree, text } = await load(file);
    const count = (status: string): number => tree.references.filter((one) => one.status === status).length;
    const cross = tree.bridges.filter(({ from, to }) => from !== to).length;
    console.log(
      `${tree.kind.padEnd(8)} ${tree.language.padEnd(5)} definitions ${String(tree.definitions.length).padStart(4)}  references ${String(tree.references.length).padStart(4)} (resolved ${count('resolved')}, external ${count('external')}, dangling ${count('dangling')})  bridges ${String(tree.bridges.length).padStart(4)} (${cross} between clauses)  parties ${tree.front.parties.length}  ${text.length} chars  ${relative(path, file) || file}`,
    );
  }
}

if (gold !== null) {
  const file = (name: string): string => join(gold, name);
  if (existsSync(file('contrasts.jsonl'))) {
    const scores: Score[] = [];
    for (const [name, items] of grouped(lines<Contrast>(file('contrasts.jsonl')))) {
      const sample = await sampleOf(name);
      scores.push(scoreContrasts(sample, items));
      console.log(
        `  ${name}: ${sample.tree.bridges.filter((one) => one.relation === 'contrast').length} contrast links in all, ${items.length} marked`,
      );
    }
    print('contrasts connected', scores);
  }
  if (existsSync(file('definitions.jsonl'))) {
    const scores = [];
    for (const item of lines<Terms>(file('definitions.jsonl')))
      scores.push(scoreDefinitions(await sampleOf(item.file), item));
    print(
      'definitions: recall',
      scores.map(({ recall }) => recall),
    );
    print(
      'definitions: precision',
      scores.map(({ precision }) => precision),
    );
  }
  if (existsSync(file('references.jsonl'))) {
    const scores: Score[] = [];
    for (const [name, items] of grouped(lines<Reference>(file('references.jsonl'))))
      scores.push(scoreReferences(await sampleOf(name), items));
    print('references resolved right', scores);
  }
}

if (questions !== null) {
  const scores = [];
  for (const item of lines<Parameters<typeof scoreQuestion>[1]>(questions))
    scores.push(scoreQuestion(await sampleOf(item.file), item));
  print(
    'questions: definitions found',
    scores.map((score) => score.definitions),
  );
  print(
    'questions: exceptions connected',
    scores.map((score) => score.exceptions),
  );
  print(
    'questions: annexes connected',
    scores.map((score) => score.annexes),
  );
}
