import { assert, nat, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRange } from '../../../electron/main/byteRange.ts';

describe('parseRange', () => {
  it.each([
    ['bytes=0-99', 1000, { first: 0, last: 99 }],
    ['bytes=900-', 1000, { first: 900, last: 999 }],
    ['bytes=-100', 1000, { first: 900, last: 999 }],
    // An end beyond the body is cut to it.
    ['bytes=990-5000', 1000, { first: 990, last: 999 }],
    ['bytes=-5000', 1000, { first: 0, last: 999 }],
    ['bytes=999-999', 1000, { first: 999, last: 999 }],
  ])('%s of %i bytes', (header, size, range) => {
    expect(parseRange(header, size)).toEqual(range);
  });

  it.each([null, '', 'bytes=', 'bytes=-', 'lines=0-5', 'bytes=5-2', 'bytes=0-1,4-5', 'bytes=a-b'])(
    'sends the whole body for %s',
    (header) => {
      expect(parseRange(header, 1000)).toBeNull();
    },
  );

  it.each([
    ['bytes=1000-', 1000],
    ['bytes=0-', 0],
    ['bytes=-0', 1000],
  ])('%s of %i bytes lies outside', (header, size) => {
    expect(parseRange(header, size)).toBe('unsatisfiable');
  });

  it('never leaves the body', () => {
    assert(
      property(nat(), nat(), nat({ max: 10_000 }), (from, to, size) => {
        const range = parseRange(`bytes=${from}-${to}`, size);
        if (range === null || range === 'unsatisfiable') return;
        expect(range.first).toBeGreaterThanOrEqual(0);
        expect(range.first).toBeLessThanOrEqual(range.last);
        expect(range.last).toBeLessThan(size);
      }),
    );
  });
});
