import { AppError, toErrorJson } from '../../shared/error.ts';
import type { Reply } from '../../shared/error.ts';
import type { Embedder, Generator, Parser } from '../engine/ports.ts';
import { quietRun } from '../engine/run.ts';
import type { Run } from '../engine/run.ts';
import type { GeneratorOptions } from '../models/generator.ts';
import { packId, readEmbedderManifest } from '../models/pack.ts';
import { hostEntry } from './entry.ts';
import { createLane } from './lane.ts';
import { manageHost } from './managedHost.ts';
import type { Methods } from './peer.ts';
import type {
  EmbedderMethods,
  GeneratorMethods,
  HostName,
  IndexMethods,
  ReaderMethods,
  SupervisorMethods,
} from './protocol.ts';
import { remoteGenerator } from './remotePorts.ts';
import type { CallGenerator } from './remotePorts.ts';
import type { HostExit, Transport } from './transport.ts';
import type { TimeLimits } from './watchdog.ts';

/** Longest times of the calls to hosts, in milliseconds. */
export const hostLimits = {
  /** 120 s a file; recognising the text of pages has no limit for the file, and 60 s for a page. */
  parse: { stall: 120_000, total: 120_000, uncounted: ['ocr'], cancel: 2_000 },
  /** A batch takes under a second on two cores. */
  embed: { stall: 60_000, cancel: 5_000 },
  load: { stall: 300_000, cancel: 1_000 },
  count: { stall: 300_000, cancel: 5_000 },
  /** Reading a prompt reports each slice and writing each token; a large model on a slow machine needs seconds for one. */
  generate: { stall: 300_000, cancel: 3_000 },
  /** Answers wait for other hosts, which have limits of their own; a hung index is found by its heartbeat. */
  request: { cancel: 5_000 },
} satisfies Record<string, TimeLimits>;

export type HostLimits = { readonly [K in keyof typeof hostLimits]: TimeLimits };

export interface SupervisorOptions {
  /** Starts a host's process: `spawnChildProcess`, or `spawnUtilityProcess` in the window. */
  readonly spawn: (host: HostName, entry: string) => Transport;
  /** Folder of the embedding pack. */
  readonly pack: string;
  /** Passed to the application in the index host as it is; structured-cloned. */
  readonly config?: unknown;
  /** Told of defects in hosts' calls to this side. Defaults to nothing. */
  readonly onBug?: (error: unknown, method: string) => void;
  /** Defaults to `hostEntry`. */
  readonly entry?: (host: HostName) => string;
  /** Defaults to `hostLimits`. */
  readonly limits?: Partial<HostLimits>;
  /** Defaults to 10 s and 120 s. */
  readonly heartbeat?: { readonly every: number; readonly dead: number };
}

/** The owner of all hosts. They start at their first call and again after a crash. */
export interface Supervisor {
  /** One file at a time; the others wait. */
  readonly parser: Parser;
  readonly embedder: Embedder;
  /** Loads the model, in place of another one. Throws MODEL_ codes. */
  generator(path: string, options?: GeneratorOptions, run?: Run): Promise<Generator>;
  /** One request of the application's routes, in the index host. Never rejects. */
  call(route: string, input: unknown): Promise<Reply<unknown>>;
  /** Events of the application, and `host.failed` for each crash. Returns the way to stop listening. */
  onEvent(listener: (name: string, payload: unknown) => void): () => void;
  /** Closes the library and ends every host; resolves when their processes are gone. Safe to call twice. */
  close(): Promise<void>;
}

/** Time for the index to close the library before it is ended by force: safe, but the next start then has to recover. */
const FAREWELL = 10_000;

/** Reads the pack's manifest, and starts no process yet. Throws MODEL_NOT_FOUND or MODEL_INVALID. */
export async function startSupervisor(options: SupervisorOptions): Promise<Supervisor> {
  const { spawn, pack, onBug = () => undefined, entry = hostEntry } = options;
  const limits: HostLimits = { ...hostLimits, ...options.limits };
  const manifest = await readEmbedderManifest(pack);
  const info = { id: packId(manifest), dimension: manifest.dimension };
  const listeners = new Set<(name: string, payload: unknown) => void>();
  const emit = (name: string, payload: unknown): void => {
    for (const listener of listeners) listener(name, payload);
  };
  const common = (name: HostName) => ({
    name,
    spawn: () => spawn(name, entry(name)),
    startLimit: 60_000,
    onFailed: (error: AppError) => emit('host.failed', { host: name, error: toErrorJson(error) }),
    onBug,
  });

  const reader = manageHost<Methods, ReaderMethods>({
    ...common('reader'),
    handlers: {},
    start: (peer) => peer.call('start', { pack }),
    blameInput: true,
    exitError: memoryError,
  });
  const embedderHost = manageHost<Methods, EmbedderMethods>({
    ...common('embedder'),
    handlers: {},
    start: (peer) => peer.call('start', { pack }),
  });
  const generatorHost = manageHost<Methods, GeneratorMethods>({
    ...common('generator'),
    handlers: {},
    start: (peer) => peer.call('start', null),
  });

  const readerLane = createLane();
  const generatorLane = createLane();
  const parser: Parser = {
    parse: (request, run) => readerLane(run, () => reader.call('parse', request, run, limits.parse)),
  };
  const embedder: Embedder = {
    ...info,
    embed: (texts, kind, run) =>
      texts.length === 0 ? Promise.resolve([]) : embedderHost.call('embed', { texts, kind }, run, limits.embed),
  };

  const generatorLimits = {
    'generator.load': limits.load,
    'generator.count': limits.count,
    'generator.generate': limits.generate,
  };
  const callGenerator: CallGenerator = (method, params, run, onText) =>
    generatorLane(run, () => generatorHost.call(method, params, run, generatorLimits[method], onText));

  const index = manageHost<SupervisorMethods, IndexMethods>({
    ...common('index'),
    handlers: {
      parse: (request, run) => parser.parse(request, run),
      embed: ({ texts, kind }, run) => embedder.embed(texts, kind, run),
      'generator.load': (params, run) => callGenerator('generator.load', params, run),
      'generator.count': (params, run) => callGenerator('generator.count', params, run),
      'generator.generate': (params, run) => callGenerator('generator.generate', params, run, run.emit),
      event: ({ name, payload }) => {
        emit(name, payload);
        return null;
      },
    },
    start: (peer) => peer.call('start', { config: options.config, embedder: info }),
    // Opening a library may have to repair or migrate it.
    startLimit: 600_000,
    heartbeat: options.heartbeat ?? { every: 10_000, dead: 120_000 },
  });

  return {
    parser,
    embedder,
    generator: (path, generatorOptions = {}, run = quietRun) =>
      remoteGenerator({ path, options: generatorOptions }, callGenerator, run),
    call: async (route, input) => {
      try {
        return await index.call('request', { route, input }, quietRun, limits.request);
      } catch (error) {
        return { ok: false, error: toErrorJson(error) };
      }
    },
    onEvent: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: async () => {
      // The library first: it may still be calling the others.
      await index.close((peer) => peer.call('stop', null), FAREWELL);
      await Promise.all([reader.close(), embedderHost.close(), generatorHost.close()]);
    },
  };
}

/** V8 aborts when its heap is full, and the reader's guard does the same for all memory. */
const memoryError = ({ code, signal }: HostExit): AppError | null =>
  signal === 'SIGABRT' || code === ABORTED
    ? new AppError('LIMIT_EXCEEDED', 'reading the file takes too much memory', { limit: 'memory' })
    : null;

/** What SIGABRT is where a platform gives only a number. */
const ABORTED = 134;
