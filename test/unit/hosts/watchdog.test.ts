import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLane } from '../../../electron/hosts/lane.ts';
import { startWatchdog } from '../../../electron/hosts/watchdog.ts';
import { quietRun } from '../../../electron/engine/run.ts';

describe('watchdog', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('ends a call without progress, and is put off by progress', () => {
    const overrun = vi.fn<(limit: number) => void>();
    const dog = startWatchdog({ stall: 100, cancel: 0 }, overrun);
    vi.advanceTimersByTime(90);
    dog.progress('read');
    vi.advanceTimersByTime(90);
    expect(overrun).not.toHaveBeenCalled();
    vi.advanceTimersByTime(20);
    expect(overrun.mock.calls).toEqual([[100]]);
  });

  it('counts the whole time except in stages that are long for a good reason', () => {
    const overrun = vi.fn<(limit: number) => void>();
    const dog = startWatchdog({ stall: 1000, total: 300, uncounted: ['ocr'], cancel: 0 }, overrun);
    vi.advanceTimersByTime(100);
    dog.progress('ocr');
    for (let page = 0; page < 20; page++) {
      vi.advanceTimersByTime(500);
      dog.progress('ocr');
    }
    expect(overrun).not.toHaveBeenCalled();
    dog.progress('structure');
    vi.advanceTimersByTime(150);
    dog.progress('chunk');
    vi.advanceTimersByTime(49);
    expect(overrun).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(overrun.mock.calls).toEqual([[300]]);
  });

  it('is silent after stop', () => {
    const overrun = vi.fn<(limit: number) => void>();
    startWatchdog({ stall: 10, total: 10, cancel: 0 }, overrun).stop();
    vi.advanceTimersByTime(100);
    expect(overrun).not.toHaveBeenCalled();
  });
});

describe('lane', () => {
  it('runs one at a time in order, and goes on after a failure', async () => {
    const lane = createLane();
    const log: string[] = [];
    const work = (name: string, fails = false) =>
      lane(quietRun, async () => {
        log.push(`${name} in`);
        await new Promise((resolve) => setTimeout(resolve, 5));
        log.push(`${name} out`);
        if (fails) throw new Error(name);
        return name;
      });
    const results = await Promise.allSettled([work('a'), work('b', true), work('c')]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(log).toEqual(['a in', 'a out', 'b in', 'b out', 'c in', 'c out']);
  });

  it('leaves the queue at once when cancelled, and those behind keep their order', async () => {
    const lane = createLane();
    const gate = Promise.withResolvers<void>();
    let running = 0;
    let most = 0;
    const work = async () => {
      most = Math.max(most, ++running);
      await gate.promise;
      running--;
    };
    const first = lane(quietRun, work);
    const controller = new AbortController();
    const cancelled = lane({ signal: controller.signal, report: () => undefined }, work);
    const last = lane(quietRun, work);
    controller.abort();
    await expect(cancelled).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(running).toBe(1);
    gate.resolve();
    await Promise.all([first, last]);
    expect(most).toBe(1);
  });
});
