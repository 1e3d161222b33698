import { AppError, toErrorJson } from '../shared/error.ts';
import type { Reply } from '../shared/error.ts';
import type { Events, Handlers } from '../shared/ipc.ts';
import { dispatch } from './dispatch.ts';
import { ask } from './engine/answer/ask.ts';
import { pagesOf } from './engine/answer/evidence.ts';
import type { Clock, Embedder, Generator, IndexRow, ParsedDocument, Parser } from './engine/ports.ts';
import { indexRow } from './engine/retrieve/indexRow.ts';
import { searchPassages } from './engine/retrieve/searchPassages.ts';
import type { Run } from './engine/run.ts';
import { createImports } from './jobs/imports.ts';
import { resource } from './resources.ts';
import { openLibrary } from './store/library.ts';

/** What the privileged side decides when the app starts; nothing in it comes from a page. */
export interface AppConfig {
  /** Absolute path of the library folder. */
  readonly library: string;
  /** Make the library if the folder is not there. */
  readonly create: boolean;
  /** Language models by the name that requests may use: name → path of a GGUF file. */
  readonly models: Readonly<Record<string, string>>;
}

export interface AppPorts {
  readonly parser: Parser;
  readonly embedder: Embedder;
  readonly generator: (path: string, run: Run) => Promise<Generator>;
  readonly clock: Clock;
  emit<E extends keyof Events>(name: E, payload: Events[E]): void;
  /** Told of failures that are neither expected nor a cancellation. */
  readonly onBug: (error: unknown, where: string) => void;
}

export interface App {
  /** Runs one request; never rejects. */
  request(route: string, input: unknown): Promise<Reply<unknown>>;
  /** Stops jobs, closes the library. Safe to call twice. */
  close(): Promise<void>;
}

const rowsOf = ({ source, chunks }: ParsedDocument): IndexRow[] => chunks.map((chunk) => indexRow(source.text, chunk));

/** Composition root: ports in, handlers out. The index host, the command line and tests all run this. */
export async function createApp(config: AppConfig, ports: AppPorts): Promise<App> {
  const { parser, embedder, clock } = ports;
  const library = await openLibrary(config.library, {
    create: config.create,
    clock,
    template: resource('index-template'),
  });
  const imports = createImports({
    library,
    parser,
    embedder,
    rows: rowsOf,
    clock,
    changed: (job) => {
      ports.emit('job.changed', job);
      if (job.state === 'done') ports.emit('library.changed', { documents: 1 });
    },
    onBug: (error) => ports.onBug(error, 'import'),
  });
  const calls = new Map<string, AbortController>();
  let closed: Promise<void> | null = null;

  const generatorFor = async (model: string | null, run: Run): Promise<Generator | undefined> => {
    if (model === null) return undefined;
    const path = Object.hasOwn(config.models, model) ? config.models[model] : undefined;
    if (path === undefined) throw new AppError('MODEL_NOT_FOUND', 'no model of that name', { name: model });
    return ports.generator(path, run);
  };

  const handlers: Handlers = {
    'library.list': () => library.documents(),
    'library.import': ({ paths, folders, password }) =>
      imports.add(paths, { folders: folders ?? false, ...(password === undefined ? {} : { password }) }),
    'library.remove': async ({ document }) => {
      const removed = await library.remove(document);
      if (removed) ports.emit('library.changed', { documents: -1 });
      return { removed };
    },
    'document.get': async ({ document }) => {
      const { info, source, tree } = await library.load(document);
      return { info, text: source.text, tree, pages: [...source.pages] };
    },
    'document.locate': async ({ document, slices }) => pagesOf((await library.load(document)).source.positions, slices),
    'document.original': async ({ document }) => ({ path: await library.original(document) }),
    'answer.ask': async ({ call, question, scope, model }) => {
      if (calls.has(call)) throw new AppError('BAD_INPUT', 'a call of that id is running');
      const controller = new AbortController();
      calls.set(call, controller);
      const run: Run = {
        signal: controller.signal,
        report: ({ stage }) => ports.emit('answer.progress', { call, stage }),
      };
      try {
        const generator = await generatorFor(model, run);
        return await ask(question, { store: library, embedder, clock, generator }, { documents: scope }, run);
      } finally {
        calls.delete(call);
      }
    },
    'answer.cancel': async ({ call }) => {
      const controller = calls.get(call);
      controller?.abort();
      return { cancelled: controller !== undefined };
    },
    'search.query': ({ query, scope, limit }) => {
      const run: Run = { signal: new AbortController().signal, report: () => undefined };
      return searchPassages(query, { store: library, embedder }, { documents: scope, limit }, run);
    },
    'job.list': () => imports.list(),
    'job.cancel': async ({ job }) => ({ cancelled: await imports.cancel(job) }),
  };

  await imports.resume();
  return {
    request: async (route, input) => {
      if (closed) return { ok: false, error: toErrorJson(new AppError('CANCELLED', 'the app is closing')) };
      return dispatch(handlers, route, input, ports.onBug);
    },
    close: () =>
      (closed ??= (async () => {
        for (const controller of calls.values()) controller.abort();
        await imports.close();
        await library.close();
      })()),
  };
}
