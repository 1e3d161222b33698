import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

/** More threads than this gain nothing. */
const MAX_THREADS = 8;
/** Length of the look at the processor, in milliseconds; its counters move in steps of ten. */
const LOOK = 100;
/** A token this many times slower than the fastest one shows threads that wait for each other. */
const SLOWDOWN = 8;

/**
 * Threads for llama.cpp, at most `cores` (the physical ones). They meet at every step and spin while they wait, so one that
 * has to share its core stops them all: on two busy cores two threads were 100 to 400 times slower than one. So only
 * cores count that are idle now. Call it while this process computes nothing; it takes a tenth of a second.
 */
export async function idleThreads(cores: number): Promise<number> {
  const before = processorTimes();
  await sleep(LOOK);
  const after = processorTimes();
  const total = after.total - before.total;
  const idle = total > 0 ? (after.idle - before.idle) / total : 0;
  return clampThreads(idle * cores, cores);
}

/** A core that is idle for three quarters of the time counts as free. */
export const clampThreads = (idleCores: number, cores: number): number =>
  Math.max(1, Math.min(Math.floor(idleCores + 0.25), cores, MAX_THREADS));

function processorTimes(): { idle: number; total: number } {
  let idle = 0;
  let total = 0;
  for (const { times } of cpus()) {
    idle += times.idle;
    total += times.user + times.nice + times.sys + times.idle + times.irq;
  }
  return { idle, total };
}

/** Watches the time of tokens; `note` says true once, when something else has begun to use the cores. */
export function createSlowdownWatch(): { note(milliseconds: number): boolean } {
  let fastest = Infinity;
  let told = false;
  return {
    note: (milliseconds) => {
      fastest = Math.min(fastest, milliseconds);
      // Below 20 ms the scheduler's own slices are the measure, not the threads.
      if (told || milliseconds < 20 || milliseconds < SLOWDOWN * fastest) return false;
      told = true;
      return true;
    },
  };
}
