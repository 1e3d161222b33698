import type { Job } from '../../shared/model.ts';
import type { Database } from './database.ts';

/** A stored job: what people see of it, and what it needs to go on after a crash. */
export interface JobRow extends Job {
  /** File to import, absolute. */
  readonly path: string | null;
  /** Of its kept original, once there is one. */
  readonly sha256: string | null;
  /** For `embed`: id of the model. */
  readonly model: string | null;
  /** How often it was started. */
  readonly attempts: number;
  /** Cancellation was asked for. */
  readonly cancel: boolean;
}

const COLUMNS = 'id, kind, state, name, stage, done, total, document, error, path, sha256, model, attempts, cancel';

/** Finished jobs that are kept for people to see. */
const MAX_FINISHED = 500;

/** The `jobs` table. */
export class JobRows {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async insert(jobs: readonly JobRow[]): Promise<void> {
    await this.#database.transaction(async (statements) => {
      for (const job of jobs)
        await statements.query(
          `INSERT INTO jobs (${COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
          [
            job.id,
            job.kind,
            job.state,
            job.name,
            job.stage,
            job.done,
            job.total,
            job.document,
            job.error,
            job.path,
            job.sha256,
            job.model,
            job.attempts,
            job.cancel,
          ],
        );
    });
  }

  /** Writes all that changes after the start. */
  async update({ id, state, stage, done, total, document, error, sha256, attempts, cancel }: JobRow): Promise<void> {
    await this.#database.query(
      `UPDATE jobs SET state = $2, stage = $3, done = $4, total = $5, document = $6, error = $7, sha256 = $8,
       attempts = $9, cancel = $10 WHERE id = $1`,
      [id, state, stage, done, total, document, error, sha256, attempts, cancel],
    );
  }

  /** In the order they were added. */
  async all(): Promise<JobRow[]> {
    return this.#database.query<JobRow>(`SELECT ${COLUMNS} FROM jobs ORDER BY position`);
  }

  /** Forgets the oldest finished jobs beyond those that are kept. */
  async prune(): Promise<void> {
    await this.#database.query(
      `DELETE FROM jobs WHERE position IN (
         SELECT position FROM jobs WHERE state IN ('done', 'failed', 'cancelled') ORDER BY position DESC OFFSET $1
       )`,
      [MAX_FINISHED],
    );
  }

  /** Originals that unfinished jobs still need. */
  async unfinishedOriginals(): Promise<string[]> {
    const rows = await this.#database.query<{ sha256: string }>(
      `SELECT sha256 FROM jobs WHERE sha256 IS NOT NULL AND state IN ('queued', 'running')`,
    );
    return rows.map(({ sha256 }) => sha256);
  }
}
