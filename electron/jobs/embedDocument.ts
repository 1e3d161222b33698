import { AppError, invariant } from '../../shared/error.ts';
import type { Embedder } from '../engine/ports.ts';
import { type Run, throwIfCancelled } from '../engine/run.ts';
import type { Library } from '../store/library.ts';
import type { PendingText, VectorRow } from '../store/vectorRows.ts';

/** Texts of one call of the embedder (DESIGN 10): the longest that a question or a cancellation waits for. */
export const BATCH = 8;

/** Texts fetched at a time; they are sorted by length, so the batches cut from them hold equal lengths. */
const PAGE = 512;

/**
 * Gives every text of a document its vector, longest first, in batches; what has one is not embedded again. `between`
 * is awaited before each batch. A text over the model's window does not keep the others from theirs; at the end it is
 * the failure CONTEXT_OVERFLOW with the number of `texts`.
 */
export async function embedDocument(
  document: string,
  tools: { readonly library: Library; readonly embedder: Embedder; readonly between: () => Promise<void> },
  run: Run,
): Promise<void> {
  const { library, embedder, between } = tools;
  const { embedded, total } = await library.embeddedCount(embedder.id, document);
  const overlong = new Set<string>();
  let done = embedded;
  const report = (): void => run.report({ stage: 'embed', done, total });
  report();
  for (;;) {
    const limit = PAGE + overlong.size;
    const pending = await library.pendingVectors(embedder.id, limit, document);
    const page = pending.filter(({ hash }) => !overlong.has(hash));
    if (page.length === 0) break;
    for (let at = 0; at < page.length; at += BATCH) {
      await between();
      throwIfCancelled(run);
      const { rows, tooLong } = await embedBatch(page.slice(at, at + BATCH), embedder, run);
      for (const hash of tooLong) overlong.add(hash);
      throwIfCancelled(run);
      done += await library.putVectors(embedder.id, rows);
      report();
    }
    if (pending.length < limit) break;
  }
  await library.settle();
  if (overlong.size > 0)
    throw new AppError('CONTEXT_OVERFLOW', 'texts longer than the window of the model', { texts: overlong.size });
}

async function embedBatch(
  batch: readonly PendingText[],
  embedder: Embedder,
  run: Run,
): Promise<{ rows: VectorRow[]; tooLong: string[] }> {
  try {
    const texts = batch.map(({ text }) => text);
    const vectors = await embedder.embed(texts, 'passage', { signal: run.signal, report: () => undefined });
    invariant(vectors.length === batch.length, 'one vector per text');
    return { rows: batch.map(({ hash }, i) => ({ hash, vector: vectors[i]! })), tooLong: [] };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'CONTEXT_OVERFLOW') throw error;
    if (batch.length === 1) return { rows: [], tooLong: batch.map(({ hash }) => hash) };
  }
  const alone = [];
  for (const one of batch) {
    throwIfCancelled(run);
    alone.push(await embedBatch([one], embedder, run));
  }
  return { rows: alone.flatMap(({ rows }) => rows), tooLong: alone.flatMap(({ tooLong }) => tooLong) };
}
