import { readFileSync } from 'node:fs';
import path from 'node:path';
import { sameNumber } from '../../../electron/engine/structure/number.ts';
import { parse } from './load.ts';

interface Expected {
  readonly leafNumbersUnder?: Readonly<Record<string, readonly string[]>>;
  readonly paths?: Readonly<Record<string, readonly string[]>>;
  readonly own?: Readonly<Record<string, string>>;
  readonly kind?: string;
}

export interface ExampleFigures {
  readonly checks: number;
  readonly right: number;
  readonly wrong: readonly string[];
}

/** Leaf clauses, paths, owners of paragraphs and the kind of the example documents. */
export async function measureExamples(data: string): Promise<ExampleFigures> {
  const all = JSON.parse(readFileSync(path.join(data, 'examples/expected.json'), 'utf8')) as Record<
    string,
    Expected | string
  >;
  const wrong: string[] = [];
  let checks = 0;
  const check = (fact: string, holds: boolean): void => {
    checks++;
    if (!holds) wrong.push(fact);
  };
  for (const [file, expected] of Object.entries(all)) {
    if (typeof expected === 'string') continue;
    const { source, tree } = await parse(path.join(data, 'examples', file));
    const find = (number: string) => tree.nodes.find((n) => n.number !== null && sameNumber(n.number, number));
    if (expected.kind !== undefined) check(`${file} is ${expected.kind}`, tree.kind === expected.kind);
    for (const [number, leaves] of Object.entries(expected.leafNumbersUnder ?? {})) {
      const top = find(number);
      const inside = tree.nodes.filter(
        (n) => top !== undefined && n !== top && n.start >= top.start && n.end <= top.end,
      );
      const found = inside.filter((n) => !tree.nodes.some((m) => m.parent === n.id)).map((n) => n.number);
      check(`${file} leaves of ${number}: ${found.join(' ')}`, JSON.stringify(found) === JSON.stringify(leaves));
    }
    for (const [number, entries] of Object.entries(expected.paths ?? {})) {
      check(`${file} path of ${number}`, JSON.stringify(find(number)?.path) === JSON.stringify(entries));
    }
    for (const [words, number] of Object.entries(expected.own ?? {})) {
      const at = source.text.indexOf(words);
      const holder = tree.nodes.find((n) => n.own.some(([s, e]) => at >= s && at < e));
      check(`${file} ${words} belongs to ${number}`, holder?.number === number);
    }
  }
  return { checks, right: checks - wrong.length, wrong };
}
