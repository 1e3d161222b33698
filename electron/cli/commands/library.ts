import { AppError } from '../../../shared/error.ts';
import type { DocumentSummary } from '../../../shared/model.ts';
import type { Args } from '../args.ts';
import type { Session } from '../session.ts';
import { columnsOf } from '../../engine/layout/plainLines.ts';
import { oneLine } from '../terminal.ts';
import type { Output } from '../output.ts';

export async function importPaths(session: Session, args: Args): Promise<Output> {
  if (args.positionals.length === 0) throw new AppError('USAGE', 'proviso import needs a file or folder.');
  const { imported, failed } = await session.importFiles(args.positionals, { password: args.password, folders: true });
  return {
    json: { documents: imported.map(({ file, document }) => ({ file, document })), failed },
    text: imported.map(({ file, document }) => `${document}  ${oneLine(file)}`).join('\n'),
    failed,
  };
}

export async function list(session: Session): Promise<Output> {
  const documents = await session.call('library.list', undefined);
  return { json: { documents }, text: documents.length === 0 ? 'The library is empty.' : table(documents), failed: [] };
}

export async function status(session: Session): Promise<Output> {
  const documents = await session.call('library.list', undefined);
  const jobs = await session.call('job.list', undefined);
  const open = jobs.filter(({ state }) => state === 'queued' || state === 'running');
  const sum = (of: (each: DocumentSummary) => number): number => documents.reduce((total, each) => total + of(each), 0);
  const figures = {
    documents: documents.length,
    clauses: sum((each) => each.clauses),
    chunks: sum((each) => each.chunks),
    embedded: sum((each) => each.embedded),
    partial: documents.filter((each) => each.status === 'partial').length,
    jobs: open.length,
  };
  const text = Object.entries(figures)
    .map(([name, value]) => `${name.padEnd(12)}${value}`)
    .join('\n');
  return { json: figures, text, failed: [] };
}

/** Removes documents by id or name; a name that several documents have is refused. */
export async function remove(session: Session, args: Args): Promise<Output> {
  if (args.positionals.length === 0) throw new AppError('USAGE', 'proviso remove needs a document: its id or name.');
  const documents = await session.call('library.list', undefined);
  const chosen = args.positionals.map((name) => {
    const found = documents.filter((each) => each.id === name || each.name === name);
    if (found.length > 1)
      throw new AppError('BAD_INPUT', `"${name}" names ${found.length} documents; use the id.`, { name });
    if (found[0] === undefined) throw new AppError('DOCUMENT_NOT_FOUND', `no document "${name}"`, { name });
    return found[0];
  });
  for (const { id } of chosen) await session.call('library.remove', { document: id });
  return {
    json: { removed: chosen.map(({ id }) => id) },
    text: chosen.map(({ id, name }) => `${id}  ${oneLine(name)}`).join('\n'),
    failed: [],
  };
}

function table(documents: readonly DocumentSummary[]): string {
  return documents
    .map((each) => {
      const indexed = each.embedded === each.chunks ? '' : `  ${each.embedded}/${each.chunks} indexed`;
      const name = oneLine(each.name);
      return `${each.id}  ${each.status.padEnd(8)}  ${String(each.clauses).padStart(5)} clauses  ${name}${' '.repeat(Math.max(0, 40 - columnsOf(name)))}${indexed}`;
    })
    .join('\n');
}
