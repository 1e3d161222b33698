import { AppError } from '../../shared/error.ts';
import { isSpace } from '../../shared/span.ts';
import type { Reader, ReadRequest, ReadResult } from '../engine/ports.ts';
import { throwIfCancelled } from '../engine/run.ts';
import type { Run } from '../engine/run.ts';
import { readDocx } from './docx/read.ts';
import { readHtml } from './html/read.ts';
import { largestFile, largestPdf } from './limits.ts';
import { sniff } from './sniff.ts';
import { readText } from './text/read.ts';

/** The reader of every format: tells it by content and hands the bytes on. Errors as `Reader` says. */
export function createReader(): Reader {
  return { read };
}

async function read(request: ReadRequest, run: Run): Promise<ReadResult> {
  throwIfCancelled(run);
  const { bytes } = request;
  if (bytes.length === 0) throw new AppError('FILE_EMPTY', 'the file is empty');
  const limit = startsAsPdf(bytes) ? largestPdf : largestFile;
  if (bytes.length > limit)
    throw new AppError('FILE_TOO_LARGE', 'the file is over the size limit', { limit, found: bytes.length });
  const sniffed = sniff(bytes);
  if (sniffed.format === 'pdf') {
    // pdf.js is large: only a PDF loads it.
    const { pdfReader } = await import('./pdf/read.ts');
    return pdfReader.read(request, run);
  }
  const result =
    sniffed.format === 'docx'
      ? await readDocx(sniffed.zip, run)
      : sniffed.format === 'html'
        ? readHtml(bytes, run)
        : readText(request);
  if (!hasInk(result.source.text)) throw new AppError('FILE_NO_TEXT', 'the file holds no text');
  return result;
}

const startsAsPdf = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(1024, bytes.length)).includes('%PDF-');

function hasInk(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (!isSpace(text.charCodeAt(at))) return true;
  return false;
}
