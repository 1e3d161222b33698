import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { AppError } from '../../../shared/error.ts';
import type { Issue } from '../../../shared/model.ts';
import { layoutPages } from '../../engine/layout/paged/layout.ts';
import type { PagedDocument, PageRuns } from '../../engine/layout/paged/runs.ts';
import type { Reader, ReadRequest } from '../../engine/ports.ts';
import { throwIfCancelled, type Run } from '../../engine/run.ts';
import { pdfAssets } from './assets.ts';
import { readBookmarks } from './bookmarks.ts';
import { FontTable } from './fonts.ts';
import { PageInterpreter } from './interpret.ts';
import { isTagged, taggedHeadings } from './tags.ts';

/** Pages a file may have. */
export const maxPages = 5_000;
/** Time for all pages of a file, in milliseconds. */
export const maxFileTime = 120_000;

/** Share of characters without meaning from which the text of a page is not to be trusted. */
const badShare = 0.1;
/** Lines and boxes that a blank page may have: the frame of its header and footer. */
const blankPaths = 20;

interface ReadPage {
  readonly runs: PageRuns;
  readonly paths: number;
  readonly pictureArea: number;
}

/** What the pages of one file draw, before any layout. */
export interface PdfRuns extends PagedDocument {
  readonly issues: readonly Issue[];
}

/** PDF with a text layer. See `readPdfRuns` for errors. */
export const pdfReader: Reader = {
  async read(request, run) {
    const { issues, ...document } = await readPdfRuns(request, run);
    const source = layoutPages(document, run);
    return { format: 'pdf', source: { ...source, issues: [...issues, ...source.issues] } };
  },
};

/**
 * Reads page by page. Throws `FILE_LOCKED` (data.reason `password-needed` or `password-wrong`), `FILE_DAMAGED`,
 * `FILE_EMPTY`, `LIMIT_EXCEEDED` (data.limit `pages` or `time`), `FILE_NO_TEXT` where no page shows any text.
 * Issues of single pages: `PAGE_UNREADABLE`; `PAGE_NO_TEXT` for one that shows pictures or drawings only, blank pages
 * are none; `PAGE_BAD_TEXT` where too many characters have no meaning.
 */
export async function readPdfRuns(request: ReadRequest, run: Run): Promise<PdfRuns> {
  throwIfCancelled(run);
  const document = await open(request);
  try {
    const total = document.numPages;
    if (total === 0) throw new AppError('FILE_DAMAGED', 'no pages', { reason: 'no-pages' });
    if (total > maxPages) {
      throw new AppError('LIMIT_EXCEEDED', 'too many pages', { limit: 'pages', value: total, max: maxPages });
    }
    return await readPages(document, total, run);
  } finally {
    await document.loadingTask.destroy();
  }
}

async function open(request: ReadRequest): Promise<PDFDocumentProxy> {
  if (request.bytes.length === 0) throw new AppError('FILE_EMPTY', 'no bytes');
  const assets = pdfAssets();
  const task = getDocument({
    // A copy: pdf.js takes the buffer away from its owner.
    data: new Uint8Array(request.bytes),
    ...(request.password === undefined ? {} : { password: request.password }),
    cMapUrl: assets.cMaps,
    cMapPacked: true,
    standardFontDataUrl: assets.standardFonts,
    fontExtraProperties: true,
    useSystemFonts: false,
    useWorkerFetch: false,
    isOffscreenCanvasSupported: false,
    enableXfa: false,
    // Images are not needed to read text; larger ones than one pixel are left undecoded.
    maxImageSize: 1,
    verbosity: VerbosityLevel.ERRORS,
  });
  try {
    return await task.promise;
  } catch (error) {
    await task.destroy();
    if (error instanceof Error && error.name === 'PasswordException') {
      const wrong = (error as { code?: unknown }).code === 2;
      throw new AppError('FILE_LOCKED', 'password required', { reason: wrong ? 'password-wrong' : 'password-needed' });
    }
    throw new AppError('FILE_DAMAGED', 'not a readable PDF', { reason: 'structure' }, { cause: error });
  }
}

