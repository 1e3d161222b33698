/** Robertson's BM25 with the usual constants, over lists of index terms. */
export class Bm25 {
  static readonly K1 = 1.2;
  static readonly B = 0.75;
  readonly #frequencies: readonly ReadonlyMap<string, number>[];
  readonly #lengths: readonly number[];
  readonly #documents = new Map<string, number>();
  readonly #mean: number;

  constructor(texts: readonly (readonly string[])[]) {
    this.#lengths = texts.map((terms) => terms.length);
    this.#mean = this.#lengths.reduce((sum, n) => sum + n, 0) / Math.max(1, texts.length);
    this.#frequencies = texts.map((terms) => {
      const counts = new Map<string, number>();
      for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
      for (const term of counts.keys()) this.#documents.set(term, (this.#documents.get(term) ?? 0) + 1);
      return counts;
    });
  }

  /** One score per text; 0 where no term is shared. A term that stands twice in the query counts twice. */
  scores(query: readonly string[]): number[] {
    const size = this.#frequencies.length;
    return this.#frequencies.map((counts, i) => {
      let sum = 0;
      for (const term of query) {
        const tf = counts.get(term);
        if (tf === undefined) continue;
        const n = this.#documents.get(term) ?? 0;
        const idf = Math.log(1 + (size - n + 0.5) / (n + 0.5));
        const norm = Bm25.K1 * (1 - Bm25.B + (Bm25.B * (this.#lengths[i] ?? 0)) / (this.#mean || 1));
        sum += (idf * tf * (Bm25.K1 + 1)) / (tf + norm);
      }
      return sum;
    });
  }
}
