import { layoutMarkdown } from '../../../../electron/engine/layout/markdown.ts';
import type { Block, SourceText } from '../../../../electron/engine/layout/sourceText.ts';
import { plainStyle } from '../../../../electron/engine/layout/sourceText.ts';
import { structure } from '../../../../electron/engine/structure/structure.ts';
import type { ClauseNode, ClauseTree } from '../../../../shared/model.ts';

export interface Parsed {
  readonly text: string;
  readonly tree: ClauseTree;
}

/** Markdown through its layout and the tree. */
export function parseMarkdown(text: string): Parsed {
  return { text, tree: structure(layoutMarkdown(text), { name: 'test.md' }) };
}

/** One paragraph of a hand-made document; `text` may hold line breaks. */
export interface Line {
  readonly text: string;
  readonly style?: Partial<Block['style']>;
  /** Length of the automatic label at the start, with its list and depth. */
  readonly label?: { readonly length: number; readonly list: string; readonly depth: number };
  readonly kind?: Block['kind'];
  readonly cell?: Block['cell'];
  readonly note?: { readonly mark: string; readonly anchor: string };
}

/** A SourceText of one block per line. */
export function sourceOf(lines: readonly Line[]): SourceText {
  let text = '';
  const blocks: Block[] = [];
  for (const line of lines) {
    const start = text.length;
    text += `${line.text}\n`;
    const starts = [start];
    for (let i = 0; i < line.text.length; i++) if (line.text[i] === '\n') starts.push(start + i + 1);
    blocks.push({
      spans: [[start, start + line.text.length]],
      kind: line.kind ?? 'paragraph',
      lines: starts,
      page: null,
      style: { ...plainStyle, ...line.style },
      label: line.label
        ? { span: [start, start + line.label.length], list: line.label.list, depth: line.label.depth }
        : null,
      cell: line.cell ?? null,
      note: line.note ? { mark: line.note.mark, anchor: text.indexOf(line.note.anchor) } : null,
    });
  }
  return { text, blocks, exclusions: [], pages: [], positions: [], origins: [], bookmarks: [], issues: [] };
}

export function parseLines(lines: readonly (string | Line)[]): Parsed {
  const source = sourceOf(lines.map((line) => (typeof line === 'string' ? { text: line } : line)));
  return { text: source.text, tree: structure(source, { name: 'test' }) };
}

/** Paths of the numbered nodes as a person reads them, with their numbers. */
export const outline = ({ tree }: Parsed): string[] =>
  tree.nodes.filter((n) => n.number !== null).map((n) => `${n.path.join(' > ')} = ${n.number}`);

export function nodeOf({ tree }: Parsed, number: string): ClauseNode {
  const node = tree.nodes.find((n) => n.number === number);
  if (node === undefined) throw new Error(`no node ${number}; there are ${tree.nodes.map((n) => n.number).join(', ')}`);
  return node;
}

export const ownWords = ({ text }: Parsed, node: ClauseNode): string =>
  node.own.map(([s, e]) => text.slice(s, e)).join(' / ');

/** The node whose own text holds the words. */
export function holderOf(parsed: Parsed, words: string): ClauseNode {
  const at = parsed.text.indexOf(words);
  const node = parsed.tree.nodes.find((n) => n.own.some(([s, e]) => at >= s && at < e));
  if (at < 0 || node === undefined) throw new Error(`nothing holds: ${words}`);
  return node;
}
