import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { spawnChildProcess } from '../../../electron/hosts/childProcess.ts';
import { startSupervisor } from '../../../electron/hosts/supervisor.ts';
import type { Supervisor } from '../../../electron/hosts/supervisor.ts';
import { quietRun } from '../../../electron/engine/run.ts';

const pack = fileURLToPath(new URL('../../../resources/models/multilingual-e5-small-q4', import.meta.url));
const file = (name: string) => ({ path: `/${name}`, name });

describe('supervisor', () => {
  let supervisor: Supervisor;
  let events: [string, unknown][];

  beforeEach(async () => {
    events = [];
    supervisor = await startSupervisor({
      spawn: spawnChildProcess,
      pack,
      config: { library: 'here' },
      entry: (host) => fileURLToPath(new URL(`./${host}.fixture.ts`, import.meta.url)),
      limits: { parse: { stall: 1_000, total: 1_000, cancel: 100 } },
    });
    supervisor.onEvent((name, payload) => events.push([name, payload]));
  });
  afterEach(() => supervisor.close());

  it('knows the embedder before any process runs', () => {
    expect(supervisor.embedder.dimension).toBe(384);
    expect(supervisor.embedder.id).toMatch(/^multilingual-e5-small-q4@[0-9a-f]{16}$/);
  });

  it('parses one file at a time', async () => {
    const all = await Promise.all(
      ['slow', 'slow', 'quick'].map((name) => supervisor.parser.parse(file(name), quietRun)),
    );
    expect(all.map((parsed) => (parsed as unknown as { running: number }).running)).toEqual([1, 1, 1]);
  });

  it('keeps the code of a bad file; a file that ends the reader takes no other with it', async () => {
    const names = ['locked', 'crash', 'spin', 'memory', 'a', 'crash', 'b'];
    const results = await Promise.allSettled(names.map((name) => supervisor.parser.parse(file(name), quietRun)));
    expect(
      results.map((one) => (one.status === 'fulfilled' ? one.value.info.name : (one.reason as { code: string }).code)),
    ).toEqual(['FILE_LOCKED', 'HOST_EXITED', 'TIMEOUT', 'LIMIT_EXCEEDED', 'a', 'HOST_EXITED', 'b']);
    expect(events.map(([name]) => name)).toEqual(['host.failed', 'host.failed', 'host.failed']);
    expect(events[0]?.[1]).toMatchObject({ host: 'reader', error: { code: 'HOST_EXITED' } });
  });

  it('routes the application’s ports to the other hosts', async () => {
    expect(await supervisor.call('config', null)).toEqual({ ok: true, value: { library: 'here' } });
    expect(await supervisor.call('parse', 'locked')).toMatchObject({ ok: false, error: { code: 'FILE_LOCKED' } });
    expect(await supervisor.call('parse', 'x')).toMatchObject({ ok: true, value: { info: { name: 'x' } } });
    expect(await supervisor.call('embed', 'four')).toEqual({
      ok: true,
      value: { id: supervisor.embedder.id, dimension: 384, first: 4 },
    });
    expect(await supervisor.call('generate', 'one two three')).toEqual({
      ok: true,
      value: { name: 'model', text: 'one two three', words: ['one', 'two', 'three'], count: 3 },
    });
    expect(await supervisor.call('generate', 'crash')).toMatchObject({ ok: false, error: { code: 'HOST_EXITED' } });
  });

  it('loads a generator and streams its text', async () => {
    await expect(supervisor.generator('missing')).rejects.toMatchObject({ code: 'MODEL_NOT_FOUND' });
    const generator = await supervisor.generator('model');
    expect(generator).toMatchObject({ name: 'model', window: 100 });
    const words: string[] = [];
    const request = { system: '', prompt: 'a b', schema: {}, maxTokens: 5 };
    expect(await generator.generate(request, quietRun, (word) => words.push(word))).toBe('a b');
    expect(words).toEqual(['a', 'b']);
  });

  it('passes events on, answers a crash of the index with a reply, and works again', async () => {
    await supervisor.call('emit', { id: 'job-1' });
    expect(events).toEqual([['job.changed', { id: 'job-1' }]]);
    expect(await supervisor.call('crash', null)).toMatchObject({ ok: false, error: { code: 'HOST_EXITED' } });
    expect(events.at(-1)).toMatchObject(['host.failed', { host: 'index' }]);
    expect(await supervisor.call('config', null)).toMatchObject({ ok: true });
  });

  it('lets the index close its library, then refuses calls', async () => {
    await supervisor.call('config', null);
    await Promise.all([supervisor.close(), supervisor.close()]);
    expect(events.at(-1)).toEqual(['stopped', null]);
    expect(await supervisor.call('config', null)).toMatchObject({ ok: false, error: { code: 'HOST_EXITED' } });
  });

  it('refuses a folder that is no pack', async () => {
    const broken = startSupervisor({ spawn: spawnChildProcess, pack: '/nowhere' });
    await expect(broken).rejects.toMatchObject({ code: 'MODEL_NOT_FOUND' });
  });
});
