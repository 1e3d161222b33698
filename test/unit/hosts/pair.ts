import type { HostExit, Transport } from '../../../electron/hosts/transport.ts';

/** Two ends in one process. Messages are structured-cloned and arrive later, in order, as between processes. */
export function transportPair(): { near: Transport; far: Transport; end: (exit: HostExit) => void } {
  const sides = [side(), side()] as const;
  sides[0].other = sides[1];
  sides[1].other = sides[0];
  return {
    near: sides[0].transport,
    far: sides[1].transport,
    end: (exit) => sides.forEach((one) => one.end(exit)),
  };
}

function side() {
  let listener: ((message: unknown) => void) | undefined;
  let exit: ((exit: HostExit) => void) | undefined;
  const early: unknown[] = [];
  const self = {
    other: undefined as { take(message: unknown): void } | undefined,
    take: (message: unknown) => {
      if (listener) listener(message);
      else early.push(message);
    },
    end: (how: HostExit) => exit?.(how),
    transport: {
      post: (message) => {
        const copy: unknown = structuredClone(message);
        setImmediate(() => self.other?.take(copy));
      },
      onMessage: (to) => {
        listener = to;
        for (const message of early.splice(0)) to(message);
      },
      onExit: (to) => {
        exit = to;
      },
      kill: () => self.end({ code: null, signal: 'SIGKILL' }),
    } satisfies Transport,
  };
  return self;
}
