import dns from 'node:dns';
import { copyFile, cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AutoTokenizer, env } from '@huggingface/transformers';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Embedder, Tokenizer } from '../../electron/engine/ports.ts';
import { quietRun } from '../../electron/engine/run.ts';
import type { Progress } from '../../electron/engine/run.ts';
import { spawnChildProcess } from '../../electron/hosts/childProcess.ts';
import { startSupervisor } from '../../electron/hosts/supervisor.ts';
import { loadEmbedder } from '../../electron/models/embedder.ts';
import { loadTokenizer } from '../../electron/models/tokenizer.ts';

const models = fileURLToPath(new URL('../../resources/models', import.meta.url));
const pack = join(models, 'multilingual-e5-small-q4');

/** English and Chinese of one meaning each. */
const pairs = [
  [
    'Either party may terminate this Agreement on thirty days’ written notice.',
    '任何一方均可提前三十日书面通知解除本合同。',
  ],
  [
    'The total liability of the Supplier shall not exceed the fees paid in the preceding year.',
    '供应商的全部责任不超过上一年度已支付的费用。',
  ],
  ['The Tenant shall pay the rent before the fifth day of each month.', '承租人应于每月五日前支付租金。'],
  ['Each party shall keep the other party’s trade secrets confidential.', '双方应当对对方的商业秘密予以保密。'],
  ['Disputes shall be submitted to arbitration in Shanghai.', '因本合同引起的争议应提交上海的仲裁机构仲裁。'],
  ['Intellectual property created under this Agreement belongs to the Client.', '依本合同产生的知识产权归委托人所有。'],
] as const;

const cosine = (a: Float32Array, b: Float32Array): number => a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);

describe('embedder', () => {
  const refused: string[] = [];
  let embedder: Embedder;
  let tokenizer: Tokenizer;

  beforeAll(async () => {
    const refuse = (kind: string) => (): never => {
      refused.push(kind);
      throw new Error('no network in this test');
    };
    vi.spyOn(net.Socket.prototype, 'connect').mockImplementation(refuse('connect'));
    vi.spyOn(dns, 'lookup').mockImplementation(refuse('lookup'));
    embedder = await loadEmbedder(pack);
    tokenizer = await loadTokenizer(pack);
  });
  afterAll(() => void vi.restoreAllMocks());

  const embed = (texts: readonly string[], kind: 'query' | 'passage' = 'passage') =>
    embedder.embed(texts, kind, quietRun);

  it('gives one vector of length 1 per text, in order', async () => {
    const texts = pairs.flat().toSorted((a, b) => b.length - a.length);
    const together = await embed(texts);
    expect(together.length).toBe(texts.length);
    for (const [i, text] of texts.entries()) {
      const vector = together[i]!;
      expect(vector.length).toBe(384);
      expect(Math.abs(Math.hypot(...vector) - 1)).toBeLessThan(1e-5);
      const [alone] = await embed([text]);
      expect(cosine(vector, alone!)).toBeGreaterThan(0.999);
    }
  });

  it('puts the translation first among the other language’s sentences, both ways', async () => {
    const english = await embed(pairs.map(([en]) => en));
    const chinese = await embed(pairs.map(([, zh]) => zh));
    const nearest = (from: Float32Array[], to: Float32Array[]) =>
      from.map((vector) => {
        const scores = to.map((other) => cosine(vector, other));
        return scores.indexOf(Math.max(...scores));
      });
    const own = pairs.map((_, i) => i);
    expect(nearest(english, chinese)).toEqual(own);
    expect(nearest(chinese, english)).toEqual(own);
  });

  it('finds the clause that answers, in both languages, and tells queries from passages', async () => {
    const passages = await embed(pairs.flat());
    const questions = [
      'How can the contract be ended?',
      '违约赔偿有没有上限？',
      'When is the rent due?',
      '纠纷如何解决？',
    ];
    const best = (await embed(questions, 'query')).map((query) => {
      const scores = passages.map((passage) => cosine(query, passage));
      return Math.floor(scores.indexOf(Math.max(...scores)) / 2);
    });
    expect(best).toEqual([0, 1, 2, 4]);
    const [query] = await embed([pairs[0][0]], 'query');
    expect(cosine(query!, passages[0]!)).toBeLessThan(0.999);
  });

  it('refuses a text over the window, the prefix and special tokens counted, and cuts nothing', async () => {
    let text = 'payment';
    while (tokenizer.count(text) < 512) text += ' payment';
    expect(tokenizer.count(text)).toBe(512);
    const [full] = await embed([text]);
    expect(Math.abs(Math.hypot(...full!) - 1)).toBeLessThan(1e-5);
    await expect(embed(['short', `${text} payment`])).rejects.toMatchObject({
      code: 'CONTEXT_OVERFLOW',
      data: { tokens: 513, window: 512, index: 1 },
    });
  });

  it('reports each batch and stops between two', async () => {
    const texts = Array.from({ length: 20 }, (_, i) => `Clause ${i} of this agreement.`);
    const seen: Progress[] = [];
    const controller = new AbortController();
    await embedder.embed(texts, 'passage', { signal: controller.signal, report: (progress) => seen.push(progress) });
    expect(seen.map(({ done }) => done)).toEqual([8, 16, 20]);
    expect(new Set(seen.map(({ total }) => total))).toEqual(new Set([20]));
    const run = { signal: controller.signal, report: ({ done }: Progress) => done === 8 && controller.abort() };
    await expect(embedder.embed(texts, 'passage', run)).rejects.toMatchObject({ code: 'CANCELLED' });
  });

  it('lets queries overtake waiting passages', async () => {
    const order: string[] = [];
    const passages = ['a', 'b'].map((name) =>
      embed(Array.from({ length: 24 }, (_, i) => `${name} ${i} the party shall pay the price`)).then(() =>
        order.push(name),
      ),
    );
    const query = embed(['price'], 'query').then(() => order.push('query'));
    await Promise.all([...passages, query]);
    expect(order[0]).toBe('query');
  });

  it('counts 200 English and Chinese sentences as transformers.js does', async () => {
    env.allowRemoteModels = false;
    env.localModelPath = models;
    const reference = await AutoTokenizer.from_pretrained('multilingual-e5-small-q4');
    const sentences = await realSentences(100);
    expect(sentences.length).toBe(200);
    expect(sentences.filter((one) => /[\u4e00-\u9fff]/.test(one)).length).toBe(100);
    for (const sentence of sentences) {
      const { input_ids: ids } = reference(`passage: ${sentence}`, { truncation: false }) as {
        input_ids: { dims: number[] };
      };
      expect([sentence, tokenizer.count(sentence)]).toEqual([sentence, ids.dims[1]]);
    }
  });

  it('refuses a pack in which one byte changed', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'proviso-model-'));
    try {
      const copy = join(dir, 'multilingual-e5-small-q4');
      await cp(pack, copy, { recursive: true });
      await copyFile(join(copy, 'config.json'), join(copy, 'tokenizer_config.json'));
      await expect(loadTokenizer(copy)).rejects.toMatchObject({
        code: 'MODEL_INVALID',
        data: { file: 'tokenizer_config.json' },
      });
      await expect(loadEmbedder(copy)).rejects.toMatchObject({ code: 'MODEL_INVALID' });
    } finally {
      await rm(dir, { recursive: true });
    }
  });

  it('has opened no socket and asked for no name in all of this', async () => {
    expect(refused).toEqual([]);
    // The trap itself works.
    await expect(fetch('http://proviso.invalid/')).rejects.toThrow('fetch failed');
    expect(refused.length).toBeGreaterThan(0);
  });
});

