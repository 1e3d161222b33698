import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import { AppError, isCancelled, toErrorJson } from '../../shared/error.ts';
import type { Job } from '../../shared/model.ts';
import type { Clock, Embedder, IndexRow, ParsedDocument, Parser } from '../engine/ports.ts';
import type { Run } from '../engine/run.ts';
import type { JobRow } from '../store/jobRows.ts';
import type { Library } from '../store/library.ts';
import { embedDocument } from './embedDocument.ts';
import { filesToImport } from './filesToImport.ts';
import { importFile } from './importFile.ts';
import { ThinProgress } from './thinProgress.ts';

/** A job that was running in this many processes that died is the likely cause, and is not tried again. */
export const MAX_ATTEMPTS = 2;

export interface ImportsOptions {
  readonly library: Library;
  readonly parser: Parser;
  readonly embedder: Embedder;
  /** What the index holds of a parsed document. */
  readonly rows: (parsed: ParsedDocument) => readonly IndexRow[];
  readonly clock: Clock;
  /** Told of every change of state, and of progress at most ten times a second. */
  readonly changed: (job: Job) => void;
  /** Told of failures that are neither expected nor a cancellation; the job has failed with INTERNAL. */
  readonly onBug: (error: unknown) => void;
}

export interface AddOptions {
  /** A folder stands for the readable files in and below it. Default false: it fails with FILE_IS_FOLDER. */
  readonly folders?: boolean;
  /** For the files of this call. Never stored: after a restart it has to be given again. */
  readonly password?: string;
}

/**
 * The queue of imports. An `import` job is done when its document is stored and found by text search; an `embed` job then
 * gives it vectors. One job runs at a time, in order; imports go before embedding, also between two of its batches.
 */
export interface Imports {
  /** Stores one job a file and starts. They come back `queued`. */
  add(paths: readonly string[], options?: AddOptions): Promise<Job[]>;
  /** False if there is no such job or it has ended. A running one stops at its next page or batch. */
  cancel(id: string): Promise<boolean>;
  /** In the order they were added. */
  list(): Promise<Job[]>;
  /** Goes on with what a closed or dead process left: its jobs, documents missing from the index, missing vectors. */
  resume(): Promise<void>;
  /** Resolves when no job is queued or running. */
  idle(): Promise<void>;
  /** Stops after the current page or batch and leaves the rest queued. Safe to call twice. */
  close(): Promise<void>;
}

export const createImports = (options: ImportsOptions): Imports => new ImportQueue(options);

interface Entry {
  row: JobRow;
  readonly controller: AbortController;
  readonly password: string | undefined;
}

class ImportQueue implements Imports {
  readonly #options: ImportsOptions;
  readonly #entries = new Map<string, Entry>();
  #loading: Promise<void> | null = null;
  #working: Promise<void> | null = null;
  #closing: Promise<void> | null = null;

  constructor(options: ImportsOptions) {
    this.#options = options;
    options.library.useModel(options.embedder.id);
  }

  async add(paths: readonly string[], { folders = false, password }: AddOptions = {}): Promise<Job[]> {
    await this.#load();
    const files = await filesToImport(paths, folders);
    const rows = files.map((path) => newRow('import', basename(path), { path }));
    await this.#insert(rows, password);
    return rows.map(toJob);
  }

  async cancel(id: string): Promise<boolean> {
    await this.#load();
    const entry = this.#entries.get(id);
    if (entry === undefined || isEnded(entry.row)) return false;
    // Stored first: a crash now must not bring the job back.
    await this.#update(entry, { cancel: true });
    entry.controller.abort();
    if (entry.row.state === 'queued') await this.#end(entry, { state: 'cancelled' });
    return true;
  }

