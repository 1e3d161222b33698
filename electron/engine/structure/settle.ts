import { isRecitalHeading } from './marks.ts';
import type { Draft } from './draft.ts';

/**
 * Last step before names: a heading or an article whose only paragraph is its whole text takes it as its own, and kinds
 * that depend on what stands below are set.
 */
export function settle(node: Draft): void {
  for (const child of node.children) settle(child);
  takeOnlyParagraph(node);
  if (node.headingRank !== null) {
    const text =
      node.own.length > 1 ||
      node.children.some(
        (c) => c.kind === 'paragraph' || c.kind === 'item' || c.kind === 'definition' || c.kind === 'table',
      );
    node.kind = text ? 'clause' : 'part';
    if (isRecitalHeading(node.heading ?? '') && node.own.length > 1) node.kind = 'recital';
  }
}

/** Sets the abbreviation of headings whose initials the text (folded) uses as a word at least twice. */
export function abbreviate(node: Draft, text: string): void {
  if (node.headingRank !== null && node.scope) {
    const initials = (node.heading ?? '').match(/\b\p{Lu}(?=\p{L})/gu)?.join('') ?? '';
    if (initials.length >= 3 && initials.length <= 6 && initials.length === (node.heading ?? '').split(/\s+/).length) {
      const uses = text.match(new RegExp(`\\b${initials}\\b`, 'g'))?.length ?? 0;
      if (uses >= 2) node.short = initials;
    }
  }
  for (const child of node.children) abbreviate(child, text);
}

function takeOnlyParagraph(node: Draft): void {
  const bears = node.headingRank !== null || (node.reading !== null && (node.bare || node.reading.family === 'tiao'));
  if (!bears) return;
  const words = node.children.filter((c) => c.kind !== 'table' && c.kind !== 'note');
  const only = words[0];
  // Beside labelled siblings the paragraph stays a paragraph of its own.
  if (
    only === undefined ||
    words.length > 1 ||
    only.kind !== 'paragraph' ||
    only.reading !== null ||
    only.headingRank !== null
  )
    return;
  if (!node.bare && node.headingRank === null) return;
  const at = node.children.indexOf(only);
  node.own.push(...only.own);
  for (const child of only.children) child.parent = node;
  node.children.splice(at, 1, ...only.children);
}
