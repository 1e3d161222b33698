import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { spawnChildProcess } from '../../../electron/hosts/childProcess.ts';
import { manageHost } from '../../../electron/hosts/managedHost.ts';
import type { ManagedHost, ManagedHostOptions } from '../../../electron/hosts/managedHost.ts';
import type { Methods } from '../../../electron/hosts/peer.ts';
import { quietRun } from '../../../electron/engine/run.ts';
import type { Progress } from '../../../electron/engine/run.ts';
import type { AppError } from '../../../shared/error.ts';
import type { FixtureMethods } from './fixture.main.ts';

const fixture = fileURLToPath(new URL('./fixture.main.ts', import.meta.url));
const patient = { stall: 20_000, cancel: 20_000 };
const open: ManagedHost<FixtureMethods>[] = [];

function host(
  options: Partial<ManagedHostOptions<Methods, FixtureMethods>> = {},
  start: FixtureMethods['start']['params'] = null,
) {
  const failures: AppError[] = [];
  let spawned = 0;
  const managed = manageHost<Methods, FixtureMethods>({
    name: 'embedder',
    spawn: () => {
      spawned++;
      return spawnChildProcess('embedder', fixture);
    },
    handlers: {},
    start: (peer) => peer.call('start', start),
    startLimit: 20_000,
    onFailed: (error) => failures.push(error),
    onBug: () => undefined,
    ...options,
  });
  open.push(managed);
  return { managed, failures, spawned: () => spawned };
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((managed) => managed.close()));
});

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

async function gone(pid: number): Promise<boolean> {
  for (let tries = 0; tries < 100 && isAlive(pid); tries++) await new Promise((resolve) => setTimeout(resolve, 50));
  return !isAlive(pid);
}

