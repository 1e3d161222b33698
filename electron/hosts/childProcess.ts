import { fork } from 'node:child_process';
import type { HostExit, Transport } from './transport.ts';
import { hostFlags } from './entry.ts';
import type { HostName } from './protocol.ts';

/** Starts a host as a child process of Node: the adapter of the CLI and of tests. */
export function spawnChildProcess(host: HostName, entry: string): Transport {
  const child = fork(entry, [], {
    serialization: 'advanced',
    execArgv: [...hostFlags(host)],
    // stdout belongs to the results of the command line; what a host prints goes to stderr.
    stdio: ['ignore', 2, 2, 'ipc'],
  });
  let exit: HostExit | null = null;
  const listeners: ((exit: HostExit) => void)[] = [];
  const ended = (how: HostExit): void => {
    if (exit) return;
    exit = how;
    for (const listener of listeners) listener(how);
  };
  child.on('exit', (code, signal) => ended({ code, signal }));
  // A process that could not be started never exits.
  child.on('error', () => {
    if (child.pid === undefined) ended({ code: null, signal: null });
  });
  return {
    post: (message) => {
      if (child.connected) child.send(message as object, () => undefined);
    },
    onMessage: (listener) => {
      child.on('message', listener);
    },
    onExit: (listener) => {
      if (exit) listener(exit);
      else listeners.push(listener);
    },
    kill: () => {
      child.kill('SIGKILL');
    },
  };
}
