import { randomUUID } from 'node:crypto';
import { basename, join, resolve } from 'node:path';
import { AppError, fromErrorJson, invariant } from '../../shared/error.ts';
import type { ErrorCode, ErrorData, ErrorJson, Reply } from '../../shared/error.ts';
import type { Events, Input, Output as RouteOutput, Route } from '../../shared/ipc.ts';
import type { Answer, Job } from '../../shared/model.ts';
import type { ParsedDocument } from '../engine/ports.ts';
import type { Progress } from '../engine/run.ts';
import { spawnChildProcess } from '../hosts/childProcess.ts';
import { startSupervisor } from '../hosts/supervisor.ts';
import type { Supervisor } from '../hosts/supervisor.ts';
import { embeddedPack } from '../resources.ts';
import { makeScratch } from './scratch.ts';
import type { Scratch } from './scratch.ts';

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
  /** Null works in a library of its own that is thrown away; `none` only parses. */
  readonly library: { readonly path: string } | 'none' | null;
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
  readonly #scratch: Scratch | null;
  readonly #listeners = new Set<(job: Job) => void>();

  private constructor(options: SessionOptions, supervisor: Supervisor, scratch: Scratch | null) {
    this.#options = options;
    this.#supervisor = supervisor;
    this.#scratch = scratch;
  }

  static async open(options: SessionOptions): Promise<Session> {
    const { library, model } = options;
    const scratch = library === null ? await makeScratch() : null;
    const path = scratch !== null ? join(scratch.path, 'library') : resolve(isPath(library) ? library.path : '');
    const supervisor = await startSupervisor({
      spawn: spawnChildProcess,
      pack: embeddedPack(),
      config: {
        library: path,
        create: options.create || scratch !== null,
        models: model === null ? {} : { [MODEL]: resolve(model) },
      },
    });
    const session = new Session(options, supervisor, scratch);
    supervisor.onEvent((name, payload) => {
      if (name !== 'job.changed') return;
      const job = payload as Events['job.changed'];
      for (const listener of session.#listeners) listener(job);
    });
    return session;
  }

  report(name: string, progress: Progress): void {
    this.#options.report(name, progress);
  }

  async call<R extends Route>(route: R, input: Input<R>): Promise<RouteOutput<R>> {
    invariant(this.#options.library !== 'none', 'a call needs a library');
    this.#options.signal.throwIfAborted();
    const reply = (await this.#supervisor.call(route, input)) as Reply<RouteOutput<R>>;
    if (!reply.ok) throw fromErrorJson(reply.error);
    return reply.value;
  }

  /** Asks with the model of this call; a cancellation also stops a model that is writing. */
  async ask(question: string, scope: string[] | null): Promise<Answer> {
    const { model, signal } = this.#options;
    const call = randomUUID();
    const cancel = (): void => void this.#supervisor.call('answer.cancel', { call });
    signal.addEventListener('abort', cancel, { once: true });
    try {
      return await this.call('answer.ask', { call, question, scope, model: model === null ? null : MODEL });
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  }

  async parse(file: string, password: string | null): Promise<ParsedDocument> {
    const run = { signal: this.#options.signal, report: (progress: Progress) => this.report(basename(file), progress) };
    const request = { path: resolve(file), name: basename(file), ...(password === null ? {} : { password }) };
    try {
      return await this.#supervisor.parser.parse(request, run);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      throw new AppError(error.code, error.message, { ...error.data, name: file }, { cause: error });
    }
  }

  /** Imports files and waits until each is searchable in full; a file that fails is listed and the others go on. */
  async importFiles(
    files: readonly string[],
    options: { readonly password: string | null; readonly folders: boolean },
  ): Promise<{ imported: ImportedFile[]; failed: FailedImport[] }> {
    const ended = new Map<string, Job>();
    const pending: { file: string; job: Job }[] = [];
    const watch = this.#watchJobs((job) => {
      this.report(job.name, { stage: job.stage, done: job.done, total: job.total });
      if (isEnded(job)) ended.set(job.id, job);
    });
    try {
      for (const file of files) {
        const input = {
          paths: [resolve(file)],
          folders: options.folders,
          ...(options.password === null ? {} : { password: options.password }),
        };
        const jobs = await this.call('library.import', input);
        for (const job of jobs) pending.push({ file: job.name === basename(file) ? file : job.name, job });
      }
      while (pending.some(({ job }) => !ended.has(job.id))) await watch.next();
      const result = collect(pending.map(({ file, job }) => ({ file, job: ended.get(job.id) ?? job })));
      await this.#embedded(new Set(result.imported.map(({ document }) => document)), watch);
      return result;
    } catch (error) {
      await this.#cancelJobs(pending.map(({ job }) => job.id).filter((id) => !ended.has(id)));
      throw error;
    } finally {
      watch.end();
    }
  }

  /** What a person has cancelled must not come back when the library opens again. */
  async #cancelJobs(jobs: readonly string[]): Promise<void> {
    // A library that is thrown away takes its jobs with it.
    if (this.#scratch !== null || !this.#options.signal.aborted) return;
    for (const job of jobs) await this.#supervisor.call('job.cancel', { job });
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
    await this.#scratch?.remove();
  }
}

interface JobWatch {
  /** Resolves at the next change of a job, at once if one came since the last call. Throws CANCELLED. */
  next(): Promise<void>;
  end(): void;
}

const isPath = (library: SessionOptions['library']): library is { readonly path: string } =>
  library !== null && library !== 'none';

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
