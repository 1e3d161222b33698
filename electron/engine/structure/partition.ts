import type { ClauseNode, ClauseTree, Exclusion } from '../../../shared/model.ts';
import { isSpace } from '../../../shared/span.ts';
import type { Span } from '../../../shared/span.ts';
import type { SourceText } from '../layout/sourceText.ts';

/** One breach of the partition; offsets are UTF-16. */
export interface PartitionViolation {
  readonly kind: 'gap' | 'overlap' | 'order' | 'hull' | 'parent';
  readonly start: number;
  readonly end: number;
  readonly node: string | null;
}

/**
 * Checks that every non-space character lies in exactly one node's own text or one exclusion, that parents come before and
 * contain their children, and that hulls are right. Returns at most 100 violations. O(n log n) in the spans.
 */
export function checkPartition(
  source: Pick<SourceText, 'text'>,
  tree: Pick<ClauseTree, 'nodes' | 'exclusions'>,
): PartitionViolation[] {
  const found: PartitionViolation[] = [];
  const spans: { span: Span; node: string | null }[] = [];
  const byId = new Map<string, ClauseNode>();
  for (const node of tree.nodes) {
    let last = -1;
    for (const [start, end] of node.own) {
      if (start < last || end <= start) found.push({ kind: 'order', start, end, node: node.id });
      if (start < node.start || end > node.end) found.push({ kind: 'hull', start, end, node: node.id });
      last = end;
      spans.push({ span: [start, end], node: node.id });
    }
    const parent = node.parent === null ? null : byId.get(node.parent);
    if (node.parent !== null && parent === undefined) {
      found.push({ kind: 'parent', start: node.start, end: node.end, node: node.id });
    } else if (parent && (parent.start > node.start || parent.end < node.end)) {
      found.push({ kind: 'hull', start: node.start, end: node.end, node: node.id });
    }
    byId.set(node.id, node);
  }
  for (const { start, end } of tree.exclusions) spans.push({ span: [start, end], node: null });
  spans.sort((a, b) => a.span[0] - b.span[0] || a.span[1] - b.span[1]);
  let at = 0;
  const gap = (from: number, to: number): void => {
    for (let i = from; i < to; i++) {
      if (isSpace(source.text.charCodeAt(i))) continue;
      let end = i + 1;
      while (end < to && !isSpace(source.text.charCodeAt(end))) end++;
      found.push({ kind: 'gap', start: i, end, node: null });
      if (found.length >= 100) return;
      i = end;
    }
  };
  for (const { span, node } of spans) {
    const [start, end] = span;
    if (start > at) gap(at, start);
    else if (start < at && hasInk(source.text, start, Math.min(at, end)))
      found.push({ kind: 'overlap', start, end: Math.min(at, end), node });
    if (end > at) at = end;
    if (found.length >= 100) return found.slice(0, 100);
  }
  gap(at, source.text.length);
  return found.slice(0, 100);
}

function hasInk(text: string, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if (!isSpace(text.charCodeAt(i))) return true;
  return false;
}

/** Spans of exclusions, ordered; those that overlap are joined under the first one's reason. */
export function joinExclusions(exclusions: readonly Exclusion[]): Exclusion[] {
  const sorted = exclusions.filter((e) => e.end > e.start).toSorted((a, b) => a.start - b.start || a.end - b.end);
  const joined: Exclusion[] = [];
  for (const exclusion of sorted) {
    const last = joined.at(-1);
    if (last && exclusion.start < last.end) {
      if (exclusion.end > last.end) joined[joined.length - 1] = { ...last, end: exclusion.end };
    } else joined.push(exclusion);
  }
  return joined;
}
