import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { AppError } from '../../shared/error.ts';
import { type Run, throwIfCancelled } from '../engine/run.ts';
import { diskError, errnoOf, OWNER_FILE, syncFolder } from './files.ts';
import { type FreeSpace, requireSpace } from './freeSpace.ts';

export interface Original {
  readonly sha256: string;
  readonly bytes: number;
  /** Of the kept copy. */
  readonly path: string;
}

const STEP = 1024 * 1024;
const INCOMING = 'incoming-';
const SHA256 = /^[0-9a-f]{64}$/;

interface Places {
  readonly originals: string;
  readonly trash: string;
  readonly durable: boolean;
  readonly free: FreeSpace;
}

/** The imported files themselves, each under the sha256 of its bytes. */
export class Originals {
  readonly #places: Places;

  constructor(places: Places) {
    this.#places = places;
  }

  pathOf(sha256: string): string {
    return join(this.#places.originals, sha256);
  }

  async has(sha256: string): Promise<boolean> {
    return (await sizeOf(this.pathOf(sha256))) !== null;
  }

  /**
   * Copies a file while reading it once, so that the copy is exactly what was hashed. On the disk when it returns.
   * Throws FILE_NOT_FOUND, FILE_IS_FOLDER, FILE_UNREADABLE, FILE_EMPTY or DISK_FULL.
   */
  async keep(path: string, run: Run): Promise<Original> {
    const source = await openSource(path);
    try {
      const { size } = await source.stat();
      if (size === 0) throw new AppError('FILE_EMPTY', 'the file is empty');
      if (this.#holds(path)) return await verified(path, run);
      await requireSpace(this.#places.originals, size, this.#places.free);
      return await this.#copy(source, size, run);
    } finally {
      await source.close();
    }
  }

  async #copy(source: FileHandle, size: number, run: Run): Promise<Original> {
    const incoming = join(this.#places.originals, `${INCOMING}${randomBytes(8).toString('hex')}`);
    const copy = await open(incoming, 'wx', OWNER_FILE);
    const hash = createHash('sha256');
    const buffer = Buffer.allocUnsafe(STEP);
    let bytes = 0;
    try {
      try {
        for (;;) {
          throwIfCancelled(run);
          const { bytesRead } = await readSource(source, buffer);
          if (bytesRead === 0) break;
          const part = buffer.subarray(0, bytesRead);
          hash.update(part);
          await copy.appendFile(part);
          bytes += bytesRead;
          run.report({ stage: 'copy', done: bytes, total: Math.max(size, bytes) });
        }
        if (this.#places.durable) await copy.sync();
      } finally {
        await copy.close();
      }
      const sha256 = hash.digest('hex');
      const path = this.pathOf(sha256);
      if ((await sizeOf(path)) === bytes) await rm(incoming);
      else {
        await rename(incoming, path);
        if (this.#places.durable) await syncFolder(this.#places.originals);
      }
      return { sha256, bytes, path };
    } catch (error) {
      await rm(incoming, { force: true });
      throw diskError(error);
    }
  }

  /** Takes the original of a removed document out of the library, where it can still be found for a while. */
  async moveToTrash(sha256: string): Promise<void> {
    try {
      await rename(this.pathOf(sha256), join(this.#places.trash, sha256));
    } catch (error) {
      if (errnoOf(error) !== 'ENOENT') throw error;
    }
    if (!this.#places.durable) return;
    await syncFolder(this.#places.trash);
    await syncFolder(this.#places.originals);
  }

  /** Deletes the original of an import that came to nothing. */
  async discard(name: string): Promise<void> {
    await rm(this.pathOf(name), { force: true });
  }

  /**
   * Finishes what was interrupted: deletes half copies, and originals that no document or job needs; those of `removed`
   * documents go to the trash.
   */
  async sweep(needed: ReadonlySet<string>, removed: ReadonlySet<string>): Promise<void> {
    for (const name of await readdir(this.#places.originals)) {
      const unneeded = SHA256.test(name) && !needed.has(name);
      if (unneeded && removed.has(name)) await this.moveToTrash(name);
      else if (unneeded || name.startsWith(INCOMING)) await this.discard(name);
    }
  }

  #holds(path: string): boolean {
    return resolve(path, '..') === resolve(this.#places.originals);
  }
}

/** An original that is read again must still have the bytes of its name. */
async function verified(path: string, run: Run): Promise<Original> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const part of createReadStream(path, { highWaterMark: STEP })) {
    throwIfCancelled(run);
    hash.update(part as Buffer);
    bytes += (part as Buffer).length;
  }
  const sha256 = hash.digest('hex');
  if (resolve(path, '..', sha256) !== resolve(path))
    throw new AppError('LIBRARY_DAMAGED', 'an original has changed', { part: 'originals' });
  return { sha256, bytes, path };
}

async function openSource(path: string): Promise<FileHandle> {
  try {
    const status = await stat(path);
    if (status.isDirectory()) throw new AppError('FILE_IS_FOLDER', 'the path is a folder');
    // Opening a pipe would wait for its writer.
    if (!status.isFile()) throw new AppError('FILE_UNREADABLE', 'the path is no regular file');
    return await open(path, 'r');
  } catch (error) {
    throw sourceError(error);
  }
}

async function readSource(source: FileHandle, buffer: Buffer): Promise<{ bytesRead: number }> {
  try {
    return await source.read(buffer, 0, buffer.length, null);
  } catch (error) {
    throw sourceError(error);
  }
}

function sourceError(error: unknown): unknown {
  const errno = errnoOf(error);
  if (error instanceof AppError || errno === undefined) return error;
  if (errno === 'ENOENT' || errno === 'ENOTDIR' || errno === 'ENAMETOOLONG')
    return new AppError('FILE_NOT_FOUND', 'there is no such file', undefined, { cause: error });
  return new AppError('FILE_UNREADABLE', `the file cannot be read (${errno})`, undefined, { cause: error });
}

async function sizeOf(path: string): Promise<number | null> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return null;
    throw error;
  }
}