  async list(): Promise<Job[]> {
    await this.#load();
    return [...this.#entries.values()].map(({ row }) => toJob(row));
  }

  async resume(): Promise<void> {
    await this.#load();
    const { library, embedder } = this.#options;
    const known = [...this.#entries.values()].map(({ row }) => row).filter(({ state }) => state !== 'done');
    // Without being asked: not again what a person cancelled, nor what failed.
    const isNew = (has: (row: JobRow) => boolean): boolean => !known.some(has);
    const missing = await library.missing();
    const lacking = (await library.documents()).filter(({ embedded, chunks }) => embedded < chunks);
    await this.#insert(
      [
        ...missing
          .filter(({ sha256 }) => isNew((row) => row.kind === 'import' && row.sha256 === sha256))
          .map(({ sha256, name }) => newRow('import', name, { sha256 })),
        ...lacking
          .filter(({ id }) => isNew((row) => row.document === id && row.model === embedder.id))
          .map(({ id, name }) => newRow('embed', name, { document: id, model: embedder.id })),
      ],
      undefined,
    );
  }

  async idle(): Promise<void> {
    await this.#load();
    while (this.#working !== null) await this.#working;
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    for (const { row, controller } of this.#entries.values()) if (row.state === 'running') controller.abort();
    await this.#loading;
    await this.#working;
  }

  // Rows

  /** Reads the stored jobs once. A row that is `running` now belongs to a process that died. */
  #load(): Promise<void> {
    this.#loading ??= this.#readRows();
    return this.#loading;
  }

  async #readRows(): Promise<void> {
    for (const row of await this.#options.library.jobs.all()) {
      const entry = this.#enter(row, undefined);
      if (isEnded(row)) continue;
      if (row.cancel) await this.#end(entry, { state: 'cancelled' });
      else if (row.state === 'running' && row.attempts >= MAX_ATTEMPTS) {
        const error = new AppError('HOST_EXITED', 'the process died each time it worked on this file');
        if (row.sha256 !== null) await this.#options.library.discard(row.sha256);
        await this.#end(entry, { state: 'failed', error: error.toJSON() });
      } else if (row.state === 'running') await this.#update(entry, { state: 'queued' });
    }
    this.#start();
  }

  async #insert(rows: readonly JobRow[], password: string | undefined): Promise<void> {
    await this.#options.library.jobs.insert(rows);
    for (const row of rows) this.#tell(this.#enter(row, password));
    this.#start();
  }

