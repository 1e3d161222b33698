import type { Statements } from '../database.ts';

/** Documents, their parsed form, chunks, vectors, jobs. */
export async function firstSchema(statements: Statements): Promise<void> {
  for (const sql of SCHEMA_1) await statements.query(sql);
}

const SCHEMA_1 = [
  'CREATE EXTENSION vector',
  'CREATE EXTENSION pg_textsearch',

  'CREATE TABLE schema_version (version int NOT NULL)',
  'INSERT INTO schema_version VALUES (0)',

  // A row is invisible while its chunks are written; it becomes visible, and an older one goes, in one transaction.
  `CREATE TABLE documents (
    key int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id text NOT NULL,
    visible boolean NOT NULL DEFAULT false,
    info jsonb NOT NULL,
    title text,
    imported_at text NOT NULL,
    bytes bigint NOT NULL,
    clauses int NOT NULL,
    chunks int NOT NULL
  )`,
  'CREATE UNIQUE INDEX documents_visible ON documents (id) WHERE visible',

  // Compressed JSON (parsedCodec.ts): Postgres would only spend time on compressing it again.
  `CREATE TABLE parsed (
    document int PRIMARY KEY REFERENCES documents ON DELETE CASCADE,
    body bytea NOT NULL
  )`,
  'ALTER TABLE parsed ALTER COLUMN body SET STORAGE EXTERNAL',

  // Narrow, apart from the texts: a dense search reads many of these rows.
  `CREATE TABLE chunks (
    key int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    document int NOT NULL REFERENCES documents ON DELETE CASCADE,
    id text NOT NULL,
    node text NOT NULL,
    hash uuid NOT NULL,
    UNIQUE (document, id)
  )`,
  'CREATE INDEX chunks_hash ON chunks (hash)',
  `CREATE TABLE chunk_texts (
    chunk int PRIMARY KEY REFERENCES chunks ON DELETE CASCADE,
    text text NOT NULL,
    terms text NOT NULL
  )`,
  `CREATE INDEX chunk_terms ON chunk_texts USING bm25 (terms) WITH (text_config = 'simple')`,
  // Scoring one row apart from the index takes 0.1 ms; its declared cost of 1 lures the planner into doing thousands.
  'ALTER FUNCTION bm25_text_bm25query_score COST 2000',

  `CREATE TABLE models (
    key smallint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL UNIQUE,
    dimension int NOT NULL
  )`,
  // By text and model: equal clauses are embedded once, and an import goes on where it stopped.
  `CREATE TABLE vectors (
    model smallint NOT NULL REFERENCES models,
    hash uuid NOT NULL,
    embedding vector NOT NULL,
    PRIMARY KEY (model, hash)
  )`,
  // Numbers do not compress, and rows of up to 2,000 dimensions fit a page.
  'ALTER TABLE vectors ALTER COLUMN embedding SET STORAGE PLAIN',

  `CREATE TABLE jobs (
    position int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id text NOT NULL UNIQUE,
    kind text NOT NULL,
    state text NOT NULL,
    name text NOT NULL,
    stage text NOT NULL,
    done int NOT NULL,
    total int NOT NULL,
    document text,
    error jsonb,
    path text,
    sha256 text,
    model text,
    attempts int NOT NULL DEFAULT 0,
    cancel boolean NOT NULL DEFAULT false
  )`,
];
