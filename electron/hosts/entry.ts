import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { HostName } from './protocol.ts';

/** All memory of the reader's process in MB: its heap, file bytes, and what it needs without any file. */
export const READER_MEMORY_MB = 2048;
/**
 * The heap's own limit is a backstop above it: V8 would slow to a crawl before it gives up, and then prints a stack
 * trace, where the guard ends the host quietly.
 */
const READER_HEAP_MB = 3072;

/** Node options a host is started with, by every adapter. */
export function hostFlags(host: HostName): readonly string[] {
  return host === 'reader' ? [`--max-old-space-size=${READER_HEAP_MB}`] : [];
}

/**
 * Path of a host's entry: from a checkout the `.ts` beside this file, which Node runs as it is; from a build the
 * `.js` beside this module or, when a bundler has put this module into a folder of chunks, one folder up.
 */
export function hostEntry(host: HostName): string {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  const places = ['./', '../', './hosts/', '../hosts/'].map((folder) =>
    fileURLToPath(new URL(`${folder}${host}.main.${extension}`, import.meta.url)),
  );
  const found = places.find((path) => existsSync(path));
  if (found === undefined) throw new Error(`no entry of the ${host} host beside ${fileURLToPath(import.meta.url)}`);
  return found;
}
