import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { AppError } from '../../shared/error.ts';
import type { ErrorCode } from '../../shared/error.ts';
import { chunkDocument } from '../engine/chunk/chunk.ts';
import type { ParsedDocument, Reader, Tokenizer } from '../engine/ports.ts';
import { throwIfCancelled } from '../engine/run.ts';
import type { Run } from '../engine/run.ts';
import { structure } from '../engine/structure/structure.ts';
import { largestPdf } from '../readers/limits.ts';
import type { ParseParams } from './protocol.ts';

/** One file through reading, structure and chunks. Throws FILE_ and FORMAT_ codes for what the file is guilty of. */
export async function parseFile(
  { path, name, password }: ParseParams,
  reader: Reader,
  tokenizer: Tokenizer,
  run: Run,
): Promise<ParsedDocument> {
  const bytes = await readBytes(path);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const { format, source } = await reader.read({ bytes, name, ...(password === undefined ? {} : { password }) }, run);

  const step = async <T>(stage: string, work: () => T): Promise<T> => {
    throwIfCancelled(run);
    run.report({ stage, done: 0, total: 1 });
    const value = work();
    run.report({ stage, done: 1, total: 1 });
    return value;
  };
  const tree = await step('structure', () => structure(source, { name }));
  const chunks = await step('chunk', () => chunkDocument(source, tree, tokenizer));

  const issues = [...source.issues, ...tree.issues];
  return {
    info: {
      id: `doc-${sha256.slice(0, 16)}`,
      name,
      sha256,
      format,
      language: tree.language,
      kind: tree.kind,
      pages: source.pages.length,
      status: issues.length === 0 ? 'complete' : 'partial',
      issues,
    },
    source,
    tree,
    chunks,
  };
}

const codeOf: Readonly<Record<string, ErrorCode>> = {
  ENOENT: 'FILE_NOT_FOUND',
  ENOTDIR: 'FILE_NOT_FOUND',
  ENAMETOOLONG: 'FILE_NOT_FOUND',
  EISDIR: 'FILE_IS_FOLDER',
};

async function readBytes(path: string): Promise<Uint8Array> {
  try {
    const status = await stat(path);
    // Reading a pipe or a device would wait for its writer, or never end.
    if (!status.isFile() && !status.isDirectory()) throw new AppError('FILE_UNREADABLE', 'the path is no regular file');
    const { size } = status;
    // Each reader has its own limit; none is above this one, and what is above it is not read into memory.
    if (size > largestPdf) throw new AppError('FILE_TOO_LARGE', 'over the limit', { limit: largestPdf, found: size });
    return await readFile(path);
  } catch (error) {
    if (error instanceof AppError) throw error;
    const { code = '' } = error as NodeJS.ErrnoException;
    // A system error that is none of these (no rights, a failing disk) is the file's as well.
    throw new AppError(
      codeOf[code] ?? 'FILE_UNREADABLE',
      'the file cannot be read',
      { system: code },
      { cause: error },
    );
  }
}
