import type { ClauseNode, Exclusion } from '../../../../shared/model.ts';
import type { Span } from '../../../../shared/span.ts';
import { invariant } from '../../../../shared/error.ts';
import { sentences } from '../../layout/sentences.ts';
import type { Block, SourceText } from '../../layout/sourceText.ts';
import { fold, sourceSpan } from './fold.ts';
import type { Folded } from './fold.ts';

/** The part of one paragraph, cell or note that is one node's own text: the unit all patterns run over. */
export interface Passage extends Folded {
  /** Position in `TreeView.passages`, which is reading order. */
  readonly index: number;
  readonly node: ClauseNode;
  readonly block: Block;
  /** Folded ranges of its sentences, in order, without the space between them. */
  readonly sentences: readonly Span[];
}

/** The tree with the look-ups that the annotations share. */
export interface TreeView {
  readonly source: SourceText;
  /** In tree order, with folded labels, numbers and headings. */
  readonly nodes: readonly ClauseNode[];
  readonly passages: readonly Passage[];
  readonly byId: ReadonlyMap<string, ClauseNode>;
  /** Children by parent id, in reading order. */
  readonly children: ReadonlyMap<string, readonly ClauseNode[]>;
  /** Passages by node id, in reading order. */
  readonly ofNode: ReadonlyMap<string, readonly Passage[]>;
}

const none: readonly never[] = [];

export const childrenOf = (view: TreeView, node: ClauseNode): readonly ClauseNode[] =>
  view.children.get(node.id) ?? none;

export const passagesOf = (view: TreeView, node: ClauseNode): readonly Passage[] => view.ofNode.get(node.id) ?? none;

export const parentOf = (view: TreeView, node: ClauseNode): ClauseNode | undefined =>
  node.parent === null ? undefined : view.byId.get(node.parent);

/** The node and its ancestors, nearest first; the root is last. */
export function* lineage(view: TreeView, node: ClauseNode): Generator<ClauseNode> {
  for (let at: ClauseNode | undefined = node; at !== undefined; at = parentOf(view, at)) yield at;
}

export const isUnder = (view: TreeView, node: ClauseNode, ancestor: ClauseNode): boolean =>
  node.start >= ancestor.start && node.end <= ancestor.end && [...lineage(view, node)].includes(ancestor);

/** Text of a folded range of a passage, as the source has it (one line). */
export const spanIn = (passage: Passage, start: number, end: number): Span => sourceSpan(passage, start, end);

/** Index of the sentence of `passage` that holds the folded position; the last one for positions after the end. */
export function sentenceAt(passage: Passage, position: number): number {
  let low = 0;
  let high = passage.sentences.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((passage.sentences[middle]?.[0] ?? Infinity) <= position) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The node with label, number and heading in the folded forms that the patterns know (第十二條 as 第十二条). */
const plainNode = (node: ClauseNode): ClauseNode => ({
  ...node,
  label: node.label === null ? null : foldWords(node.label),
  number: node.number === null ? null : foldWords(node.number),
  heading: node.heading === null ? null : foldWords(node.heading),
});

const foldWords = (words: string): string => fold(words, [[0, words.length]]).text;

/** Builds the view in O(text + nodes · log blocks). Text in exclusions is in no node and so in no passage. */
export function viewOf(source: SourceText, tree: readonly ClauseNode[], exclusions: readonly Exclusion[]): TreeView {
  const nodes = tree.map(plainNode);
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const children = new Map<string, ClauseNode[]>();
  for (const node of nodes) {
    if (node.parent === null) continue;
    invariant(byId.has(node.parent), 'every parent is a node of the tree');
    const siblings = children.get(node.parent);
    if (siblings) siblings.push(node);
    else children.set(node.parent, [node]);
  }

  const hidden = exclusions.map(({ start, end }): Span => [start, end]).toSorted((a, b) => a[0] - b[0]);
  const slices: { readonly span: Span; readonly node: ClauseNode }[] = [];
  for (const node of nodes) for (const span of node.own) slices.push({ span, node });
  slices.sort((a, b) => a.span[0] - b.span[0]);
  const pieces: { readonly span: Span; readonly block: Block }[] = [];
  for (const block of source.blocks) for (const span of block.spans) pieces.push({ span, block });
  pieces.sort((a, b) => a.span[0] - b.span[0]);

  const found: { readonly node: ClauseNode; readonly block: Block; readonly spans: Span[] }[] = [];
  const open = new Map<Block, Map<ClauseNode, Span[]>>();
  let piece = 0;
  let hole = 0;
  for (const { span, node } of slices) {
    while (piece > 0 && (pieces[piece - 1]?.span[1] ?? 0) > span[0]) piece--;
    while (piece < pieces.length && (pieces[piece]?.span[1] ?? Infinity) <= span[0]) piece++;
    for (let i = piece; i < pieces.length; i++) {
      const part = pieces[i];
      if (part === undefined || part.span[0] >= span[1]) break;
      let perBlock = open.get(part.block);
      if (perBlock === undefined) open.set(part.block, (perBlock = new Map()));
      let spans = perBlock.get(node);
      if (spans === undefined) {
        perBlock.set(node, (spans = []));
        found.push({ node, block: part.block, spans });
      }
      let at = Math.max(part.span[0], span[0]);
      const end = Math.min(part.span[1], span[1]);
      while (hole < hidden.length && (hidden[hole]?.[1] ?? 0) <= at) hole++;
      for (let h = hole; h < hidden.length; h++) {
        const cut = hidden[h];
        if (cut === undefined || cut[0] >= end) break;
        if (cut[0] > at) spans.push([at, cut[0]]);
        at = Math.max(at, cut[1]);
      }
      if (at < end) spans.push([at, end]);
    }
  }

  const passages: Passage[] = [];
  const ofNode = new Map<string, Passage[]>();
  for (const { node, block, spans } of found) {
    const folded = fold(source.text, spans);
    if (folded.text === '') continue;
    const passage: Passage = {
      ...folded,
      index: passages.length,
      node,
      block,
      sentences: sentences(folded.text, [0, folded.text.length]),
    };
    passages.push(passage);
    const own = ofNode.get(node.id);
    if (own) own.push(passage);
    else ofNode.set(node.id, [passage]);
  }
  return { source, nodes, passages, byId, children, ofNode };
}
