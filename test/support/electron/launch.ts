import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { _electron, chromium } from 'playwright-core';
import type { Page } from 'playwright-core';
import { electronBinary } from './electronBinary.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const MAIN = 'out/main/main.js';
/** Longest time for Chromium to come up and the first page to load, in milliseconds. */
const START_LIMIT = 60_000;

export interface Launched {
  readonly page: Page;
  readonly on: 'electron' | 'stand-in';
  /** Data folder of this run; give it to the next launch to restart. */
  readonly userData: string;
  /** Quits as a person does, and waits for the end. Safe to call twice. */
  close(): Promise<void>;
}

export interface LaunchOptions {
  /** Defaults to a new folder, removed by `discard`. */
  readonly userData?: string;
  /** Language of the system. Defaults to `en-US`. */
  readonly locale?: string;
}

export const newUserData = (): string => mkdtempSync(join(tmpdir(), 'proviso-e2e-'));
export const discard = (userData: string): void => rmSync(userData, { recursive: true, force: true, maxRetries: 5 });

/** Starts the built application: in Electron where its binary is, else on the stand-in. */
export async function launch({ userData = newUserData(), locale = 'en-US' }: LaunchOptions = {}): Promise<Launched> {
  const binary = electronBinary();
  const switches = [`--user-data-dir=${userData}`];
  if (binary !== null) {
    const electron = await _electron.launch({
      executablePath: binary,
      args: [MAIN, ...switches, `--lang=${locale}`],
      cwd: root,
    });
    return { page: await electron.firstWindow(), on: 'electron', userData, close: () => electron.close() };
  }

  const child = spawn(process.execPath, ['--import', './test/support/electron/register.ts', MAIN, ...switches], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PROVISO_LOCALE: locale },
  });
  const exit = once(child, 'exit');
  const endpoint = await firstEndpoint(child.stdout, exit).catch((error: unknown) => {
    child.kill('SIGKILL');
    throw error;
  });
  const browser = await chromium.connectOverCDP(endpoint, { isLocal: true });
  const page = browser.contexts()[0]?.pages()[0];
  if (!page) throw new Error('the stand-in shows no page');
  return {
    page,
    on: 'stand-in',
    userData,
    close: async () => {
      await browser.close();
      child.kill('SIGTERM');
      await exit;
    },
  };
}

async function firstEndpoint(stdout: NodeJS.ReadableStream, exit: Promise<unknown>): Promise<string> {
  const lines = createInterface({ input: stdout });
  const found = (async () => {
    for await (const line of lines) {
      if (line.startsWith('{"standIn":')) return (JSON.parse(line) as { standIn: string }).standIn;
    }
    throw new Error('the application ended before it showed a window');
  })();
  const late = new Promise<never>((_done, fail) => {
    setTimeout(() => fail(new Error('the application showed no window')), START_LIMIT).unref();
  });
  return Promise.race([found, late, exit.then(() => found)]);
}
