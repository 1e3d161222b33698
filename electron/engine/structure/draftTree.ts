import { isHan } from './blockText.ts';
import type { BlockText } from './blockText.ts';
import { draft } from './draft.ts';
import type { Draft } from './draft.ts';
import { closeUp } from './heading.ts';
import { closesWithColon, endsOpen, isFormLine } from './marks.ts';

export const tailText = (node: Draft): string => {
  const range = node.own.at(-1);
  return range === undefined ? '' : range.view.text.slice(Math.max(range.from, range.to - 60), range.to);
};

/** A short line that is no sentence. */
const isFragment = (text: string): boolean => !/[。.!?！？:：]$/.test(text) && text.length <= (isHan(text) ? 40 : 100);

/** Longest node that unnumbered lines are joined into, in characters. */
const longestJoined = 1500;

/**
 * True if an unnumbered paragraph below `parent` goes on with the one before it: the parts of a list without labels behind
 * the words that announce it, and lines of a form.
 */
export function goesOnWith(at: Draft, parent: Draft, view: BlockText, text: string): boolean {
  if (at.kind !== 'paragraph' || at.reading !== null || at.parent !== parent || at.children.length > 0) return false;
  const last = at.own.at(-1);
  if (last === undefined || last.view.index !== view.index - 1) return false;
  const before = last.view.text.slice(last.from, last.to).trim();
  const length = at.own.reduce((sum, { from, to }) => sum + to - from, 0);
  if (length + text.length > longestJoined) return false;
  if (isFormLine(before)) return isFormLine(text);
  if (endsOpen(before)) return true;
  const first = at.own[0];
  const announced = first !== undefined && closesWithColon(first.view.text.slice(first.from, first.to));
  if (!announced || isFormLine(text)) return false;
  return closesWithColon(before) ? endsOpen(text) || isFragment(text) : isFragment(before) && isFragment(text);
}

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
