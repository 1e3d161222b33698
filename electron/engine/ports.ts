import type { Chunk, ClauseTree, DocumentInfo, DocumentSummary, Format } from '../../shared/model.ts';
import type { SourceText } from './layout/sourceText.ts';
import type { Run } from './run.ts';

/** One file as read: text with positions, before any structure. */
export interface ReadResult {
  readonly format: Format;
  readonly source: SourceText;
}

export interface ReadRequest {
  readonly bytes: Uint8Array;
  /** File name without folders; a hint only, the format comes from the content. */
  readonly name: string;
  readonly password?: string;
}

/** Turns the bytes of one format into text. Throws `AppError` with a FILE_ or FORMAT_ code on bad input. */
export interface Reader {
  read(request: ReadRequest, run: Run): Promise<ReadResult>;
}

/** Everything that is known of one document. Plain data: it crosses processes and is stored as it is. */
export interface ParsedDocument {
  readonly info: DocumentInfo;
  readonly source: SourceText;
  readonly tree: ClauseTree;
  readonly chunks: readonly Chunk[];
}

/** Reads, lays out, structures and chunks one file. */
export interface Parser {
  parse(
    request: { readonly path: string; readonly name: string; readonly password?: string },
    run: Run,
  ): Promise<ParsedDocument>;
}

/** Counts tokens as the embedding model does, special tokens included. */
export interface Tokenizer {
  /** Longest input of the model in tokens. */
  readonly window: number;
  count(text: string): number;
}

export interface Embedder {
  /** Model name and hash of its files; stored with every vector. */
  readonly id: string;
  readonly dimension: number;
  /**
   * One L2-normalised vector per text, in order. The prefix of `kind` is added by the adapter.
   * `queries` overtake waiting `passages`. Throws `CONTEXT_OVERFLOW` for a text over the window: nothing is cut.
   */
  embed(texts: readonly string[], kind: 'query' | 'passage', run: Run): Promise<Float32Array[]>;
}

/** Cross-encoder: one relevance in 0..1 per passage, in order. */
export interface Reranker {
  readonly id: string;
  score(question: string, passages: readonly string[], run: Run): Promise<number[]>;
}

export interface GenerateRequest {
  readonly system: string;
  readonly prompt: string;
  /** JSON schema the output is forced into; a bounded subset (object, array, string, enum, number, boolean). */
  readonly schema: object;
  readonly maxTokens: number;
}

export interface Generator {
  /** Name shown to people and stored with answers. */
  readonly name: string;
  /** Longest prompt and answer together, in tokens. */
  readonly window: number;
  count(text: string): Promise<number>;
  /** The raw JSON text, which may be cut at `maxTokens`. Throws `CONTEXT_OVERFLOW` before reading an over-long prompt. */
  generate(request: GenerateRequest, run: Run, onText?: (text: string) => void): Promise<string>;
}

export interface ScoredChunk {
  readonly document: string;
  readonly chunk: string;
  /** Cosine for dense, positive BM25 for lexical: more is better. */
  readonly score: number;
}

export interface SearchScope {
  /** Ids to search in; null is the whole library. */
  readonly documents: readonly string[] | null;
  readonly limit: number;
}

/** What retrieval and answers read. Documents that are not visible (removed, half imported) never appear. */
export interface Store {
  documents(): Promise<DocumentSummary[]>;
  /** Throws `DOCUMENT_NOT_FOUND`. */
  load(document: string): Promise<ParsedDocument>;
  /** Exact cosine over the vectors of `model`. */
  dense(vector: Float32Array, model: string, scope: SearchScope): Promise<ScoredChunk[]>;
  /** BM25 over index terms (`engine/retrieve/terms.ts`); a chunk that shares no term is not returned. */
  lexical(terms: readonly string[], scope: SearchScope): Promise<ScoredChunk[]>;
}

/** Rows that accompany a parsed document into the store. */
export interface IndexRow {
  readonly chunk: string;
  /** Text to embed: path, lead-in, slices. */
  readonly text: string;
  /** Index terms, white space between. */
  readonly terms: string;
}

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}
