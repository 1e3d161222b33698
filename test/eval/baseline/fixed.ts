import { fixedTokenChunks } from '../../../electron/engine/chunk/fixed.ts';
import type { Tokenizer } from '../../../electron/engine/ports.ts';
import { lexicalTerms } from '../../../electron/engine/retrieve/terms.ts';
import type { Span } from '../../../shared/span.ts';
import { cosine } from '../retrieval/vectors.ts';
import type { VectorCache } from '../retrieval/vectors.ts';
import { Bm25 } from './bm25.ts';

export type Cut = 'tokens' | 'characters';
export const ARMS = ['dense', 'BM25', 'RRF'] as const;
export type Arm = (typeof ARMS)[number];

/** Constant of reciprocal rank fusion (Cormack, Clarke, Büttcher, SIGIR 2009). */
const RRF = 60;

/** Fixed chunks: 512 tokens overlapping by 50, or 1,000 characters by 200 (Chinese 400 by 80). */
export function fixedChunks(text: string, cut: Cut, contract: 'en' | 'zh', tokenizer: Tokenizer): Span[] {
  if (cut === 'tokens') return fixedTokenChunks(text, tokenizer, 512, 50);
  const [size, overlap] = contract === 'zh' ? [400, 80] : [1000, 200];
  const spans: Span[] = [];
  for (let from = 0; from < text.length; from += size - overlap) {
    const to = Math.min(text.length, from + size);
    if (text.slice(from, to).trim() !== '') spans.push([from, to]);
    if (to === text.length) break;
  }
  return spans;
}

/** One document cut blindly, searched three ways. */
export class FixedIndex {
  readonly spans: readonly Span[];
  readonly #vectors: readonly Float32Array[];
  readonly #bm25: Bm25;

  private constructor(spans: readonly Span[], vectors: readonly Float32Array[], bm25: Bm25) {
    this.spans = spans;
    this.#vectors = vectors;
    this.#bm25 = bm25;
  }

  static async make(text: string, spans: readonly Span[], cache: VectorCache): Promise<FixedIndex> {
    const texts = spans.map(([from, to]) => text.slice(from, to));
    return new FixedIndex(spans, await cache.embed(texts, 'passage'), new Bm25(texts.map(lexicalTerms)));
  }

  /** Spans for a question, best first. */
  rank(question: string, vector: Float32Array, arm: Arm): Span[] {
    const dense = this.#vectors.map((each) => cosine(each, vector));
    const lexical = this.#bm25.scores(lexicalTerms(question));
    const scores = arm === 'dense' ? dense : arm === 'BM25' ? lexical : fuse(dense, lexical);
    return order(scores).flatMap((i) => (this.spans[i] === undefined ? [] : [this.spans[i]]));
  }
}

const order = (scores: readonly number[]): number[] =>
  scores.map((_, i) => i).sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);

function fuse(...lists: readonly (readonly number[])[]): number[] {
  const fused = Array.from<number>({ length: lists[0]?.length ?? 0 }).fill(0);
  for (const scores of lists)
    for (const [rank, i] of order(scores).entries()) fused[i] = (fused[i] ?? 0) + 1 / (RRF + rank + 1);
  return fused;
}
