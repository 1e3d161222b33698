import type { ClauseNode } from '../../../../shared/model.ts';
import type { Span } from '../../../../shared/span.ts';
import { childrenOf, parentOf, passagesOf, spanIn } from './view.ts';
import type { Passage, TreeView } from './view.ts';

/** A rule or a proviso: the node and the words in it. */
export interface Side {
  readonly node: ClauseNode;
  readonly span: Span;
}

/** Folded position after the label and the heading of the node, if the passage opens with them. */
function bodyStart(passage: Passage): number {
  let at = 0;
  const { node, text } = passage;
  const skip = (words: string | null): void => {
    if (words === null) return;
    const plain = words.replace(/\s+/g, ' ').trim();
    const position = text.toLowerCase().indexOf(plain.toLowerCase(), at);
    if (plain !== '' && position >= 0 && position - at <= 3) at = position + plain.length;
  };
  skip(node.label);
  skip(node.heading);
  const separators = /^[\s.:;、。)）-]*/.exec(text.slice(at));
  return at > 0 ? at + (separators?.[0].length ?? 0) : 0;
}

/** The sentences of a passage without the label and heading that it opens with. */
export function bodySentences(passage: Passage): Span[] {
  const from = bodyStart(passage);
  const spans: Span[] = [];
  for (const [start, end] of passage.sentences) {
    let at = Math.max(start, from);
    const label =
      at === start
        ? /^(?:\(?[\dA-Za-z]{1,4}[.)]|[\d.]{2,9}|\([一二三四五六七八九十]{1,3}\)|[①-⑳]) ?/.exec(
            passage.text.slice(at, end),
          )
        : null;
    if (label) at += label[0].length;
    while (at < end && passage.text.charAt(at) === ' ') at++;
    if (end - at >= 4) spans.push([at, end]);
  }
  return spans;
}

const bodySpan = (passage: Passage): Span | null => {
  const sentences = bodySentences(passage);
  const first = sentences[0];
  const last = sentences.at(-1);
  return first && last ? spanIn(passage, first[0], last[1]) : null;
};

/** Everything that the paragraph says before the folded position; null where the position is in its first sentence. */
export function earlierIn(passage: Passage, at: number): Side | null {
  const sentences = bodySentences(passage);
  const index = sentences.findIndex(([, end]) => end > at);
  const first = sentences[0];
  const last = sentences[index - 1];
  return first && last ? { node: passage.node, span: spanIn(passage, first[0], last[1]) } : null;
}

/** The rule that a sentence which limits "what stands before" means; null at the start of everything. */
export function ruleBefore(view: TreeView, passage: Passage, at: number): Side | null {
  const sentences = bodySentences(passage);
  const index = sentences.findIndex(([, end]) => end > at);
  const previous = sentences[index - 1];
  const { node } = passage;
  if (previous) return { node, span: spanIn(passage, previous[0], previous[1]) };
  const own = passagesOf(view, node);
  for (const other of own.filter((one) => one.index < passage.index).toReversed()) {
    const span = bodySpan(other);
    if (span) return { node, span };
  }
  if (node.parent === null) return null;
  const parent = parentOf(view, node);
  if (parent === undefined) return null;
  const siblings = childrenOf(view, parent);
  for (let i = siblings.indexOf(node) - 1; i >= 0; i--) {
    const sibling = siblings[i];
    if (sibling === undefined || sibling.kind === 'note' || sibling.kind === 'table') continue;
    const span = lastBody(view, sibling);
    if (span) return { node: sibling, span };
    if (sibling.kind !== 'paragraph') break;
  }
  for (const other of passagesOf(view, parent).toReversed()) {
    const span = other.index < passage.index && parent.parent !== null ? bodySpan(other) : null;
    if (span) return { node: parent, span };
  }
  return null;
}

/** A line of words without a verb of duty is the heading of what follows. */
const isHeading = (passage: Passage): boolean =>
  passage.text.length < 90 &&
  !/[.;:。;,]["”')]?$/.test(passage.text) &&
  !/\b(?:shall|will|may|must|is|are|means)\b|应|须|得|可|由/.test(passage.text);

/** What a clause says of its own: its last sentence, its lead-in where items follow, all of it below a bare heading. */
export function lastBody(view: TreeView, node: ClauseNode): Span | null {
  const parts = childrenOf(view, node).length > 0;
  for (const passage of passagesOf(view, node).toReversed()) {
    const last = parts && isHeading(passage) ? undefined : bodySentences(passage).at(-1);
    if (last) return spanIn(passage, last[0], last[1]);
  }
  return parts ? [node.start, node.end] : null;
}

export function wholeOf(view: TreeView, node: ClauseNode): Side {
  const parts = childrenOf(view, node).length > 0;
  for (const passage of passagesOf(view, node)) {
    const span = parts && isHeading(passage) ? null : bodySpan(passage);
    if (span) return { node, span };
  }
  return { node, span: [node.start, node.end] };
}
