import type { Chunk, ClauseNode, ClauseTree } from '../../../shared/model.ts';
import { overlaps, quoteOf } from '../../../shared/span.ts';
import type { Span } from '../../../shared/span.ts';
import type { SourceText } from '../layout/sourceText.ts';
import type { Tokenizer } from '../ports.ts';
import { fixedTokenChunks } from './fixed.ts';
import { chunkParameters } from './parameters.ts';

export interface ChunkFigures {
  readonly chunks: number;
  readonly tokens: { readonly min: number; readonly median: number; readonly max: number };
  readonly under100Tokens: number;
  /** Over 1.5 x the largest allowed size. */
  readonly overlong: number;
  /** Chunks that hold text of two clauses of which neither contains the other. */
  readonly borderCrossings: number;
  /** Chunks that hold numbers and no words. */
  readonly isolatedNumbers: number;
}

export interface ChunkReport {
  readonly clauses: ChunkFigures;
  /** Windows of 512 tokens with an overlap of 50 over the same text, for comparison. */
  readonly fixed: ChunkFigures;
}

/** Counts over the chunks of one document, beside fixed 512/50 chunks of the same text. */
export function chunkReport(
  source: SourceText,
  tree: ClauseTree,
  chunks: readonly Chunk[],
  tokenizer: Tokenizer,
): ChunkReport {
  const limit = chunkParameters[tree.kind].max * 1.5;
  const leaves = leafSpans(tree.nodes);
  const fixed = fixedTokenChunks(source.text, tokenizer).map((span) => [span]);
  return {
    clauses: figures(
      source.text,
      chunks.map((chunk) => chunk.slices),
      leaves,
      limit,
      tokenizer,
    ),
    fixed: figures(source.text, fixed, leaves, limit, tokenizer),
  };
}

/** Own slices of every node that is cited by itself, in order, each with the index of its node. */
function leafSpans(nodes: readonly ClauseNode[]): { span: Span; node: string }[] {
  return nodes
    .filter((node) => node.kind !== 'root')
    .flatMap((node) => node.own.map((span) => ({ span, node: node.id })))
    .toSorted((a, b) => a.span[0] - b.span[0]);
}

function figures(
  text: string,
  chunks: readonly (readonly Span[])[],
  leaves: readonly { span: Span; node: string }[],
  limit: number,
  tokenizer: Tokenizer,
): ChunkFigures {
  const sizes = chunks.map((slices) => tokenizer.count(quoteOf(text, slices))).toSorted((a, b) => a - b);
  return {
    chunks: chunks.length,
    tokens: { min: sizes[0] ?? 0, median: sizes[sizes.length >> 1] ?? 0, max: sizes.at(-1) ?? 0 },
    under100Tokens: sizes.filter((size) => size < 100).length,
    overlong: sizes.filter((size) => size > limit).length,
    borderCrossings: chunks.filter((slices) => crosses(slices, leaves)).length,
    isolatedNumbers: chunks.filter((slices) => /^[\d\s.,%()（）¥$€£-]+$/u.test(quoteOf(text, slices))).length,
  };
}

function crosses(slices: readonly Span[], leaves: readonly { span: Span; node: string }[]): boolean {
  const touched = new Set<string>();
  for (const slice of slices) {
    // Binary search for the first leaf that can overlap.
    let low = 0;
    let high = leaves.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((leaves[middle]?.span[1] ?? 0) <= slice[0]) low = middle + 1;
      else high = middle;
    }
    for (let index = low; index < leaves.length; index++) {
      const leaf = leaves[index];
      if (leaf === undefined || leaf.span[0] >= slice[1]) break;
      if (overlaps(leaf.span, slice)) touched.add(leaf.node);
    }
  }
  return touched.size > 1;
}
