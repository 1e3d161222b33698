import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../electron/engine/answer/ask.ts';
import { embeddingText } from '../../electron/engine/chunk/embeddingText.ts';
import type { Embedder } from '../../electron/engine/ports.ts';
import { quietRun } from '../../electron/engine/run.ts';
import { sameNumber } from '../../electron/engine/structure/number.ts';
import { parseFile } from '../../electron/hosts/parse.ts';
import { loadEmbedder } from '../../electron/models/embedder.ts';
import { loadTokenizer } from '../../electron/models/tokenizer.ts';
import { createReader } from '../../electron/readers/read.ts';
import { embeddedPack, resource } from '../../electron/resources.ts';
import type { Answer } from '../../shared/model.ts';
import { questionBudget } from '../eval/retrieval/figures.ts';
import { MemoryStore } from '../eval/retrieval/memoryStore.ts';
import { withinBudget } from '../eval/retrieval/score.ts';

/** Questions people would put to the bundled samples, with the clauses that answer them; none where the contract is silent. */
interface SampleQuestion {
  readonly id: string;
  readonly file: string;
  readonly contract: 'en' | 'zh';
  readonly question: string;
  readonly numbers: readonly string[];
}
const questions = readFileSync(fileURLToPath(new URL('../fixtures/questions/samples.jsonl', import.meta.url)), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as SampleQuestion);

describe('questions to the bundled samples', () => {
  const answers = new Map<string, Answer>();

  beforeAll(async () => {
    const tokenizer = await loadTokenizer(embeddedPack());
    const embedder: Embedder = await loadEmbedder(embeddedPack());
    const reader = createReader();
    for (const file of new Set(questions.map((each) => each.file))) {
      const parsed = await parseFile(
        { path: join(resource('samples'), file), name: file },
        reader,
        tokenizer,
        quietRun,
      );
      const store = new MemoryStore(embedder.id);
      const texts = parsed.chunks.map((chunk) => embeddingText(parsed.source.text, chunk));
      store.add(parsed, await embedder.embed(texts, 'passage', quietRun));
      const ports = { store, embedder, clock: { now: () => performance.now() } };
      for (const each of questions.filter((one) => one.file === file)) {
        answers.set(each.id, await ask(each.question, ports, { documents: null }, quietRun));
      }
    }
  }, 120_000);

  const cites = ({ id, contract, numbers }: SampleQuestion): boolean => {
    const { evidence } = answers.get(id)!;
    const kept = withinBudget(
      evidence.map(({ quote }) => quote),
      questionBudget(contract),
    ).length;
    return numbers.every((number) =>
      evidence.slice(0, kept).some((each) => each.number !== null && sameNumber(each.number, number)),
    );
  };

  it('are answered with every clause that governs them', () => {
    const answerable = questions.filter(({ numbers }) => numbers.length > 0);
    const missed = answerable.filter((each) => !cites(each)).map(({ question }) => question);
    expect(missed.length, `of ${answerable.length}: ${missed.join(' | ')}`).toBeLessThanOrEqual(4);
  });

  it.each([
    ['Where may customer data be stored?', ['European Union', 'United Kingdom', 'Canada']],
    ['租金逾期怎么罚？', ['万分之五', '前款规定不适用于']],
  ])('conclude the rule together with its provisos: %s', (question, words) => {
    const { id } = questions.find((each) => each.question === question)!;
    expect(words.filter((word) => !answers.get(id)!.conclusion.includes(word))).toEqual([]);
  });

  it('are refused where the contract is silent', () => {
    const absent = questions.filter(({ numbers }) => numbers.length === 0);
    const answered = absent
      .filter(({ id }) => answers.get(id)!.status !== 'insufficient')
      .map(({ question }) => question);
    expect(answered.length, `of ${absent.length}: ${answered.join(' | ')}`).toBeLessThanOrEqual(5);
  });
});
