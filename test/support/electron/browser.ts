import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium } from 'playwright-core';
import type { BrowserContext } from 'playwright-core';
import { ensureChromium } from '../chromium.ts';

/** Chromium knows no `proviso:` scheme, so its origin stands in for ours. `.invalid` never resolves (RFC 6761). */
const WEB_ORIGIN = 'https://app.proviso.invalid';

export const toWeb = (url: string): string => url.replace(/^proviso:\/\/app(?=\/|$)/, WEB_ORIGIN);
export const fromWeb = (url: string): string =>
  url === WEB_ORIGIN || url.startsWith(`${WEB_ORIGIN}/`) ? `proviso://app${url.slice(WEB_ORIGIN.length)}` : url;
export { WEB_ORIGIN };

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Tests and people attach here; the stand-in itself talks through a pipe.
  '--remote-debugging-port=0',
];

export interface Browser {
  readonly context: BrowserContext;
  /** Address for `connectOverCDP`. */
  readonly endpoint: string;
}

/** Starts Chromium with a profile of its own inside the application's data folder. */
export async function startBrowser(userData: string): Promise<Browser> {
  const profile = join(userData, 'chromium');
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: ensureChromium(),
    headless: process.env['PROVISO_HEADED'] !== '1',
    args: FLAGS,
    locale: process.env['PROVISO_LOCALE'] ?? 'en-US',
    viewport: null,
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  const portFile = join(profile, 'DevToolsActivePort');
  for (let tries = 0; tries < 100; tries++) {
    const [port] = (await readFile(portFile, 'utf8').catch(() => '')).split('\n');
    if (port) return { context, endpoint: `http://127.0.0.1:${port}` };
    await sleep(50);
  }
  throw new Error('Chromium did not open its debugging port');
}
