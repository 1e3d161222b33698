import type { ClauseTree, ExclusionReason, NodeKind } from '../../shared/model.ts';
import { isSpace, overlaps, trimSpan } from '../../shared/span.ts';
import type { Span } from '../../shared/span.ts';

/** One paragraph of the reading view: a slice of the text, never more than one line of it. */
export interface ReadingBlock {
  readonly span: Span;
  /** Node that owns it; null for excluded text. */
  readonly node: string | null;
  readonly kind: NodeKind | null;
  readonly level: number;
  readonly heading: boolean;
  readonly excluded: ExclusionReason | null;
}

/** The whole text of a document as paragraphs in reading order: every line of own text and of exclusions. */
export function readingBlocks(text: string, tree: ClauseTree): ReadingBlock[] {
  const blocks: ReadingBlock[] = [];
  for (const node of tree.nodes) {
    let first = true;
    for (const slice of node.own) {
      for (const span of lines(text, slice)) {
        const heading = first && node.heading !== null && isHeadingLine(text.slice(...span), node.label, node.heading);
        first = false;
        blocks.push({ span, node: node.id, kind: node.kind, level: node.level, heading, excluded: null });
      }
    }
  }
  for (const { start, end, reason } of tree.exclusions) {
    for (const span of lines(text, [start, end])) {
      blocks.push({ span, node: null, kind: null, level: 0, heading: false, excluded: reason });
    }
  }
  return blocks.toSorted((a, b) => a.span[0] - b.span[0]);
}

/** A stretch of one block: marked where it is cited. */
export interface ReadingPart {
  readonly span: Span;
  readonly marked: boolean;
}

/** Cuts a block at the borders of the cited slices. The parts are the block again. */
export function markedParts(block: Span, slices: readonly Span[]): ReadingPart[] {
  const cuts = new Set<number>(block);
  for (const slice of slices) {
    for (const cut of slice) if (cut > block[0] && cut < block[1]) cuts.add(cut);
  }
  const points = [...cuts].toSorted((a, b) => a - b);
  return points.slice(1).map((end, index) => {
    const span: Span = [points[index] ?? end, end];
    return { span, marked: slices.some((slice) => overlaps(slice, span)) };
  });
}

function lines(text: string, [start, end]: Span): Span[] {
  const found: Span[] = [];
  let from = start;
  while (from < end) {
    const next = text.indexOf('\n', from);
    const to = next === -1 || next > end ? end : next;
    const line = trimSpan(text, [from, to]);
    if (line[1] > line[0] && !isSpace(text.charCodeAt(line[0]))) found.push(line);
    from = to + 1;
  }
  return found;
}

const bare = (text: string): string => text.replaceAll(/[\s.:：。、]/g, '');

/** True when the line holds the label and the heading and nothing else. */
const isHeadingLine = (line: string, label: string | null, heading: string): boolean =>
  bare(line) === bare((label ?? '') + heading) || bare(line) === bare(heading);
