import { startGuard } from '../../../electron/hosts/guard.ts';
import { serveHost } from '../../../electron/hosts/host.ts';

/** A host whose calls misbehave as asked. */
export type FixtureMethods = {
  start: { params: { readonly fails?: boolean; readonly dies?: boolean } | null; value: null };
  pid: { params: null; value: number };
  steps: { params: number; value: string };
  /** Answers a cancel. */
  wait: { params: null; value: null };
  /** Blocks its thread for ever. */
  spin: { params: null; value: null };
  exit: { params: number; value: null };
  /** Takes more memory than it may, and blocks its thread. */
  eat: { params: null; value: null };
};

serveHost<FixtureMethods>({
  start: (options) => {
    if (options?.dies) process.exit(7);
    if (options?.fails) throw new Error('no start');
    return null;
  },
  pid: () => process.pid,
  steps: async (total, run) => {
    for (let done = 1; done <= total; done++) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      run.report({ stage: 'work', done, total });
    }
    return 'done';
  },
  wait: (_, run) =>
    new Promise((_resolve, reject) => run.signal.addEventListener('abort', () => reject(run.signal.reason as Error))),
  spin: () => {
    for (;;);
  },
  exit: (code) => process.exit(code),
  eat: () => {
    startGuard({ memoryMb: 1 });
    for (;;);
  },
});
