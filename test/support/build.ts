/**
 * Builds what is older than its sources, and says nothing unless it fails.
 * `node test/support/build.ts cli` the command line and the hosts · `… all` the window as well.
 */
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'electron-vite';

type Part = 'cli' | 'all';

const root = fileURLToPath(new URL('../..', import.meta.url));
const out = join(root, 'out');
const sources: Record<Part, readonly string[]> = {
  cli: ['electron', 'shared', 'electron.vite.config.ts', 'package.json', 'package-lock.json'],
  all: ['electron', 'shared', 'renderer', 'electron.vite.config.ts', 'package.json', 'package-lock.json'],
};
const stamp = (part: Part): string => join(out, `.built-${part}`);

/** Newest change below a path, in milliseconds. A folder changes when a file in it appears or goes. */
function newest(path: string): number {
  const { mtimeMs } = statSync(path);
  return statSync(path).isDirectory()
    ? Math.max(mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))))
    : mtimeMs;
}

function isStale(part: Part): boolean {
  if (!existsSync(stamp(part))) return true;
  return Math.max(...sources[part].map((path) => newest(join(root, path)))) > statSync(stamp(part)).mtimeMs;
}

/** One build at a time: a second caller waits, and then finds nothing to do. */
async function alone<T>(work: () => Promise<T>): Promise<T> {
  mkdirSync(out, { recursive: true });
  const lock = join(out, '.building');
  for (;;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' });
      break;
    } catch {
      if (isGone(lock)) rmSync(lock, { force: true });
      else await sleep(100);
    }
  }
  try {
    return await work();
  } finally {
    rmSync(lock, { force: true });
  }
}

function isGone(lock: string): boolean {
  try {
    process.kill(Number(readFileSync(lock, 'utf8')), 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

export async function buildIfStale(part: Part): Promise<void> {
  if (!isStale(part)) return;
  await alone(async () => {
    if (!isStale(part)) return;
    // A change made while the build runs counts as newer than it.
    const started = new Date();
    process.chdir(root);
    if (part === 'cli') process.env['PROVISO_BUILD'] = 'cli';
    else delete process.env['PROVISO_BUILD'];
    await build({ root, logLevel: 'error', ignoreConfigWarning: true });
    for (const built of part === 'all' ? (['cli', 'all'] as const) : (['cli'] as const)) {
      writeFileSync(stamp(built), `${started.toISOString()}\n`);
      utimesSync(stamp(built), started, started);
    }
  });
}

if (import.meta.main) {
  const [part] = process.argv.slice(2);
  if (part !== 'cli' && part !== 'all') {
    console.error('usage: node test/support/build.ts cli|all');
    process.exit(2);
  }
  try {
    await buildIfStale(part);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
