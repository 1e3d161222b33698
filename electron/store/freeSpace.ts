import { statfs } from 'node:fs/promises';
import { AppError } from '../../shared/error.ts';

/** Kept free beyond every estimate: a write-ahead log that cannot grow hangs the database for ever. */
export const RESERVE_BYTES = 128 * 1024 * 1024;

/** Free bytes for us at a path. */
export type FreeSpace = (path: string) => Promise<number>;

export const freeSpace: FreeSpace = async (path) => {
  const { bavail, bsize } = await statfs(path);
  return bavail * bsize;
};

/** Throws DISK_FULL with both numbers unless `bytes` and the reserve fit. */
export async function requireSpace(path: string, bytes: number, free: FreeSpace): Promise<void> {
  const available = await free(path);
  const needed = bytes + RESERVE_BYTES;
  if (available < needed) throw new AppError('DISK_FULL', 'not enough free space', { needed, available });
}
