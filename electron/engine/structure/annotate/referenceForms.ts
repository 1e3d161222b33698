import type { Reference } from '../../../../shared/model.ts';

/** A place as a text names it, before it is looked up in the tree. */
export interface Place {
  /** Annex that the number is counted in (`Schedule 2`, `附件二`); null for the running text. */
  readonly annex: string | null;
  /** What the number or the word is relative to; null for an absolute number. */
  readonly base: Base | null;
  /** The word before the number, lower case and singular: section, article, clause, paragraph …, 条, 款, 项; '' for none. */
  readonly word: string;
  /** The number as printed, without the word; '' where the base alone is meant. */
  readonly number: string;
}

export type Base =
  /** "this Section", 本条. */
  | { readonly kind: 'this'; readonly word: string }
  /** 前款, 前两款, 前条, "the preceding paragraph". */
  | { readonly kind: 'before'; readonly word: string; readonly count: number }
  /** "the foregoing": what stands right before the sentence. */
  | { readonly kind: 'foregoing' }
  /** 上述情形: the items of the list right before the sentence. */
  | { readonly kind: 'items' }
  /** The clause with that heading: 标题为“保密”的条款, the Section titled "Survival". */
  | { readonly kind: 'headed'; readonly words: string };

/** A reference in a folded line. */
export interface ReferenceFound {
  readonly start: number;
  readonly end: number;
  readonly kind: Reference['kind'];
  /** Single places, or first and last of a range; empty for what lies outside the document. */
  readonly places: readonly { readonly first: Place; readonly last: Place | null }[];
  /** It says itself that it points outside the document; a title may still be that of an annex (then it has a place). */
  readonly external: boolean;
  /** Too weak a sign to be called dangling: dropped unless it resolves. */
  readonly weak: boolean;
}
