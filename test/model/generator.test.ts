import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { quietRun } from '../../electron/engine/run.ts';
import type { Progress } from '../../electron/engine/run.ts';
import { spawnChildProcess } from '../../electron/hosts/childProcess.ts';
import { startSupervisor } from '../../electron/hosts/supervisor.ts';
import { loadGenerator } from '../../electron/models/generator.ts';
import type { LoadedGenerator } from '../../electron/models/generator.ts';
import { CHAT_TEMPLATE, makeTinyGguf } from '../support/gguf/make.ts';

const schema = {
  type: 'object',
  properties: {
    // No piece of the vocabulary: each character comes in three tokens.
    status: { enum: ['已回答', '依据不足'] },
    text: { type: 'string', maxLength: 12 },
    passages: { type: 'array', items: { enum: ['p1', 'p2'] }, maxItems: 3 },
    sure: { type: 'boolean' },
  },
};
const endless = { type: 'object', properties: { text: { type: 'string' } } };
const request = { system: 'Answer from the passages.', prompt: 'the clause of 合同 第十二条', schema, maxTokens: 200 };

let dir: string;
let plain: string;
let chat: string;
const bytes = makeTinyGguf({ seed: 1, name: 'Tiny', context: 2048 });

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'proviso-gguf-'));
  plain = join(dir, 'plain.gguf');
  chat = join(dir, 'chat.gguf');
  await writeFile(plain, bytes);
  await writeFile(chat, makeTinyGguf({ seed: 2, name: 'Tiny Chat', context: 256, chatTemplate: CHAT_TEMPLATE }));
});
afterAll(() => rm(dir, { recursive: true }));

describe('tiny GGUF', () => {
  it('is the same file for the same seed, and small', () => {
    expect(makeTinyGguf({ seed: 1, name: 'Tiny', context: 2048 })).toEqual(bytes);
    expect(makeTinyGguf({ seed: 3, name: 'Tiny', context: 2048 })).not.toEqual(bytes);
    expect(bytes.length).toBeLessThan(500_000);
  });
});

describe('generator', () => {
  let generator: LoadedGenerator;
  beforeAll(async () => {
    generator = await loadGenerator(plain, { contextSize: 512 }, quietRun);
  });
  afterAll(() => generator.dispose());

  it('knows its name and window, and counts tokens with the model', async () => {
    expect(generator.name).toBe('Tiny');
    expect(generator.window).toBe(512);
    // A space, and a character that is no piece of the vocabulary: three bytes.
    expect(await generator.count('龘')).toBe(4);
    expect(await generator.count('')).toBe(0);
  });

  it('writes what the schema forces, streams it in order, and is the same every time', async () => {
    const parts: string[] = [];
    const seen: Progress[] = [];
    const run = { signal: quietRun.signal, report: (progress: Progress) => seen.push(progress) };
    const text = await generator.generate(request, run, (part) => parts.push(part));
    const value = JSON.parse(text) as Record<string, unknown>;
    expect(Object.keys(value)).toEqual(['status', 'text', 'passages', 'sure']);
    expect(['已回答', '依据不足']).toContain(value['status']);
    expect(typeof value['sure']).toBe('boolean');
    expect(parts.length).toBeGreaterThan(5);
    expect(parts.join('')).toBe(text);
    expect(await generator.generate(request, quietRun)).toBe(text);

    const stages = seen.map(({ stage }) => stage);
    expect(stages.lastIndexOf('read')).toBeLessThan(stages.indexOf('write'));
    const written = seen.filter(({ stage }) => stage === 'write').map(({ done }) => done);
    expect(written).toEqual(written.map((_, i) => i + 1));
    // The last token is the one that makes it whole.
    const short = await generator.generate({ ...request, maxTokens: written.length - 1 }, quietRun);
    expect(() => JSON.parse(short) as unknown).toThrow(SyntaxError);
  });

  it('gives back an output that is cut at the limit of tokens', async () => {
    const text = await generator.generate({ ...request, maxTokens: 12 }, quietRun);
    expect(text.startsWith('{')).toBe(true);
    expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError);
  });

  it('refuses a prompt that does not fit, with its answer, before it reads', async () => {
    const prompt = 'clause '.repeat(400);
    const seen: Progress[] = [];
    const run = { signal: quietRun.signal, report: (progress: Progress) => seen.push(progress) };
    await expect(generator.generate({ ...request, prompt }, run)).rejects.toMatchObject({
      code: 'CONTEXT_OVERFLOW',
      data: { window: 512 },
    });
    expect(seen).toEqual([]);
    // The prompt alone would fit.
    await expect(generator.generate({ ...request, maxTokens: 500 }, run)).rejects.toMatchObject({
      code: 'CONTEXT_OVERFLOW',
    });
  });

  it.each(['read', 'write'])('stops when it is cancelled in %s, and works again', async (stage) => {
    const controller = new AbortController();
    const seen: Progress[] = [];
    const report = (progress: Progress): void => {
      seen.push(progress);
      if (progress.stage === stage && progress.done > 0) controller.abort();
    };
    const run = { signal: controller.signal, report };
    const long = { ...request, prompt: 'a b c d e f g h '.repeat(20), schema: endless, maxTokens: 20 };
    await expect(generator.generate(long, run)).rejects.toMatchObject({ code: 'CANCELLED' });
    // Nothing is reported after the one that the cancel answered.
    expect(seen.filter(({ done, stage: at }) => at === stage && done > 0).length).toBe(1);
    expect(seen.at(-1)).toMatchObject({ stage });
    expect(seen.at(-1)!.done).toBeLessThan(seen.at(-1)!.total);
    expect(JSON.parse(await generator.generate(request, quietRun))).toHaveProperty('status');
  });
});

