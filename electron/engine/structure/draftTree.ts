import type { BlockText } from './blockText.ts';
import { draft } from './draft.ts';
import type { Draft } from './draft.ts';
import { closeUp } from './heading.ts';

export const tailText = (node: Draft): string => {
  const range = node.own.at(-1);
  return range === undefined ? '' : range.view.text.slice(Math.max(range.from, range.to - 60), range.to);
};

export function headingDraft(view: BlockText, rank: number, scope: boolean): Draft {
  const node = draft({ kind: 'clause', headingRank: rank, scope });
  node.own.push({ view, from: view.first, to: view.text.length });
  node.heading = closeUp(view.raw);
  node.bare = true;
  return node;
}

/** The node and its ancestors, nearest first. */
export function lineage(node: Draft): Draft[] {
  const chain: Draft[] = [];
  for (let at: Draft | null = node; at !== null; at = at.parent) chain.push(at);
  return chain;
}

/** The deepest open heading under a container. */
export function sectionOf(container: Draft): Draft {
  let at = container;
  for (;;) {
    const last = at.children.findLast((c) => c.kind !== 'note');
    if (last === undefined || last.headingRank === null) return at;
    at = last;
  }
}

export function sectionPath(container: Draft): Draft[] {
  const path = [container];
  for (;;) {
    const last = path[0]?.children.findLast((c) => c.kind !== 'note');
    if (last === undefined || last.headingRank === null) return path;
    path.unshift(last);
  }
}

/** The nearest of `open` (nearest first) that a heading of this rank may stand under. */
export function rankParent(open: readonly Draft[], rank: number, fallback?: Draft): Draft {
  for (const node of open)
    if (node.headingRank === null || node.headingRank < rank)
      return node.headingRank === null && fallback ? fallback : node;
  return fallback ?? (open.at(-1) as Draft);
}

export function firstLineEnd(view: BlockText, from: number, to: number): number {
  const next = view.lines.find((line) => line > from);
  return next === undefined ? to : Math.min(next, to);
}

/** Where the place for signatures begins inside a paragraph; null if it does not. */
export function signatureCut(text: string, from: number, to: number): number | null {
  const at = text.slice(from, to).search(/\bIN WITNESS WHEREOF\b/);
  return at < 1 ? null : from + at;
}

export function ownerOf(root: Draft, offset: number): Draft | null {
  let found: Draft | null = null;
  const visit = (node: Draft): void => {
    for (const range of node.own) {
      for (const piece of range.view.pieces) {
        const at = piece.at + offset - piece.source;
        if (offset >= piece.source && offset <= piece.source + piece.length && at >= range.from && at <= range.to)
          found ??= node;
      }
    }
    for (const child of node.children) if (found === null) visit(child);
  };
  visit(root);
  return found;
}
