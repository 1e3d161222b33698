import { PDFDataRangeTransport, PDFWorker, getDocument } from 'pdfjs-dist';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { AppError } from '../../shared/error.ts';

/** Bytes per request: a long contract opens after a few of them, however large the file is. */
const RANGE_SIZE = 256 * 1024;

export interface PdfFile {
  readonly document: PDFDocumentProxy;
  /** Ends the file's own worker. */
  close(): Promise<void>;
}

const own = (path: string): string => new URL(path, location.href).href;

/**
 * Opens the original file of a document over byte ranges of the application protocol, with a worker of its own: a file that
 * hangs pdf.js hangs no other. Rejects with DOCUMENT_NOT_FOUND when the library does not have the bytes, FILE_LOCKED when they
 * need a password.
 */
export async function openPdf(document: string): Promise<PdfFile> {
  const read = async (first: number, last: number): Promise<{ bytes: Uint8Array; size: number }> => {
    const response = await fetch(own(`/document/${document}`), { headers: { range: `bytes=${first}-${last}` } });
    const size = Number(/\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1]);
    if (response.status !== 206 || !Number.isSafeInteger(size)) {
      throw new AppError('DOCUMENT_NOT_FOUND', `original file: status ${response.status}`);
    }
    return { bytes: new Uint8Array(await response.arrayBuffer()), size };
  };
  const head = await read(0, RANGE_SIZE - 1);

  const thread = new Worker(new URL('pdfjs-dist/build/pdf.worker.min.mjs', import.meta.url), { type: 'module' });
  const unreadable = Promise.withResolvers<never>();
  class Ranges extends PDFDataRangeTransport {
    override requestDataRange(begin: number, end: number): void {
      read(begin, end - 1).then(({ bytes }) => this.onDataRange(begin, bytes), unreadable.reject);
    }
  }
  const loading = getDocument({
    range: new Ranges(head.size, head.bytes),
    worker: PDFWorker.create({ port: thread }),
    rangeChunkSize: RANGE_SIZE,
    disableAutoFetch: true,
    disableStream: true,
    useWorkerFetch: true,
    cMapUrl: own('/pdfjs/cmaps/'),
    cMapPacked: true,
    standardFontDataUrl: own('/pdfjs/standard_fonts/'),
    wasmUrl: own('/pdfjs/wasm/'),
    iccUrl: own('/pdfjs/iccs/'),
  });
  const close = async (): Promise<void> => {
    await loading.destroy();
    thread.terminate();
  };
  loading.onPassword = () => unreadable.reject(new AppError('FILE_LOCKED', 'password needed'));
  try {
    return { document: await Promise.race([loading.promise, unreadable.promise]), close };
  } catch (error) {
    await close();
    throw error;
  }
}
