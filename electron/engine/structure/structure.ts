import { invariant } from '../../../shared/error.ts';
import type { ClauseNode, ClauseTree, Exclusion, ExclusionReason } from '../../../shared/model.ts';
import { hull, mergeSpans } from '../../../shared/span.ts';
import type { Span } from '../../../shared/span.ts';
import type { SourceText } from '../layout/sourceText.ts';
import { annotate } from './annotate/annotate.ts';
import { Assembler } from './assemble.ts';
import { blockText, foldWidth, hanShare, sourceSpans } from './blockText.ts';
import type { BlockText } from './blockText.ts';
import { findCandidates } from './candidates.ts';
import { contentsBlocks } from './contents.ts';
import type { Draft } from './draft.ts';
import type { BodyStyle } from './heading.ts';
import { layoutTables } from './layoutTable.ts';
import { nameAll, referenceWord } from './naming.ts';
import { checkPartition, joinExclusions } from './partition.ts';
import { pageNumberBlocks } from './pageNumbers.ts';
import { parseSequence } from './sequence.ts';
import { abbreviate, settle } from './settle.ts';

/** Share of Han characters from which a document is cited in the Chinese way. */
const chineseShare = 0.3;

/**
 * Builds the clause tree of one document (DESIGN 2 and 4) and annotates it. Offsets are UTF-16 into `source.text`.
 * Linear in the text; throws an invariant error if the partition were broken, never for odd input.
 */
export function structure(source: SourceText, options: { readonly name: string }): ClauseTree {
  const all = source.blocks.map((block, index) => blockText(source.text, block, index));
  const contents = contentsBlocks(all);
  const numbers = pageNumberBlocks(all.filter((view) => !contents.has(view.index)));
  const dropped = (view: BlockText): boolean => contents.has(view.index) || numbers.has(view.index);
  const body = layoutTables(all.filter((view) => !dropped(view))).map((view, index) => ({ ...view, index }));
  const style = bodyStyle(body);
  const candidates = findCandidates(body, style);
  const accepted = parseSequence(candidates);
  const root = new Assembler(candidates, accepted, style).build(body);
  settle(root);
  const folded = foldWidth(source.text);
  abbreviate(root, folded);
  nameAll(root, { chinese: hanShare(folded) >= chineseShare, word: referenceWord(folded) });
  const nodes = toNodes(source, root);
  const exclusions = joinExclusions([
    ...source.exclusions,
    ...exclusionsOf(all, contents, 'toc'),
    ...exclusionsOf(all, numbers, 'page-number'),
  ]);
  const violations = checkPartition(source, { nodes, exclusions });
  invariant(violations.length === 0, `every character in one node or exclusion (${JSON.stringify(violations[0])})`);
  const annotations = annotate(source, nodes, exclusions, options.name);
  return { ...annotations, nodes, exclusions, issues: [] };
}

/** What most of the text looks like. */
function bodyStyle(blocks: readonly BlockText[]): BodyStyle {
  const sizes = new Map<number, number>();
  let bold = 0;
  let total = 0;
  for (const { block, text } of blocks) {
    if (block.style.size !== null) sizes.set(block.style.size, (sizes.get(block.style.size) ?? 0) + text.length);
    if (block.style.bold) bold += text.length;
    total += text.length;
  }
  let size: number | null = null;
  let most = 0;
  for (const [value, length] of sizes) {
    if (length > most) {
      most = length;
      size = value;
    }
  }
  return { size, bold: bold > total / 2 };
}

function exclusionsOf(
  blocks: readonly BlockText[],
  indices: ReadonlySet<number>,
  reason: ExclusionReason,
): Exclusion[] {
  return blocks
    .filter((view) => indices.has(view.index))
    .flatMap((view) => sourceSpans(view, 0, view.text.length).map(([start, end]) => ({ reason, start, end })));
}

function toNodes(source: SourceText, root: Draft): ClauseNode[] {
  const nodes: ClauseNode[] = [];
  const pageOf = pageLookup(source);
  const visit = (node: Draft, parent: string | null, path: readonly string[]): Span | null => {
    const own = mergeSpans(node.own.flatMap(({ view, from, to }) => sourceSpans(view, from, to)));
    const at = nodes.length;
    const id = `n${at}`;
    const ownPath = node.kind === 'root' ? [] : [...path, node.entry];
    const base: ClauseNode = {
      id,
      parent,
      kind: node.kind,
      label: node.label,
      number: node.number,
      path: ownPath,
      level: ownPath.length,
      heading: node.heading,
      own,
      start: 0,
      end: 0,
      pages: null,
    };
    nodes.push(base);
    const spans: Span[] = [...own];
    for (const child of node.children) {
      const span = visit(child, id, ownPath);
      if (span !== null) spans.push(span);
    }
    const [start, end] = spans.length > 0 ? hull(spans) : [0, 0];
    nodes[at] = { ...base, start, end, pages: pageOf(own.length > 0 ? own : [[start, end]]) };
    return spans.length > 0 ? [start, end] : null;
  };
  visit(root, null, []);
  return nodes;
}

/** First and last page of spans, by the positions of the text drawn there. */
function pageLookup(source: SourceText): (spans: readonly Span[]) => [number, number] | null {
  const { positions } = source;
  if (positions.length === 0) {
    if (source.pages.length === 0) return () => null;
    const starts = source.blocks.flatMap((b) =>
      b.page === null ? [] : [{ start: b.spans[0]?.[0] ?? 0, page: b.page }],
    );
    return (spans) => pageRange(spans, (offset) => starts.findLast((s) => s.start <= offset)?.page);
  }
  return (spans) =>
    pageRange(spans, (offset) => {
      let low = 0;
      let high = positions.length - 1;
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if ((positions[middle]?.start ?? Infinity) <= offset) low = middle;
        else high = middle - 1;
      }
      return positions[low]?.page;
    });
}

function pageRange(spans: readonly Span[], pageAt: (offset: number) => number | undefined): [number, number] | null {
  let first = Infinity;
  let last = 0;
  for (const [start, end] of spans) {
    for (const page of [pageAt(start), pageAt(end - 1)]) {
      if (page === undefined) continue;
      first = Math.min(first, page);
      last = Math.max(last, page);
    }
  }
  return last === 0 ? null : [first, last];
}
