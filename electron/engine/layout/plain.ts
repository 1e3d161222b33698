import { trimSpan } from '../../../shared/span.ts';
import type { Span } from '../../../shared/span.ts';
import {
  columnsOf,
  endsSentence,
  isLabelOnly,
  isWide,
  plainLines,
  startsLower,
  startsWithLabel,
} from './plainLines.ts';
import type { PlainLine } from './plainLines.ts';
import { stripPageEdges } from './plainPages.ts';
import type { PlainPiece } from './plainPages.ts';
import { plainStyle } from './sourceText.ts';
import type { Block, SourceText } from './sourceText.ts';

/** So many empty lines in a row stand for a page break. */
const pageGap = 4;
/** A line of more columns is not a line as a person typed or saw it, but a paragraph or a page. */
const longestTypedLine = 160;
/** Text whose lines end by a margin has its margin within so many columns. */
const widestMargin = 140;
/** Least share of line ends that must be explained by a margin for the file to count as hard-wrapped. */
const wrappedShare = 0.4;
/** A part of a flattened line below this many columns is a heading, a cell or a line of an address. */
const shortPart = 40;
/** A fixed-pitch column of 10 point type, and a line of it. */
const pointsPerColumn = 6;
const pointsPerLine = 12;

/**
 * Lays out a decoded text file (line ends as `\n`). Blocks are paragraphs; the offsets are those of `text`, which is
 * kept as it is. Three kinds of files are told apart: paragraphs on one line each, paragraphs broken at a margin, and
 * flattened pages where runs of spaces stand for the former line and paragraph ends.
 */
export function layoutPlain(text: string): SourceText {
  const lines = plainLines(text);
  const margin = marginOf(text, lines);
  const { exclusions, rest } = stripPageEdges(text, piecesOf(text, lines, margin));
  return {
    text,
    blocks: paragraphsOf(text, rest, margin),
    exclusions,
    pages: [],
    positions: [],
    origins: [],
    bookmarks: [],
    issues: [],
  };
}

/** The paragraphs of a part of a text that has no pages: the inside of a fenced block, for instance. */
export function plainBlocks(text: string, from: number, to: number): Block[] {
  const lines = plainLines(text, from, to);
  const margin = marginOf(text, lines);
  return paragraphsOf(text, piecesOf(text, lines, margin), margin);
}

/** The column at which the lines of a hard-wrapped text end; null where lines are whole paragraphs. */
export function marginOf(text: string, lines: readonly PlainLine[]): number | null {
  const pairs: [PlainLine, PlainLine][] = [];
  lines.forEach((line, index) => {
    const above = lines[index - 1];
    if (above && line.blanksAbove === 0 && !line.pageBreak) pairs.push([above, line]);
  });
  if (pairs.length < 3) return null;
  const widths = pairs.map(([above]) => above.width).toSorted((a, b) => a - b);
  const margin = widths[Math.floor((widths.length - 1) * 0.95)] ?? 0;
  if (margin > widestMargin) return null;
  const full = pairs.filter(([above, line]) => isFull(text, above, line, margin)).length;
  return full >= pairs.length * wrappedShare ? margin : null;
}

/** True if the first word of `next` had no room any more at the end of `line`. */
function isFull(
  text: string,
  line: { start: number; end: number; indent: number },
  next: { start: number; end: number },
  margin: number,
): boolean {
  const width = line.indent + columnsOf(text.slice(line.start, line.end));
  const words = text.slice(next.start, Math.min(next.end, next.start + 40));
  const wide = isWide(words.codePointAt(0) ?? 0);
  // A line of Chinese may also be two columns short because punctuation must not open the next one.
  const first = wide ? 4 : 1 + columnsOf(/^\S+/u.exec(words)?.[0] ?? '');
  return width + first > margin;
}

function piecesOf(text: string, lines: readonly PlainLine[], margin: number | null): PlainPiece[] {
  const pieces: PlainPiece[] = [];
  for (const line of lines) {
    const opens = line.pageBreak || line.blanksAbove >= pageGap ? 'page' : 'line';
    const { start, end, indent, blanksAbove } = line;
    if (margin !== null || line.width <= longestTypedLine) {
      pieces.push({ start, end, indent, opens, blanksAbove });
      continue;
    }
    let at = start;
    const narrowest = isJustified(text.slice(start, end)) ? 5 : 3;
    for (const gap of text.slice(start, end).matchAll(/[ \u00a0]{3,}/gu)) {
      if (gap[0].length < narrowest) continue;
      const gapStart = start + gap.index;
      if (isLabelOnly(text.slice(at, gapStart))) continue;
      pieces.push(part(at, gapStart));
      at = gapStart + gap[0].length;
    }
    pieces.push(part(at, end));

    function part(from: number, to: number): PlainPiece {
      return from === start
        ? { start: from, end: to, indent, opens, blanksAbove }
        : { start: from, end: to, indent: 0, opens: 'gap', blanksAbove: 0 };
    }
  }
  return pieces;
}

