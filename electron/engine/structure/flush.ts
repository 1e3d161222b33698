import type { BlockText } from './blockText.ts';
import { isSection, isNumbered, ownText } from './draft.ts';
import type { Draft } from './draft.ts';
import { isItem } from './family.ts';
import { closesWithColon, endsClosed, endsOpen, isLeadIn } from './marks.ts';

/** Indents in points that look the same. */
const sameIndent = 4;

/**
 * The node that an unnumbered paragraph after `at` goes on with: the deepest preceding numbered node, unless its indent
 * equals an ancestor's, or the list that `at` belongs to is closed, so that the words are the parent's again.
 */
export function flushTarget(at: Draft, view: BlockText, text: string, goesOn: (node: Draft) => boolean): Draft {
  // A heading on its own line waits for its words, wherever they stand.
  if (at.bare && at.own.length === 1 && at.children.length === 0) return at;
  if (breaksOff(at)) return at;
  const byIndent = indentTarget(at, view);
  if (byIndent !== null) return byIndent;
  let target = at;
  while (closesList(target, text, goesOn(target)) && target.parent !== null && !isSection(target.parent))
    target = target.parent;
  return target;
}

/** Words that no sentence and no item ends with. */
const hanging =
  /\b(?:the|an?|of|to|with|in|for|by|from|at|on|into|upon|its|their|his|her|such|any|each|that|which|this|these|is|are|shall|will|may|as)$/;
/** A line of a page is at least so long when its paragraph breaks there. */
const brokenLine = 60;

/** True if the words of a clause break off inside a sentence: what follows belongs to them, wherever its line begins. */
function breaksOff(node: Draft): boolean {
  if (node.children.length > 0) return false;
  const words = ownText(node).trimEnd();
  if (words.length < brokenLine) return false;
  if (hanging.test(words)) return true;
  return node.reading !== null && !isItem(node.reading.family) && /\p{Ll}{2},?$/u.test(words) && !endsOpen(words);
}

interface Edge {
  readonly first: number;
  readonly rest: number;
}

function edgeOf(view: BlockText | undefined): Edge | null {
  const style = view?.block.style;
  if (style === undefined || style.indent === null) return null;
  return { rest: style.indent, first: style.firstIndent ?? style.indent };
}

const near = (a: number, b: number): boolean => Math.abs(a - b) <= sameIndent;

function indentTarget(at: Draft, view: BlockText): Draft | null {
  const edge = edgeOf(view);
  if (edge === null) return null;
  const chain: { node: Draft; edge: Edge }[] = [];
  for (let node: Draft | null = at; node !== null && !isSection(node); node = node.parent) {
    const own = edgeOf(node.own[0]?.view);
    if (own === null) return null;
    chain.push({ node, edge: own });
  }
  const deepest = chain[0];
  const top = chain.at(-1);
  if (deepest === undefined || top === undefined) return null;
  // Where parent and child stand at one edge the indent says nothing.
  const spread =
    Math.abs(deepest.edge.rest - top.edge.rest) > sameIndent ||
    Math.abs(deepest.edge.first - top.edge.first) > sameIndent;
  if (!spread) return null;
  const level = chain.filter(({ edge: own }) => near(own.rest, edge.rest) && near(own.first, edge.first));
  const matches = level.length > 0 ? level : chain.filter(({ edge: own }) => near(own.rest, edge.rest));
  // At one edge with several of them only the list can tell.
  if (matches.length > 1 && matches[0]?.node === at) return null;
  if (matches[0] !== undefined) return matches[0].node;
  for (const { node, edge: own } of chain) if (edge.rest >= own.first - sameIndent) return node;
  return top.node;
}

/** True if `node` is the last item of a list that its stop closes, or `text` goes on with the sentence around it. */
function closesList(node: Draft, text: string, goesOn: boolean): boolean {
  const { parent, reading } = node;
  if (parent === null || reading === null || !isNumbered(node)) return false;
  const siblings = parent.children.filter((c) => c.reading?.family === reading.family);
  if (!isItem(reading.family)) {
    // 1、…；2、…。 below a sentence that announces it is a list as well.
    if (siblings.length < 2 || !isLeadIn(ownText(parent))) return false;
  }
  if (/^\p{Ll}/u.test(text)) return true;
  if (goesOn) return false;
  // A list that a colon announces and that has come to its end.
  if (siblings.length >= 2 && siblings.at(-1) === node && closesWithColon(announcement(parent))) return true;
  const before = siblings.slice(0, -1).filter((s) => s !== node);
  const last = lastWords(node);
  if (before.length === 0) return false;
  const open = before.filter((s) => endsOpen(lastWords(s))).length;
  return open >= before.length / 2 && (endsClosed(last) || endsOpen(last));
}

/** The words of `parent` that stand before its first child. */
function announcement(parent: Draft): string {
  const first = parent.own[0];
  return first === undefined ? '' : first.view.text.slice(first.from, first.to);
}

function lastWords(node: Draft): string {
  const child = node.children.findLast((c) => c.reading !== null);
  if (child !== undefined) return lastWords(child);
  return ownText(node).slice(-80);
}