  #enter(row: JobRow, password: string | undefined): Entry {
    const entry = { row, controller: new AbortController(), password };
    this.#entries.set(row.id, entry);
    return entry;
  }

  async #update(entry: Entry, change: Partial<JobRow>): Promise<void> {
    entry.row = { ...entry.row, ...change };
    await this.#options.library.jobs.update(entry.row);
  }

  /** Stores the one end state and tells it; `next` runs between the two. */
  async #end(entry: Entry, change: Partial<JobRow>, next?: () => Promise<void>): Promise<void> {
    if (isEnded(entry.row)) return;
    try {
      await this.#update(entry, change);
      await next?.();
    } finally {
      // Also if it cannot be stored any more: people must not wait for it.
      this.#tell(entry);
    }
  }

  #tell({ row }: Entry): void {
    this.#options.changed(toJob(row));
  }

  // Work

  #start(): void {
    if (this.#working !== null || this.#closing !== null) return;
    this.#working = this.#work()
      .catch((error: unknown) => {
        // The state of a job could not be stored. Its row says `running`, so it goes on when the library opens again.
        this.#options.onBug(error);
        this.#closing ??= Promise.resolve();
      })
      .finally(() => {
        this.#working = null;
      });
  }

  async #work(): Promise<void> {
    for (;;) {
      const entry = this.#next('import') ?? this.#next('embed');
      if (entry === undefined) return;
      await this.#runJob(entry);
    }
  }

  /** Imports that were added while a document is embedded. */
  async #importsFirst(): Promise<void> {
    for (let entry = this.#next('import'); entry !== undefined; entry = this.#next('import')) await this.#runJob(entry);
  }

  #next(kind: Job['kind']): Entry | undefined {
    if (this.#closing !== null) return undefined;
    for (const entry of this.#entries.values())
      if (entry.row.kind === kind && entry.row.state === 'queued' && !entry.row.cancel) return entry;
    return undefined;
  }

  async #runJob(entry: Entry): Promise<void> {
    await this.#update(entry, { state: 'running', attempts: entry.row.attempts + 1 });
    this.#tell(entry);
    const thin = new ThinProgress<Job>(this.#options.changed, () => this.#options.clock.now());
    try {
      const document = await this.#workOn(entry, this.#runOf(entry, thin));
      thin.flush();
      // Queued before the end is told, so that whoever hears of it finds what is still to come.
      const next = entry.row.kind === 'import' ? () => this.#embedLater(document, entry.row.name) : undefined;
      await this.#end(entry, { state: 'done', document }, next);
    } catch (error) {
      thin.flush();
      await this.#fail(entry, error);
    }
  }

  #workOn(entry: Entry, run: Run): Promise<string> {
    return entry.row.kind === 'import' ? this.#importOne(entry, run) : this.#embedOne(entry, run);
  }

  async #importOne(entry: Entry, run: Run): Promise<string> {
    const { path, name, sha256 } = entry.row;
    const request = {
      path: path ?? '',
      name,
      sha256,
      kept: (hash: string) => this.#update(entry, { sha256: hash }),
      ...(entry.password === undefined ? {} : { password: entry.password }),
    };
    const { id } = await importFile(request, this.#options, run);
    return id;
  }

  async #embedOne(entry: Entry, run: Run): Promise<string> {
    const document = entry.row.document ?? '';
    const { library, embedder } = this.#options;
    await embedDocument(document, { library, embedder, between: () => this.#importsFirst() }, run);
    return document;
  }

  async #fail(entry: Entry, error: unknown): Promise<void> {
    const cancelled = isCancelled(error);
    if (cancelled && this.#closing !== null && !entry.row.cancel) {
      // The job goes on when the library opens again, and this start does not count.
      await this.#update(entry, { state: 'queued', attempts: entry.row.attempts - 1 });
      return;
    }
    const json = toErrorJson(error);
    if (json.code === 'INTERNAL') this.#options.onBug(error);
    await this.#end(entry, cancelled ? { state: 'cancelled' } : { state: 'failed', error: json });
  }

  async #embedLater(document: string, name: string): Promise<void> {
    const { library, embedder } = this.#options;
    const { embedded, total } = await library.embeddedCount(embedder.id, document);
    if (embedded < total && !this.#hasOpenEmbed(document))
      await this.#insert([newRow('embed', name, { document, model: embedder.id })], undefined);
  }

  #hasOpenEmbed(document: string): boolean {
    for (const { row } of this.#entries.values())
      if (row.kind === 'embed' && row.document === document && !isEnded(row)) return true;
    return false;
  }

  #runOf(entry: Entry, thin: ThinProgress<Job>): Run {
    return {
      signal: entry.controller.signal,
      report: ({ stage, done, total }) => {
        const { row } = entry;
        const same = row.stage === stage;
        entry.row = { ...row, stage, done: same ? Math.max(row.done, done) : done, total };
        thin.push(toJob(entry.row));
      },
    };
  }
}

const isEnded = ({ state }: JobRow): boolean => state === 'done' || state === 'failed' || state === 'cancelled';

const toJob = ({ id, kind, state, name, stage, done, total, document, error }: JobRow): Job => ({
  id,
  kind,
  state,
  name,
  stage,
  done,
  total,
  document,
  error,
});

const newRow = (kind: Job['kind'], name: string, more: Partial<JobRow>): JobRow => ({
  id: `job-${randomUUID()}`,
  kind,
  state: 'queued',
  name,
  stage: '',
  done: 0,
  total: 0,
  document: null,
  error: null,
  path: null,
  sha256: null,
  model: null,
  attempts: 0,
  cancel: false,
  ...more,
});