describe('embedder host', () => {
  it('answers a question while passages are embedded, after at most one batch', async () => {
    const supervisor = await startSupervisor({ spawn: spawnChildProcess, pack });
    try {
      await supervisor.embedder.embed(['start'], 'query', quietRun);
      const texts = Array.from(
        { length: 48 },
        (_, i) => `Clause ${i}. ${'The party shall pay the price in full. '.repeat(8)}`,
      );
      let done = 0;
      let asked: number | undefined;
      let answered: number | undefined;
      let query: Promise<unknown> | undefined;
      const passages = supervisor.embedder.embed(texts, 'passage', {
        signal: quietRun.signal,
        report: (progress) => {
          done = progress.done;
          if (done < 16 || asked !== undefined) return;
          asked = done;
          query = supervisor.embedder.embed(['the price'], 'query', quietRun).then(() => (answered = done));
        },
      });
      await passages;
      await query;
      // One batch was under way when it was asked, and the next one may have been taken already.
      expect(answered! - asked!).toBeLessThanOrEqual(16);
      expect(asked).toBe(16);
    } finally {
      await supervisor.close();
    }
  });
});

/** The first sentences in each language of the licence, the sample contracts and the window's texts. */
async function realSentences(each: number): Promise<string[]> {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const texts = await Promise.all(
    ['LICENSE', 'resources/samples/contracts.ts', 'shared/locale/zh-CN.ts'].map((file) =>
      readFile(join(root, file), 'utf8'),
    ),
  );
  const all = texts
    .flatMap((text) => text.split(/\n\s*\n|['`]|(?<=[.;])\s+|(?<=[。；])/))
    .map((sentence) => sentence.replaceAll(/\s+/g, ' ').trim())
    .filter((sentence) => sentence.length > 6);
  const isChinese = (sentence: string): boolean => /[\u4e00-\u9fff]/.test(sentence);
  return [...all.filter((one) => !isChinese(one)).slice(0, each), ...all.filter(isChinese).slice(0, each)];
}