async function readPages(document: PDFDocumentProxy, total: number, run: Run): Promise<PdfRuns> {
  const fonts = new FontTable();
  const layers = await document.getOptionalContentConfig();
  const tagged = await isTagged(document);
  const pages: PageRuns[] = [];
  const issues: Issue[] = [];
  const began = performance.now();
  let unreadable = 0;
  run.report({ stage: 'read', done: 0, total });
  for (let number = 1; number <= total; number++) {
    throwIfCancelled(run);
    if (performance.now() - began > maxFileTime) {
      throw new AppError('LIMIT_EXCEEDED', 'reading takes too long', { limit: 'time', max: maxFileTime });
    }
    let page: ReadPage | null = null;
    try {
      const proxy = await document.getPage(number);
      try {
        page = await readPage(proxy, number, fonts, tagged, (group) => layers.isVisible(group));
      } finally {
        proxy.cleanup();
      }
    } catch (error) {
      if (error instanceof AppError) throw error;
      unreadable++;
      issues.push({ code: 'PAGE_UNREADABLE', stage: 'read', page: number });
    }
    const code = page && pageIssue(page);
    if (code) issues.push({ code, stage: 'read', page: number });
    pages.push(page?.runs ?? { page: number, width: 0, height: 0, runs: [], rules: [], origin: 'typed' });
    run.report({ stage: 'read', done: number, total });
    await nextTick();
  }
  if (unreadable === total) throw new AppError('FILE_DAMAGED', 'no readable page', { reason: 'pages' });
  if (!pages.some((page) => page.runs.some((r) => r.hidden === null))) {
    throw new AppError('FILE_NO_TEXT', 'no page shows text', { pages: total });
  }
  return { pages, fonts: fonts.list, bookmarks: await readBookmarks(document), issues };
}

async function readPage(
  proxy: PDFPageProxy,
  page: number,
  fonts: FontTable,
  tagged: boolean,
  layerVisible: (group: unknown) => boolean,
): Promise<ReadPage> {
  const viewport = proxy.getViewport({ scale: 1 });
  const operators = await proxy.getOperatorList();
  const headings = tagged ? await taggedHeadings(proxy) : new Map<number, number>();
  const interpreter = new PageInterpreter({
    viewport: viewport.transform,
    width: viewport.width,
    height: viewport.height,
    font: (id) => fonts.get(id, () => proxy.commonObjs.get(id) as unknown),
    layerVisible,
    heading: (id) => headings.get(id) ?? null,
  });
  interpreter.run(operators);
  const { runs, rules, paths, pictureArea } = interpreter;
  const { width, height } = viewport;
  return { runs: { page, width, height, runs, rules, origin: 'typed' }, paths, pictureArea };
}

/** What is wrong with the text of a page; null for a good page and for one that is blank. */
function pageIssue({ runs: page, paths, pictureArea }: ReadPage): 'PAGE_NO_TEXT' | 'PAGE_BAD_TEXT' | null {
  let seen = 0;
  let bad = 0;
  for (const { text, hidden } of page.runs) {
    if (hidden !== null) continue;
    seen += text.length;
    for (let i = 0; i < text.length; i++) if (isBad(text.charCodeAt(i))) bad++;
  }
  if (seen === 0) {
    const shows = page.runs.length > 0 || paths > blankPaths || pictureArea > 0.02 * page.width * page.height;
    return shows ? 'PAGE_NO_TEXT' : null;
  }
  return bad > badShare * seen ? 'PAGE_BAD_TEXT' : null;
}

/** Replacement and private-use characters: the font does not say what its glyphs mean. */
const isBad = (unit: number): boolean => unit === 0xfffd || (unit >= 0xe000 && unit <= 0xf8ff);

/** pdf.js answers in microtasks; a cancel that waits in the task queue is heard here. */
const nextTick = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });
