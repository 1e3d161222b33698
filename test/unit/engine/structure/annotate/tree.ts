import type { ClauseNode, NodeKind } from '../../../../../shared/model.ts';
import type { Span } from '../../../../../shared/span.ts';
import { annotate } from '../../../../../electron/engine/structure/annotate/annotate.ts';
import { plainStyle } from '../../../../../electron/engine/layout/sourceText.ts';
import type { Block, CellPlace, SourceText } from '../../../../../electron/engine/layout/sourceText.ts';

/** A node of a hand-made tree: its paragraphs, then its children. */
export interface Leaf {
  readonly kind?: NodeKind;
  readonly label?: string;
  readonly number?: string;
  readonly heading?: string;
  /** Own paragraphs, label included. */
  readonly text?: readonly string[];
  /** Own paragraphs behind the children (flush text). */
  readonly flush?: readonly string[];
  readonly cells?: readonly (readonly string[])[];
  readonly children?: readonly Leaf[];
}

/** `c('12.1', '12.1 Cap. …')`: a clause whose number is its label. */
export const c = (number: string, text: string | readonly string[], children: readonly Leaf[] = []): Leaf => ({
  kind: 'clause',
  label: number,
  number,
  text: typeof text === 'string' ? [text] : text,
  children,
});

export const item = (label: string, number: string, text: string): Leaf => ({
  kind: 'item',
  label,
  number,
  text: [text],
});

/** Lays the leaves out as one text and annotates it; `name` is the file name. */
export function annotated(leaves: readonly Leaf[], name = 'contract.txt') {
  let text = '';
  const blocks: Block[] = [];
  const nodes: ClauseNode[] = [];
  let tables = 0;
  const put = (words: string, cell: CellPlace | null = null): Span => {
    const start = text.length;
    text += `${words}\n\n`;
    const span: Span = [start, start + words.length];
    blocks.push({
      spans: [span],
      kind: cell === null ? 'paragraph' : 'cell',
      lines: [start],
      page: null,
      style: plainStyle,
      label: null,
      cell,
      note: null,
    });
    return span;
  };
  const visit = (leaf: Leaf, parent: string | null, path: readonly string[]): Span => {
    const at = nodes.length;
    const id = `n${at}`;
    nodes.push({} as ClauseNode);
    const spans: Span[] = [];
    const start = text.length;
    for (const words of leaf.text ?? []) spans.push(put(words));
    if (leaf.cells) {
      const table = tables++;
      leaf.cells.forEach((row, r) =>
        row.forEach((words, column) =>
          spans.push(put(words, { table, row: r, column, rowSpan: 1, columnSpan: 1, header: r === 0 })),
        ),
      );
    }
    const entry = parent === null ? [] : [...path, leaf.number ?? leaf.heading ?? 'text'];
    for (const child of leaf.children ?? []) visit(child, id, entry);
    for (const words of leaf.flush ?? []) spans.push(put(words));
    const end = Math.max(start, text.trimEnd().length);
    nodes[at] = {
      id,
      parent,
      kind: leaf.kind ?? 'paragraph',
      label: leaf.label ?? null,
      number: leaf.number ?? null,
      path: entry,
      level: entry.length,
      heading: leaf.heading ?? null,
      own: spans,
      start,
      end,
      pages: null,
    };
    return [start, end];
  };
  visit({ kind: 'root', children: leaves }, null, []);
  const source: SourceText = {
    text,
    blocks,
    exclusions: [],
    pages: [],
    positions: [],
    origins: [],
    bookmarks: [],
    issues: [],
  };
  const found = annotate(source, nodes, [], name);
  const numberOf = (id: string): string => {
    const node = nodes.find((one) => one.id === id);
    return node?.number ?? node?.heading ?? id;
  };
  return {
    ...found,
    text,
    nodes,
    numberOf,
    /** `text of the reference` → numbers of its targets, or its status where it has none. */
    targets: (reference: string): string[] | string => {
      const one = found.references.find((candidate) => candidate.text === reference);
      if (one === undefined) return `none; found ${found.references.map((r) => r.text).join(' | ')}`;
      return one.targets.length === 0 ? one.status : one.targets.map(numberOf);
    },
    links: found.bridges.map((b) => `${b.relation} ${numberOf(b.from)} > ${numberOf(b.to)}`),
    quote: (span: Span): string => text.slice(span[0], span[1]),
  };
}
