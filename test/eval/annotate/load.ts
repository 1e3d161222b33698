import { readFileSync, readdirSync, statSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { quietRun } from '../../../electron/engine/run.ts';
import { structure } from '../../../electron/engine/structure/structure.ts';
import { createReader } from '../../../electron/readers/read.ts';
import type { ClauseNode, ClauseTree } from '../../../shared/model.ts';
import type { Span } from '../../../shared/span.ts';

/** One document of an evaluation with what its checks look up. */
export interface Sample {
  readonly file: string;
  readonly text: string;
  readonly tree: ClauseTree;
  readonly byId: ReadonlyMap<string, ClauseNode>;
  /** Offsets of a quote; null if it does not occur. White space counts as one space, or as none where that fails. */
  locate(quote: string): Span | null;
}

const extensions = new Set(['.txt', '.md', '.docx', '.pdf', '.html']);

/** The readable files of a folder and its folders, or the file itself. */
export function filesOf(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .flatMap((name) => filesOf(join(path, name)))
    .filter((file) => extensions.has(extname(file).toLowerCase()) && !/^(?:SOURCE|README)/.test(basename(file)));
}

export async function load(path: string): Promise<Sample> {
  const name = basename(path);
  const { source } = await createReader().read({ bytes: readFileSync(path), name }, quietRun);
  const tree = structure(source, { name });
  const spaced = squeeze(source.text, ' ');
  const solid = squeeze(source.text, '');
  return {
    file: path,
    text: source.text,
    tree,
    byId: new Map(tree.nodes.map((node) => [node.id, node])),
    locate: (quote) => find(spaced, quote, ' ') ?? find(solid, quote, ''),
  };
}

interface Squeezed {
  readonly text: string;
  readonly offsets: readonly number[];
}

const fold = (char: string): string => {
  if (/[“”„"]/.test(char)) return '"';
  if (/[‘’']/.test(char)) return "'";
  return char.normalize('NFKC').slice(0, 1) || char;
};

function squeeze(source: string, gap: string): Squeezed {
  const offsets: number[] = [];
  let text = '';
  for (let i = 0; i < source.length; i++) {
    const char = source.charAt(i);
    if (/\s/.test(char)) {
      if (gap === '' || text.endsWith(' ')) continue;
      text += gap;
    } else text += fold(char);
    offsets.push(i);
  }
  return { text, offsets };
}

function find(squeezed: Squeezed, quote: string, gap: string): Span | null {
  const wanted = squeeze(quote.trim(), gap).text;
  const at = wanted === '' ? -1 : squeezed.text.indexOf(wanted);
  if (at < 0) return null;
  const start = squeezed.offsets[at];
  const end = squeezed.offsets[at + wanted.length - 1];
  return start === undefined || end === undefined ? null : [start, end + 1];
}
