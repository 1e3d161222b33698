import { isSpace } from '../../../shared/span.ts';
import type { Span } from '../../../shared/span.ts';
import type { Block } from '../layout/sourceText.ts';

/** The words of one block as one string, with a way back to the offsets of the source. */
export interface BlockText {
  readonly index: number;
  readonly block: Block;
  /** Slices joined, full-width ASCII forms and the ideographic space folded one to one. */
  readonly text: string;
  /** The same length as `text`, unfolded: what the page shows. */
  readonly raw: string;
  /** Offsets in `text` at which a visual line starts, ascending, the first ink included. */
  readonly lines: readonly number[];
  /** First ink in `text`; `text.length` for a blank block. */
  readonly first: number;
  readonly pieces: readonly { readonly at: number; readonly source: number; readonly length: number }[];
}

const wide = /[\uFF01-\uFF5E\u3000\u00A0\u2002-\u200A\u037E\u2010\u2011\u202F]/g;

/** Folds full-width ASCII and wide spaces one unit to one unit, so that offsets stay. */
export const foldWidth = (text: string): string =>
  text.replace(wide, (c) => {
    const unit = c.charCodeAt(0);
    if (unit >= 0xff01) return String.fromCharCode(unit - 0xfee0);
    // PDF fonts often map the semicolon to the Greek question mark, which looks the same.
    if (unit === 0x37e) return ';';
    return unit === 0x2010 || unit === 0x2011 ? '-' : ' ';
  });

export function blockText(source: string, block: Block, index: number): BlockText {
  const pieces: { at: number; source: number; length: number }[] = [];
  let raw = '';
  let end = -1;
  for (const [from, to] of block.spans) {
    // A hole that holds a line break (page break, footer) parts words; markup such as ** does not.
    if (end >= 0 && /\s/.test(source.slice(end, from))) raw += '\n';
    pieces.push({ at: raw.length, source: from, length: to - from });
    raw += source.slice(from, to);
    end = to;
  }
  const text = foldWidth(raw);
  let first = 0;
  while (first < text.length && isSpace(text.charCodeAt(first))) first++;
  const lines = new Set<number>([first]);
  for (const line of block.lines) {
    const piece = pieces.find((p) => line >= p.source && line < p.source + p.length);
    if (piece === undefined) continue;
    let at = piece.at + line - piece.source;
    while (at < text.length && isSpace(text.charCodeAt(at))) at++;
    if (at < text.length) lines.add(at);
  }
  return { index, block, text, raw, lines: [...lines].sort((a, b) => a - b), first, pieces };
}

/** Source spans of the range `[from, to)` of the block's text, blank ends trimmed; empty if it holds no ink. */
export function sourceSpans(view: BlockText, from: number, to: number): Span[] {
  const spans: Span[] = [];
  for (const piece of view.pieces) {
    let a = Math.max(from, piece.at);
    let b = Math.min(to, piece.at + piece.length);
    while (a < b && isSpace(view.text.charCodeAt(a))) a++;
    while (b > a && isSpace(view.text.charCodeAt(b - 1))) b--;
    if (b > a) spans.push([piece.source + a - piece.at, piece.source + b - piece.at]);
  }
  return spans;
}

/** Source offset of the position `at` of the block's text. */
export function sourceOffset(view: BlockText, at: number): number {
  let last = 0;
  for (const piece of view.pieces) {
    if (at < piece.at) return piece.source;
    if (at < piece.at + piece.length) return piece.source + at - piece.at;
    last = piece.source + piece.length;
  }
  return last;
}

/** Han, kana and the full stops and brackets set with them. */
export const isHan = (text: string): boolean => /[\u3400-\u9fff\uf900-\ufaff]/.test(text);

/** Share of Han characters among the letters of a text, 0..1. */
export function hanShare(text: string): number {
  let han = 0;
  let latin = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit >= 0x3400 && unit <= 0x9fff) han++;
    else if ((unit >= 65 && unit <= 90) || (unit >= 97 && unit <= 122)) latin++;
  }
  // One Han character says about as much as three Latin letters.
  return han === 0 ? 0 : han / (han + latin / 3);
}
