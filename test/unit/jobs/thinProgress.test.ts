import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PROGRESS_MS, ThinProgress } from '../../../electron/jobs/thinProgress.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('sends at most ten values a second, the first at once and the last always', () => {
  const sent: { value: number; at: number }[] = [];
  const start = Date.now();
  const thin = new ThinProgress<number>(
    (value) => sent.push({ value, at: Date.now() - start }),
    () => Date.now(),
  );
  for (let value = 0; value <= 3000; value++) {
    thin.push(value);
    if (value < 3000) vi.advanceTimersByTime(1);
  }
  expect(sent[0]).toEqual({ value: 0, at: 0 });
  expect(sent.length).toBeLessThanOrEqual(31);
  expect(sent.length).toBeGreaterThanOrEqual(29);
  const gaps = sent.slice(1).map(({ at }, i) => at - sent[i]!.at);
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(PROGRESS_MS);
  vi.advanceTimersByTime(PROGRESS_MS);
  expect(sent.at(-1)?.value).toBe(3000);
  expect(vi.getTimerCount()).toBe(0);
});

it('sends a waiting value at once when asked, and no other after it', () => {
  const sent: string[] = [];
  const thin = new ThinProgress<string>(
    (value) => sent.push(value),
    () => Date.now(),
  );
  thin.push('a');
  thin.push('b');
  thin.push('c');
  thin.flush();
  thin.flush();
  vi.advanceTimersByTime(1000);
  expect(sent).toEqual(['a', 'c']);
});
