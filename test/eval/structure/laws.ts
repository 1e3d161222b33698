import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from './load.ts';

export interface LawFigures {
  readonly files: number;
  readonly expected: number;
  readonly found: number;
  readonly invented: number;
  readonly failing: readonly { file: string; missing: string[]; invented: string[] }[];
}

const plain = (label: string): string => label.replace(/\s/gu, '');

/** Line-start 第X条 labels of statutes against the nodes of the tree, in order. */
export async function measureLaws(data: string): Promise<LawFigures> {
  const gold = JSON.parse(readFileSync(path.join(data, 'expected/zh-laws-articles.json'), 'utf8')) as Record<
    string,
    string[]
  >;
  let expected = 0;
  let found = 0;
  let invented = 0;
  const failing: { file: string; missing: string[]; invented: string[] }[] = [];
  for (const [file, labels] of Object.entries(gold)) {
    const { tree } = await parse(path.join(data, 'zh-laws', file));
    const ours = tree.nodes.filter((n) => /^第[^编章节款项]+条/u.test(n.label ?? '')).map((n) => plain(n.label ?? ''));
    const want = labels.map(plain);
    const common = longestCommon(ours, want);
    expected += want.length;
    found += common;
    invented += ours.length - common;
    if (common < want.length || common < ours.length) {
      failing.push({ file, missing: without(want, ours), invented: without(ours, want) });
    }
  }
  return { files: Object.keys(gold).length, expected, found, invented, failing };
}

/** Length of the longest common subsequence; the two lists differ little, so the diagonal is followed greedily with a window. */
export function longestCommon(a: readonly string[], b: readonly string[]): number {
  let previous = new Uint32Array(b.length + 1);
  for (const x of a) {
    const row = new Uint32Array(b.length + 1);
    for (let j = 1; j <= b.length; j++) {
      row[j] = b[j - 1] === x ? (previous[j - 1] ?? 0) + 1 : Math.max(previous[j] ?? 0, row[j - 1] ?? 0);
    }
    previous = row;
  }
  return previous[b.length] ?? 0;
}

function without(a: readonly string[], b: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const x of b) counts.set(x, (counts.get(x) ?? 0) + 1);
  return a.filter((x) => {
    const left = counts.get(x) ?? 0;
    if (left > 0) counts.set(x, left - 1);
    return left <= 0;
  });
}
