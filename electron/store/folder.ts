import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../shared/error.ts';
import { diskError, errnoOf, makeFolder } from './files.ts';
import { currentFormat, type LibraryFormat, readFormat, refuseNewer, writeFormat } from './format.ts';
import { type Lock, takeLock } from './lock.ts';
import { type LibraryPaths, libraryPaths } from './paths.ts';

export interface HeldFolder {
  readonly paths: LibraryPaths;
  readonly lock: Lock;
  readonly format: LibraryFormat;
}

/**
 * Checks that `dir` is a library, or makes one of an absent or empty folder if `create` is true, and locks it. A folder
 * of something else is refused before anything in it is touched. Throws LIBRARY_NOT_FOUND (with the `reason` absent,
 * not-a-library, not-a-folder or no-access), DISK_FULL, BAD_INPUT, LIBRARY_IN_USE, LIBRARY_NEWER or LIBRARY_DAMAGED.
 */
export async function holdFolder(dir: string, options: HoldOptions): Promise<HeldFolder> {
  try {
    return await hold(dir, options);
  } catch (error) {
    throw folderError(error);
  }
}

export interface HoldOptions {
  readonly create: boolean;
  readonly mustBeNew: boolean;
  readonly now: string;
}

async function hold(dir: string, { create, mustBeNew, now }: HoldOptions): Promise<HeldFolder> {
  const paths = libraryPaths(dir);
  const names = await namesIn(dir);
  const found = await readFormat(paths.format);
  if (found !== null) refuseNewer(found);
  else if (names?.includes('journal.jsonl') === true && names.includes('originals'))
    throw new AppError('LIBRARY_DAMAGED', 'format.json is missing', { part: 'format' });
  else if (names !== null && !names.every(isLeftover))
    throw new AppError('LIBRARY_NOT_FOUND', 'the folder holds something else', { reason: 'not-a-library' });
  else if (!create) throw new AppError('LIBRARY_NOT_FOUND', 'there is no library', { reason: 'absent' });
  // Its folder will be deleted: it must be one that held nothing.
  if (mustBeNew && names !== null && names.length > 0)
    throw new AppError('BAD_INPUT', 'the folder of a temporary library must be empty');
  await makeFolder(dir);
  const lock = await takeLock(paths.lock);
  try {
    // Read again under the lock: another process may have made or changed the library in between.
    const current = await readFormat(paths.format);
    if (current !== null) refuseNewer(current);
    const format = current ?? currentFormat(now);
    if (current === null) await writeFormat(paths.format, format);
    for (const name of names ?? []) if (isDraft(name)) await rm(join(dir, name), { force: true });
    await makeFolder(paths.originals);
    await makeFolder(paths.trash);
    return { paths, lock, format };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** What a process that died while making a library leaves. */
const isLeftover = (name: string): boolean => /^lock(?:\..+)?$/.test(name) || isDraft(name);

const isDraft = (name: string): boolean => /^format\.json\.[0-9a-f]+\.tmp$/.test(name);

/** A path that the system will not give us: no rights, a read-only disk, links that lead nowhere, a name too long. */
const NO_ACCESS = new Set(['EACCES', 'EPERM', 'EROFS', 'ELOOP', 'ENAMETOOLONG', 'ENOENT', 'EEXIST', 'ENOTDIR']);

function folderError(error: unknown): unknown {
  const errno = errnoOf(error);
  if (error instanceof AppError || errno === undefined) return error;
  if (!NO_ACCESS.has(errno)) return diskError(error);
  const data = { reason: 'no-access', system: errno };
  return new AppError('LIBRARY_NOT_FOUND', 'the folder cannot be used', data, { cause: error });
}

/** Null if there is nothing at `dir`. */
async function namesIn(dir: string): Promise<string[] | null> {
  try {
    return await readdir(dir);
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === 'ENOENT') return null;
    // Of the path itself or of a folder in it.
    if (errno === 'ENOTDIR') throw new AppError('LIBRARY_NOT_FOUND', 'the path is a file', { reason: 'not-a-folder' });
    throw error;
  }
}
