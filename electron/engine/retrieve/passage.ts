import type { Evidence } from '../../../shared/model.ts';
import type { Span } from '../../../shared/span.ts';
import type { DocumentView } from './documentView.ts';

export type Role = Evidence['role'];

/** What stands beside a passage: its lead-in, the definitions it uses, its proviso. */
export interface Companion {
  readonly role: Role;
  readonly node: string;
  readonly slices: readonly Span[];
}

/** One clause, or part of one, found for a question. `view` is the document it lies in. */
export interface Passage {
  readonly view: DocumentView;
  readonly node: string;
  /** The chunk that was found; null for a clause that was looked up by its number. */
  readonly chunk: string | null;
  /** Ordered, disjoint, inside one clause. */
  readonly slices: readonly Span[];
  /** 0..1; passages are ordered by it. */
  readonly score: number;
  /** Cosine, BM25 and structure, each scaled to 0..1 over the candidates (structure is 0..1 by itself). */
  readonly parts: { readonly dense: number; readonly lexical: number; readonly structure: number };
  readonly companions: readonly Companion[];
}
