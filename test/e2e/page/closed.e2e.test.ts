import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { discard, launch, newUserData } from '../../support/electron/launch.ts';
import type { Launched } from '../../support/electron/launch.ts';
import { sample } from './window.ts';

const userData = newUserData();
let app: Launched;
let page: Page;

const request = (route: string, input?: unknown): Promise<unknown> =>
  page.evaluate(async ([name, value]) => window.proviso.request(name, value), [route, input] as const);

beforeAll(async () => {
  app = await launch({ userData });
  page = app.page;
  await page.locator('.ask').waitFor();
});
afterAll(async () => {
  await app.close();
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
    const heard = await page.evaluate(async () => {
      let count = 0;
      const stop = window.proviso.on('library.changed', () => {
        count++;
      });
      stop();
      return count;
    });
    expect(heard).toBe(0);
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

  it.each(['https://example.com/', 'http://127.0.0.1:9/', 'ws://127.0.0.1:9/'])('reach %s', async (address) => {
    const reached = await page.evaluate(
      (url) =>
        url.startsWith('ws')
          ? new Promise<boolean>((done) => {
              try {
                const socket = new WebSocket(url);
                socket.addEventListener('open', () => done(true));
                socket.addEventListener('error', () => done(false));
              } catch {
                done(false);
              }
            })
          : fetch(url, { mode: 'no-cors' }).then(
              () => true,
              () => false,
            ),
      address,
    );
    expect(reached).toBe(false);
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
