import type { Evidence, PageBoxes } from '../../../shared/model.ts';
import type { Span } from '../../../shared/span.ts';
import { hull, overlaps, quoteOf } from '../../../shared/span.ts';
import { invariant } from '../../../shared/error.ts';
import type { Position } from '../layout/sourceText.ts';
import type { DocumentView } from '../retrieve/documentView.ts';
import type { Role } from '../retrieve/passage.ts';

/** A quote before it is written out: which words of which node, and why they stand there. */
export interface Quote {
  readonly view: DocumentView;
  readonly node: string;
  readonly role: Role;
  readonly slices: readonly Span[];
}

/** The quote with its number, path and place. The words are always the slices, joined by one space. */
export function evidenceOf({ view, node: id, role, slices }: Quote): Evidence {
  const node = view.node(id);
  invariant(node !== undefined && slices.length > 0, 'a quote names a node of its document and has words');
  const [start, end] = hull(slices);
  return {
    role,
    document: view.id,
    file: view.parsed.info.name,
    node: id,
    number: view.numberOf(node),
    path: [...node.path],
    quote: quoteOf(view.text, slices),
    slices: slices.map(([from, to]) => [from, to]),
    start,
    end,
    pages: pagesOf(view.parsed.source.positions, slices),
  };
}

/** Boxes of all runs that the slices touch, by page; empty without pages. */
export function pagesOf(positions: readonly Position[], slices: readonly Span[]): PageBoxes[] {
  const pages = new Map<number, [number, number, number, number][]>();
  for (const slice of slices) {
    for (let i = firstEndingAfter(positions, slice[0]); i < positions.length; i++) {
      const position = positions[i];
      if (position === undefined || position.start >= slice[1]) break;
      if (!overlaps([position.start, position.end], slice)) continue;
      const [x, y, width, height] = position.box;
      const boxes = pages.get(position.page);
      if (boxes) boxes.push([x, y, width, height]);
      else pages.set(position.page, [[x, y, width, height]]);
    }
  }
  return [...pages].sort((a, b) => a[0] - b[0]).map(([page, boxes]) => ({ page, boxes }));
}

function firstEndingAfter(positions: readonly Position[], offset: number): number {
  let low = 0;
  let high = positions.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((positions[middle]?.end ?? Number.POSITIVE_INFINITY) <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
