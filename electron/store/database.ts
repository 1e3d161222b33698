import { PGlite, type Transaction } from '@electric-sql/pglite';
import { pg_textsearch } from '@electric-sql/pglite-pg_textsearch';
import { vector } from '@electric-sql/pglite-pgvector';
import { AppError, invariant } from '../../shared/error.ts';

/** What a statement can be run on: the database, or a transaction in it. */
export interface Statements {
  query<Row>(sql: string, parameters?: readonly unknown[]): Promise<Row[]>;
}

/**
 * WAL segments of 1 MB instead of 16 keep an empty library at 7 MB. Wire integrity is left on: page checksums are what
 * finds a damaged index.
 */
export const INITDB = ['--wal-segsize=1'];

const SETTINGS = {
  // 16 MB instead of 128: half the memory of the process, at the same speed (measured at 20,000 chunks).
  shared_buffers: '16MB',
  // One process and no replication: nothing to stream, and no old segments to keep.
  wal_level: 'minimal',
  max_wal_senders: '0',
  min_wal_size: '2MB',
  // Single-user Postgres starts no checkpoint on its own; the store does after each import.
  max_wal_size: '64MB',
  jit: 'off',
};

const startParameters = (extra: Readonly<Record<string, string>>): string[] => [
  ...PGlite.defaultStartParams,
  ...Object.entries({ ...SETTINGS, ...extra }).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
];

/**
 * PGlite with pgvector and pg_textsearch on one data folder. Every call blocks its thread and none can be cancelled: it
 * belongs in a process that can be killed. Statements run one at a time, in order.
 */
export class Database implements Statements {
  readonly #pglite: PGlite;
  #broken: AppError | null = null;
  #closing: Promise<void> | null = null;

  private constructor(pglite: PGlite) {
    this.#pglite = pglite;
  }

  /**
   * Opens the data folder at `path`, which initdb fills first if it is empty (some seconds). Throws LIBRARY_DAMAGED if
   * Postgres cannot start on it.
   */
  static async open(path: string, settings: Readonly<Record<string, string>> = {}): Promise<Database> {
    try {
      const pglite = await PGlite.create({
        dataDir: path,
        extensions: { vector, pg_textsearch },
        initDbStartParams: INITDB,
        startParams: startParameters(settings),
        parsers: { [BYTEA]: (text: string) => Buffer.from(text.slice(2), 'hex') },
        serializers: { [BYTEA]: (bytes: Buffer) => `\\x${bytes.toString('hex')}` },
      });
      return new Database(pglite);
    } catch (error) {
      // PGlite says no more than "Aborted()" or "failed to initialize properly".
      throw new AppError('LIBRARY_DAMAGED', 'the index does not open', { part: 'index' }, { cause: error });
    }
  }

  async query<Row>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    return this.#guard(async () => (await this.#pglite.query<Row>(sql, [...parameters])).rows);
  }

  /** Several statements without parameters. */
  async run(sql: string): Promise<void> {
    await this.#guard(() => this.#pglite.exec(sql));
  }

  /** Commits when `body` returns, rolls back when it throws. Other statements wait. */
  async transaction<T>(body: (statements: Statements) => Promise<T>): Promise<T> {
    return this.#guard(() =>
      this.#pglite.transaction((transaction) =>
        body({ query: (sql, parameters) => rows(transaction, sql, parameters) }),
      ),
    );
  }

  /** `COPY … FROM '/dev/blob' WITH (FORMAT binary)`. */
  async copyIn(target: string, binary: Uint8Array<ArrayBuffer>): Promise<void> {
    await this.#guard(() =>
      this.#pglite.query(`COPY ${target} FROM '/dev/blob' WITH (FORMAT binary)`, [], { blob: new Blob([binary]) }),
    );
  }

  /** Writes all changed pages to their files. The files still need an fsync. */
  async checkpoint(): Promise<void> {
    await this.run('CHECKPOINT');
  }

  /** Waits for running statements. Safe to call twice. A database that met a full disk is left as it is: it would hang. */
  close(): Promise<void> {
    this.#closing ??= this.#broken === null ? this.#pglite.close() : Promise.resolve();
    return this.#closing;
  }

  async #guard<T>(body: () => Promise<T>): Promise<T> {
    invariant(this.#closing === null, 'the library is open');
    if (this.#broken !== null) throw this.#broken;
    try {
      return await body();
    } catch (error) {
      throw this.#translate(error);
    }
  }

  #translate(error: unknown): unknown {
    const state = sqlState(error);
    if (state === null) return error;
    if (state === DISK_FULL || state === IO_ERROR) {
      // The next statement would never return (measured): the process has to reopen the library.
      this.#broken = new AppError('DISK_FULL', 'the index could not be written');
      return this.#broken;
    }
    if (state === DATA_CORRUPTED || state === INDEX_CORRUPTED)
      return new AppError('LIBRARY_DAMAGED', `the index is damaged (${state})`, { part: 'index' });
    // Messages and parameters of Postgres hold contract text; the state and the place do not.
    return new Error(`database error ${state} in ${routineOf(error)}`);
  }
}

const BYTEA = 17;

// SQLSTATE codes, Postgres documentation, appendix A.
const DISK_FULL = '53100';
const IO_ERROR = '58030';
const DATA_CORRUPTED = 'XX001';
const INDEX_CORRUPTED = 'XX002';

async function rows<Row>(transaction: Transaction, sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
  return (await transaction.query<Row>(sql, [...parameters])).rows;
}

function sqlState(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || !('severity' in error)) return null;
  return typeof error.code === 'string' ? error.code : null;
}

const routineOf = (error: unknown): string =>
  error instanceof Error && 'routine' in error && typeof error.routine === 'string' ? error.routine : 'unknown';