/** Text spread to a margin has double spaces all over, so that three in a row say nothing. */
function isJustified(line: string): boolean {
  const doubles = line.match(/[^\s.:;?!] {2}(?=\S)/gu)?.length ?? 0;
  return doubles > 0.08 * (line.match(/\S+/gu)?.length ?? 0);
}

interface Paragraph {
  readonly pieces: [PlainPiece, ...PlainPiece[]];
  readonly spans: Span[];
}

function paragraphsOf(text: string, pieces: readonly PlainPiece[], margin: number | null): Block[] {
  const paragraphs: Paragraph[] = [];
  for (const piece of pieces) {
    const open = paragraphs.at(-1);
    const last = open?.pieces.at(-1);
    if (open && last && continues(text, open, last, piece, margin)) {
      open.pieces.push(piece);
      const span = open.spans.pop() as Span;
      if (piece.opens === 'page') open.spans.push(span, [piece.start, piece.end]);
      else open.spans.push([span[0], piece.end]);
    } else paragraphs.push({ pieces: [piece], spans: [[piece.start, piece.end]] });
  }
  return paragraphs.map((paragraph) => blockOf(text, paragraph, margin));
}

/** True if `piece` goes on with the paragraph whose last piece is `last`. */
function continues(text: string, open: Paragraph, last: PlainPiece, piece: PlainPiece, margin: number | null): boolean {
  const before = text.slice(last.start, last.end);
  const after = text.slice(piece.start, Math.min(piece.end, piece.start + 80));
  if (piece.opens === 'page') return continuesOverPage(before, after);
  if (piece.opens === 'gap') {
    if (startsWithLabel(after) || endsSentence(before)) return false;
    return startsLower(after) || columnsOf(before) >= shortPart;
  }
  if (margin === null || piece.blanksAbove > 0) return false;
  const full = isFull(text, last, piece, margin);
  if (startsWithLabel(after)) return full && !endsSentence(before);
  // A first line that is set in opens a paragraph; hanging lines are set in together.
  const body = open.pieces[1] ?? (piece.indent > last.indent ? piece : last);
  if (piece.indent >= body.indent + 2) return false;
  return full || (!endsSentence(before) && startsLower(after));
}

function continuesOverPage(before: string, after: string): boolean {
  if (endsSentence(before) || startsWithLabel(after)) return false;
  if (startsLower(after)) return columnsOf(before) >= shortPart || /[,，、]$/u.test(before);
  return isWide(after.codePointAt(0) ?? 0) && columnsOf(before) >= shortPart && columnsOf(after) >= shortPart;
}

function blockOf(text: string, { pieces, spans }: Paragraph, margin: number | null): Block {
  const [first, ...later] = pieces;
  const firstIndent = first.indent * pointsPerColumn;
  const indents = later.filter((piece) => piece.opens === 'line').map((piece) => piece.indent);
  return {
    spans: spans.map((span) => trimSpan(text, span)),
    kind: 'paragraph',
    lines: pieces.map((piece) => piece.start),
    page: null,
    style: {
      ...plainStyle,
      align: isCentred(text, pieces, margin) ? 'center' : null,
      indent: indents.length > 0 ? Math.min(...indents) * pointsPerColumn : firstIndent,
      firstIndent,
      spaceBefore: first.blanksAbove * pointsPerLine,
    },
    label: null,
    cell: null,
    note: null,
  };
}

/** Lines set in by the same measure on both sides, or, without a known margin, a short line set in by a lot. */
function isCentred(text: string, pieces: readonly PlainPiece[], margin: number | null): boolean {
  return pieces.every((piece) => {
    if (piece.opens === 'gap' || piece.indent < 10) return false;
    const width = columnsOf(text.slice(piece.start, piece.end));
    if (margin === null) return piece.indent >= 20 && width <= 80;
    return Math.abs(margin - piece.indent - width - piece.indent) <= 6;
  });
}
