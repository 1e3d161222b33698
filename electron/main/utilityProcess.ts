import { utilityProcess } from 'electron';
import { hostFlags } from '../hosts/entry.ts';
import type { HostName } from '../hosts/protocol.ts';
import type { HostExit, Transport } from '../hosts/transport.ts';

/** Starts a host as a utility process of Electron: the adapter of the window. Only after the app is ready. */
export function spawnUtilityProcess(host: HostName, entry: string): Transport {
  const child = utilityProcess.fork(entry, [], {
    serviceName: `Proviso ${host}`,
    execArgv: [...hostFlags(host)],
    stdio: 'inherit',
  });
  let exit: HostExit | null = null;
  const listeners: ((exit: HostExit) => void)[] = [];
  child.on('exit', (code) => {
    // Electron gives one number; where a signal ended the process it is not told apart.
    exit = { code, signal: null };
    for (const listener of listeners) listener(exit);
  });
  return {
    post: (message) => {
      if (!exit) child.postMessage(message, []);
    },
    onMessage: (listener) => {
      child.on('message', listener);
    },
    onExit: (listener) => {
      if (exit) listener(exit);
      else listeners.push(listener);
    },
    kill: () => {
      // `kill()` asks politely on Unix, and native code does not listen.
      if (child.pid === undefined) child.kill();
      else if (!exit) process.kill(child.pid, 'SIGKILL');
    },
  };
}
