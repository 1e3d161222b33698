import { AppError } from '../../../shared/error.ts';
import type { DocumentSummary } from '../../../shared/model.ts';
import type { IndexRow, ParsedDocument, ScoredChunk, SearchScope, Store } from '../../../electron/engine/ports.ts';

interface Held {
  readonly parsed: ParsedDocument;
  readonly summary: DocumentSummary;
  readonly rows: readonly IndexRow[];
}

/** BM25 constants of the index (defaults of pg_textsearch). */
const K1 = 1.2;
const B = 0.75;

/** The store port in plain arithmetic: what the real one is compared with. */
export class MemoryStore implements Store {
  readonly #held = new Map<string, Held>();
  readonly #vectors = new Map<string, Map<string, Float32Array>>();

  add(parsed: ParsedDocument, rows: readonly IndexRow[], summary: DocumentSummary): void {
    this.#held.set(parsed.info.id, { parsed, rows, summary });
  }

  remove(document: string): void {
    this.#held.delete(document);
  }

  embed(model: string, vectorOf: (text: string) => Float32Array): void {
    const vectors = new Map<string, Float32Array>();
    for (const { rows } of this.#held.values()) for (const { text } of rows) vectors.set(text, vectorOf(text));
    this.#vectors.set(model, vectors);
  }

  async documents(): Promise<DocumentSummary[]> {
    return [...this.#held.values()].map(({ summary }) => summary);
  }

  async load(document: string): Promise<ParsedDocument> {
    const held = this.#held.get(document);
    if (held === undefined) throw new AppError('DOCUMENT_NOT_FOUND', 'no such document', { document });
    return held.parsed;
  }

  async dense(vector: Float32Array, model: string, scope: SearchScope): Promise<ScoredChunk[]> {
    const vectors = this.#vectors.get(model);
    return this.#rank(scope, ({ text }) => {
      const other = vectors?.get(text);
      return other === undefined ? null : cosine(vector, other);
    });
  }

  async lexical(terms: readonly string[], scope: SearchScope): Promise<ScoredChunk[]> {
    const all = [...this.#held.values()].flatMap(({ rows }) => rows.map((row) => row.terms.split(' ')));
    const average = all.reduce((sum, words) => sum + words.length, 0) / all.length;
    const idf = new Map<string, number>();
    for (const term of new Set(terms)) {
      const count = all.filter((words) => words.includes(term)).length;
      idf.set(term, Math.log(1 + (all.length - count + 0.5) / (count + 0.5)));
    }
    return this.#rank(scope, (row) => {
      const words = row.terms.split(' ');
      let score = 0;
      for (const [term, weight] of idf) {
        const times = terms.filter((each) => each === term).length;
        const found = words.filter((word) => word === term).length;
        score += (times * weight * found * (K1 + 1)) / (found + K1 * (1 - B + (B * words.length) / average));
      }
      return score > 0 ? score : null;
    });
  }

  #rank({ documents, limit }: SearchScope, scoreOf: (row: IndexRow) => number | null): ScoredChunk[] {
    const ranked: ScoredChunk[] = [];
    for (const [document, { rows }] of this.#held) {
      if (documents !== null && !documents.includes(document)) continue;
      for (const row of rows) {
        const score = scoreOf(row);
        if (score !== null) ranked.push({ document, chunk: row.chunk, score });
      }
    }
    return ranked.toSorted((a, b) => b.score - a.score).slice(0, limit);
  }
}

function cosine(a: Float32Array, b: Float32Array): number {
  let dot = 0;
  for (const [i, value] of a.entries()) dot += value * (b[i] ?? 0);
  return dot / (Math.hypot(...a) * Math.hypot(...b));
}