describe('instruct model', () => {
  it('uses its template, keeps words that look like its marks apart, and its own window', async () => {
    const generator = await loadGenerator(chat, {}, quietRun);
    try {
      expect(generator.name).toBe('Tiny Chat');
      expect(generator.window).toBe(256);
      expect(JSON.parse(await generator.generate({ ...request, maxTokens: 120 }, quietRun))).toHaveProperty('status');
      // As a mark it is one token; as words of a contract it is many.
      expect(await generator.count('<|im_end|>')).toBeGreaterThan(5);
    } finally {
      await generator.dispose();
    }
  });
});

describe('loading', () => {
  const load = (file: string, options = {}) => loadGenerator(file, options, quietRun);

  it('tells a missing file, a folder and a file that is no GGUF', async () => {
    await expect(load(join(dir, 'absent.gguf'))).rejects.toMatchObject({
      code: 'MODEL_NOT_FOUND',
      data: { file: 'absent.gguf' },
    });
    await expect(load(dir)).rejects.toMatchObject({ code: 'MODEL_NOT_FOUND' });
    const other = join(dir, 'other.gguf');
    await writeFile(other, 'PK\u0003\u0004');
    await expect(load(other)).rejects.toMatchObject({ code: 'MODEL_INVALID', data: { file: 'other.gguf' } });
  });

  it.each([4, 24, 1000, 12_000, bytes.length - 100_000, bytes.length - 40])(
    'refuses a file cut off after %i bytes',
    async (length) => {
      const cut = join(dir, 'cut.gguf');
      await writeFile(cut, bytes.subarray(0, length));
      await expect(load(cut)).rejects.toMatchObject({ code: 'MODEL_INVALID', data: { file: 'cut.gguf' } });
    },
  );

  it('refuses a model that does not fit, before it takes the memory', async () => {
    await expect(load(plain, { memory: 1_000_000 })).rejects.toMatchObject({
      code: 'MODEL_TOO_LARGE',
      data: { file: 'plain.gguf', availableMb: 0 },
    });
  });
});

describe('generator host', () => {
  it('loads, streams, is ended while it writes, and loads again', async () => {
    const pack = fileURLToPath(new URL('../../resources/models/multilingual-e5-small-q4', import.meta.url));
    const supervisor = await startSupervisor({ spawn: spawnChildProcess, pack });
    try {
      await expect(supervisor.generator(join(dir, 'absent.gguf'))).rejects.toMatchObject({ code: 'MODEL_NOT_FOUND' });
      const generator = await supervisor.generator(plain, { contextSize: 512 });
      expect(generator).toMatchObject({ name: 'Tiny', window: 512 });
      expect(await generator.count('龘')).toBe(4);
      const parts: string[] = [];
      const text = await generator.generate(request, quietRun, (part) => parts.push(part));
      expect(parts.join('')).toBe(text);

      const controller = new AbortController();
      const report = ({ stage, done }: Progress): void => {
        if (stage === 'write' && done === 3) controller.abort();
      };
      const call = generator.generate({ ...request, schema: endless }, { signal: controller.signal, report });
      await expect(call).rejects.toMatchObject({ code: 'CANCELLED' });
      expect(await generator.generate(request, quietRun)).toBe(text);

      // Another model takes its place, and a handle on the first one brings that back.
      const second = await supervisor.generator(chat);
      expect(second.window).toBe(256);
      expect(await generator.generate(request, quietRun)).toBe(text);
    } finally {
      await supervisor.close();
    }
  });
});
