import type { BlockText } from './blockText.ts';
import { sourceOffset } from './blockText.ts';
import type { Reading } from './family.ts';

/** How strongly the place of a label speaks for it: paragraph start, visual line start, wide gap, behind a stop, mid sentence. */
export type Place = 'auto' | 'block' | 'line' | 'gap' | 'stop' | 'inline';

export interface Candidate {
  readonly kind: 'label' | 'annex' | 'heading' | 'barrier';
  readonly block: BlockText;
  /** Range of the label in the block's text; for headings the whole block. */
  readonly at: number;
  readonly end: number;
  /** Source offset of `at`. */
  readonly offset: number;
  readonly place: Place;
  readonly readings: readonly Reading[];
  /** Added to the score when accepted. */
  readonly prior: number;
  /** Text without a label stands between this and the last label: a list may begin anew. */
  readonly fresh: boolean;
  /** The words before end with a colon. */
  readonly leadIn: boolean;
  /** Word's list and depth. */
  readonly list: { readonly id: string; readonly depth: number } | null;
  /** Heading rank, for headings. */
  readonly rank: number;
  /** In a sentence and not behind a semicolon: it opens a list, but does not go on with one. */
  readonly soft: boolean;
  /** The block before is a heading: the lists above it are over. */
  readonly behindHeading: boolean;
}

/** A label candidate; other kinds are made of it. */
export function candidate(
  view: BlockText,
  at: number,
  end: number,
  place: Place,
  readings: readonly Reading[],
  prior: number,
  fresh: boolean,
  leadIn: boolean,
): Candidate {
  return {
    kind: 'label',
    block: view,
    at,
    end,
    offset: sourceOffset(view, at),
    place,
    readings,
    prior,
    fresh,
    leadIn,
    list: null,
    rank: 0,
    soft: false,
    behindHeading: false,
  };
}
