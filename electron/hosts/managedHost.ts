import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../shared/error.ts';
import type { Run } from '../engine/run.ts';
import { orCancelled } from './lane.ts';
import { createPeer, exitError, onCancel } from './peer.ts';
import type { MethodHandlers, Methods, Peer } from './peer.ts';
import type { HostName } from './protocol.ts';
import type { HostExit, Transport } from './transport.ts';
import { startWatchdog } from './watchdog.ts';
import type { TimeLimits } from './watchdog.ts';

/** Waits before the second and third try after crashes in a row, in milliseconds. */
export const BACKOFF = [0, 250, 1000] as const;
/** Crashes in a row after which calls are refused instead of starting the host again. */
export const BREAKER_FAILURES = 3;
/** How long the breaker stays open before one more try, in milliseconds. */
export const BREAKER_REST = 30_000;

export interface ManagedHostOptions<Local extends Methods, Remote extends Methods> {
  readonly name: HostName;
  readonly spawn: () => Transport;
  /** What the host may call on this side. */
  readonly handlers: MethodHandlers<Local>;
  /** First calls after the handshake. An error here is the callers' error, and the host is ended. */
  readonly start: (peer: Peer<Remote>) => Promise<unknown>;
  /** Longest time from spawn to the end of `start`, in milliseconds. */
  readonly startLimit: number;
  /**
   * `true` where a call that ends the host is the fault of what it was given (a poisoned file): only failed starts open
   * the breaker then, and the next input finds a new host.
   */
  readonly blameInput?: boolean;
  /** What another end of the process means. Defaults to HOST_EXITED. */
  readonly exitError?: (exit: HostExit) => AppError | null;
  /** Ends a host whose event loop has not answered for `dead` milliseconds; looked at every `every`. */
  readonly heartbeat?: { readonly every: number; readonly dead: number };
  /** Called once for each end that nobody asked for. */
  readonly onFailed: (error: AppError) => void;
  readonly onBug: (error: unknown, method: string) => void;
}

export interface ManagedHost<Remote extends Methods> {
  /**
   * Starts the host if it is not running, and calls it. Rejects with the host's `AppError`; HOST_EXITED when it died,
   * TIMEOUT when it overran `limits` and was ended, CANCELLED. A call that was lost with its host is not repeated.
   */
  call<K extends keyof Remote & string>(
    method: K,
    params: Remote[K]['params'],
    run: Run,
    limits: TimeLimits,
    onText?: (text: string) => void,
  ): Promise<Remote[K]['value']>;
  /** Ends the host for good: politely by `farewell` if it is running, then by force. Resolves when it is gone. */
  close(farewell?: (peer: Peer<Remote>) => Promise<unknown>, patience?: number): Promise<void>;
}

interface Life<Remote extends Methods> {
  readonly transport: Transport;
  readonly peer: Peer<Remote>;
  readonly gone: Promise<void>;
  /** Set before we end it, so that its end is no failure. */
  planned: boolean;
}

