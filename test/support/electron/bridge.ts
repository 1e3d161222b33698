/** Runs the built preload in Node and carries what it exposes into the page, as Electron's context bridge does. */
import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { compileFunction } from 'node:vm';
import { unreachable } from '../../../shared/error.ts';
import type * as Electron from 'electron';
import type { Page } from 'playwright-core';
import { strict } from './strict.ts';

type Invoke = (channel: string, args: unknown[]) => Promise<unknown>;

/** Where the page keeps what Node asks it for; deleted names would be found by a test of what the preload exposes. */
const STORE = 'proviso.standIn';
const BINDING = '__standInCall';

/** What crosses from the page: functions and files by number, the rest as it is. */
type Wire =
  | { readonly t: 'function' | 'file'; readonly v: number }
  | { readonly t: 'list'; readonly v: readonly Wire[] }
  | { readonly t: 'map'; readonly v: Readonly<Record<string, Wire>> }
  | { readonly t: 'plain'; readonly v: unknown };

type Result = { readonly fn: number } | { readonly value: unknown } | { readonly error: string };

/** The preload's world: what it sees of Electron, and what it has exposed. */
export class Bridge {
  readonly #incoming = new EventEmitter();
  readonly #exposed = new Map<string, Record<string, unknown>>();
  readonly #functions: ((...args: unknown[]) => unknown)[] = [];
  readonly #paths = new WeakMap<File, string>();
  readonly #page: Page;
  #delivery: Promise<unknown> = Promise.resolve();

