import { AppError } from '../../../shared/error.ts';
import type { DocumentSummary } from '../../../shared/model.ts';
import type { ParsedDocument, ScoredChunk, SearchScope, Store } from '../../../electron/engine/ports.ts';
import { indexRow } from '../../../electron/engine/retrieve/indexRow.ts';
import { Bm25 } from '../baseline/bm25.ts';
import { cosine } from './vectors.ts';

interface Row {
  readonly document: string;
  readonly chunk: string;
  readonly vector: Float32Array | null;
  readonly terms: readonly string[];
}

/**
 * The store port in memory: exact cosine, and BM25 with k1 1.2 and b 0.75 over all documents that were added. For
 * evaluations and tests; it keeps nothing.
 */
export class MemoryStore implements Store {
  readonly #documents = new Map<string, ParsedDocument>();
  readonly #model: string;
  #rows: Row[] = [];
  #bm25: Bm25 | null = null;

  /** `model` is the id of the embedder whose vectors are added. */
  constructor(model: string) {
    this.#model = model;
  }

  /** Adds a document with one vector per chunk, in order; a missing vector is a chunk that is not embedded yet. */
  add(parsed: ParsedDocument, vectors: readonly (Float32Array | null)[]): void {
    this.#documents.set(parsed.info.id, parsed);
    for (const [i, chunk] of parsed.chunks.entries()) {
      this.#rows.push({
        document: parsed.info.id,
        chunk: chunk.id,
        vector: vectors[i] ?? null,
        terms: indexRow(parsed.source.text, chunk)
          .terms.split(' ')
          .filter((term) => term !== ''),
      });
    }
    this.#bm25 = null;
  }

  documents(): Promise<DocumentSummary[]> {
    return Promise.resolve(
      [...this.#documents.values()].map(({ info, tree, chunks }) => ({
        ...info,
        title: tree.front.title,
        importedAt: '2026-01-01T00:00:00.000Z',
        bytes: 0,
        clauses: tree.nodes.length,
        chunks: chunks.length,
        embedded: this.#rows.filter(({ document, vector }) => document === info.id && vector !== null).length,
      })),
    );
  }

  load(document: string): Promise<ParsedDocument> {
    const parsed = this.#documents.get(document);
    return parsed === undefined
      ? Promise.reject(new AppError('DOCUMENT_NOT_FOUND', 'no such document', { document }))
      : Promise.resolve(parsed);
  }

  dense(vector: Float32Array, model: string, scope: SearchScope): Promise<ScoredChunk[]> {
    return Promise.resolve(
      model === this.#model
        ? best(this.#rows, scope, ({ vector: own }) => (own === null ? null : cosine(own, vector)))
        : [],
    );
  }

  lexical(terms: readonly string[], scope: SearchScope): Promise<ScoredChunk[]> {
    this.#bm25 ??= new Bm25(this.#rows.map((row) => row.terms));
    const scores = this.#bm25.scores(terms);
    return Promise.resolve(
      best(this.#rows, scope, (_, i) => {
        const score = scores[i] ?? 0;
        return score > 0 ? score : null;
      }),
    );
  }
}

function best(
  rows: readonly Row[],
  scope: SearchScope,
  scoreOf: (row: Row, i: number) => number | null,
): ScoredChunk[] {
  const wanted = scope.documents === null ? null : new Set(scope.documents);
  const scored: ScoredChunk[] = [];
  for (const [i, row] of rows.entries()) {
    if (wanted !== null && !wanted.has(row.document)) continue;
    const score = scoreOf(row, i);
    if (score !== null) scored.push({ document: row.document, chunk: row.chunk, score });
  }
  return scored.sort((a, b) => b.score - a.score).slice(0, scope.limit);
}
