import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from 'vitest';
import { type Library, type LibraryOptions, openLibrary } from '../../../electron/store/library.ts';
import { clock } from './documentDoubles.ts';

const folders: string[] = [];
const libraries: Library[] = [];

/** A folder of its own for one test, gone after it. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'proviso-test-'));
  folders.push(folder);
  return folder;
}

afterEach(async () => {
  for (const library of libraries.splice(0)) await library.close();
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

/** Closed after the test. */
export async function opened(dir: string, options: Partial<LibraryOptions> = {}): Promise<Library> {
  const library = await openLibrary(dir, { create: true, clock, ...options });
  libraries.push(library);
  return library;
}
