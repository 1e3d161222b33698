import { Worker } from 'node:worker_threads';

export interface GuardOptions {
  /** End this process when that one is gone. */
  readonly parent?: number;
  /** End this process when it holds more memory than this, native memory included, in MB. */
  readonly memoryMb?: number;
}

/**
 * A second thread that ends the process: it also sees what happens while native code or a stuck parse holds the first.
 * Memory ends it by SIGABRT, as V8 does when its heap is full, so that the supervisor can tell it from other ends.
 */
export function startGuard({ parent, memoryMb }: GuardOptions): void {
  // Windows keeps the number of a dead parent, so the parent is probed as well.
  const watch = `
    const parent = ${parent ?? null};
    const bytes = ${memoryMb === undefined ? null : memoryMb * 2 ** 20};
    const isAlive = () => {
      if (process.ppid !== parent) return false;
      try { return process.kill(parent, 0); } catch (error) { return error.code === 'EPERM'; }
    };
    setInterval(() => {
      if (parent !== null && !isAlive()) process.kill(process.pid, 'SIGKILL');
      if (bytes !== null && process.memoryUsage.rss() > bytes) process.kill(process.pid, 'SIGABRT');
    }, 250);`;
  new Worker(watch, { eval: true }).unref();
}
