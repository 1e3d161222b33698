import { describe, expect, it } from 'vitest';
import { leadingEvidence } from '../../../shared/leadingEvidence.ts';
import type { Evidence } from '../../../shared/model.ts';

const roles = (...list: Evidence['role'][]): Evidence[] => list.map((role) => ({ role }) as Evidence);
const evidence = roles('clause', 'exception', 'definition', 'clause', 'lead-in', 'clause', 'related', 'clause');

describe('leadingEvidence', () => {
  it.each([
    ['It is capped. [1]', [], 3],
    ['It is capped. [1] It ends. [4]', [], 5],
    ['It is capped. [99]', [], 6],
    ['', [], 6],
    ['', [{ sides: [0, 3], note: '' }], 5],
  ])('%j %j shows %i of 8', (conclusion, conflicts, shown) => {
    expect(leadingEvidence({ conclusion, conflicts, evidence })).toBe(shown);
  });

  it('shows all of a short list', () => {
    expect(leadingEvidence({ conclusion: '', conflicts: [], evidence: evidence.slice(0, 2) })).toBe(2);
  });
});
