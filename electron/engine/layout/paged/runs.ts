/** Why glyphs that the file draws cannot be seen on the page. */
export type HiddenReason =
  /** Render mode without fill or stroke, or alpha 0. */
  | 'invisible'
  /** The colour of what lies behind. */
  | 'colour'
  /** Painted over later. */
  | 'covered'
  /** Under two points. */
  | 'tiny'
  /** Outside the page or its clip. */
  | 'off-page'
  /** On a layer that is switched off. */
  | 'layer';

/**
 * A stretch of glyphs without white space: one word, or one unbroken stretch of Chinese. Lengths are points, the
 * origin is the top left corner of the page as shown (rotation applied), y grows downwards.
 */
export interface GlyphRun {
  readonly text: string;
  /** Where the baseline starts. */
  readonly x: number;
  readonly y: number;
  /** Advance along the direction of writing. */
  readonly width: number;
  /** Height of the em as shown. */
  readonly size: number;
  /** Direction of writing in whole degrees clockwise, 0..359; 0 reads to the right. Vertical writing is 90. */
  readonly angle: number;
  readonly font: number;
  /** Stroked as well as filled, the other way to draw bold. */
  readonly heavy: boolean;
  /** A space glyph was drawn between the run before it and this one. */
  readonly spaced: boolean;
  /** The same glyphs were drawn at the same place before. */
  readonly overprint: boolean;
  readonly hidden: HiddenReason | null;
  /** Level of the heading that the tags of the file make it, 1 is the highest; null without. */
  readonly heading: number | null;
  /** The tags of the file call it no part of the text, as running headers are. */
  readonly artifact: boolean;
}

export interface RunFont {
  /** PostScript name without the subset prefix; empty where the file does not say. */
  readonly name: string;
  readonly bold: boolean;
  readonly italic: boolean;
  /** A Chinese face of even, heavy strokes (黑体): bold beside a Song face, plain where all text is set in it. */
  readonly gothic: boolean;
}

/** A thin straight line or the edge of a stroked box, axis-parallel; either x0 = x1 or y0 = y1. */
export interface Rule {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

/** What one page draws. `runs` are in drawing order. */
export interface PageRuns {
  /** From 1. */
  readonly page: number;
  readonly width: number;
  readonly height: number;
  readonly runs: readonly GlyphRun[];
  readonly rules: readonly Rule[];
  readonly origin: 'typed' | 'ocr';
}

export interface Bookmark {
  readonly title: string;
  /** 1 is the highest. */
  readonly level: number;
  /** From 1. */
  readonly page: number | null;
}

/** All that `layoutPages` needs to know of one paged document. */
export interface PagedDocument {
  readonly pages: readonly PageRuns[];
  /** Looked up by `GlyphRun.font`. */
  readonly fonts: readonly RunFont[];
  readonly bookmarks: readonly Bookmark[];
}
