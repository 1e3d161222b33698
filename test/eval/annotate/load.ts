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
  /**
   * Offsets of a quote, inside `within` if given; null if it does not occur. White space counts as one space, or as none where
   * that fails; then Markdown's signs count for nothing.
   */
  locate(quote: string, within?: Span): Span | null;
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
  const forms = [
    { gap: ' ', plain: false },
    { gap: '', plain: false },
    { gap: '', plain: true },
  ].map((form) => ({ ...form, squeezed: squeeze(source.text, form.gap, form.plain) }));
  return {
    file: path,
    text: source.text,
    tree,
    byId: new Map(tree.nodes.map((node) => [node.id, node])),
    locate: (quote, within = [0, source.text.length]) => {
      for (const { squeezed, gap, plain } of forms) {
        const found = find(squeezed, squeeze(quote.trim(), gap, plain).text, within);
        if (found) return found;
      }
      return null;
    },
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

function squeeze(source: string, gap: string, plain: boolean): Squeezed {
  const offsets: number[] = [];
  let text = '';
  for (let i = 0; i < source.length; i++) {
    const char = source.charAt(i);
    if (/\s/.test(char)) {
      if (gap === '' || text.endsWith(' ')) continue;
      text += gap;
    } else if (plain && /[*_\\#>`[\]|]/.test(char)) continue;
    else text += fold(char);
    offsets.push(i);
  }
  return { text, offsets };
}

function find(squeezed: Squeezed, wanted: string, within: Span): Span | null {
  if (wanted === '') return null;
  for (let at = squeezed.text.indexOf(wanted); at >= 0; at = squeezed.text.indexOf(wanted, at + 1)) {
    const start = squeezed.offsets[at];
    const end = squeezed.offsets[at + wanted.length - 1];
    if (start === undefined || end === undefined || end >= within[1]) return null;
    if (start >= within[0]) return [start, end + 1];
  }
  return null;
}
