import { AppError } from '../../shared/error.ts';

/** The part of `AbortSignal` that pure code needs; a real signal fits. */
export interface CancelSignal {
  readonly aborted: boolean;
  throwIfAborted(): void;
}

/** Absolute counts within one stage: `done` of `total`, `done` never falls. */
export interface Progress {
  readonly stage: string;
  readonly done: number;
  readonly total: number;
}

/** The last argument of every slow function. */
export interface Run {
  readonly signal: CancelSignal;
  report(progress: Progress): void;
}

const never: CancelSignal = { aborted: false, throwIfAborted: () => undefined };

/** For callers that neither cancel nor watch. */
export const quietRun: Run = { signal: never, report: () => undefined };

/** Raises the one cancellation error of the product. Call before each page, batch and write. */
export function throwIfCancelled(run: Run): void {
  if (run.signal.aborted) throw new AppError('CANCELLED', 'cancelled');
}