export function manageHost<Local extends Methods, Remote extends Methods>(
  options: ManagedHostOptions<Local, Remote>,
): ManagedHost<Remote> {
  const { name } = options;
  let life: Life<Remote> | null = null;
  let starting: Promise<Life<Remote>> | null = null;
  let failures = 0;
  let lastFailure = 0;
  let closed = false;
  let closing: Promise<void> | undefined;

  const reason = (exit: HostExit): AppError => options.exitError?.(exit) ?? exitError(name, exit);

  const failed = (error: AppError): void => {
    failures++;
    lastFailure = performance.now();
    options.onFailed(error);
  };

  const end = (victim: Life<Remote>): void => {
    victim.planned = true;
    if (life === victim) life = null;
    victim.transport.kill();
  };

  const spawn = (): Life<Remote> => {
    const transport = options.spawn();
    const gone = Promise.withResolvers<void>();
    const peer = createPeer<Local, Remote>(transport, options.handlers, {
      name,
      onBug: options.onBug,
      exitError: reason,
    });
    const born: Life<Remote> = { transport, peer, gone: gone.promise, planned: false };
    transport.onExit((exit) => {
      gone.resolve();
      if (life === born) life = null;
      if (!born.planned) failed(reason(exit));
    });
    return born;
  };

  const start = async (): Promise<Life<Remote>> => {
    const rested = performance.now() - lastFailure;
    if (failures >= BREAKER_FAILURES && rested < BREAKER_REST) {
      throw new AppError('HOST_EXITED', `${name} has failed ${failures} times in a row`, { host: name, failures });
    }
    const wait = (failures === 0 ? 0 : (BACKOFF[Math.min(failures, BACKOFF.length - 1)] ?? 0)) - rested;
    if (wait > 0) await sleep(wait);
    if (closed) throw closedError();
    const born = spawn();
    life = born;
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      const error = timeout('start', options.startLimit);
      failed(error);
      late.reject(error);
    }, options.startLimit);
    try {
      await Promise.race([born.peer.ready.then(() => options.start(born.peer)), late.promise]);
    } catch (error) {
      end(born);
      throw error;
    } finally {
      clearTimeout(timer);
    }
    if (options.blameInput) failures = 0;
    if (options.heartbeat) watchPulse(born, options.heartbeat);
    return born;
  };

  const running = (): Promise<Life<Remote>> => {
    if (closed) return Promise.reject(closedError());
    if (starting) return starting;
    if (life) return Promise.resolve(life);
    starting = start().finally(() => {
      starting = null;
    });
    return starting;
  };

  const closedError = (): AppError => new AppError('HOST_EXITED', `${name} is closed`, { host: name });
  const timeout = (method: string, limit: number): AppError =>
    new AppError('TIMEOUT', `${name} overran ${limit} ms in ${method}`, { host: name, limit });

  const watchPulse = (born: Life<Remote>, { every, dead }: { every: number; dead: number }): void => {
    let pulse = performance.now();
    let looked = pulse;
    const timer = setInterval(() => {
      const now = performance.now();
      // A late look means that this process or the whole machine slept, not that the host hangs.
      if (now - looked > 2 * every) pulse = now;
      looked = now;
      if (now - pulse > dead) {
        if (!born.planned) failed(timeout('heartbeat', dead));
        end(born);
      } else
        void born.peer.ping().then(() => {
          pulse = performance.now();
        });
    }, every);
    timer.unref();
    void born.gone.then(() => clearInterval(timer));
  };

  return {
    call: async (method, params, run, limits, onText) => {
      const host = await orCancelled(running(), run);
      const ended = Promise.withResolvers<never>();
      let grace: NodeJS.Timeout | undefined;
      const watchdog = startWatchdog(limits, (limit) => {
        ended.reject(timeout(method, limit));
        end(host);
      });
      const unwatch = onCancel(run.signal, () => {
        grace = setTimeout(() => {
          ended.reject(new AppError('CANCELLED', 'cancelled'));
          end(host);
        }, limits.cancel);
      });
      const watched: Run = {
        signal: run.signal,
        report: (progress) => {
          watchdog.progress(progress.stage);
          run.report(progress);
        },
      };
      try {
        const value = await Promise.race([host.peer.call(method, params, watched, onText), ended.promise]);
        failures = 0;
        return value;
      } finally {
        watchdog.stop();
        unwatch();
        clearTimeout(grace);
      }
    },
    close: (farewell, patience = 0) => {
      closed = true;
      closing ??= (async () => {
        const last = life;
        if (!last) return;
        // A host that is still starting has nothing to say farewell to.
        if (farewell && !starting) {
          last.planned = true;
          await Promise.race([farewell(last.peer).catch(() => undefined), sleep(patience, undefined, { ref: false })]);
        }
        end(last);
        await last.gone;
      })();
      return closing;
    },
  };
}
