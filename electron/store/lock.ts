import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { copyFile, constants, link, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { promisify } from 'node:util';
import { AppError } from '../../shared/error.ts';
import { errnoOf, OWNER_FILE } from './files.ts';

/** Who holds a library. `started` tells a process from a later one with the same id; null where it is unknown. */
interface Owner {
  readonly pid: number;
  readonly started: string | null;
  readonly host: string;
  /** Makes two locks of one process differ. */
  readonly token: string;
}

export interface Lock {
  /** The process that held the library before did not close it. */
  readonly takenOver: boolean;
  /** Safe to call twice; never removes a lock that is no longer ours. */
  release(): Promise<void>;
}

const MAX_ROUNDS = 20;

/** A lock that cannot be read is being written if it is younger than this, and the mark of a power loss if older. */
const HALF_WRITTEN_MS = 10_000;

/**
 * Takes the lock file at `path`, whole and at once (a hard link, which fails if the name exists). The lock of a dead
 * process is taken over; that of a live one, or of another machine, never. Throws LIBRARY_IN_USE with the `pid`.
 */
export async function takeLock(path: string): Promise<Lock> {
  const owner: Owner = {
    pid: process.pid,
    started: await processStart(process.pid),
    host: hostname(),
    token: randomBytes(8).toString('hex'),
  };
  const mine = JSON.stringify(owner);
  const draft = `${path}.${owner.token}.tmp`;
  const handle = await open(draft, 'wx', OWNER_FILE);
  try {
    await handle.writeFile(mine);
    await handle.sync();
  } finally {
    await handle.close();
  }
  try {
    const takenOver = await take(path, draft);
    return { takenOver, release: () => release(path, mine) };
  } finally {
    await rm(draft, { force: true });
  }
}

/** True if a dead lock was replaced. */
async function take(path: string, draft: string): Promise<boolean> {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    if (await place(draft, path)) return false;
    const held = await readLock(path);
    if (held === null) continue;
    await refuseLive(path, held);
    // One taker per dead lock: the claim is named after the lock it replaces, and is a lock itself.
    const claim = `${path}.${createHash('sha256').update(held).digest('hex').slice(0, 16)}`;
    await take(claim, draft);
    try {
      if ((await readLock(path)) !== held) continue;
      const copy = `${draft}.copy`;
      await place(draft, copy);
      await rename(copy, path);
      return true;
    } finally {
      await rm(claim, { force: true });
    }
  }
  throw new AppError('LIBRARY_IN_USE', 'the lock of the library keeps changing hands');
}

/** False if the name is taken. */
async function place(draft: string, path: string): Promise<boolean> {
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') return false;
  }
  // File systems without hard links (exFAT, some shares): still exclusive, though not whole at once.
  try {
    await copyFile(draft, path, constants.COPYFILE_EXCL);
    return true;
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') return false;
    throw error;
  }
}

async function refuseLive(path: string, held: string): Promise<void> {
  const owner = parseOwner(held);
  if (owner === null) {
    const age = Date.now() - ((await modified(path)) ?? 0);
    if (age < HALF_WRITTEN_MS) throw new AppError('LIBRARY_IN_USE', 'another process is opening the library');
    return;
  }
  const { pid, host } = owner;
  const elsewhere = host !== hostname();
  if (!elsewhere && !(await isAlive(owner))) return;
  throw new AppError('LIBRARY_IN_USE', 'another process has the library open', elsewhere ? { pid, host } : { pid });
}

async function modified(path: string): Promise<number | null> {
  try {
    return (await stat(path)).mtimeMs;
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return null;
    throw error;
  }
}

async function readLock(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return null;
    throw error;
  }
}

/** Null for what is no whole lock. */
function parseOwner(text: string): Owner | null {
  try {
    const value = JSON.parse(text) as Partial<Owner> | null;
    if (typeof value?.pid !== 'number' || typeof value.host !== 'string') return null;
    return { pid: value.pid, host: value.host, started: value.started ?? null, token: value.token ?? '' };
  } catch {
    return null;
  }
}

async function release(path: string, mine: string): Promise<void> {
  if ((await readLock(path)) === mine) await rm(path, { force: true });
}

async function isAlive({ pid, started }: Owner): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it lives, under another user.
    if (errnoOf(error) === 'ESRCH') return false;
  }
  const now = await processStart(pid);
  if (now === 'ended') return false;
  return started === null || now === null || now === started;
}

/**
 * When a process started, in a form that only serves to compare; `ended` for one that is dead but still listed; null
 * where the system does not tell. A stopped process lives.
 */
async function processStart(pid: number): Promise<string | null> {
  if (process.platform === 'linux') return linuxStart(pid);
  if (process.platform === 'win32') return null;
  try {
    const { stdout } = await promisify(execFile)('ps', ['-o', 'lstart=', '-p', String(pid)], { env: { LC_ALL: 'C' } });
    return stdout.trim() || 'ended';
  } catch {
    // `ps` answers 1 for a process that is gone.
    return 'ended';
  }
}

async function linuxStart(pid: number): Promise<string | null> {
  try {
    const line = await readFile(`/proc/${pid}/stat`, 'utf8');
    // The command, second, may hold spaces and brackets; state is the field after it, start time the twentieth after that.
    const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z' || fields[0] === 'X') return 'ended';
    const boot = (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim();
    return `${boot}:${fields[19]}`;
  } catch (error) {
    return errnoOf(error) === 'ENOENT' ? 'ended' : null;
  }
}
