import type { DocumentKind } from '../../../shared/model.ts';

/** Sizes in tokens of the embedding model. Read at each call, so a changed value counts without a restart. */
export interface ChunkParameters {
  /** A child chunk never exceeds this; longer leaves are split at sentence ends. */
  readonly max: number;
  /** Blocks of general documents are merged until this is reached. */
  readonly target: number;
  /** Tokens kept for path and lead-in before the chunk's own words; a longer context is cut from its oldest end. */
  readonly context: number;
}

export const chunkParameters: Record<DocumentKind, ChunkParameters> = {
  // The embedder reads 512 tokens; 480 leaves room for its prefix and special tokens.
  contract: { max: 480, target: 480, context: 120 },
  general: { max: 400, target: 320, context: 60 },
};
