import type { Candidate } from './candidate.ts';
import { componentsOf, isItem, lastOf } from './family.ts';
import type { Family, Reading } from './family.ts';
import { score } from './score.ts';

/** An open level of the count. Immutable; shared between the states that agree on it. */
export interface Level {
  readonly above: Level | null;
  /** Family, or a scope inside which numbers start anew. */
  readonly family: Family | 'scope';
  readonly reading: Reading | null;
  /** Index of the candidate that set it. */
  readonly candidate: number;
  /** Rank of the heading for scopes. */
  readonly rank: number;
  readonly depth: number;
  /** Counts that stopped at the border of this level and may go on below it. */
  readonly resume: ReadonlyMap<Family, number>;
  readonly inline: boolean;
  readonly key: number;
}

/** Whole paragraphs set in a heading style, as Word users do, are no headings. */
const longestOutlined = 120;

export function outlineOf(candidate: Candidate | undefined): number {
  if (candidate === undefined || candidate.block.text.length > longestOutlined) return Infinity;
  return candidate.block.block.style.headingLevel ?? Infinity;
}

/** The first number of a contract's main count. */
export const startsBody = (reading: Reading): boolean =>
  reading.values.length === 1 && lastOf(reading.values) === 1 && !isItem(reading.family);

/** Where the count of a family stopped above the border of a chapter that is still open. */
export function stopped(above: Level | null, family: Family): number | undefined {
  for (let at = above; at !== null && at.family !== 'scope'; at = at.above) {
    const value = at.resume.get(family);
    if (value !== undefined) return value;
    if (at.family === 'annex') return undefined;
  }
  return undefined;
}

/** A. and I. often stand below clauses with decimals, 1. below （一）; other families keep their order. */
export function invertedStep(above: Family, below: Family): number {
  if (above === '(cn)' && below === 'n.') return 0;
  if ((below === 'A.' || below === 'I.') && componentsOf(above) > 0) return score.letterBelow;
  return score.rankInverted;
}

export function merge(
  base: ReadonlyMap<Family, number>,
  over: ReadonlyMap<Family, number>,
): ReadonlyMap<Family, number> {
  if (over.size === 0) return base;
  if (base.size === 0) return over;
  return new Map([...base, ...over]);
}

export function samePrefix(a: readonly number[], b: readonly number[]): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length - 1; i++) if (a[i] !== b[i]) return false;
  return true;
}

/** How the leading components of a decimal agree with the numbers above it. */
export function prefixAbove(above: Level | null, values: readonly number[]): 'child' | 'skips' | 'wrong' | 'none' {
  for (let at = above; at !== null; at = at.above) {
    if (at.family === 'scope' || at.family === 'annex') return 'none';
    if (at.reading === null) continue;
    const own = at.reading.values;
    const counted = componentsOf(at.family);
    if (
      counted === 0 &&
      at.family !== 'article' &&
      at.family !== 'cn' &&
      at.family !== 'I.' &&
      at.family !== 'chapter'
    ) {
      continue;
    }
    const agree = own.every((v, i) => values[i] === v);
    if (!agree) return 'wrong';
    return own.length === values.length - 1 ? 'child' : 'skips';
  }
  return 'none';
}
