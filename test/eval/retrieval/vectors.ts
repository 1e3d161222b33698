import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Embedder, Tokenizer } from '../../../electron/engine/ports.ts';
import { quietRun } from '../../../electron/engine/run.ts';

const HASH = 20;
/** Texts between two writes of the cache: a run that is stopped loses little. */
const SLICE = 64;

/** Vectors by hash of text and kind, kept in one file per model: 20 bytes of sha1, then the floats. */
export class VectorCache {
  readonly #file: string;
  readonly #vectors = new Map<string, Float32Array>();
  readonly #embedder: Embedder;
  readonly #tokenizer: Tokenizer;

  constructor(folder: string, embedder: Embedder, tokenizer: Tokenizer) {
    this.#embedder = embedder;
    this.#tokenizer = tokenizer;
    mkdirSync(folder, { recursive: true });
    this.#file = join(folder, `vectors-${embedder.id.replaceAll(/[^\w.-]/g, '_')}.bin`);
    if (!existsSync(this.#file)) return;
    const bytes = readFileSync(this.#file);
    const size = HASH + embedder.dimension * 4;
    for (let at = 0; at + size <= bytes.length; at += size) {
      const key = bytes.toString('hex', at, at + HASH);
      this.#vectors.set(
        key,
        new Float32Array(bytes.buffer.slice(bytes.byteOffset + at + HASH, bytes.byteOffset + at + size)),
      );
    }
  }

  /** One vector per text, in order. A text over the window is embedded in halves and averaged. */
  async embed(texts: readonly string[], kind: 'query' | 'passage'): Promise<Float32Array[]> {
    const keys = texts.map((text) => createHash('sha1').update(`${kind}\n${text}`).digest('hex'));
    const missing = [
      ...new Map(keys.flatMap((key, i) => (this.#vectors.has(key) ? [] : [[key, texts[i] ?? ''] as const]))),
    ];
    for (let at = 0; at < missing.length; at += SLICE) {
      const slice = missing.slice(at, at + SLICE);
      const parts = slice.map(([, text]) => this.#fitting(text));
      const vectors = await this.#embedder.embed(parts.flat(), kind, quietRun);
      let from = 0;
      const bytes: Buffer[] = [];
      for (const [i, [key]] of slice.entries()) {
        const count = parts[i]?.length ?? 0;
        const vector = mean(vectors.slice(from, from + count), this.#embedder.dimension);
        from += count;
        this.#vectors.set(key, vector);
        bytes.push(Buffer.from(key, 'hex'), Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength));
      }
      appendFileSync(this.#file, Buffer.concat(bytes));
      if (missing.length > SLICE)
        process.stderr.write(`\r  embedding ${Math.min(at + SLICE, missing.length)} of ${missing.length} `);
    }
    if (missing.length > SLICE) process.stderr.write('\r\u001b[K');
    return keys.map((key) => this.#vectors.get(key) ?? new Float32Array(this.#embedder.dimension));
  }

  #fitting(text: string): string[] {
    if (this.#tokenizer.count(text) <= this.#tokenizer.window) return [text];
    const middle = text.length >> 1;
    return [...this.#fitting(text.slice(0, middle)), ...this.#fitting(text.slice(middle))];
  }
}

function mean(vectors: readonly Float32Array[], dimension: number): Float32Array {
  const only = vectors.length === 1 ? vectors[0] : undefined;
  if (only !== undefined) return only;
  const sum = new Float32Array(dimension);
  for (const vector of vectors) for (const [i, value] of vector.entries()) sum[i] = (sum[i] ?? 0) + value;
  const norm = Math.hypot(...sum) || 1;
  return sum.map((value) => value / norm);
}

export function cosine(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}
