import { AppError, fromErrorJson, isCancelled, toErrorJson } from '../../shared/error.ts';
import type { ErrorJson } from '../../shared/error.ts';
import { quietRun } from '../engine/run.ts';
import type { CancelSignal, Progress, Run } from '../engine/run.ts';
import type { HostExit, Transport } from './transport.ts';

/** Both ends must be of one build; raised with every change of a message or method. */
export const PROTOCOL_VERSION = 1;

/** A map of method names, as a type alias: `{ 'parse': { params: …; value: … } }`. Both are structured-cloned. */
export type Methods = Readonly<Record<string, { readonly params: unknown; readonly value: unknown }>>;

/** The `Run` of a call that came from the other side; `emit` streams text back to the caller in order. */
export interface CallRun extends Run {
  readonly signal: AbortSignal;
  readonly emit: (text: string) => void;
}

export type MethodHandlers<M extends Methods> = {
  readonly [K in keyof M]: (params: M[K]['params'], run: CallRun) => Promise<M[K]['value']> | M[K]['value'];
};

export interface Peer<Remote extends Methods> {
  /** Resolves after the handshake; rejects with HOST_EXITED, or INTERNAL on another protocol version. */
  readonly ready: Promise<void>;
  /**
   * Calls the other side. A cancel of `run.signal` travels; the call then ends when the other side answers it.
   * Rejects with the other side's `AppError` (its code kept), or HOST_EXITED when that side is gone.
   */
  call<K extends keyof Remote & string>(
    method: K,
    params: Remote[K]['params'],
    run?: Run,
    onText?: (text: string) => void,
  ): Promise<Remote[K]['value']>;
  /** Resolves when the other side's event loop answers; never, while something blocks it or after its end. */
  ping(): Promise<void>;
  /** Calls without an answer. Failures on the other side go to its `onBug`. */
  notify<K extends keyof Remote & string>(method: K, params: Remote[K]['params']): void;
}

export interface PeerOptions {
  /** Name of the process at the other end, for error data. */
  readonly name: string;
  /** Told of every failure of a handler that is neither expected nor a cancellation. */
  readonly onBug?: (error: unknown, method: string) => void;
  /** What calls that are lost with the other side reject with. Defaults to HOST_EXITED. */
  readonly exitError?: (exit: HostExit) => AppError;
}

type Message =
  | { readonly hello: number; readonly answer: boolean }
  | { readonly id: number; readonly method: string; readonly params: unknown }
  | { readonly id: number; readonly ok: true; readonly value: unknown }
  | { readonly id: number; readonly ok: false; readonly error: ErrorJson }
  | { readonly id: number; readonly progress: Progress }
  | { readonly id: number; readonly text: string }
  | { readonly cancel: number }
  | { readonly ping: number }
  | { readonly pong: number }
  | { readonly notify: string; readonly params: unknown };

interface Pending {
  readonly run: Run;
  readonly onText: ((text: string) => void) | undefined;
  settle(reply: { ok: true; value: unknown } | { ok: false; error: unknown }): void;
}

/** How often a signal without events is looked at, in milliseconds. */
const CANCEL_POLL = 50;

/**
 * Symmetric calls over a transport. Ids belong to the side that calls, so both sides may count from 1.
 * Calls made before the handshake wait for it.
 */
