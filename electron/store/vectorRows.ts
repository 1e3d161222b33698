import { AppError } from '../../shared/error.ts';
import type { Database } from './database.ts';

/** Rows of one COPY: memory stays small, and a question waits for no more than one. */
export const COPY_SLICE = 5000;

export interface PendingText {
  readonly hash: string;
  readonly text: string;
}

export interface VectorRow {
  readonly hash: string;
  readonly vector: Float32Array;
}

/** Texts of visible documents that have no vector of `model` yet, each once, longest first. */
export async function pendingTexts(
  database: Database,
  model: string,
  limit: number,
  document: string | null,
): Promise<PendingText[]> {
  return database.query<PendingText>(
    `SELECT hash, min(text) AS text
     FROM documents d JOIN chunks c ON c.document = d.key JOIN chunk_texts t ON t.chunk = c.key
     WHERE d.visible AND ($3::text IS NULL OR d.id = $3) AND NOT EXISTS (
       SELECT FROM vectors v WHERE v.hash = c.hash AND v.model = (SELECT key FROM models WHERE name = $1)
     )
     GROUP BY hash ORDER BY max(length(text)) DESC, hash LIMIT $2`,
    [model, limit, document],
  );
}

/** Different texts of a document, or of all of them, and how many of those have a vector of `model`. */
export async function countEmbedded(
  database: Database,
  model: string,
  document: string | null,
): Promise<{ embedded: number; total: number }> {
  const [row] = await database.query<{ embedded: number; total: number }>(
    `SELECT count(DISTINCT c.hash)::int AS total, count(DISTINCT v.hash)::int AS embedded
     FROM documents d JOIN chunks c ON c.document = d.key
     LEFT JOIN vectors v ON v.hash = c.hash AND v.model = (SELECT key FROM models WHERE name = $1)
     WHERE d.visible AND ($2::text IS NULL OR d.id = $2)`,
    [model, document],
  );
  return row!;
}

/**
 * Adds vectors for texts that are in the library and have none yet; the others are passed over, so a repeated or late
 * batch does no harm. Throws MODEL_MISMATCH if a vector has another length than the model's, or holds no number.
 */
export async function insertVectors(database: Database, model: string, rows: readonly VectorRow[]): Promise<number> {
  const [first] = rows;
  if (first === undefined) return 0;
  const { key, dimension } = await modelRow(database, model, first.vector.length);
  for (const { vector } of rows)
    if (vector.length !== dimension || !vector.every(Number.isFinite))
      throw new AppError('MODEL_MISMATCH', 'the vector is not one of this model', { dimension, length: vector.length });
  const wanted = await database.query<{ hash: string }>(
    `SELECT DISTINCT hash FROM chunks c JOIN documents d ON d.key = c.document
     WHERE d.visible AND hash = ANY ($1::uuid[])
     AND NOT EXISTS (SELECT FROM vectors v WHERE v.hash = c.hash AND v.model = $2)`,
    [rows.map(({ hash }) => hash), key],
  );
  const byHash = new Map(rows.map((row) => [row.hash, row]));
  const fresh = wanted.map(({ hash }) => byHash.get(hash)!);
  for (let at = 0; at < fresh.length; at += COPY_SLICE)
    await database.copyIn('vectors', binaryRows(key, dimension, fresh.slice(at, at + COPY_SLICE)));
  return fresh.length;
}

/** The model used last; null in a library without vectors. */
export async function newestModel(database: Database): Promise<string | null> {
  const [row] = await database.query<{ name: string }>('SELECT name FROM models ORDER BY key DESC LIMIT 1');
  return row?.name ?? null;
}

async function modelRow(
  database: Database,
  name: string,
  dimension: number,
): Promise<{ key: number; dimension: number }> {
  await database.query('INSERT INTO models (name, dimension) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING', [
    name,
    dimension,
  ]);
  const [row] = await database.query<{ key: number; dimension: number }>(
    'SELECT key, dimension FROM models WHERE name = $1',
    [name],
  );
  return row!;
}

const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1');
const HEADER_BYTES = SIGNATURE.length + 8;

/**
 * Rows `(model smallint, hash uuid, embedding vector)` in the binary format of COPY (Postgres documentation, "COPY",
 * file formats): signature, flags, extension; per row a field count and length-prefixed fields; a trailer of -1. A
 * `vector` is its dimension, a reserved number and the floats, big-endian (pgvector, `vector_send`).
 */
export function binaryRows(model: number, dimension: number, rows: readonly VectorRow[]): Buffer<ArrayBuffer> {
  const vectorBytes = 4 + 4 * dimension;
  const rowBytes = 2 + (4 + 2) + (4 + 16) + (4 + vectorBytes);
  const buffer = Buffer.alloc(HEADER_BYTES + rows.length * rowBytes + 2);
  SIGNATURE.copy(buffer);
  let at = HEADER_BYTES;
  for (const { hash, vector } of rows) {
    at = buffer.writeInt16BE(3, at);
    at = buffer.writeInt32BE(2, at);
    at = buffer.writeInt16BE(model, at);
    at = buffer.writeInt32BE(16, at);
    at += buffer.write(hash.replaceAll('-', ''), at, 'hex');
    at = buffer.writeInt32BE(vectorBytes, at);
    at = buffer.writeInt16BE(dimension, at);
    at = buffer.writeInt16BE(0, at);
    for (const value of vector) at = buffer.writeFloatBE(value, at);
  }
  buffer.writeInt16BE(-1, at);
  return buffer;
}
