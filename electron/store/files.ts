import { chmod, lstat, mkdir, open, readdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { AppError } from '../../shared/error.ts';

/** Libraries hold contracts: nobody but their owner reads them. */
export const OWNER_FOLDER = 0o700;
export const OWNER_FILE = 0o600;

export const errnoOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

/** A full disk has its own code; everything else stays what it was. */
export function diskError(error: unknown): unknown {
  const errno = errnoOf(error);
  if (errno !== 'ENOSPC' && errno !== 'EDQUOT') return error;
  return new AppError('DISK_FULL', 'no space left for the library', undefined, { cause: error });
}

export async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: OWNER_FOLDER });
  await chmod(path, OWNER_FOLDER);
}

/** Makes created, renamed and removed names in a folder survive a power loss. Windows has no such call. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Replaces a small file as a whole: after a crash it is the old one or the new one. */
export async function writeWhole(path: string, data: string): Promise<void> {
  const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  const handle = await open(temporary, 'wx', OWNER_FILE);
  try {
    await handle.writeFile(data);
    await handle.sync();
  } catch (error) {
    throw diskError(error);
  } finally {
    await handle.close();
  }
  await rename(temporary, path);
  await syncFolder(dirname(path));
}

/** Writes the changed files of a folder tree to the disk. PGlite never does: its file system has no fsync. */
export class TreeSync {
  readonly #root: string;
  readonly #synced = new Map<string, string>();

  constructor(root: string) {
    this.#root = root;
  }

  /** Takes the files as they are now for written: the process before closed the library. */
  async trust(): Promise<void> {
    await this.#walk(this.#root, new Set(), false);
  }

  /** Fsyncs what changed since the last call, the first time everything. Returns the number of files written. */
  async sync(): Promise<number> {
    const seen = new Set<string>();
    const count = await this.#walk(this.#root, seen, true);
    for (const path of this.#synced.keys()) if (!seen.has(path)) this.#synced.delete(path);
    return count;
  }

  async #walk(folder: string, seen: Set<string>, write: boolean): Promise<number> {
    let count = 0;
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) count += await this.#walk(path, seen, write);
      else if (entry.isFile() && (await this.#changed(path, seen)) && write) {
        await syncFile(path);
        count++;
      }
    }
    if ((await this.#changed(folder, seen)) && write) await syncFolder(folder);
    return count;
  }

  async #changed(path: string, seen: Set<string>): Promise<boolean> {
    seen.add(path);
    const { mtimeNs, size } = await lstat(path, { bigint: true });
    const state = `${mtimeNs}:${size}`;
    if (this.#synced.get(path) === state) return false;
    this.#synced.set(path, state);
    return true;
  }
}

async function syncFile(path: string): Promise<void> {
  const handle = await open(path, 'r+');
  try {
    // PGlite creates some of its files readable for everyone.
    if (((await handle.stat()).mode & 0o077) !== 0) await handle.chmod(OWNER_FILE);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
