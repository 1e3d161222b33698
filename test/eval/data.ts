import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Repository root. */
export const root = resolve(import.meta.dirname, '../..');

/** Folder with the shared test data (`PROVISO_DATA`, else `../shared/data`); null where it is not there. */
export function dataFolder(): string | null {
  const folder = process.env['PROVISO_DATA'] ?? join(root, '../shared/data');
  return existsSync(folder) ? folder : null;
}

/** Where evaluations keep what is slow to make: vectors and parsed documents. Ignored by git. */
export const cacheFolder = join(root, '.cache/eval');
