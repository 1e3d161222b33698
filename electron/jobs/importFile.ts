import { stat } from 'node:fs/promises';
import { AppError, invariant } from '../../shared/error.ts';
import type { DocumentSummary } from '../../shared/model.ts';
import type { IndexRow, ParsedDocument, Parser } from '../engine/ports.ts';
import { type Run, throwIfCancelled } from '../engine/run.ts';
import type { Library } from '../store/library.ts';

/** The largest limit of any reader (PDF): nothing beyond it is copied into the library. */
export const MAX_FILE_BYTES = 1024 ** 3;

export interface ImportRequest {
  readonly path: string;
  readonly name: string;
  readonly password?: string;
  /** Hash of the copy that an earlier attempt kept. */
  readonly sha256: string | null;
  /** Told as soon as the copy is on the disk. */
  kept(sha256: string): Promise<void>;
}

export interface ImportTools {
  readonly library: Library;
  readonly parser: Parser;
  readonly rows: (parsed: ParsedDocument) => readonly IndexRow[];
}

/**
 * One file into the library: copy, parse the copy, store. A file whose bytes the library has is that document at once.
 * After a failure nothing of it stays. Throws FILE_TOO_LARGE, FILE_NO_TEXT, what `Library.keep` and `Library.put` throw,
 * and what the parser throws.
 */
export async function importFile(request: ImportRequest, tools: ImportTools, run: Run): Promise<DocumentSummary> {
  const { library, parser, rows } = tools;
  const original = await library.keep(await sourceOf(request, library), run);
  try {
    await request.kept(original.sha256);
    const known = await library.find(original.sha256);
    if (known !== null) return known;
    throwIfCancelled(run);
    const { name, password } = request;
    const parsed = await parser.parse(
      { path: original.path, name, ...(password === undefined ? {} : { password }) },
      run,
    );
    throwIfCancelled(run);
    invariant(parsed.info.sha256 === original.sha256, 'the parser read the file it was given');
    if (parsed.info.status === 'failed') throw new AppError('FILE_NO_TEXT', 'no text could be read');
    return await library.put(parsed, original, rows(parsed), run);
  } catch (error) {
    await library.discard(original.sha256);
    throw error;
  }
}

async function sourceOf({ path, sha256 }: ImportRequest, library: Library): Promise<string> {
  const kept = sha256 === null ? null : await library.kept(sha256);
  if (kept !== null) return kept;
  let size = 0;
  try {
    size = (await stat(path)).size;
  } catch {
    // `keep` says what is wrong with the path.
  }
  if (size > MAX_FILE_BYTES)
    throw new AppError('FILE_TOO_LARGE', 'the file is too large', { size, limit: MAX_FILE_BYTES });
  return path;
}
