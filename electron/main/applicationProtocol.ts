import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { Readable } from 'node:stream';
import { DocumentId } from '../../shared/model.ts';
import { isOwnAddress } from './address.ts';
import { parseRange } from './byteRange.ts';

export interface ProtocolSources {
  /** Folder of the built page. */
  readonly page: string;
  /** Folder of pdfjs-dist: character maps, standard fonts, decoders. */
  readonly pdfjs: string;
  /** Path of the original file of a document; null when the library has none of that id. */
  original(document: string): Promise<string | null>;
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
};

const policy = (script: string): string =>
  [
    "default-src 'none'",
    `script-src ${script}`,
    "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

const PAGE_POLICY = policy("'self'");
/** A worker has the policy of its own response. The image decoders of pdf.js are WebAssembly, so only its worker may compile it. */
const PDF_WORKER_POLICY = policy("'self' 'wasm-unsafe-eval'");
/** Bytes of a document are data: shown as a page of their own, they could load and run nothing. */
const DATA_POLICY = "default-src 'none'; sandbox";

/** The whole allow-list. A name is letters, digits, `.`, `_` or `-`, and never starts with a dot, so no path can climb. */
const name = '[A-Za-z0-9_-][A-Za-z0-9._-]*';
const pageFile = new RegExp(`^/(index\\.html|assets/${name}\\.(?:js|mjs|css|svg|png|woff2))$`);
const pdfjsFile = new RegExp(`^/pdfjs/((?:cmaps|standard_fonts|wasm|iccs)/${name})$`);
const documentFile = /^\/document\/([^/]+)$/;
const pdfWorker = /^\/assets\/pdf\.worker/;

/** Answers every request to `proviso://app/…`. It never throws; what is not on the list does not exist (404). */
export function createProtocolHandler(sources: ProtocolSources): (request: Request) => Promise<Response> {
  return async (request) => {
    if (!isOwnAddress(request.url)) return refusal(404);
    if (request.method !== 'GET' && request.method !== 'HEAD') return refusal(405);
    const { pathname } = new URL(request.url);
    const page = pageFile.exec(pathname)?.[1];
    if (page !== undefined) {
      const csp = pdfWorker.test(pathname) ? PDF_WORKER_POLICY : PAGE_POLICY;
      return sendFile(request, join(sources.page, page), csp);
    }
    const pdfjs = pdfjsFile.exec(pathname)?.[1];
    if (pdfjs !== undefined) return sendFile(request, join(sources.pdfjs, pdfjs), DATA_POLICY);
    const document = DocumentId.safeParse(documentFile.exec(pathname)?.[1]);
    if (!document.success) return refusal(404);
    const path = await sources.original(document.data).catch(() => null);
    return path === null ? refusal(404) : sendFile(request, path, DATA_POLICY, 'application/octet-stream');
  };
}

const headers = (csp: string): Record<string, string> => ({
  'content-security-policy': csp,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
});

const refusal = (status: number, extra: Record<string, string> = {}): Response =>
  new Response(null, { status, headers: { ...headers(DATA_POLICY), ...extra } });

async function sendFile(
  request: Request,
  path: string,
  csp: string,
  type = types[extname(path)] ?? 'application/octet-stream',
): Promise<Response> {
  const found = await stat(path).catch(() => null);
  if (!found?.isFile()) return refusal(404);
  const { size } = found;
  const range = parseRange(request.headers.get('range'), size);
  if (range === 'unsatisfiable') return refusal(416, { 'content-range': `bytes */${size}` });
  const { first, last } = range ?? { first: 0, last: size - 1 };
  const body =
    request.method === 'HEAD' || size === 0
      ? null
      : Readable.toWeb(createReadStream(path, { start: first, end: last }));
  return new Response(body as ReadableStream | null, {
    status: range ? 206 : 200,
    headers: {
      ...headers(csp),
      'content-type': type,
      'accept-ranges': 'bytes',
      'content-length': String(last - first + 1),
      ...(range ? { 'content-range': `bytes ${first}-${last}/${size}` } : {}),
    },
  });
}
