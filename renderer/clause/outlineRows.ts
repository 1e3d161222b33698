import type { ClauseNode } from '../../shared/model.ts';

/** One line of the outline. */
export interface OutlineRow {
  readonly node: ClauseNode;
  /** From 1. */
  readonly depth: number;
  readonly hasChildren: boolean;
}

/** Longest piece of own text that stands in for a missing heading, in UTF-16 units. */
const SNIPPET = 80;

/** Rows in reading order without the root and without what lies under closed nodes. */
export function outlineRows(nodes: readonly ClauseNode[], closed: ReadonlySet<string>): OutlineRow[] {
  const parents = new Set(nodes.map(({ parent }) => parent));
  const depths = new Map<string, number>();
  const hidden = new Set<string>();
  const rows: OutlineRow[] = [];
  for (const node of nodes) {
    const { id, parent } = node;
    if (parent === null) {
      depths.set(id, 0);
      continue;
    }
    const depth = (depths.get(parent) ?? 0) + 1;
    depths.set(id, depth);
    if (hidden.has(parent) || closed.has(parent)) {
      hidden.add(id);
      continue;
    }
    rows.push({ node, depth, hasChildren: parents.has(id) });
  }
  return rows;
}

/** What stands beside the label: the heading, else the first words of the node's own text. */
export function outlineTitle(node: ClauseNode, text: string): string {
  if (node.heading !== null) return node.heading;
  const own = node.own.map(([start, end]) => text.slice(start, end)).join(' ');
  const words = own.replaceAll(/\s+/g, ' ').trim();
  const rest = node.label !== null && words.startsWith(node.label) ? words.slice(node.label.length).trim() : words;
  if (rest.length <= SNIPPET) return rest;
  // A surrogate pair is not cut in half.
  const end = /[\uD800-\uDBFF]/.test(rest[SNIPPET - 1] ?? '') ? SNIPPET - 1 : SNIPPET;
  return `${rest.slice(0, end)}…`;
}
