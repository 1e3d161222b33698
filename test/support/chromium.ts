/**
 * Finds the Chromium that the window's tests are shown in, and gets it where that is possible without questions.
 * `node test/support/chromium.ts` prints its path.
 */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright-core';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** `PROVISO_CHROMIUM`, else a browser of the system, else Playwright's own; null when there is none. */
export function findChromium(): string | null {
  const named = process.env['PROVISO_CHROMIUM'];
  if (named !== undefined && named !== '') {
    if (!isExecutable(named)) throw new Error(`PROVISO_CHROMIUM names no executable file: ${named}`);
    return named;
  }
  const folders = ['/usr/bin', ...(process.env['PATH'] ?? '').split(delimiter)].filter((folder) => folder !== '');
  for (const name of NAMES) {
    const found = folders.map((folder) => join(folder, name)).find(isExecutable);
    if (found !== undefined) return found;
  }
  const own = chromium.executablePath();
  return existsSync(own) ? own : null;
}

/** As `findChromium`; installs one when there is none: Debian's package as root, else Playwright's. */
export function ensureChromium(): string {
  const found = findChromium();
  if (found !== null) return found;
  const attempts = [
    ...(process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
      ? [
          ['apt-get', 'update', '-qq'],
          ['apt-get', 'install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-noto-cjk'],
        ]
      : []),
    ['npx', '--no-install', 'playwright-core', 'install', 'chromium'],
  ];
  for (const [command = '', ...args] of attempts) {
    console.error(`no Chromium found; running: ${[command, ...args].join(' ')}`);
    spawnSync(command, args, { stdio: ['ignore', 2, 2], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
    const installed = findChromium();
    if (installed !== null) return installed;
  }
  throw new Error(
    'The window cannot be tested without Chromium. Install it (Debian: apt-get install chromium), ' +
      'or set PROVISO_CHROMIUM to the path of a Chromium or Chrome.',
  );
}

if (import.meta.main) console.log(ensureChromium());
