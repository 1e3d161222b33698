import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Database } from './database.ts';
import { errnoOf, makeFolder, syncFolder, TreeSync } from './files.ts';
import { migrate } from './migrate.ts';
import { unpackTemplate } from './template.ts';
import type { LibraryPaths } from './paths.ts';

export interface OpenIndex {
  readonly database: Database;
  readonly files: TreeSync;
}

interface IndexOptions {
  readonly template: string;
  readonly durable: boolean;
  /** The process before closed the index, so that its files are on the disk. */
  readonly closed: boolean;
}

/**
 * Opens the index of a library and brings it to the newest schema. Where there is none it is made beside its place, from
 * the template or by initdb, and put there whole.
 */
export async function openIndex(paths: LibraryPaths, options: IndexOptions): Promise<OpenIndex> {
  const fresh = !(await hasEntries(paths.index));
  if (fresh) await makeIndex(paths, options);
  const files = new TreeSync(paths.index);
  if (fresh || options.closed) await files.trust();
  const database = await Database.open(paths.index);
  try {
    await migrate(database);
    return { database, files };
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function makeIndex(paths: LibraryPaths, options: IndexOptions): Promise<void> {
  const draft = join(paths.root, 'index.new');
  await rm(draft, { recursive: true, force: true });
  await makeFolder(draft);
  if (!(await unpackTemplate(options.template, draft))) {
    const database = await Database.open(draft);
    await database.close();
  }
  if (options.durable) await new TreeSync(draft).sync();
  await rm(paths.index, { recursive: true, force: true });
  await rename(draft, paths.index);
  if (options.durable) await syncFolder(paths.root);
}

/** Puts an index that this version cannot read out of the way. Journal and originals give a new one. */
export async function setIndexAside(paths: LibraryPaths, name: string): Promise<void> {
  const aside = join(paths.root, `index.${name}`);
  await rm(aside, { recursive: true, force: true });
  try {
    await rename(paths.index, aside);
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT') throw error;
  }
}

async function hasEntries(folder: string): Promise<boolean> {
  try {
    return (await readdir(folder)).length > 0;
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return false;
    throw error;
  }
}