describe('managed host', () => {
  it.skipIf(process.platform === 'win32')('outlives the interrupt of its group, which its parent answers', async () => {
    const { managed, failures } = host();
    const pid = await managed.call('pid', null, quietRun, patient);
    process.kill(pid, 'SIGINT');
    process.kill(pid, 'SIGHUP');
    expect(await managed.call('steps', 2, quietRun, patient)).toBe('done');
    expect(await managed.call('pid', null, quietRun, patient)).toBe(pid);
    expect(failures).toEqual([]);
  });

  it('starts at the first call, and serves the next ones from the same process', async () => {
    const { managed, spawned } = host();
    expect(spawned()).toBe(0);
    const [a, b] = await Promise.all([1, 2].map(() => managed.call('pid', null, quietRun, patient)));
    expect(a).toBe(b);
    expect(a).not.toBe(process.pid);
    expect(spawned()).toBe(1);
  });

  it('loses the calls of a killed process, says so once, and comes back', async () => {
    const { managed, failures } = host();
    const pid = await managed.call('pid', null, quietRun, patient);
    const lost = [managed.call('wait', null, quietRun, patient), managed.call('wait', null, quietRun, patient)];
    setTimeout(() => process.kill(pid, 'SIGKILL'), 50);
    for (const call of lost)
      await expect(call).rejects.toMatchObject({ code: 'HOST_EXITED', data: { signal: 'SIGKILL' } });
    expect(failures.map(({ code }) => code)).toEqual(['HOST_EXITED']);
    const next = await managed.call('pid', null, quietRun, patient);
    expect(next).not.toBe(pid);
  });

  it('brings progress in order', async () => {
    const seen: Progress[] = [];
    const run = { signal: quietRun.signal, report: (progress: Progress) => seen.push(progress) };
    expect(await host().managed.call('steps', 4, run, patient)).toBe('done');
    expect(seen.map(({ done }) => done)).toEqual([1, 2, 3, 4]);
  });

  it('cancels a call that listens without ending the process', async () => {
    const { managed, failures, spawned } = host();
    await managed.call('pid', null, quietRun, patient);
    const controller = new AbortController();
    const call = managed.call('wait', null, { signal: controller.signal, report: () => undefined }, patient);
    setTimeout(() => controller.abort(), 20);
    await expect(call).rejects.toMatchObject({ code: 'CANCELLED' });
    await managed.call('pid', null, quietRun, patient);
    expect(spawned()).toBe(1);
    expect(failures).toEqual([]);
  });

  it('ends the process of a call that is deaf to its cancel; that is no failure', async () => {
    const { managed, failures } = host();
    const pid = await managed.call('pid', null, quietRun, patient);
    const controller = new AbortController();
    const run = { signal: controller.signal, report: () => undefined };
    const call = managed.call('spin', null, run, { stall: 20_000, cancel: 100 });
    setTimeout(() => controller.abort(), 20);
    await expect(call).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(await gone(pid)).toBe(true);
    expect(failures).toEqual([]);
    expect(await managed.call('pid', null, quietRun, patient)).not.toBe(pid);
  });

  it('ends a call that overruns, and the process with it', async () => {
    const { managed } = host();
    const pid = await managed.call('pid', null, quietRun, patient);
    await expect(managed.call('spin', null, quietRun, { stall: 150, cancel: 0 })).rejects.toMatchObject({
      code: 'TIMEOUT',
      data: { host: 'embedder', limit: 150 },
    });
    expect(await gone(pid)).toBe(true);
    expect(await managed.call('steps', 1, quietRun, patient)).toBe('done');
  });

  it('finds a hung process by its heartbeat', async () => {
    const { managed, failures } = host({ heartbeat: { every: 100, dead: 800 } });
    await expect(managed.call('spin', null, quietRun, patient)).rejects.toMatchObject({ code: 'HOST_EXITED' });
    expect(failures.map(({ code }) => code)).toEqual(['TIMEOUT']);
    // One that only waits for long is not hung.
    expect(await managed.call('steps', 40, quietRun, patient)).toBe('done');
  });

  it('ends a process that takes too much memory, in a way that can be told', async () => {
    const { managed } = host();
    await expect(managed.call('eat', null, quietRun, patient)).rejects.toMatchObject({
      code: 'HOST_EXITED',
      data: { signal: 'SIGABRT' },
    });
  });

  it('stops trying after three crashes in a row', async () => {
    const { managed, failures, spawned } = host();
    for (let crash = 0; crash < 3; crash++) {
      await expect(managed.call('exit', 3, quietRun, patient)).rejects.toMatchObject({
        code: 'HOST_EXITED',
        data: { code: 3 },
      });
    }
    await expect(managed.call('pid', null, quietRun, patient)).rejects.toMatchObject({
      code: 'HOST_EXITED',
      data: { failures: 3 },
    });
    expect(spawned()).toBe(3);
    expect(failures.length).toBe(3);
  });

  it('goes on after crashes that its inputs are to blame for', async () => {
    const { managed } = host({ blameInput: true });
    for (let crash = 0; crash < 4; crash++) {
      await expect(managed.call('exit', 3, quietRun, patient)).rejects.toMatchObject({ code: 'HOST_EXITED' });
    }
    expect(await managed.call('steps', 1, quietRun, patient)).toBe('done');
  });

  it('gives a failed start to the callers, and counts a crash in it', async () => {
    const failing = host({}, { fails: true });
    await expect(failing.managed.call('pid', null, quietRun, patient)).rejects.toMatchObject({ code: 'INTERNAL' });
    expect(failing.failures).toEqual([]);
    const dying = host({ blameInput: true }, { dies: true });
    for (let crash = 0; crash < 3; crash++) {
      await expect(dying.managed.call('pid', null, quietRun, patient)).rejects.toMatchObject({ data: { code: 7 } });
    }
    await expect(dying.managed.call('pid', null, quietRun, patient)).rejects.toMatchObject({ data: { failures: 3 } });
  });

  it('closes twice, and leaves no process', async () => {
    const { managed, failures } = host();
    const pid = await managed.call('pid', null, quietRun, patient);
    const pending = managed.call('spin', null, quietRun, patient);
    const closing = [managed.close(), managed.close()];
    await expect(pending).rejects.toMatchObject({ code: 'HOST_EXITED' });
    await Promise.all(closing);
    expect(isAlive(pid)).toBe(false);
    expect(failures).toEqual([]);
    await expect(managed.call('pid', null, quietRun, patient)).rejects.toMatchObject({ code: 'HOST_EXITED' });
  });

  it('ends with its parent, also while something holds its thread', async () => {
    const parent = spawn(process.execPath, [fileURLToPath(new URL('./orphan.parent.ts', import.meta.url))], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = (await once(parent.stdout, 'data')) as [Buffer];
    const pid = Number(line.toString());
    expect(isAlive(pid)).toBe(true);
    parent.kill('SIGKILL');
    await once(parent, 'exit');
    expect(await gone(pid)).toBe(true);
  });
});
