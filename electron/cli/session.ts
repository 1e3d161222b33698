import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { AppError, fromErrorJson } from '../../shared/error.ts';
import type { ErrorCode, ErrorData, ErrorJson, Reply } from '../../shared/error.ts';
import type { Events, Input, Output as RouteOutput, Route } from '../../shared/ipc.ts';
import type { Job } from '../../shared/model.ts';
import type { ParsedDocument } from '../engine/ports.ts';
import type { Progress } from '../engine/run.ts';
import { spawnChildProcess } from '../hosts/childProcess.ts';
import { startSupervisor } from '../hosts/supervisor.ts';
import type { Supervisor } from '../hosts/supervisor.ts';
import { embeddedPack } from '../resources.ts';

export interface ImportedFile {
  /** The name given on the command line, or found under a folder that was given. */
  readonly file: string;
  readonly document: string;
}

export interface FailedImport {
  readonly file: string;
  readonly code: ErrorCode;
  readonly message: string;
  readonly data: ErrorData | undefined;
}

export interface SessionOptions {
  /** Null works in a library of its own that is thrown away. */
  readonly library: string | null;
  /** Only `import` makes a library that is not there. */
  readonly create: boolean;
  /** Path of a GGUF file, or null. */
  readonly model: string | null;
  readonly signal: AbortSignal;
  report(name: string, progress: Progress): void;
}

/** The name the one model of a call goes by; its path stays with the privileged side. */
const MODEL = 'local';

/** The app behind one call of the command line: its hosts and its library. */
export class Session {
  readonly #options: SessionOptions;
  readonly #supervisor: Supervisor;
  readonly #temporary: string | null;
  readonly #listeners = new Set<(job: Job) => void>();

  private constructor(options: SessionOptions, supervisor: Supervisor, temporary: string | null) {
    this.#options = options;
    this.#supervisor = supervisor;
    this.#temporary = temporary;
  }

  static async open(options: SessionOptions): Promise<Session> {
    const temporary = options.library === null ? await mkdtemp(join(tmpdir(), 'proviso-')) : null;
    const library = temporary === null ? resolve(options.library ?? '') : join(temporary, 'library');
    const supervisor = await startSupervisor({
      spawn: spawnChildProcess,
      pack: embeddedPack(),
      config: {
        library,
        create: options.create || temporary !== null,
        models: options.model === null ? {} : { [MODEL]: resolve(options.model) },
      },
    });
    const session = new Session(options, supervisor, temporary);
    supervisor.onEvent((name, payload) => {
      if (name !== 'job.changed') return;
      const job = payload as Events['job.changed'];
      for (const listener of session.#listeners) listener(job);
    });
    return session;
  }

  get model(): string | null {
    return this.#options.model === null ? null : MODEL;
  }

  newCall(): string {
    return randomUUID();
  }

  report(name: string, progress: Progress): void {
    this.#options.report(name, progress);
  }

  async call<R extends Route>(route: R, input: Input<R>): Promise<RouteOutput<R>> {
    this.#options.signal.throwIfAborted();
    const reply = (await this.#supervisor.call(route, input)) as Reply<RouteOutput<R>>;
    if (!reply.ok) throw fromErrorJson(reply.error);
    return reply.value;
  }

  async parse(file: string, password: string | null): Promise<ParsedDocument> {
    const run = { signal: this.#options.signal, report: (progress: Progress) => this.report(basename(file), progress) };
    const request = { path: resolve(file), name: basename(file), ...(password === null ? {} : { password }) };
    return this.#supervisor.parser.parse(request, run);
  }

  /** Imports files and waits until each is searchable in full; a file that fails is listed and the others go on. */
  async importFiles(
    files: readonly string[],
    options: { readonly password: string | null; readonly folders: boolean },
  ): Promise<{ imported: ImportedFile[]; failed: FailedImport[] }> {
    const ended = new Map<string, Job>();
    const watch = this.#watchJobs((job) => {
      this.report(job.name, { stage: job.stage, done: job.done, total: job.total });
      if (isEnded(job)) ended.set(job.id, job);
    });
    try {
      const pending: { file: string; job: Job }[] = [];
      for (const file of files) {
        const input = {
          paths: [resolve(file)],
          folders: options.folders,
          ...(options.password === null ? {} : { password: options.password }),
        };
        const jobs = await this.call('library.import', input);
        for (const job of jobs) pending.push({ file: jobs.length === 1 ? file : job.name, job });
      }
      while (pending.some(({ job }) => !ended.has(job.id))) await watch.next();
      const result = collect(pending.map(({ file, job }) => ({ file, job: ended.get(job.id) ?? job })));
      await this.#embedded(new Set(result.imported.map(({ document }) => document)), watch);
      return result;
    } finally {
      watch.end();
    }
  }

  /** Waits until the documents have all their vectors, or no job is left that would give them. */
  async #embedded(documents: ReadonlySet<string>, watch: JobWatch): Promise<void> {
    for (;;) {
      const lacking = (await this.call('library.list', undefined)).some(
        ({ id, embedded, chunks }) => documents.has(id) && embedded < chunks,
      );
      const open = (await this.call('job.list', undefined)).some((job) => !isEnded(job));
      if (!lacking || !open) return;
      await watch.next();
    }
  }

  #watchJobs(seen: (job: Job) => void): JobWatch {
    let wake = (): void => undefined;
    // Counts events, so that one that arrives between two waits is not missed.
    let fresh = 0;
    const listen = (job: Job): void => {
      seen(job);
      fresh++;
      wake();
    };
    this.#listeners.add(listen);
    const { signal } = this.#options;
    return {
      next: async () => {
        if (fresh === 0) {
          await new Promise<void>((done) => {
            wake = done;
            signal.addEventListener('abort', () => done(), { once: true });
            if (signal.aborted) done();
          });
        }
        fresh = 0;
        if (signal.aborted) throw new AppError('CANCELLED', 'cancelled');
      },
      end: () => this.#listeners.delete(listen),
    };
  }

  async close(): Promise<void> {
    await this.#supervisor.close();
    if (this.#temporary !== null) await rm(this.#temporary, { recursive: true, force: true });
  }
}

interface JobWatch {
  /** Resolves at the next change of a job, at once if one came since the last call. Throws CANCELLED. */
  next(): Promise<void>;
  end(): void;
}

const isEnded = ({ state }: Job): boolean => state === 'done' || state === 'failed' || state === 'cancelled';

function collect(jobs: readonly { file: string; job: Job }[]): { imported: ImportedFile[]; failed: FailedImport[] } {
  const imported: ImportedFile[] = [];
  const failed: FailedImport[] = [];
  for (const { file, job } of jobs) {
    if (job.state === 'done' && job.document !== null) imported.push({ file, document: job.document });
    else {
      const { code, message, data } = fromErrorJson(
        (job.error ?? { code: 'CANCELLED', message: 'cancelled' }) as ErrorJson,
      );
      failed.push({ file, code, message, data });
    }
  }
  return { imported, failed };
}
