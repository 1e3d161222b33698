import type { Database } from './database.ts';

/** Changed rows that call for it: these, and a fifth of all there are (the rule of Postgres' own autovacuum). */
const CHANGED_ROWS = 200;
const CHANGED_SHARE = 0.2;

// Statistics of the columns that plans depend on. Those of texts and vectors are dear, and no plan needs them.
const ANALYZED = ['documents', 'chunks', 'chunk_texts (chunk)', 'vectors (model, hash)'];

/**
 * Keeps the planner's statistics and the free space of the tables: single-user Postgres runs no autovacuum. Without
 * statistics a search in ten documents takes seven times as long (measured at 20,000 chunks).
 */
export class Maintenance {
  readonly #database: Database;
  #rows: number;
  #grown: number;
  #dead = 0;

  private constructor(database: Database, rows: number, analyzed: number) {
    this.#database = database;
    this.#rows = rows;
    this.#grown = Math.abs(rows - analyzed);
  }

  static async of(database: Database): Promise<Maintenance> {
    const [row] = await database.query<{ rows: number; analyzed: number }>(
      `SELECT (SELECT coalesce(sum(chunks), 0)::int FROM documents WHERE visible)
            + (SELECT count(*)::int FROM vectors) AS rows,
              coalesce(sum(greatest(reltuples, 0)), 0)::int AS analyzed
       FROM pg_class WHERE oid IN ('chunks'::regclass, 'vectors'::regclass)`,
    );
    return new Maintenance(database, row!.rows, row!.analyzed);
  }

  /** Chunks or vectors that were added. */
  added(rows: number): void {
    this.#rows += rows;
    this.#grown += rows;
  }

  /** Chunks that were deleted, and their vectors. */
  deleted(rows: number): void {
    this.#rows = Math.max(0, this.#rows - rows);
    this.#dead += rows;
  }

  /** Does what has come due; nothing almost always. */
  async run(): Promise<void> {
    const due = CHANGED_ROWS + CHANGED_SHARE * this.#rows;
    if (this.#dead > due) {
      await this.#database.run('VACUUM documents, parsed, chunks, chunk_texts, vectors, jobs');
      this.#dead = 0;
      this.#grown = due + 1;
    }
    if (this.#grown > due) {
      await this.#database.run(`ANALYZE ${ANALYZED.join(', ')}`);
      this.#grown = 0;
    }
  }
}
