import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { takeLock } from '../../../electron/store/lock.ts';
import { temporaryFolder } from './temporary.ts';

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

const lockModule = new URL('../../../electron/store/lock.ts', import.meta.url).href;

/** A process that takes the lock, says so, and waits. */
async function holder(path: string): Promise<ChildProcess> {
  const code = `import { takeLock } from ${JSON.stringify(lockModule)};
    await takeLock(${JSON.stringify(path)}); process.stdout.write('held'); setInterval(() => undefined, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  await once(child.stdout, 'data');
  return child;
}

async function killed(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

const lockPath = async (): Promise<string> => join(await temporaryFolder(), 'lock');
const inUse = (pid: number | undefined) => expect.objectContaining({ code: 'LIBRARY_IN_USE', data: { pid } });

describe('the lock', () => {
  it('is refused within the same process, and free after release', async () => {
    const path = await lockPath();
    const lock = await takeLock(path);
    expect(lock.takenOver).toBe(false);
    await expect(takeLock(path)).rejects.toEqual(inUse(process.pid));
    await lock.release();
    await lock.release();
    await (await takeLock(path)).release();
    expect(await readdir(join(path, '..'))).toEqual([]);
  });

  it('of a live process is refused with its pid, also while that is stopped', async () => {
    const path = await lockPath();
    const child = await holder(path);
    await expect(takeLock(path)).rejects.toEqual(inUse(child.pid));
    child.kill('SIGSTOP');
    await expect(takeLock(path)).rejects.toEqual(inUse(child.pid));
    child.kill('SIGCONT');
    expect(await readdir(join(path, '..'))).toEqual(['lock']);
  });

  it('of a dead process is taken over', async () => {
    const path = await lockPath();
    await killed(await holder(path));
    const lock = await takeLock(path);
    expect(lock.takenOver).toBe(true);
    expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ pid: process.pid });
    await lock.release();
    expect(await readdir(join(path, '..'))).toEqual([]);
  });

  it('of an earlier process with the pid of a live one is taken over', async () => {
    const path = await lockPath();
    const first = await takeLock(path);
    const owner = JSON.parse(await readFile(path, 'utf8')) as { started: string | null };
    expect(owner.started).not.toBeNull();
    await first.release();
    await writeFile(path, JSON.stringify({ ...owner, started: 'another time' }));
    expect((await takeLock(path)).takenOver).toBe(true);
  });

  it('of another machine is refused', async () => {
    const path = await lockPath();
    const host = `not ${hostname()}`;
    await writeFile(path, JSON.stringify({ pid: 4_000_000, started: null, host, token: '' }));
    await expect(takeLock(path)).rejects.toMatchObject({ code: 'LIBRARY_IN_USE', data: { host } });
  });

  it('that is just being written is refused, and a broken old one is replaced', async () => {
    const path = await lockPath();
    await writeFile(path, '');
    await expect(takeLock(path)).rejects.toMatchObject({ code: 'LIBRARY_IN_USE' });
    await utimes(path, new Date(0), new Date(0));
    expect((await takeLock(path)).takenOver).toBe(true);
  });

  it('of a dead process goes to one of many that want it', async () => {
    const path = await lockPath();
    for (let round = 0; round < 20; round++) {
      await writeFile(path, JSON.stringify({ pid: 4_000_000, started: 'x', host: hostname(), token: String(round) }));
      const results = await Promise.allSettled(Array.from({ length: 8 }, () => takeLock(path)));
      const won = results.filter((result) => result.status === 'fulfilled');
      expect(won).toHaveLength(1);
      for (const result of results)
        expect(result.status === 'fulfilled' || result.reason).toSatisfy(
          (outcome) => outcome === true || (outcome as { code: string }).code === 'LIBRARY_IN_USE',
        );
      await won[0]!.value.release();
      expect(await readdir(join(path, '..'))).toEqual([]);
    }
  });
});
