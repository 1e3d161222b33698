import { readFile } from 'node:fs/promises';
import { AppError } from '../../../shared/error.ts';
import type { Messages } from '../../../shared/locale/en.ts';
import type { Answer, Hit } from '../../../shared/model.ts';
import { quoteOf } from '../../../shared/span.ts';
import type { Args } from '../args.ts';
import { decodeText } from '../../readers/text/decode.ts';
import { looksLikeFile, matchFile, parseBatch } from '../files.ts';
import type { BatchLine } from '../files.ts';
import type { FailedFile, Output } from '../output.ts';
import { printAnswer, printHits } from '../print/answer.ts';
import type { ImportedFile, Session } from '../session.ts';

interface Target {
  readonly words: string | null;
  readonly files: readonly string[];
}

/** Tells question and files apart: `ask FILE... QUESTION`, `search QUERY FILE...`; with --batch all are files. */
export async function splitTarget(args: Args): Promise<Target> {
  const words: string[] = [];
  const files: string[] = [];
  for (const [index, word] of args.positionals.entries()) {
    const questionPlace =
      args.batch === null && (args.command === 'ask' ? index === args.positionals.length - 1 : index === 0);
    if (questionPlace && !(await looksLikeFile(word))) words.push(word);
    else files.push(word);
  }
  if (args.batch === null && words.length === 0) {
    throw new AppError(
      'USAGE',
      `proviso ${args.command} needs a ${args.command === 'ask' ? 'question' : 'query'}, or --batch FILE.`,
    );
  }
  return { words: words[0] ?? null, files };
}

interface Prepared {
  readonly documents: readonly ImportedFile[];
  readonly failed: readonly FailedFile[];
  /** Only the files of the call, or null for all of the library. */
  readonly scope: string[] | null;
}

async function prepare(session: Session, args: Args, files: readonly string[]): Promise<Prepared> {
  if (files.length === 0) {
    if (args.library === null) throw new AppError('USAGE', `proviso ${args.command} needs a file or --library DIR.`);
    const documents = await session.call('library.list', undefined);
    return { documents: documents.map(({ id, name }) => ({ file: name, document: id })), failed: [], scope: null };
  }
  const { imported, failed } = await session.importFiles(files, { password: args.password, folders: false });
  const [first] = failed;
  if (imported.length === 0 && first !== undefined)
    throw new AppError(first.code, first.message, { name: first.file, ...first.data });
  return { documents: imported, failed, scope: imported.map(({ document }) => document) };
}

export async function ask(session: Session, args: Args, messages: Messages): Promise<Output> {
  const { words, files } = await splitTarget(args);
  // A hopeless question is refused before any file is read.
  if (words !== null && words.trim() === '') throw new AppError('QUESTION_EMPTY', 'empty question');
  const batch = await readBatch(args);
  const { documents, failed, scope } = await prepare(session, args, files);
  const answer = async (question: string, within: string[] | null): Promise<Answer> =>
    named(await session.ask(question, within), documents);
  if (batch !== null) {
    return {
      json: await inLines(session, batch, documents, scope, async (line, within) => ({
        answer: await answer(line.question, within),
      })),
      text: '',
      failed,
    };
  }
  const result = await answer(words ?? '', scope);
  return { json: failed.length === 0 ? result : { ...result, failed }, text: printAnswer(result, messages), failed };
}

export async function search(session: Session, args: Args): Promise<Output> {
  const { words, files } = await splitTarget(args);
  if (words !== null && words.trim() === '') throw new AppError('QUESTION_EMPTY', 'empty query');
  const batch = await readBatch(args);
  const { documents, failed, scope } = await prepare(session, args, files);
  const find = async (query: string, within: string[] | null): Promise<Hit[]> => {
    const hits = await session.call('search.query', { query, scope: within, limit: args.hits });
    return hits.map((hit) => ({ ...hit, file: fileOf(hit.document, documents) ?? hit.file }));
  };
  if (batch !== null) {
    return {
      json: await inLines(session, batch, documents, scope, async (line, within) => ({
        hits: await find(line.question, within),
      })),
      text: '',
      failed,
    };
  }
  const hits = await find(words ?? '', scope);
  const texts = new Map<string, string>();
  for (const { document } of hits) {
    if (!texts.has(document)) texts.set(document, (await session.call('document.get', { document })).text);
  }
  const text =
    hits.length === 0 ? 'Nothing found.' : printHits(hits, (hit) => quoteOf(texts.get(hit.document) ?? '', hit.slices));
  return { json: failed.length === 0 ? { hits } : { hits, failed }, text, failed };
}

async function readBatch(args: Args): Promise<BatchLine[] | null> {
  if (args.batch === null) return null;
  const name = args.batch;
  let bytes: Buffer;
  try {
    bytes = await readFile(name);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    const found = code === 'EISDIR' ? 'FILE_IS_FOLDER' : code === 'EACCES' ? 'FILE_UNREADABLE' : 'FILE_NOT_FOUND';
    throw new AppError(found, 'the batch file cannot be read', { name });
  }
  // Shells of Windows write a byte order mark, or UTF-16.
  return bytes.length === 0 ? [] : parseBatch(decodeText(bytes).text, name);
}

/** One reply per line, in order; a line that fails carries its error and the others go on. */
async function inLines(
  session: Session,
  batch: readonly BatchLine[],
  documents: readonly ImportedFile[],
  scope: string[] | null,
  run: (line: BatchLine, scope: string[] | null) => Promise<object>,
): Promise<object[]> {
  const results: object[] = [];
  for (const [index, line] of batch.entries()) {
    session.report('', { stage: 'questions', done: index, total: batch.length });
    try {
      results.push({ id: line.id, ...(await run(line, scopeOf(line, documents, scope))) });
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'CANCELLED') throw error;
      const file = line.file === null ? {} : { file: line.file };
      results.push({ id: line.id, error: { code: error.code, message: error.message, ...file } });
    }
  }
  return results;
}

function scopeOf(line: BatchLine, documents: readonly ImportedFile[], scope: string[] | null): string[] | null {
  if (line.file === null) return scope;
  const match = matchFile(line.file, documents);
  if (match === null) throw new AppError('DOCUMENT_NOT_FOUND', `no document for "${line.file}"`, { name: line.file });
  return [match.document];
}

const fileOf = (document: string, documents: readonly ImportedFile[]): string | undefined =>
  documents.find((each) => each.document === document)?.file;

/** Evidence names files as the caller did. */
function named(answer: Answer, documents: readonly ImportedFile[]): Answer {
  const rename = (list: Answer['evidence']): Answer['evidence'] =>
    list.map((each) => ({ ...each, file: fileOf(each.document, documents) ?? each.file }));
  return { ...answer, evidence: rename(answer.evidence), nearest: rename(answer.nearest) };
}
