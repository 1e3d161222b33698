import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '../../shared/error.ts';

/** Folder for a library that is thrown away; it holds copies of contracts, so it must not outlive its process. */
export interface Scratch {
  readonly path: string;
  remove(): Promise<void>;
}

/** Process ids mean something on one machine only; containers may share a temporary folder. */
const HERE = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
const NAME = /^proviso-([0-9a-f]{8})-(\d+)-[A-Za-z0-9]{6}$/;

/**
 * Makes the folder, named after this process, and removes those that killed processes of this machine left. Throws
 * BAD_INPUT where the system's temporary folder cannot be used.
 */
export async function makeScratch(within = tmpdir()): Promise<Scratch> {
  await sweep(within);
  let path: string;
  try {
    path = await mkdtemp(join(within, `proviso-${HERE}-${process.pid}-`));
  } catch (error) {
    throw new AppError('BAD_INPUT', 'The folder for temporary files cannot be used.', undefined, { cause: error });
  }
  // An impatient second interrupt ends the process without a farewell.
  const atExit = (): void => rmSync(path, { recursive: true, force: true, maxRetries: 2 });
  process.once('exit', atExit);
  return {
    path,
    remove: async () => {
      await rm(path, { recursive: true, force: true });
      process.off('exit', atExit);
    },
  };
}

async function sweep(within: string): Promise<void> {
  let names: string[];
  try {
    names = await readdir(within);
  } catch {
    // `mkdtemp` says what is wrong with the folder.
    return;
  }
  for (const name of names) {
    const [, host, pid] = NAME.exec(name) ?? [];
    if (host !== HERE || pid === undefined || isAlive(Number(pid))) continue;
    try {
      await rm(join(within, name), { recursive: true, force: true });
    } catch {
      // Another user's, or being removed by another call: not ours to wait for.
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // EPERM: it lives, under another user.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
