import { array, assert, integer, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BATCH_TEXTS, BATCH_TOKENS, planBatches, poolMean } from '../../../electron/models/embedder.ts';
import { clampThreads, createSlowdownWatch } from '../../../electron/models/threads.ts';

describe('batches', () => {
  it('take every text once, within the limits, in order of length', () => {
    assert(
      property(array(integer({ min: 2, max: 512 }), { maxLength: 60 }), (lengths) => {
        const batches = planBatches(lengths);
        const items = batches.flatMap((batch) => batch.items);
        expect(items.toSorted((a, b) => a - b)).toEqual(lengths.map((_, i) => i));
        for (const { items: ids, length } of batches) {
          expect(ids.length).toBeLessThanOrEqual(BATCH_TEXTS);
          expect(ids.length * length).toBeLessThanOrEqual(BATCH_TOKENS);
          expect(length).toBe(Math.max(...ids.map((i) => lengths[i] ?? 0)));
        }
        const order = items.map((i) => lengths[i] ?? 0);
        expect(order).toEqual(order.toSorted((a, b) => a - b));
      }),
    );
  });

  it('let a text over the batch limit go alone', () => {
    expect(planBatches([BATCH_TOKENS + 1, 3])).toEqual([
      { items: [1], length: 3 },
      { items: [0], length: BATCH_TOKENS + 1 },
    ]);
  });
});

describe('pooling', () => {
  it('is the mean of the real tokens, not of the padding, at length 1', () => {
    // Two texts, padded to 2 tokens of dimension 2; the second has one token, its padding would turn the vector.
    const hidden = new Float32Array([3, 0, 0, 4, 0, 2, 100, 0]);
    const [first, second] = poolMean(hidden, [2, 1], 2, 2);
    expect([...first!]).toEqual([Math.fround(3 / 5), Math.fround(4 / 5)]);
    expect([...second!]).toEqual([0, 1]);
  });
});

describe('threads', () => {
  it('are the idle cores, at least one and at most eight', () => {
    expect(clampThreads(2, 2)).toBe(2);
    expect(clampThreads(1.8, 2)).toBe(2);
    expect(clampThreads(1.5, 2)).toBe(1);
    expect(clampThreads(0, 4)).toBe(1);
    expect(clampThreads(5.9, 16)).toBe(6);
    expect(clampThreads(32, 32)).toBe(8);
  });

  it('are given up once, when a token takes many times longer than the fastest one', () => {
    const watch = createSlowdownWatch();
    expect([30, 25, 40, 90].map((ms) => watch.note(ms))).toEqual([false, false, false, false]);
    expect([400, 400].map((ms) => watch.note(ms))).toEqual([true, false]);
    const tiny = createSlowdownWatch();
    expect([0.5, 15].map((ms) => tiny.note(ms))).toEqual([false, false]);
  });
});
