import { startGuard } from './guard.ts';
import type { HostExit, Transport } from './transport.ts';

/** The port that Electron gives to a utility process; absent in a child process of Node. */
interface ParentPort {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (event: { readonly data: unknown }) => void): void;
}

/** The channel from inside a host to the process that started it. The host ends when that process is gone. */
export function hostTransport(): Transport {
  const port = (process as { parentPort?: ParentPort }).parentPort;
  if (port) {
    return {
      post: (message) => port.postMessage(message),
      onMessage: (listener) => port.on('message', ({ data }) => listener(data)),
      // Electron ends a utility process together with its parent.
      onExit: () => undefined,
      kill: () => process.exit(0),
    };
  }
  if (!process.send) throw new Error('a host is started by its supervisor, not by hand');
  // The parent may have ended while this process was still loading.
  if (!process.connected) process.exit(0);
  // Ctrl-C and a closed terminal reach the whole process group; the parent decides what ends, and in which order.
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);
  // `disconnect` is not heard while something holds this thread.
  startGuard({ parent: process.ppid });
  const listeners: ((exit: HostExit) => void)[] = [];
  process.on('disconnect', () => {
    for (const listener of listeners) listener({ code: null, signal: null });
    process.exit(0);
  });
  return {
    post: (message) => {
      if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
    },
    onMessage: (listener) => {
      process.on('message', listener);
    },
    onExit: (listener) => {
      listeners.push(listener);
    },
    kill: () => process.exit(0),
  };
}