  constructor(page: Page, preload: string, invoke: Invoke) {
    this.#page = page;
    const electron = strict('preload', {
      contextBridge: strict<Pick<Electron.ContextBridge, 'exposeInMainWorld'>>('contextBridge', {
        exposeInMainWorld: (key, api: Record<string, unknown>) => {
          if (this.#exposed.has(key)) throw new Error(`contextBridge: ${key} exposed twice`);
          this.#exposed.set(key, api);
        },
      }),
      ipcRenderer: strict('ipcRenderer', {
        invoke: async (channel: string, ...args: unknown[]) =>
          structuredClone(await invoke(channel, structuredClone(args))),
        on: (channel: string, listener: (...args: unknown[]) => void) => this.#incoming.on(channel, listener),
        off: (channel: string, listener: (...args: unknown[]) => void) => this.#incoming.off(channel, listener),
      }),
      webUtils: strict<Electron.WebUtils>('webUtils', {
        // As Electron: a file that a script made up has no path.
        getPathForFile: (file) => this.#paths.get(file) ?? '',
      }),
    });
    const require = (name: string): unknown => {
      if (name === 'electron') return electron;
      throw new Error(`a sandboxed preload cannot require ${name}`);
    };
    const code = readFileSync(preload, 'utf8');
    compileFunction(code, ['require', 'module', 'exports'], { filename: preload })(require, { exports: {} }, {});
  }

  /** Puts the exposed functions into every document of the page, before its own scripts. */
  async install(): Promise<void> {
    await this.#page.exposeBinding(BINDING, (_source, fn: number, args: Wire[]) => this.#call(fn, args));
    const worlds = [...this.#exposed].map(([key, api]) => ({ key, functions: this.#numbered(key, api) }));
    await this.#page.addInitScript(pageSide, { worlds, store: STORE, binding: BINDING });
  }

  /** A message of main to the page's world. */
  receive(channel: string, args: readonly unknown[]): void {
    this.#incoming.emit(channel, {}, ...structuredClone(args));
  }

  #numbered(key: string, api: Record<string, unknown>): Record<string, number> {
    return Object.fromEntries(
      Object.entries(api).map(([name, value]) => {
        if (typeof value !== 'function') throw new Error(`${key}.${name}: only functions cross the stand-in's bridge`);
        return [name, this.#keep(value as (...args: unknown[]) => unknown)];
      }),
    );
  }

  readonly #keep = (fn: (...args: unknown[]) => unknown): number => this.#functions.push(fn) - 1;

  async #call(fn: number, args: Wire[]): Promise<Result> {
    try {
      const values = await Promise.all(args.map((arg) => this.#value(arg)));
      const value = await this.#functions[fn]?.(...values);
      return typeof value === 'function' ? { fn: this.#keep(value as () => unknown) } : { value };
    } catch (error) {
      return { error: error instanceof Error ? error.message : String(error) };
    }
  }

  async #value(wire: Wire): Promise<unknown> {
    switch (wire.t) {
      case 'function':
        return (...args: unknown[]) => this.#deliver(wire.v, args);
      case 'file':
        return this.#file(wire.v);
      case 'list':
        return Promise.all(wire.v.map((item) => this.#value(item)));
      case 'map': {
        const entries = Object.entries(wire.v).map(async ([key, item]) => [key, await this.#value(item)] as const);
        return Object.fromEntries(await Promise.all(entries));
      }
      case 'plain':
        return wire.v;
      default:
        throw unreachable(wire);
    }
  }

  /** Calls a function of the page, in the order of the calls. */
  #deliver(callback: number, args: unknown[]): void {
    this.#delivery = this.#delivery
      .then(() =>
        this.#page.evaluate(
          ([store, id, values]) =>
            (globalThis as unknown as Record<symbol, { deliver: (id: number, args: unknown[]) => void }>)[
              Symbol.for(store)
            ]?.deliver(id, values),
          [STORE, callback, args] as const,
        ),
      )
      // The page may have gone in the meantime, as a window may.
      .catch(() => undefined);
  }

  /** The page's file as the preload would see it; Chromium tells its path to debuggers only. */
  async #file(index: number): Promise<File> {
    const cdp = await this.#page.context().newCDPSession(this.#page);
    try {
      const expression = `globalThis[Symbol.for(${JSON.stringify(STORE)})].files[${index}]`;
      const { result } = await cdp.send('Runtime.evaluate', { expression });
      const file = new File([], 'file');
      const { path } = await cdp.send('DOM.getFileInfo', { objectId: result.objectId ?? '' });
      this.#paths.set(file, path);
      return file;
    } finally {
      await cdp.detach();
    }
  }
}

interface PageSide {
  readonly worlds: readonly { readonly key: string; readonly functions: Readonly<Record<string, number>> }[];
  readonly store: string;
  readonly binding: string;
}

/** Runs in the page. It is sent as text, so it names nothing outside itself. */
function pageSide({ worlds, store, binding }: PageSide): void {
  const scope = globalThis as unknown as Record<string | symbol, unknown>;
  const call = scope[binding] as (fn: number, args: unknown[]) => Promise<Result>;
  delete scope[binding];
  const callbacks: ((...args: unknown[]) => void)[] = [];
  const files: File[] = [];
  Object.defineProperty(scope, Symbol.for(store), {
    value: { files, deliver: (id: number, args: unknown[]) => callbacks[id]?.(...args) },
  });

  const wire = (value: unknown): unknown => {
    if (typeof value === 'function') return { t: 'function', v: callbacks.push(value as () => void) - 1 };
    if (value instanceof File) return { t: 'file', v: files.push(value) - 1 };
    if (Array.isArray(value)) return { t: 'list', v: value.map(wire) };
    if (typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype) {
      return { t: 'map', v: Object.fromEntries(Object.entries(value).map(([key, item]) => [key, wire(item)])) };
    }
    return { t: 'plain', v: value };
  };

  const proxy =
    (fn: number) =>
    (...args: unknown[]): unknown => {
      const answer = call(fn, args.map(wire)).then((result) => {
        if ('error' in result) throw new Error(result.error);
        return 'fn' in result ? proxy(result.fn) : result.value;
      });
      // Electron's bridge answers at once, this one cannot know yet whether the answer is a function: what it gives can be
      // called as one and awaited as a promise.
      const later = (...more: unknown[]): void => {
        void answer.then((value) => (value as (...args: unknown[]) => unknown)(...more));
      };
      for (const name of ['then', 'catch', 'finally'] as const) {
        Object.defineProperty(later, name, { value: answer[name].bind(answer) });
      }
      return later;
    };

  for (const { key, functions } of worlds) {
    const api = Object.fromEntries(Object.entries(functions).map(([name, fn]) => [name, proxy(fn)]));
    Object.defineProperty(scope, key, { value: Object.freeze(api), enumerable: true });
  }
}
