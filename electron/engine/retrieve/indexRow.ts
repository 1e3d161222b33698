import type { Chunk } from '../../../shared/model.ts';
import { embeddingText } from '../chunk/embeddingText.ts';
import type { IndexRow } from '../ports.ts';
import { lexicalTerms } from './terms.ts';

/** What the store indexes of one chunk of the document `text`: the words to embed and their index terms. */
export function indexRow(text: string, chunk: Chunk): IndexRow {
  const words = embeddingText(text, chunk);
  return { chunk: chunk.id, text: words, terms: lexicalTerms(words).join(' ') };
}
