import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { ClauseTree } from '../../../shared/model.ts';
import { numberTokens } from '../../../electron/engine/structure/number.ts';
import { parse } from './load.ts';

export interface TwinFigures {
  readonly pairs: number;
  /** F1 over (number, heading) of the numbered nodes, all pairs together. */
  readonly f1: number;
  /** The same over numbers alone. */
  readonly numberF1: number;
  readonly perPair: readonly { name: string; f1: number; a: number; b: number; onlyA: string[]; onlyB: string[] }[];
}

const heading = (text: string | null): string =>
  (text ?? '')
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .toLowerCase();

const keys = (tree: ClauseTree, withHeading: boolean): string[] =>
  tree.nodes
    .filter((n) => n.number !== null && n.label !== null)
    .map((n) => numberTokens(n.number ?? '').join('.') + (withHeading ? ` ${heading(n.heading)}` : ''));

function overlap(a: readonly string[], b: readonly string[]): { common: number; onlyA: string[]; onlyB: string[] } {
  const counts = new Map<string, number>();
  for (const key of b) counts.set(key, (counts.get(key) ?? 0) + 1);
  let common = 0;
  const onlyA: string[] = [];
  for (const key of a) {
    const left = counts.get(key) ?? 0;
    if (left > 0) {
      common++;
      counts.set(key, left - 1);
    } else onlyA.push(key);
  }
  const onlyB = [...counts].flatMap(([key, left]) => Array.from({ length: left }, () => key));
  return { common, onlyA, onlyB };
}

/** The same contract in two formats must give the same outline. */
export async function measureTwins(pairs: readonly (readonly [string, string])[]): Promise<TwinFigures> {
  let common = 0;
  let total = 0;
  let numberCommon = 0;
  const perPair = [];
  for (const [fileA, fileB] of pairs) {
    const { tree: a } = await parse(fileA);
    const { tree: b } = await parse(fileB);
    const keysA = keys(a, true);
    const keysB = keys(b, true);
    const both = overlap(keysA, keysB);
    common += both.common;
    total += keysA.length + keysB.length;
    numberCommon += overlap(keys(a, false), keys(b, false)).common;
    const sum = keysA.length + keysB.length;
    perPair.push({
      name: path.basename(fileA),
      f1: sum === 0 ? 1 : (2 * both.common) / sum,
      a: keysA.length,
      b: keysB.length,
      onlyA: both.onlyA,
      onlyB: both.onlyB,
    });
  }
  return {
    pairs: pairs.length,
    f1: total === 0 ? 1 : (2 * common) / total,
    numberF1: total === 0 ? 1 : (2 * numberCommon) / total,
    perPair,
  };
}

/** CUAD contracts that lie there as PDF and as text. */
export function cuadPairs(data: string): [string, string][] {
  const pairs = new Map<string, string>();
  for (const line of readFileSync(path.join(data, 'cuad/questions.jsonl'), 'utf8').split('\n')) {
    if (line.trim() === '') continue;
    const row = JSON.parse(line) as { contract?: string; contract_txt?: string; contract_pdf?: string | null };
    const txt = row.contract_txt ?? row.contract;
    if (txt === undefined || row.contract_pdf === undefined || row.contract_pdf === null) continue;
    pairs.set(row.contract_pdf, txt);
  }
  return [...pairs]
    .map(([pdf, txt]): [string, string] => [resolve(data, pdf, 'cuad/pdf'), resolve(data, txt, 'cuad/txt')])
    .filter(([pdf, txt]) => existsSync(pdf) && existsSync(txt));
}

const resolve = (data: string, name: string, folder: string): string =>
  existsSync(path.join(data, name)) ? path.join(data, name) : path.join(data, folder, path.basename(name));

/** DOCX files and their prints as PDF. */
export function printedPairs(data: string): [string, string][] {
  const base = path.join(data, 'expected/twin-pdf');
  if (!existsSync(base)) return [];
  return readdirSync(base, { recursive: true, encoding: 'utf8' })
    .filter((f) => f.endsWith('.pdf'))
    .map((f): [string, string] => [path.join(data, f.replace(/\.pdf$/, '.docx')), path.join(base, f)])
    .filter(([docx]) => existsSync(docx));
}
