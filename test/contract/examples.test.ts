import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { Answer } from '../../shared/model.ts';
import type { Bridge, Chunk, ClauseNode, Reference } from '../../shared/model.ts';
import { sameNumber } from '../../electron/engine/structure/number.ts';
import { questionBudget } from '../eval/retrieval/figures.ts';
import { withinBudget } from '../eval/retrieval/score.ts';
import { buildIfStale } from '../support/build.ts';

/** Small documents written for the product (CC0), with what must be found in them. */
const folder = fileURLToPath(new URL('../fixtures/examples/', import.meta.url));
const cli = fileURLToPath(new URL('../../out/main/cli.js', import.meta.url));

interface Expected {
  readonly leafNumbersUnder?: Readonly<Record<string, readonly string[]>>;
  readonly paths?: Readonly<Record<string, readonly string[]>>;
  readonly links?: readonly {
    readonly from: string;
    readonly to: string;
    readonly relation: 'contrast' | 'reference';
  }[];
  readonly own?: Readonly<Record<string, string>>;
  readonly questions?: readonly {
    readonly question: string;
    readonly evidence?: readonly string[];
    readonly definitions?: readonly string[];
    readonly status?: string;
  }[];
}
const { _about, ...expected } = JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')) as Record<
  string,
  Expected
> & { _about: unknown };

/** Questions that wait for the answers issue: a paraphrase that shares no word with its clause, and a refusal. */
const LATER = new Set(['What is the most the provider can owe us?', 'Which law governs this agreement?']);

interface Outline {
  readonly text: string;
  readonly nodes: readonly ClauseNode[];
  readonly references: readonly Reference[];
  readonly bridges: readonly Bridge[];
}

function run(...args: readonly string[]): unknown {
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, ...args, '--json'], {
    encoding: 'utf8',
    cwd: folder,
  });
  expect(status, stderr).toBe(0);
  return JSON.parse(stdout);
}

beforeAll(() => buildIfStale('cli'));

describe.each(['liability-en.md', 'late-payment-zh.md', 'software-dev-zh.md'])('%s', (file) => {
  const { leafNumbersUnder = {}, paths = {}, links = [], own = {}, questions = [] } = expected[file]!;

  it('has the expected tree, chunks, links and own text', () => {
    const { text, nodes, references, bridges } = run('outline', file) as Outline;
    const { chunks } = run('chunks', file) as { chunks: Chunk[] };
    const byId = new Map(nodes.map((node) => [node.id, node]));
    const at = (number: string): ClauseNode => {
      const found = nodes.find((node) => node.number !== null && sameNumber(node.number, number));
      expect(found, `clause ${number}`).toBeDefined();
      return found!;
    };
    const below = (id: string, ancestor: string): boolean => {
      for (let node = byId.get(id); node; node = node.parent === null ? undefined : byId.get(node.parent))
        if (node.id === ancestor) return true;
      return false;
    };
    for (const [number, path] of Object.entries(paths)) expect(at(number).path).toEqual(path);
    for (const [number, leaves] of Object.entries(leafNumbersUnder)) {
      const found = chunks
        .filter((chunk) => below(chunk.node, at(number).id))
        .map((chunk) => byId.get(chunk.node)!.number);
      expect(found).toEqual(leaves);
    }
    for (const { from, to, relation } of links) {
      const [source, target] = [at(from).id, at(to).id];
      const found =
        relation === 'contrast'
          ? bridges.some((each) => each.relation === 'contrast' && each.from === source && each.to === target)
          : references.some((each) => each.node === source && each.targets.includes(target));
      expect(found, `${relation} from ${from} to ${to}`).toBe(true);
    }
    for (const [words, number] of Object.entries(own)) {
      const start = text.indexOf(words);
      expect(
        at(number).own.some((span) => span[0] <= start && start < span[1]),
        words,
      ).toBe(true);
    }
  });

  const asked = questions.filter(({ question }) => !LATER.has(question));
  it('cites every clause and definition that its questions turn on, within the budget', () => {
    const work = mkdtempSync(join(tmpdir(), 'proviso-examples-'));
    const batch = join(work, 'questions.jsonl');
    writeFileSync(
      batch,
      asked.map(({ question }, index) => JSON.stringify({ id: String(index), question })).join('\n'),
    );
    const { status, stdout, stderr } = spawnSync(process.execPath, [cli, 'ask', file, '--batch', batch, '--json'], {
      encoding: 'utf8',
      cwd: folder,
    });
    rmSync(work, { recursive: true });
    expect(status, stderr).toBe(0);
    const answers = stdout
      .trim()
      .split('\n')
      .map((line) => Answer.parse((JSON.parse(line) as { answer: unknown }).answer));
    for (const [index, { question, evidence = [], definitions = [] }] of asked.entries()) {
      const answer = answers[index]!;
      const kept = withinBudget(
        answer.evidence.map(({ quote }) => quote),
        questionBudget(file.includes('-zh') ? 'zh' : 'en'),
      );
      const within = answer.evidence.slice(0, kept.length);
      for (const number of evidence)
        expect(
          within.some((each) => each.number !== null && sameNumber(each.number, number)),
          `${question} cites ${number}`,
        ).toBe(true);
      for (const term of definitions) {
        expect(
          answer.evidence.some(({ role, quote }) => role === 'definition' && quote.includes(term)),
          `${question} defines ${term}`,
        ).toBe(true);
      }
    }
  });
});
