import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { array, assert, asyncProperty, constantFrom } from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProtocolHandler } from '../../../electron/main/applicationProtocol.ts';

const KNOWN = 'doc-0123456789abcdef';
let folder: string;
let answer: (request: Request) => Promise<Response>;

const get = (url: string, headers: Record<string, string> = {}): Promise<Response> =>
  answer(new Request(url, { headers }));

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'proviso-protocol-'));
  for (const path of ['page/assets', 'pdfjs/cmaps', 'pdfjs/build']) mkdirSync(join(folder, path), { recursive: true });
  writeFileSync(join(folder, 'secret.txt'), 'SECRET');
  writeFileSync(join(folder, 'page/index.html'), '<!doctype html>');
  writeFileSync(join(folder, 'page/assets/index-1a.js'), 'export {};');
  writeFileSync(join(folder, 'page/assets/pdf.worker.min-1a.js'), 'export {};');
  writeFileSync(join(folder, 'page/notes.txt'), 'SECRET');
  writeFileSync(join(folder, 'page/assets/.env'), 'SECRET');
  writeFileSync(join(folder, 'pdfjs/cmaps/GBK-EUC-H.bcmap'), 'map');
  writeFileSync(join(folder, 'pdfjs/package.json'), 'SECRET');
  writeFileSync(join(folder, 'pdfjs/build/pdf.mjs'), 'SECRET');
  writeFileSync(join(folder, 'contract.pdf'), '0123456789');
  symlinkSync(join(folder, 'secret.txt'), join(folder, 'page/assets/link.txt'));
  answer = createProtocolHandler({
    page: join(folder, 'page'),
    pdfjs: join(folder, 'pdfjs'),
    original: async (document) => (document === KNOWN ? join(folder, 'contract.pdf') : null),
  });
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('the allow-list', () => {
  it.each([
    ['proviso://app/index.html', 'text/html; charset=utf-8'],
    ['proviso://app/assets/index-1a.js', 'text/javascript; charset=utf-8'],
    ['proviso://app/pdfjs/cmaps/GBK-EUC-H.bcmap', 'application/octet-stream'],
    [`proviso://app/document/${KNOWN}`, 'application/octet-stream'],
  ])('serves %s', async (url, type) => {
    const response = await get(url);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe(type);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it.each([
    'proviso://app/',
    'proviso://app/notes.txt',
    'proviso://app/assets/',
    'proviso://app/assets/.env',
    'proviso://app/assets/link.txt',
    'proviso://app/assets/../../secret.txt',
    'proviso://app/assets/%2e%2e/%2e%2e/secret.txt',
    'proviso://app/assets/..%2f..%2fsecret.txt',
    'proviso://app/assets/..%5c..%5csecret.txt',
    'proviso://app/assets/index-1a.js%00.svg',
    'proviso://app/pdfjs/package.json',
    'proviso://app/pdfjs/build/pdf.mjs',
    'proviso://app/pdfjs/cmaps/../package.json',
    'proviso://app/document/',
    'proviso://app/document/doc-0000000000000000',
    'proviso://app/document/doc-0123456789ABCDEF',
    `proviso://app/document/${KNOWN}/..`,
    'proviso://app/document/../secret.txt',
    'proviso://other/index.html',
    'proviso://app:8080/index.html',
    'proviso://user@app/index.html',
    'https://app/index.html',
    'file:///etc/passwd',
  ])('has no %s', async (url) => {
    // Some are no requests at all in a page; the handler still answers for itself.
    const request = { url, method: 'GET', headers: new Headers() } as Request;
    const response = await answer(request);
    expect(response.status).toBe(404);
    expect(await response.text()).toBe('');
  });

  it('serves nothing outside its folders, whatever the path', async () => {
    const piece = constantFrom('..', '.', '%2e%2e', 'assets', 'pdfjs', 'cmaps', 'secret.txt', '\\', '//', 'notes.txt');
    await assert(
      asyncProperty(array(piece, { maxLength: 6 }), async (pieces) => {
        const request = { url: `proviso://app/${pieces.join('/')}`, method: 'GET', headers: new Headers() } as Request;
        expect(await (await answer(request)).text()).not.toContain('SECRET');
      }),
    );
  });

  it('only reads', async () => {
    const response = await answer(new Request('proviso://app/index.html', { method: 'POST', body: 'x' }));
    expect(response.status).toBe(405);
  });

  it('answers 404 when the library fails to answer', async () => {
    const failing = createProtocolHandler({
      page: folder,
      pdfjs: folder,
      original: () => Promise.reject(new Error('host gone')),
    });
    expect((await failing(new Request(`proviso://app/document/${KNOWN}`))).status).toBe(404);
  });
});

describe('byte ranges of a document', () => {
  it('sends the part that is asked for', async () => {
    const response = await get(`proviso://app/document/${KNOWN}`, { range: 'bytes=2-5' });
    expect(response.status).toBe(206);
    expect(response.headers.get('content-range')).toBe('bytes 2-5/10');
    expect(response.headers.get('content-length')).toBe('4');
    expect(await response.text()).toBe('2345');
  });

  it('refuses a part beyond the end', async () => {
    const response = await get(`proviso://app/document/${KNOWN}`, { range: 'bytes=10-' });
    expect(response.status).toBe(416);
    expect(response.headers.get('content-range')).toBe('bytes */10');
  });

  it('sends all of it otherwise', async () => {
    const response = await get(`proviso://app/document/${KNOWN}`);
    expect(response.headers.get('accept-ranges')).toBe('bytes');
    expect(await response.text()).toBe('0123456789');
  });

  it('gives the length alone to HEAD', async () => {
    const response = await answer(new Request(`proviso://app/document/${KNOWN}`, { method: 'HEAD' }));
    expect(response.headers.get('content-length')).toBe('10');
    expect(await response.text()).toBe('');
  });
});

describe('policies', () => {
  const policyOf = async (path: string): Promise<string> =>
    (await get(`proviso://app${path}`)).headers.get('content-security-policy') ?? '';

  it('lets the page load only from its own origin and run nothing inline', async () => {
    const policy = await policyOf('/index.html');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("connect-src 'self'");
    expect(policy).not.toMatch(/unsafe|\*|https?:|data:|blob:/);
  });

  it('lets WebAssembly compile in the worker of pdf.js alone', async () => {
    expect(await policyOf('/assets/pdf.worker.min-1a.js')).toContain("'wasm-unsafe-eval'");
    expect(await policyOf('/assets/index-1a.js')).not.toContain('wasm');
  });

  it('lets a document load and run nothing', async () => {
    expect(await policyOf(`/document/${KNOWN}`)).toBe("default-src 'none'; sandbox");
  });
});