export function createPeer<Local extends Methods, Remote extends Methods>(
  transport: Transport,
  handlers: MethodHandlers<Local>,
  options: PeerOptions,
): Peer<Remote> {
  const pending = new Map<number, Pending>();
  const serving = new Map<number, AbortController>();
  const pings = new Map<number, () => void>();
  let nextId = 1;
  let waiting: Message[] | null = [];
  let ended: AppError | null = null;
  const ready = Promise.withResolvers<void>();
  // A peer whose `ready` nobody awaits must not raise an unhandled rejection.
  ready.promise.catch(() => undefined);

  const end = (error: AppError): void => {
    if (ended) return;
    ended = error;
    waiting = null;
    ready.reject(error);
    for (const controller of serving.values()) controller.abort();
    for (const call of pending.values()) call.settle({ ok: false, error });
    pings.clear();
  };

  const send = (message: Message): void => {
    if (ended) return;
    if (waiting) waiting.push(message);
    else transport.post(message);
  };

  const greet = (version: number, answer: boolean): void => {
    if (version !== PROTOCOL_VERSION) {
      end(new AppError('INTERNAL', `${options.name} speaks protocol ${version}, not ${PROTOCOL_VERSION}`));
      return;
    }
    // The first greeting may have been posted before the other side listened, so a greeting is answered once.
    if (!answer) transport.post({ hello: PROTOCOL_VERSION, answer: true });
    const held = waiting ?? [];
    waiting = null;
    ready.resolve();
    for (const message of held) {
      try {
        transport.post(message);
      } catch (error) {
        if (!('method' in message)) throw error;
        pending.get(message.id)?.settle({ ok: false, error });
      }
    }
  };

  const handler = (method: string): MethodHandlers<Local>[string] => {
    const found = Object.hasOwn(handlers, method) ? handlers[method] : undefined;
    if (!found) throw new Error(`no method ${method}`);
    return found;
  };

  const bug = (error: unknown, method: string): void => {
    if (!(error instanceof AppError) && !isCancelled(error)) options.onBug?.(error, method);
  };

  const serve = async (id: number, method: string, params: unknown): Promise<void> => {
    const controller = new AbortController();
    serving.set(id, controller);
    const run: CallRun = {
      signal: controller.signal,
      report: ({ stage, done, total }) => send({ id, progress: { stage, done, total } }),
      emit: (text) => send({ id, text }),
    };
    try {
      send({ id, ok: true, value: await handler(method)(params, run) });
    } catch (error) {
      bug(error, method);
      send({ id, ok: false, error: toErrorJson(error) });
    } finally {
      serving.delete(id);
    }
  };

  const take = (method: string, params: unknown): void => {
    const quiet: CallRun = { signal: new AbortController().signal, report: () => undefined, emit: () => undefined };
    void (async () => handler(method)(params, quiet))().catch((error: unknown) => bug(error, method));
  };

  transport.onMessage((raw) => {
    const message = raw as Message;
    if ('hello' in message) greet(message.hello, message.answer);
    else if (ended) return;
    else if ('method' in message) void serve(message.id, message.method, message.params);
    else if ('notify' in message) take(message.notify, message.params);
    else if ('cancel' in message) serving.get(message.cancel)?.abort();
    else if ('ping' in message) send({ pong: message.ping });
    else if ('pong' in message) {
      pings.get(message.pong)?.();
      pings.delete(message.pong);
    } else {
      const call = pending.get(message.id);
      if (!call) return;
      if ('progress' in message) call.run.report(message.progress);
      else if ('text' in message) call.onText?.(message.text);
      else if (message.ok) call.settle({ ok: true, value: message.value });
      else call.settle({ ok: false, error: fromErrorJson(message.error) });
    }
  });
  transport.onExit((exit) => end(options.exitError?.(exit) ?? exitError(options.name, exit)));
  transport.post({ hello: PROTOCOL_VERSION, answer: false });

  return {
    ready: ready.promise,
    notify: (method, params) => send({ notify: method, params }),
    ping: () =>
      new Promise((resolve) => {
        const id = nextId++;
        pings.set(id, resolve);
        send({ ping: id });
      }),
    call: (method, params, run = quietRun, onText) => {
      if (ended) return Promise.reject(ended);
      if (run.signal.aborted) return Promise.reject(new AppError('CANCELLED', 'cancelled'));
      const id = nextId++;
      return new Promise((resolve, reject) => {
        const unwatch = onCancel(run.signal, () => send({ cancel: id }));
        pending.set(id, {
          run,
          onText,
          settle: (reply) => {
            unwatch();
            pending.delete(id);
            if (reply.ok) resolve(reply.value);
            else reject(reply.error);
          },
        });
        try {
          send({ id, method, params });
        } catch (error) {
          unwatch();
          pending.delete(id);
          reject(error);
        }
      });
    },
  };
}

export const exitError = (host: string, { code, signal }: HostExit): AppError =>
  new AppError('HOST_EXITED', `${host} ended (${signal ?? code ?? 'unknown'})`, {
    host,
    ...(code === null ? {} : { code }),
    ...(signal === null ? {} : { signal }),
  });

/** Calls `act` once when the signal aborts. Signals without events (`CancelSignal` alone) are polled. */
export function onCancel(signal: CancelSignal, act: () => void): () => void {
  if (signal === quietRun.signal) return () => undefined;
  if (signal instanceof AbortSignal) {
    if (signal.aborted) {
      act();
      return () => undefined;
    }
    signal.addEventListener('abort', act, { once: true });
    return () => signal.removeEventListener('abort', act);
  }
  const timer = setInterval(() => {
    if (!signal.aborted) return;
    clearInterval(timer);
    act();
  }, CANCEL_POLL);
  timer.unref();
  return () => clearInterval(timer);
}
