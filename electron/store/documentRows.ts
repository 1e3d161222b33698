import { createHash } from 'node:crypto';
import type { DocumentInfo, DocumentSummary } from '../../shared/model.ts';
import type { IndexRow, ParsedDocument } from '../engine/ports.ts';
import type { Database, Statements } from './database.ts';
import { lexemes } from './lexeme.ts';

/** Chunks written in one transaction: short enough for a question to go in between. */
export const CHUNK_SLICE = 256;

/** Equal texts have equal hashes and share a vector: the first 128 bits of the sha256, written as a UUID. */
export function textHash(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
}

export interface DocumentRow {
  readonly info: DocumentInfo;
  readonly title: string | null;
  readonly importedAt: string;
  readonly bytes: number;
  readonly clauses: number;
  readonly chunks: number;
}

export const rowOf = (parsed: ParsedDocument, importedAt: string, bytes: number): DocumentRow => ({
  info: parsed.info,
  title: parsed.tree.front.title,
  importedAt,
  bytes,
  clauses: parsed.tree.nodes.filter(({ kind }) => kind === 'clause' || kind === 'item').length,
  chunks: parsed.chunks.length,
});

/** Adds a document that nobody sees yet and returns its key. */
export async function insertHidden(database: Database, row: DocumentRow, body: Buffer): Promise<number> {
  return database.transaction(async (statements) => {
    const [inserted] = await statements.query<{ key: number }>(
      `INSERT INTO documents (id, info, title, imported_at, bytes, clauses, chunks)
       VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING key`,
      [
        row.info.id,
        row.info,
        row.title === null ? null : storable(row.title),
        row.importedAt,
        row.bytes,
        row.clauses,
        row.chunks,
      ],
    );
    const key = inserted!.key;
    await statements.query('INSERT INTO parsed (document, body) VALUES ($1, $2)', [key, body]);
    return key;
  });
}

/** `nodes` maps a chunk id to the id of its node. */
export async function insertChunks(
  database: Database,
  document: number,
  rows: readonly IndexRow[],
  nodes: ReadonlyMap<string, string>,
): Promise<void> {
  await database.transaction(async (statements) => {
    const inserted = await statements.query<{ key: number; id: string }>(
      `INSERT INTO chunks (document, id, node, hash)
       SELECT $1, id, node, hash FROM unnest($2::text[], $3::text[], $4::uuid[]) AS row (id, node, hash)
       RETURNING key, id`,
      [
        document,
        rows.map(({ chunk }) => chunk),
        rows.map(({ chunk }) => nodes.get(chunk)),
        rows.map(({ text }) => textHash(text)),
      ],
    );
    const keys = new Map(inserted.map(({ id, key }) => [id, key]));
    await statements.query(
      'INSERT INTO chunk_texts (chunk, text, terms) SELECT * FROM unnest($1::int[], $2::text[], $3::text[])',
      [
        rows.map(({ chunk }) => keys.get(chunk)),
        rows.map(({ text }) => storable(text)),
        rows.map(({ terms }) => lexemes(terms.split(/\s+/u).filter((term) => term !== ''))),
      ],
    );
  });
}

/** Postgres stores no NUL; no model reads one either. */
const storable = (text: string): string => text.replaceAll('\0', ' ').toWellFormed();

/** The one short transaction in which a document appears, in the place of an older form of itself: true if there was one. */
export async function makeVisible(database: Database, key: number, id: string): Promise<boolean> {
  return database.transaction(async (statements) => {
    const replaced = await deleteVisible(statements, id);
    await statements.query('UPDATE documents SET visible = true WHERE key = $1', [key]);
    if (replaced) await dropOrphanVectors(statements);
    return replaced;
  });
}

export async function deleteDocument(database: Database, id: string): Promise<void> {
  await database.transaction(async (statements) => {
    await deleteVisible(statements, id);
    await dropOrphanVectors(statements);
  });
}

async function deleteVisible(statements: Statements, id: string): Promise<boolean> {
  const rows = await statements.query('DELETE FROM documents WHERE id = $1 AND visible RETURNING key', [id]);
  return rows.length > 0;
}

/** The words of a removed document must not live on in its vectors. */
const dropOrphanVectors = (statements: Statements): Promise<unknown> =>
  statements.query('DELETE FROM vectors v WHERE NOT EXISTS (SELECT FROM chunks c WHERE c.hash = v.hash)');

/** Removes what an interrupted write left. */
export async function deleteHidden(database: Database): Promise<number> {
  const rows = await database.query('DELETE FROM documents WHERE NOT visible RETURNING key');
  return rows.length;
}

export async function visibleIds(database: Database): Promise<Set<string>> {
  const rows = await database.query<{ id: string }>('SELECT id FROM documents WHERE visible');
  return new Set(rows.map(({ id }) => id));
}

/** In the order of import. `model` decides which vectors count. */
export async function summaries(database: Database, model: string | null): Promise<DocumentSummary[]> {
  const rows = await database.query<{
    info: DocumentInfo;
    title: string | null;
    imported_at: string;
    bytes: number;
    clauses: number;
    chunks: number;
    embedded: number;
  }>(
    `SELECT info, title, imported_at, bytes, clauses, chunks, coalesce(embedded, 0) AS embedded
     FROM documents d LEFT JOIN (
       SELECT document, count(*)::int AS embedded FROM chunks c JOIN vectors v ON v.hash = c.hash
       WHERE v.model = (SELECT key FROM models WHERE name = $1) GROUP BY document
     ) counted ON document = d.key
     WHERE visible ORDER BY imported_at, d.key`,
    [model],
  );
  return rows.map(({ info, title, imported_at, bytes, clauses, chunks, embedded }) => ({
    ...info,
    title,
    importedAt: imported_at,
    bytes,
    clauses,
    chunks,
    embedded,
  }));
}

/** The stored form of a visible document; null if there is none. */
export async function parsedBody(database: Database, id: string): Promise<Uint8Array | null> {
  const [row] = await database.query<{ body: Uint8Array }>(
    'SELECT body FROM parsed JOIN documents ON key = document WHERE id = $1 AND visible',
    [id],
  );
  return row?.body ?? null;
}
