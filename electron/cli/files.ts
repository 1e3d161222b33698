import { stat } from 'node:fs/promises';
import { AppError } from '../../shared/error.ts';

/** A positional is a file when something of that name exists, or when it looks like a path to a document. */
export async function looksLikeFile(word: string): Promise<boolean> {
  if (/\.(?:pdf|docx?|md|markdown|txt|html?|png|jpe?g|tiff?|rtf|ofd|wps|xlsx?|pptx?|zip|eml|msg)$/iu.test(word))
    return true;
  if (word === '' || word.length > 1024) return false;
  try {
    await stat(word);
    return true;
  } catch {
    return /^(?:\.{0,2}[\\/]|~\/|[a-z]:\\)\S+$/iu.test(word);
  }
}

/** Equal path, else the candidate that shares the longest path ending with `name`, at least its last part; null if none does. */
export function matchFile<T extends { readonly file: string }>(name: string, candidates: readonly T[]): T | null {
  const exact = candidates.find(({ file }) => file === name);
  if (exact !== undefined) return exact;
  const parts = name.split(/[\\/]+/u);
  let best: T | null = null;
  let longest = 0;
  for (const candidate of candidates) {
    const other = candidate.file.split(/[\\/]+/u);
    let shared = 0;
    while (shared < parts.length && shared < other.length && parts.at(-1 - shared) === other.at(-1 - shared)) shared++;
    if (shared > longest) {
      longest = shared;
      best = candidate;
    }
  }
  return best;
}

export interface BatchLine {
  readonly id: string;
  readonly question: string;
  readonly file: string | null;
}

/** Reads JSON Lines of `{id, question, file?}`. A line that is not one is named by its number in `BAD_INPUT`. */
export function parseBatch(text: string, name: string): BatchLine[] {
  const lines: BatchLine[] = [];
  for (const [index, line] of text.split(/\r?\n/u).entries()) {
    if (line.trim() === '') continue;
    const bad = (): AppError =>
      new AppError('BAD_INPUT', `line ${index + 1} is not {id, question, file?}`, { name, line: index + 1 });
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      throw bad();
    }
    if (typeof value !== 'object' || value === null) throw bad();
    const { id, question, file } = value as Record<string, unknown>;
    if ((typeof id !== 'string' && typeof id !== 'number') || typeof question !== 'string') throw bad();
    if (file !== undefined && file !== null && typeof file !== 'string') throw bad();
    lines.push({ id: String(id), question, file: file ?? null });
  }
  return lines;
}
