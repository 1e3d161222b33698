import { statfs } from 'node:fs/promises';
import { AppError } from '../../shared/error.ts';

const MB = 1024 * 1024;

/** Kept free beyond every estimate: a write-ahead log that cannot grow hangs the database for ever. */
export const RESERVE_BYTES = 128 * MB;

/** Enough to open, to read, and to remove documents so that there is space again. */
export const SMALL_RESERVE_BYTES = 24 * MB;

/** Free bytes for us at a path. */
export type FreeSpace = (path: string) => Promise<number>;

export const freeSpace: FreeSpace = async (path) => {
  const { bavail, bsize } = await statfs(path);
  return bavail * bsize;
};

/** Throws DISK_FULL with both numbers unless `bytes` and the reserve fit. */
export async function requireSpace(
  path: string,
  bytes: number,
  free: FreeSpace,
  reserve = RESERVE_BYTES,
): Promise<void> {
  const available = await free(path);
  const needed = bytes + reserve;
  if (available < needed) throw new AppError('DISK_FULL', 'not enough free space', { needed, available });
}
