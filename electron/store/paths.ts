import { join } from 'node:path';

/** Where things lie in a library folder. */
export interface LibraryPaths {
  readonly root: string;
  readonly originals: string;
  readonly trash: string;
  readonly index: string;
  readonly journal: string;
  readonly lock: string;
  readonly format: string;
}

export const libraryPaths = (root: string): LibraryPaths => ({
  root,
  originals: join(root, 'originals'),
  trash: join(root, 'trash'),
  index: join(root, 'index'),
  journal: join(root, 'journal.jsonl'),
  lock: join(root, 'lock'),
  format: join(root, 'format.json'),
});
