import type { Exclusion, Issue } from '../../../shared/model.ts';
import type { Span } from '../../../shared/span.ts';

/** Where a stretch of text comes from. Text without an origin entry is `typed`. */
export type Origin = 'typed' | 'computed-label' | 'field' | 'note' | 'cell' | 'ocr';

/** PDF points, origin at the top left of the page as shown (rotation applied). */
export type Box = readonly [x: number, y: number, width: number, height: number];

export interface PageInfo {
  /** From 1. */
  readonly page: number;
  readonly width: number;
  readonly height: number;
}

/** The box of one run of glyphs: `text.slice(start, end)` is drawn there. Sorted by `start`, disjoint. */
export interface Position {
  readonly start: number;
  readonly end: number;
  readonly page: number;
  readonly box: Box;
}

/** What the page shows about a block beside its words. `null` where the format does not say. */
export interface BlockStyle {
  /** Outline level from a heading style, `#` marks or PDF bookmarks; 1 is the highest. */
  readonly headingLevel: number | null;
  /** Font size in points. */
  readonly size: number | null;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly underline: boolean;
  readonly align: 'left' | 'center' | 'right' | 'justify' | null;
  /** Distance of the left edge of the block's later lines from the left edge of the text column, in points. */
  readonly indent: number | null;
  /** The same for its first line. */
  readonly firstIndent: number | null;
  /** White space above, in points. */
  readonly spaceBefore: number | null;
  /** Name of the paragraph style as the format has it ("Heading 1", "List Number"). */
  readonly name: string | null;
}

export const plainStyle: BlockStyle = {
  headingLevel: null,
  size: null,
  bold: false,
  italic: false,
  underline: false,
  align: null,
  indent: null,
  firstIndent: null,
  spaceBefore: null,
  name: null,
};

export interface CellPlace {
  /** Tables are counted over the document, from 0. */
  readonly table: number;
  readonly row: number;
  readonly column: number;
  readonly rowSpan: number;
  readonly columnSpan: number;
  /** The cell is part of the head of its table. */
  readonly header: boolean;
}

/** One paragraph, table cell or note, in reading order. */
export interface Block {
  /** Ordered, disjoint. More than one where a page break puts a footer and header inside the paragraph. */
  readonly spans: readonly Span[];
  readonly kind: 'paragraph' | 'cell' | 'note';
  /** Offsets at which its visual lines start, the first included; a label is looked for at each. */
  readonly lines: readonly number[];
  /** Page on which it starts; null without pages. */
  readonly page: number | null;
  readonly style: BlockStyle;
  /** Automatic number that the format computes (Word): its characters, the list and the depth from 0 in it. */
  readonly label: { readonly span: Span; readonly list: string; readonly depth: number } | null;
  readonly cell: CellPlace | null;
  /** For notes: offset of the mark in the body that refers to it, null when none was found. */
  readonly note: { readonly mark: string; readonly anchor: number | null } | null;
}

/**
 * One document as text. `text` is immutable; all else are UTF-16 offsets into it. Every non-space character lies in
 * exactly one block or in exactly one exclusion.
 */
export interface SourceText {
  readonly text: string;
  readonly blocks: readonly Block[];
  readonly exclusions: readonly Exclusion[];
  readonly pages: readonly PageInfo[];
  readonly positions: readonly Position[];
  readonly origins: readonly { readonly start: number; readonly end: number; readonly origin: Origin }[];
  /** Bookmarks and tags of the file, as hints for headings. */
  readonly bookmarks: readonly { readonly title: string; readonly level: number; readonly page: number | null }[];
  readonly issues: readonly Issue[];
}
