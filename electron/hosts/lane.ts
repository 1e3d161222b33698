import { AppError } from '../../shared/error.ts';
import type { Run } from '../engine/run.ts';
import { onCancel } from './peer.ts';

/** Runs work one piece at a time, in the order it came. A cancel while waiting takes effect at once. */
export interface Lane {
  <T>(run: Run, work: () => Promise<T>): Promise<T>;
}

export function createLane(): Lane {
  let last: Promise<unknown> = Promise.resolve();
  return async (run, work) => {
    const before = last;
    const done = Promise.withResolvers<void>();
    last = before.then(() => done.promise);
    try {
      await orCancelled(before, run);
      return await work();
    } finally {
      done.resolve();
    }
  };
}

/** The promise, or CANCELLED as soon as the run is cancelled; the promise itself goes on. */
export async function orCancelled<T>(promise: Promise<T>, run: Run): Promise<T> {
  const cancelled = Promise.withResolvers<never>();
  const unwatch = onCancel(run.signal, () => cancelled.reject(new AppError('CANCELLED', 'cancelled')));
  try {
    return await Promise.race([promise, cancelled.promise]);
  } finally {
    unwatch();
  }
}
