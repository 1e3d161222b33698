import { createHash } from 'node:crypto';
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
 * marked definitions are found and the marked exceptions connected; `--misses` prints each miss of the files that rules are made
 * on, `--all-misses` those of the held-out files too; `--split` prints both parts (a third of the files, by the hash of the name,
 * is held out).
 */
const args = process.argv.slice(2);
const value = (name: string): string | null => {
  const at = args.indexOf(name);
  return at < 0 ? null : (args.splice(at, 2)[1] ?? null);
};
const gold = value('--gold');
const questions = value('--questions');
const flag = (name: string): boolean => {
  const at = args.indexOf(name);
  return at >= 0 && args.splice(at, 1).length > 0;
};
const showAll = flag('--all-misses');
const showMisses = flag('--misses') || showAll;
const split = flag('--split');
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

const heldOut = (file: string): boolean => createHash('sha256').update(file).digest().readUInt32BE(0) % 3 === 0;

interface Scored {
  readonly file: string;
  readonly score: Score;
}

function print(name: string, scores: readonly Scored[]): void {
  row(name, scores);
  const [held, made] = [true, false].map((is) => scores.filter(({ file }) => heldOut(file) === is));
  if (split) {
    row('  rules made on', made ?? []);
    row('  held out', held ?? []);
  }
  if (!showMisses) return;
  for (const { file, score } of showAll ? scores : (made ?? []))
    if (score.misses.length > 0) console.log(`  ${file}\n${score.misses.map((miss) => `    ${miss}`).join('\n')}`);
}

function row(name: string, scores: readonly Scored[]): void {
  const found = scores.reduce((sum, { score }) => sum + score.found, 0);
  const total = scores.reduce((sum, { score }) => sum + score.total, 0);
  const share = total === 0 ? '-' : `${((found / total) * 100).toFixed(1)} %`;
  console.log(`${name.padEnd(34)} ${String(found).padStart(5)} of ${String(total).padStart(5)}  ${share}`);
}

function grouped<T extends { readonly file: string }>(items: readonly T[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(item.file, [...(groups.get(item.file) ?? []), item]);
  return groups;
}

/** Prints what the annotations reach of the marked contrasts, definitions and references in `gold`. */
export async function scoreGold(folder: string): Promise<void> {
  const file = (name: string): string => join(folder, name);
  if (existsSync(file('contrasts.jsonl'))) {
    const scores: Scored[] = [];
    let links = 0;
    let between = 0;
    let inferred = 0;
    let characters = 0;
    for (const [name, items] of grouped(lines<Contrast>(file('contrasts.jsonl')))) {
      const sample = await sampleOf(name);
      scores.push({ file: name, score: scoreContrasts(sample, items) });
      const contrasts = sample.tree.bridges.filter((one) => one.relation === 'contrast');
      links += contrasts.length;
      between += contrasts.filter(({ from, to }) => from !== to).length;
      inferred += contrasts.filter(({ confidence }) => confidence < 0.5).length;
      characters += sample.text.length;
    }
    print('contrasts connected', scores);
    const per = (count: number): string =>
      `${(count / scores.length).toFixed(1)} a contract, ${((count / characters) * 10_000).toFixed(1)} per 10,000 characters`;
    console.log(`  contrast links ${links}: ${per(links)}`);
    console.log(`  between two nodes ${between}: ${per(between)}`);
    console.log(`  inferred without a marker ${inferred}: ${per(inferred)}`);
  }
  if (existsSync(file('definitions.jsonl'))) {
    const scores: { readonly file: string; readonly recall: Score; readonly precision: Score }[] = [];
    for (const item of lines<Terms>(file('definitions.jsonl')))
      scores.push({ file: item.file, ...scoreDefinitions(await sampleOf(item.file), item) });
    print(
      'definitions: recall',
      scores.map(({ file: name, recall }) => ({ file: name, score: recall })),
    );
    print(
      'definitions: precision',
      scores.map(({ file: name, precision }) => ({ file: name, score: precision })),
    );
  }
  if (existsSync(file('references.jsonl'))) {
    const scores: Scored[] = [];
    for (const [name, items] of grouped(lines<Reference>(file('references.jsonl'))))
      scores.push({ file: name, score: scoreReferences(await sampleOf(name), items) });
    print('references resolved right', scores);
  }
}

if (import.meta.main) {
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

  if (gold !== null) await scoreGold(gold);

  if (questions !== null) {
    const scores: ({ readonly file: string } & ReturnType<typeof scoreQuestion>)[] = [];
    for (const item of lines<Parameters<typeof scoreQuestion>[1]>(questions))
      scores.push({ file: item.file, ...scoreQuestion(await sampleOf(item.file), item) });
    print(
      'questions: definitions found',
      scores.map(({ file, definitions }) => ({ file, score: definitions })),
    );
    print(
      'questions: exceptions connected',
      scores.map(({ file, exceptions }) => ({ file, score: exceptions })),
    );
    print(
      'questions: annexes connected',
      scores.map(({ file, annexes }) => ({ file, score: annexes })),
    );
  }
}
