import { hostTransport } from './hostTransport.ts';
import { createPeer } from './peer.ts';
import type { MethodHandlers, Methods, Peer } from './peer.ts';

/** Runs this process as a host: serves `Local`, and may call `Remote` on the supervisor. */
export function serveHost<Local extends Methods, Remote extends Methods = Methods>(
  handlers: MethodHandlers<Local>,
): Peer<Remote> {
  return createPeer<Local, Remote>(hostTransport(), handlers, { name: 'supervisor', onBug: reportBug });
}

/** Where a defect was raised, without its message: a message may hold words of a contract. */
export function reportBug(error: unknown, method: string): void {
  const frames = error instanceof Error ? (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line)) : [];
  const name = error instanceof Error ? error.name : typeof error;
  process.stderr.write(`bug in ${method}: ${name}\n${frames.slice(0, 12).join('\n')}\n`);
}

/** A value that is made by `start` and used by the later calls of a host. */
export function once<T>(what: string): { get(): T; set(value: T): null } {
  let held: { readonly value: T } | null = null;
  return {
    get: () => {
      if (!held) throw new Error(`${what} before start`);
      return held.value;
    },
    set: (value) => {
      held = { value };
      return null;
    },
  };
}
