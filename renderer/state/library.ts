import { createStore } from 'zustand/vanilla';
import type { StoreApi } from 'zustand/vanilla';
import { toErrorJson } from '../../shared/error.ts';
import type { ErrorJson } from '../../shared/error.ts';
import type { DocumentSummary, Job } from '../../shared/model.ts';
import type { Client } from '../client.ts';

/** Files per import call; the contract takes up to 1,000 paths. */
const FILES_PER_CALL = 500;

export interface LibraryState {
  /** Null until the library has answered for the first time. */
  readonly documents: readonly DocumentSummary[] | null;
  /** Imports that are not done and indexing under way, oldest first. Failed and cancelled ones stay until cleared. */
  readonly jobs: readonly Job[];
  /** Ids of jobs whose cancel was asked for and not yet answered by an end state. */
  readonly cancelling: ReadonlySet<string>;
  readonly error: ErrorJson | null;
  /** First load; listens to the events of the library from then on. */
  readonly start: () => Promise<void>;
  readonly add: (files: readonly File[]) => Promise<void>;
  readonly remove: (document: string) => Promise<void>;
  readonly cancel: (job: string) => Promise<void>;
  readonly clear: (job: string) => void;
  readonly dismissError: () => void;
}

export function createLibrary(client: Client): StoreApi<LibraryState> {
  return createStore<LibraryState>((set, get) => {
    const failed = (error: unknown): void => set({ error: toErrorJson(error) });

    // Answers may arrive out of order; only that of the latest question counts.
    let asked = 0;
    const refresh = async (): Promise<void> => {
      const turn = ++asked;
      try {
        const documents = await client.request('library.list', undefined);
        if (turn === asked) set({ documents });
      } catch (error) {
        if (turn === asked) failed(error);
      }
    };

    const take = (job: Job): void => {
      set(({ jobs, cancelling }) => ({ jobs: withJob(jobs, job), cancelling: stillCancelling(cancelling, job) }));
      if (job.state === 'done') void refresh();
    };

    return {
      documents: null,
      jobs: [],
      cancelling: new Set(),
      error: null,
      start: async () => {
        client.on('job.changed', take);
        client.on('library.changed', () => void refresh());
        client.on('host.failed', ({ error }) => set({ error }));
        await refresh();
        try {
          for (const job of await client.request('job.list', undefined)) {
            if (job.state === 'queued' || job.state === 'running') take(job);
          }
        } catch (error) {
          failed(error);
        }
      },
      add: async (files) => {
        set({ error: null });
        try {
          for (let at = 0; at < files.length; at += FILES_PER_CALL) {
            const jobs = await client.request('library.import', { files: files.slice(at, at + FILES_PER_CALL) });
            // Events of a job may overtake the reply that names it.
            for (const job of jobs) if (!get().jobs.some(({ id }) => id === job.id)) take(job);
          }
          await refresh();
        } catch (error) {
          failed(error);
        }
      },
      remove: async (document) => {
        try {
          await client.request('library.remove', { document });
          await refresh();
        } catch (error) {
          failed(error);
        }
      },
      cancel: async (job) => {
        set(({ cancelling }) => ({ cancelling: new Set(cancelling).add(job) }));
        try {
          await client.request('job.cancel', { job });
        } catch (error) {
          failed(error);
        }
      },
      clear: (job) => set(({ jobs }) => ({ jobs: jobs.filter(({ id }) => id !== job) })),
      dismissError: () => set({ error: null }),
    };
  });
}

/** How many of a document's chunks can be searched by meaning. */
export interface Indexing {
  readonly done: number;
  readonly total: number;
}

/** Null when all of them can. A job knows more than the row, once it has begun to count. */
export function indexingOf({ id, embedded, chunks }: DocumentSummary, jobs: readonly Job[]): Indexing | null {
  if (embedded >= chunks) return null;
  const job = jobs.find(({ kind, document }) => kind === 'embed' && document === id);
  return { done: Math.min(Math.max(embedded, job?.done ?? 0), chunks), total: chunks };
}

function withJob(jobs: readonly Job[], job: Job): readonly Job[] {
  if (job.state === 'done') return jobs.filter(({ id }) => id !== job.id);
  return jobs.some(({ id }) => id === job.id)
    ? jobs.map((other) => (other.id === job.id ? job : other))
    : [...jobs, job];
}

function stillCancelling(cancelling: ReadonlySet<string>, job: Job): ReadonlySet<string> {
  if (job.state === 'queued' || job.state === 'running' || !cancelling.has(job.id)) return cancelling;
  const rest = new Set(cancelling);
  rest.delete(job.id);
  return rest;
}
