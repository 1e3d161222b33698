import { describe, expect, it } from 'vitest';
import { hostFlags, READER_MEMORY_MB } from '../../../electron/hosts/entry.ts';

describe('memory of the reader', () => {
  // V8 at its own limit prints a stack trace and is slow to give up; the guard must be first.
  it('is limited by the guard before the heap is full', () => {
    const heap = hostFlags('reader').map((flag) => /^--max-old-space-size=(\d+)$/u.exec(flag)?.[1]);
    expect(Number(heap[0])).toBeGreaterThanOrEqual(READER_MEMORY_MB * 1.5);
  });
});
