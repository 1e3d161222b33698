import type { NodeKind } from '../../../shared/model.ts';
import type { BlockText } from './blockText.ts';
import type { Reading } from './family.ts';

/** A range of one block's text. */
export interface Range {
  readonly view: BlockText;
  readonly from: number;
  readonly to: number;
}

/** A node while the tree is being built. */
export interface Draft {
  kind: NodeKind;
  parent: Draft | null;
  readonly children: Draft[];
  readonly own: Range[];
  /** What the page shows; null without a number. */
  readonly label: string | null;
  readonly reading: Reading | null;
  /** A heading without a number; its rank, smaller stands higher. */
  readonly headingRank: number | null;
  /** Numbers start anew below this heading. */
  readonly scope: boolean;
  heading: string | null;
  /** Abbreviation of the heading that the document itself uses (SLA for Service Level Agreement). */
  short: string | null;
  /** Own text so far is label and heading only. */
  bare: boolean;
  /** The label stands alone on its line; the next block holds its words. */
  alone: boolean;
  /** Inside a sentence of its parent. */
  readonly inline: boolean;
  /** Filled in by naming. */
  number: string | null;
  entry: string;
}

export function draft(fields: Partial<Draft> & Pick<Draft, 'kind'>): Draft {
  return {
    parent: null,
    children: [],
    own: [],
    label: null,
    reading: null,
    headingRank: null,
    scope: false,
    heading: null,
    short: null,
    bare: false,
    alone: false,
    inline: false,
    number: null,
    entry: '',
    ...fields,
  };
}

export function append(parent: Draft, child: Draft): Draft {
  child.parent = parent;
  parent.children.push(child);
  return child;
}

/** Own words of a draft, ranges joined by a space. */
export const ownText = (node: Draft): string =>
  node.own.map(({ view, from, to }) => view.text.slice(from, to).trim()).join(' ');

/** The same as the page shows it, unfolded. */
export const shownText = (node: Draft): string =>
  node.own.map(({ view, from, to }) => view.raw.slice(from, to).trim()).join(' ');

/** True for a node that prints a number. */
export const isNumbered = (node: Draft): boolean => node.reading !== null && !isSection(node);

const sections: ReadonlySet<string> = new Set(['part', 'book', 'subbook', 'chapter', 'division']);

/** True for containers, parts and chapters: paragraphs and headings stand under them as nodes of their own. */
export const isSection = (node: Draft): boolean =>
  isContainer(node) || (node.reading !== null && sections.has(node.reading.family));

/** True for what other nodes can stand under although it has no number: the root, annexes, headings. */
export const isContainer = (node: Draft): boolean =>
  node.kind === 'root' || node.kind === 'annex' || node.headingRank !== null;
