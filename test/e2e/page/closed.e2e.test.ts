import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { discard, launch, newUserData } from '../../support/electron/launch.ts';
import type { Launched } from '../../support/electron/launch.ts';
import { sample } from './window.ts';

const userData = newUserData();
const empty = join(userData, 'empty.txt');
let server: { readonly address: string; connections(): number; close(): void };
let app: Launched;
let page: Page;

const request = (route: string, input?: unknown): Promise<unknown> =>
  page.evaluate(async ([name, value]) => window.proviso.request(name, value), [route, input] as const);

/** Counts who comes, on a port of this machine. */
async function listen(): Promise<typeof server> {
  let connections = 0;
  const listening = createServer((socket) => {
    connections++;
    socket.destroy();
  }).listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const { port } = listening.address() as AddressInfo;
  return { address: `127.0.0.1:${port}`, connections: () => connections, close: () => listening.close() };
}

beforeAll(async () => {
  writeFileSync(empty, '');
  server = await listen();
  app = await launch({ userData });
  page = app.page;
  await page.locator('.ask').waitFor();
});
afterAll(async () => {
  await app.close();
  server.close();
  discard(userData);
});

describe('what a page gets', () => {
  it('is request and on, frozen, and nothing of Node or Electron', async () => {
    const seen = await page.evaluate(() => ({
      api: Object.keys(window.proviso).toSorted(),
      frozen: Object.isFrozen(window.proviso),
      foreign: ['require', 'process', 'module', 'Buffer', 'global', 'electron', 'ipcRenderer'].filter(
        (name) => name in window,
      ),
    }));
    expect(seen).toEqual({ api: ['on', 'request'], frozen: true, foreign: [] });
  });

  it.each([
    ['document.original', { document: 'doc-0123456789abcdef' }],
    ['__proto__', {}],
    ['constructor', {}],
    ['library.drop', {}],
    ['library.remove', { document: '../../etc' }],
  ])('no answer to %s', async (route, input) => {
    expect(await request(route, input)).toMatchObject({ ok: false, error: { code: 'BAD_INPUT' } });
  });

  it('no import of a path it names, only of files a person chose', async () => {
    const path = sample('cloud-services-en.pdf');
    const attempts = await page.evaluate(async (named) => {
      const script = new File(['x'], named);
      const tries = [{ paths: [named], files: [] }, { files: [script] }, { paths: [named] }];
      return Promise.all(tries.map((input) => window.proviso.request('library.import', input).then(String, String)));
    }, path);
    expect(attempts).toHaveLength(3);
    expect(await request('library.list')).toEqual({ ok: true, value: [] });
    expect(await request('job.list')).toEqual({ ok: true, value: [] });
  });

  it('events until it stops listening', async () => {
    await page.evaluate(() => {
      const heard = { stopped: 0, listening: 0 };
      Object.assign(globalThis, { heard });
      window.proviso.on('job.changed', () => {
        heard.listening++;
      });
      const stop = window.proviso.on('job.changed', () => {
        heard.stopped++;
      });
      stop();
    });
    // Any file will do: this one is refused.
    await page.locator('input[type=file]').first().setInputFiles(empty);
    await page.locator('.job-row[data-state=failed]').waitFor();
    const heard = await page.evaluate(() => (globalThis as unknown as { heard: object }).heard);
    expect(heard).toMatchObject({ stopped: 0, listening: expect.any(Number) as number });
    expect(heard).not.toMatchObject({ listening: 0 });
  });
});

describe('what a page cannot do', () => {
  it.each(['https://example.com/', 'http://127.0.0.1:9/', 'file:///etc/passwd', 'proviso://other/index.html'])(
    'go to %s',
    async (address) => {
      const before = page.url();
      await page.evaluate((url) => {
        location.href = url;
      }, address);
      await page.waitForTimeout(300);
      expect(page.url()).toBe(before);
      expect(await page.locator('.ask').count()).toBe(1);
    },
  );

  it('open a window', async () => {
    await page.evaluate(() => {
      open('https://example.com/');
      open('about:blank');
    });
    await page.waitForTimeout(500);
    expect(page.context().pages()).toHaveLength(1);
  });

  it('reach another origin', async () => {
    const reached = await page.evaluate(
      async (address) =>
        Promise.all(
          ['https://example.com/', `http://${address}/`].map((url) =>
            fetch(url, { mode: 'no-cors' }).then(
              () => url,
              () => null,
            ),
          ),
        ),
      server.address,
    );
    expect(reached).toEqual([null, null]);
  });

  it('open a socket', async () => {
    await page.evaluate(
      (url) =>
        new Promise<void>((done) => {
          const socket = new WebSocket(url);
          socket.addEventListener('open', () => done());
          socket.addEventListener('error', () => done());
          socket.addEventListener('close', () => done());
        }),
      `ws://${server.address}/`,
    );
    expect(server.connections()).toBe(0);
  });

  it('run text as a script', async () => {
    const ran = await page.evaluate(async () => {
      const script = document.createElement('script');
      script.textContent = 'window.ranInline = true';
      document.head.append(script);
      const image = document.createElement('img');
      image.setAttribute('onerror', 'window.ranHandler = true');
      image.src = 'nothing.png';
      document.body.append(image);
      await new Promise((done) => setTimeout(done, 300));
      return ['ranInline', 'ranHandler'].filter((name) => name in window);
    });
    expect(ran).toEqual([]);
  });

  it('embed a frame', async () => {
    await page.evaluate(() => {
      const frame = document.createElement('iframe');
      frame.src = 'https://example.com/';
      document.body.append(frame);
    });
    await page.waitForTimeout(300);
    const texts = await Promise.all(
      page
        .frames()
        .slice(1)
        .map((frame) => frame.evaluate(() => document.body.innerText)),
    );
    expect(texts.join('')).not.toContain('escaped');
    await page.evaluate(() => document.querySelector('iframe')?.remove());
  });

  it('have a permission', async () => {
    const states = await page.evaluate(async () => {
      const names = ['geolocation', 'notifications', 'clipboard-read'] as PermissionName[];
      return Promise.all(names.map(async (name) => (await navigator.permissions.query({ name })).state));
    });
    expect(states).not.toContain('granted');
  });

  it.each([
    '/../../package.json',
    '/assets/..%2f..%2fmain%2fmain.js',
    '/document/doc-0123456789abcdef',
    '/pdfjs/package.json',
  ])('fetch %s', async (path) => {
    expect(await page.evaluate(async (address) => (await fetch(address)).status, path)).toBe(404);
  });
});
