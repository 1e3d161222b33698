import type { Chunk } from '../../../shared/model.ts';
import { quoteOf } from '../../../shared/span.ts';

/** Characters of path and lead-in that go before a chunk's own words; older context is left out first. */
const MAX_PATH = 160;
const MAX_LEAD_IN = 300;

/** The text whose vector stands for a chunk: path, lead-in of the parent, then the exact slices. */
export function embeddingText(text: string, chunk: Pick<Chunk, 'path' | 'leadIn' | 'slices'>): string {
  const path = chunk.path.join(' > ').slice(-MAX_PATH);
  const leadIn = quoteOf(text, chunk.leadIn).slice(-MAX_LEAD_IN);
  return [path, leadIn, quoteOf(text, chunk.slices)].filter((part) => part !== '').join('\n');
}
