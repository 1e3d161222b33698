import { availableParallelism } from 'node:os';
import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { AppError, invariant } from '../../shared/error.ts';
import type { Embedder } from '../engine/ports.ts';
import { throwIfCancelled } from '../engine/run.ts';
import type { Run } from '../engine/run.ts';
import { packId, readEmbedderManifest, verifyPack } from './pack.ts';
import { loadEncode } from './tokenizer.ts';

/** Longest batch: larger ones cost memory and make a question wait without giving speed. */
export const BATCH_TEXTS = 8;
export const BATCH_TOKENS = 8 * 256;
/** Texts that are tokenized between two turns of the event loop. */
const TOKENIZE_SLICE = 32;

export interface Batch {
  /** Positions in the call's list. */
  readonly items: readonly number[];
  /** Tokens of its longest text: what each is padded to. */
  readonly length: number;
}

/** Batches of similar length, shortest first: padding is computed too, so mixed lengths would waste most of a batch. */
export function planBatches(lengths: readonly number[]): Batch[] {
  const order = lengths.map((_, i) => i).sort((a, b) => (lengths[a] ?? 0) - (lengths[b] ?? 0) || a - b);
  const batches: Batch[] = [];
  let items: number[] = [];
  let longest = 0;
  for (const i of order) {
    const length = lengths[i] ?? 0;
    if (items.length === BATCH_TEXTS || (items.length > 0 && length * (items.length + 1) > BATCH_TOKENS)) {
      batches.push({ items, length: longest });
      items = [];
    }
    items.push(i);
    longest = length;
  }
  if (items.length > 0) batches.push({ items, length: longest });
  return batches;
}

/** Mean of the token vectors (no padding), scaled to length 1. `hidden` is texts x length x dimension. */
export function poolMean(
  hidden: Float32Array,
  counts: readonly number[],
  length: number,
  dimension: number,
): Float32Array[] {
  return counts.map((count, text) => {
    const vector = new Float32Array(dimension);
    for (let token = 0; token < count; token++) {
      const at = (text * length + token) * dimension;
      for (let d = 0; d < dimension; d++) vector[d]! += hidden[at + d]!;
    }
    const norm = Math.hypot(...vector);
    invariant(norm > 0, 'a pooled vector has a length');
    for (let d = 0; d < dimension; d++) vector[d]! /= norm;
    return vector;
  });
}

type Compute = (ids: readonly (readonly number[])[], length: number) => Promise<Float32Array>;

/**
 * Loads a pack of embeddings into this process: about 0.8 s. onnxruntime computes on the calling thread, so this
 * belongs into a host of its own. Throws MODEL_NOT_FOUND, or MODEL_INVALID with the file that is missing or changed.
 */
export async function loadEmbedder(packDir: string): Promise<Embedder> {
  const dir = path.resolve(packDir);
  const manifest = await readEmbedderManifest(dir);
  await verifyPack(dir);
  const encode = await loadEncode(dir);
  const compute = await loadModel(dir);
  const schedule = queue();
  const { window, dimension, prefixes } = manifest;

  return {
    id: packId(manifest),
    dimension,
    embed: async (texts, kind, run) => {
      const ids = await tokenize(texts, prefixes[kind], window, encode, run);
      const vectors: Float32Array[] = [];
      let done = 0;
      for (const { items, length } of planBatches(ids.map((tokens) => tokens.length))) {
        throwIfCancelled(run);
        const rows = items.map((i) => ids[i] ?? []);
        const hidden = await schedule(kind, run, () => compute(rows, length));
        const pooled = poolMean(
          hidden,
          rows.map((row) => row.length),
          length,
          dimension,
        );
        items.forEach((item, k) => (vectors[item] = pooled[k]!));
        done += items.length;
        run.report({ stage: 'embed', done, total: texts.length });
      }
      return vectors;
    },
  };
}

/** Token ids of every text with its prefix. Throws CONTEXT_OVERFLOW before anything is computed. */
async function tokenize(
  texts: readonly string[],
  prefix: string,
  window: number,
  encode: (text: string) => readonly number[],
  run: Run,
): Promise<(readonly number[])[]> {
  const all: (readonly number[])[] = [];
  for (const [index, text] of texts.entries()) {
    if (index > 0 && index % TOKENIZE_SLICE === 0) {
      await turn();
      throwIfCancelled(run);
    }
    const ids = encode(prefix + text);
    if (ids.length > window) {
      throw new AppError('CONTEXT_OVERFLOW', 'a text is longer than the window of the embedding model', {
        tokens: ids.length,
        window,
        index,
      });
    }
    all.push(ids);
  }
  return all;
}

/** One batch at a time; a query's batch goes before all waiting passages. */
function queue() {
  type Start = () => Promise<void>;
  const lanes = { query: [] as Start[], passage: [] as Start[] };
  let busy = false;
  const pump = async (): Promise<void> => {
    if (busy) return;
    busy = true;
    // The turn lets messages in, so that a query which came during the last batch is seen before the next one.
    for (let start; (start = lanes.query.shift() ?? lanes.passage.shift()); await turn()) await start();
    busy = false;
  };
  return <T>(kind: 'query' | 'passage', run: Run, work: () => Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      const start = async (): Promise<void> => {
        try {
          throwIfCancelled(run);
          resolve(await work());
        } catch (error) {
          reject(error);
        }
      };
      lanes[kind].push(start);
      void pump();
    });
}

async function loadModel(dir: string): Promise<Compute> {
  const { AutoModel, Tensor, env } = await import('@huggingface/transformers');
  env.allowRemoteModels = false;
  env.allowLocalModels = true;
  env.localModelPath = path.dirname(dir);
  env.useFSCache = false;
  const model = await AutoModel.from_pretrained(path.basename(dir), {
    dtype: 'q4',
    device: 'cpu',
    local_files_only: true,
    session_options: { intraOpNumThreads: Math.min(availableParallelism(), 8) },
  });
  return async (ids, length) => {
    const shape = [ids.length, length];
    const input = new BigInt64Array(ids.length * length);
    const mask = new BigInt64Array(ids.length * length);
    ids.forEach((row, text) => {
      row.forEach((id, token) => {
        input[text * length + token] = BigInt(id);
        mask[text * length + token] = 1n;
      });
    });
    const output = (await model({
      input_ids: new Tensor('int64', input, shape),
      attention_mask: new Tensor('int64', mask, shape),
    })) as { last_hidden_state: { data: Float32Array; dispose(): void } };
    return output.last_hidden_state.data;
  };
}
