/** How long a call may take, in milliseconds. */
export interface TimeLimits {
  /** Longest time without a report of progress. Absent: no such limit. */
  readonly stall?: number;
  /** Longest time altogether, stages that are limited by `stall` alone not counted. Absent: no such limit. */
  readonly total?: number;
  /** Stages (of `Progress`) whose time is not part of `total`: work that is long for a good reason. */
  readonly uncounted?: readonly string[];
  /** After a cancel: how long the host may take to end the call before it is ended itself. */
  readonly cancel: number;
}

export interface Watchdog {
  progress(stage: string): void;
  stop(): void;
}

/** Calls `overrun` once with the limit that was passed, unless stopped before. */
export function startWatchdog(limits: TimeLimits, overrun: (limit: number) => void): Watchdog {
  const { stall, total, uncounted = [] } = limits;
  let stallTimer: NodeJS.Timeout | undefined;
  let totalTimer: NodeJS.Timeout | undefined;
  let left = total ?? 0;
  let since = performance.now();
  const stop = (): void => {
    clearTimeout(stallTimer);
    clearTimeout(totalTimer);
  };
  const end = (limit: number): void => {
    stop();
    overrun(limit);
  };
  const arm = (counted: boolean): void => {
    clearTimeout(stallTimer);
    if (stall !== undefined) stallTimer = setTimeout(end, stall, stall);
    if (total === undefined || counted === (totalTimer !== undefined)) return;
    if (counted) {
      since = performance.now();
      totalTimer = setTimeout(end, left, total);
    } else {
      left = Math.max(0, left - (performance.now() - since));
      clearTimeout(totalTimer);
      totalTimer = undefined;
    }
  };
  arm(true);
  return { progress: (stage) => arm(!uncounted.includes(stage)), stop };
}
