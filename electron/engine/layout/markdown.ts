import { contains, isSpace, subtractSpans, trimSpan } from '../../../shared/span.ts';
import type { Span } from '../../../shared/span.ts';
import type { Exclusion } from '../../../shared/model.ts';
import { foldName, scanInline } from './markdownInline.ts';
import { isDelimiterRow, pipeRow } from './markdownTable.ts';
import { marginOf, plainBlocks } from './plain.ts';
import { endsSentence, isWide, plainLines, startsWithLabel } from './plainLines.ts';
import type { PlainLine } from './plainLines.ts';
import { plainStyle } from './sourceText.ts';
import type { Block, BlockStyle, CellPlace, SourceText } from './sourceText.ts';

const pointsPerColumn = 6;

/** One line behind its quote marks and list markers. */
interface Line {
  /** First character behind the containers, white space skipped. */
  readonly start: number;
  readonly end: number;
  /** Column of `start`; quote marks count as two. */
  readonly column: number;
  readonly quoted: boolean;
}

interface Open {
  readonly start: number;
  end: number;
  readonly lines: number[];
  readonly indent: number;
  readonly firstIndent: number;
  /** Length of the list of markup when it opened. */
  readonly markupFrom: number;
  readonly note: { readonly mark: string; readonly anchor: number | null } | null;
}

/**
 * Lays out Markdown (CommonMark with pipe tables, footnotes, HTML tags and front matter). Offsets are those of `text`,
 * which is kept as it is: markup lies in exclusions of reason `other`, so the spans of a block read as rendered words.
 * Numbers of ordered lists are text as typed; bullets are markup, their depth is the block's indent.
 */
export function layoutMarkdown(text: string): SourceText {
  return new MarkdownLayout(text).run();
}

class MarkdownLayout {
  readonly #text: string;
  readonly #blocks: Block[] = [];
  readonly #markup: Span[] = [];
  readonly #cellOrigins: { start: number; end: number; origin: 'cell' }[] = [];
  readonly #references: ReadonlySet<string>;
  /** Lines that end by a margin, so that their ends say nothing; else a line of Chinese is a paragraph. */
  readonly #wrapped: boolean;
  /** Columns at which the text of the open list items begins. */
  #lists: number[] = [];
  #open: Open | null = null;
  #tables = 0;

  constructor(text: string) {
    this.#text = text;
    this.#references = new Set(
      [...text.matchAll(/^ {0,3}\[([^[\]^][^[\]]*)\]:[ \t]*\S/gmu)].map((match) => foldName(match[1] as string)),
    );
    this.#wrapped =
      marginOf(
        text,
        plainLines(text).map((line) => asProse(text, line)),
      ) !== null;
  }

  run(): SourceText {
    const text = this.#text;
    let at = this.#frontMatter();
    while (at < text.length) at = this.#line(at);
    this.#close();
    const exclusions: Exclusion[] = [];
    for (const [start, end] of this.#markup.toSorted((a, b) => a[0] - b[0])) {
      const last = exclusions.at(-1);
      if (last && last.end >= start) exclusions[exclusions.length - 1] = { ...last, end: Math.max(last.end, end) };
      else exclusions.push({ reason: 'other', start, end });
    }
    return {
      text,
      blocks: this.#blocks.map((block) => this.#anchored(block)),
      exclusions,
      pages: [],
      positions: [],
      origins: this.#cellOrigins,
      bookmarks: [],
      issues: [],
    };
  }

  #frontMatter(): number {
    const match = /^---[ \t]*\n(?:[\s\S]*?\n)?(?:---|\.\.\.)[ \t]*(?:\n|$)/u.exec(this.#text);
    // A rule at the top of an ordinary text is no front matter: that has keys.
    if (!match || !/^[\w-]+[ \t]*:/mu.test(match[0])) return 0;
    this.#exclude(0, match[0].length);
    return match[0].length;
  }

  /** Handles the line at `at` and what belongs to it; returns the start of the next one. */
  #line(at: number): number {
    const text = this.#text;
    const newline = text.indexOf('\n', at);
    const lineEnd = newline === -1 ? text.length : newline;
    const next = lineEnd + 1;
    const line = this.#containers(at, lineEnd);
    if (line === null) {
      this.#close();
      return next;
    }
    const words = text.slice(line.start, line.end);
    const fence = /^(`{3,}|~{3,})[^`]*$/u.exec(words);
    if (fence) {
      this.#leaveItem(line);
      return this.#fenced(line, fence[1] as string, next);
    }
    if (words.startsWith('<!--')) {
      this.#leaveItem(line);
      const close = text.indexOf('-->', line.start + 4);
      const end = close === -1 ? text.length : close + 3;
      this.#close();
      this.#exclude(line.start, end);
      return this.#afterComment(end);
    }
    const heading = /^(#{1,6})(?=[\s\p{Script=Han}]|$)\s*/u.exec(words);
    if (heading) {
      this.#leaveItem(line);
      return this.#heading(line, heading, next);
    }
    if (
      this.#open &&
      this.#open.end <= line.start &&
      !line.quoted &&
      this.#open.lines.length === 1 &&
      /^(?:=+|-{2,})\s*$/u.test(words)
    ) {
      this.#exclude(line.start, line.end);
      this.#close(words.startsWith('=') ? 1 : 2);
      return next;
    }
    if (/^(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,}|={3,}\s*)$/u.test(words)) {
      this.#leaveItem(line);
      this.#close();
      this.#exclude(line.start, line.end);
      return next;
    }
    if (words.includes('|') && this.#isTableHead(line, next)) {
      this.#leaveItem(line);
      return this.#table(line, next);
    }
    const note = /^\[\^([^\]\s]+)\]:\s*/u.exec(words);
    if (note) {
      this.#leaveItem(line);
      this.#close();
      this.#exclude(line.start, line.start + note[0].length);
      this.#begin(line.start + note[0].length, line.end, line, line, { mark: note[1] as string, anchor: null });
      return next;
    }
    if (/^\[[^[\]^][^[\]]*\]:[ \t]*\S+/u.test(words) && !this.#open) {
      this.#exclude(line.start, line.end);
      return next;
    }
    this.#paragraphLine(line);
    return next;
  }

  /** Takes quote marks and list markers off a line; null for an empty line. New list items open a block. */
  #containers(from: number, end: number): Line | null {
    const text = this.#text;
    let at = from;
    let column = 0;
    let quoted = false;
    const skipSpace = (): void => {
      for (; at < end && isSpace(text.charCodeAt(at)); at++)
        column += text[at] === '\t' ? 4 - (column % 4) : text[at] === '\u3000' ? 2 : 1;
    };
    skipSpace();
    while (at < end && text[at] === '>') {
      this.#exclude(at, at + 1);
      at++;
      column += 2;
      quoted = true;
      if (text[at] === ' ') at++;
      skipSpace();
    }
    if (at >= end) return null;
    let marked: { start: number; column: number } | null = null;
    for (;;) {
      const item = /^(?:[-*+•·]|(\d{1,9})[.)])(?=[ \t\u3000]|$)/u.exec(text.slice(at, end));
      if (!item || isRule(text.slice(at, end))) break;
      // A number in the middle of a paragraph is a word unless a list is open or the sentence before has ended.
      if (item[1] !== undefined && !marked && this.#open && this.#lists.length === 0 && !this.#mayBreak()) break;
      const marker = item[0].length;
      while (this.#lists.length > 0 && (this.#lists.at(-1) as number) > column) this.#lists.pop();
      const markColumn = column;
      const markStart = at;
      at += marker;
      column += marker;
      skipSpace();
      this.#lists.push(column);
      marked ??= { start: markStart, column: markColumn };
      if (item[1] === undefined) {
        this.#exclude(markStart, markStart + marker);
        if (marked.start === markStart) marked = { start: at, column: markColumn };
        continue;
      }
      break;
    }
    if (marked === null) {
      while (this.#lists.length > 0 && (this.#lists.at(-1) as number) > column && !this.#open) this.#lists.pop();
      return { start: at, end, column, quoted };
    }
    this.#close();
    if (at >= end && marked.start >= end) return null;
    this.#begin(marked.start, end, { column }, { column: marked.column }, null);
    return { start: at, end, column, quoted };
  }

  /** Where a list item holds another kind of block, only the item's marker, if it is text, is a block of its own. */
  #leaveItem(line: Line): void {
    const open = this.#open;
    if (!open || open.end <= line.start) return;
    if (open.start < line.start) open.end = line.start;
    else this.#open = null;
  }

  #mayBreak(): boolean {
    const open = this.#open;
    return open !== null && endsSentence(this.#text.slice(open.lines.at(-1), open.end).trimEnd());
  }

  #paragraphLine(line: Line): void {
    const open = this.#open;
    if (open && line.start >= open.start && line.start < open.end) return;
    const text = this.#text;
    if (open && !this.#startsParagraph(line, text.slice(open.lines.at(-1), open.end).trimEnd())) {
      open.end = line.end;
      open.lines.push(line.start);
      return;
    }
    this.#close();
    this.#begin(line.start, line.end, line, line, null);
  }

  /** Single line ends are spaces in Markdown; authors of Chinese use them as paragraphs, and so do lists without marks. */
  #startsParagraph(line: Line, before: string): boolean {
    const words = this.#text.slice(line.start, line.end);
    if (startsWithLabel(words)) return endsSentence(before);
    if (this.#wrapped) return false;
    return isWide(before.codePointAt(0) ?? 0) && isWide(words.codePointAt(0) ?? 0);
  }

  #heading(line: Line, heading: RegExpExecArray, next: number): number {
    const text = this.#text;
    this.#close();
    const start = line.start + heading[0].length;
    const [, words] = trimSpan(text, [start, line.end]);
    const trailing = /(?:^|[ \t])#+$/u.exec(text.slice(start, words))?.[0].trimStart().length ?? 0;
    this.#exclude(line.start, line.start + (heading[1] as string).length);
    if (trailing > 0) this.#exclude(words - trailing, words);
    this.#lists = [];
    this.#begin(Math.min(start, words - trailing), words - trailing, { column: 0 }, { column: 0 }, null);
    this.#close((heading[1] as string).length);
    return next;
  }

  #fenced(line: Line, mark: string, next: number): number {
    const text = this.#text;
    this.#close();
    this.#exclude(line.start, line.end);
    let end = text.length;
    let after = text.length;
    const close = new RegExp(`^[ \\t>]*${mark[0] === '`' ? '`' : '~'}{${String(mark.length)},}[ \\t]*$`, 'gmu');
    close.lastIndex = next;
    const found = next <= text.length ? close.exec(text) : null;
    if (found) {
      end = found.index;
      after = found.index + found[0].length;
      this.#exclude(end, after);
    }
    this.#blocks.push(...plainBlocks(text, Math.min(next, end), end));
    return after + 1;
  }

  #afterComment(end: number): number {
    // What follows a comment on its line is read as a line of its own.
    const newline = this.#text.indexOf('\n', end);
    const rest = this.#text.slice(end, newline === -1 ? undefined : newline);
    return rest.trim() === '' ? (newline === -1 ? this.#text.length : newline + 1) : end;
  }

  #isTableHead(line: Line, next: number): boolean {
    const text = this.#text;
    const end = text.indexOf('\n', next);
    const under = text.slice(next, end === -1 ? undefined : end).replace(/^[ \t>]+/u, '');
    if (!isDelimiterRow(under)) return false;
    return pipeRow(text, line.start, line.end).cells.length === pipeRow(under, 0, under.length).cells.length;
  }

  #table(head: Line, next: number): number {
    const text = this.#text;
    this.#close();
    const table = this.#tables++;
    this.#row(head, table, 0);
    const delimiterEnd = text.indexOf('\n', next);
    this.#exclude(next, delimiterEnd === -1 ? text.length : delimiterEnd);
    let at = delimiterEnd === -1 ? text.length : delimiterEnd + 1;
    for (let row = 1; at < text.length; row++) {
      const newline = text.indexOf('\n', at);
      const end = newline === -1 ? text.length : newline;
      const words = text.slice(at, end);
      if (!words.includes('|')) break;
      const quote = /^[ \t]*(?:>[ \t]?)*/u.exec(words)?.[0] ?? '';
      if (quote.includes('>')) this.#exclude(at, at + quote.length);
      this.#row({ start: at + quote.length, end }, table, row);
      at = end + 1;
    }
    return at;
  }

  #row(line: { readonly start: number; readonly end: number }, table: number, row: number): void {
    const { cells, pipes } = pipeRow(this.#text, line.start, line.end);
    this.#markup.push(...pipes);
    cells.forEach((cell, column) => {
      const place: CellPlace = { table, row, column, rowSpan: 1, columnSpan: 1, header: row === 0 };
      this.#push(cell, [cell[0]], plainStyle, place, null, this.#markup.length);
    });
  }

  #begin(start: number, end: number, body: { column: number }, first: { column: number }, note: Open['note']): void {
    this.#open = {
      start,
      end,
      lines: [start],
      indent: body.column * pointsPerColumn,
      firstIndent: first.column * pointsPerColumn,
      markupFrom: this.#markup.length,
      note,
    };
  }

  #close(headingLevel: number | null = null): void {
    const open = this.#open;
    this.#open = null;
    if (!open) return;
    const style = { ...plainStyle, headingLevel, indent: open.indent, firstIndent: open.firstIndent };
    this.#push([open.start, open.end], open.lines, style, null, open.note, open.markupFrom);
  }

  #push(
    range: Span,
    lines: readonly number[],
    style: BlockStyle,
    cell: CellPlace | null,
    note: Open['note'],
    markupFrom: number,
  ): void {
    const text = this.#text;
    const inline = scanInline(text, range[0], range[1], this.#references);
    const inside = this.#markup.slice(markupFrom).filter((span) => contains(range, span));
    this.#markup.push(...inline.markup);
    const spans = subtractSpans([range], [...inline.markup, ...inside])
      .map((span) => trimSpan(text, span))
      .filter(([start, end]) => start < end);
    if (spans.length === 0) return;
    const within = (ranges: readonly Span[]): boolean =>
      ranges.length > 0 && spans.every((span) => ranges.some((outer) => contains(outer, span)));
    const starts = [...lines, ...inline.breaks]
      .map((offset) => spans.find(([, end]) => end > offset)?.[0] ?? -1)
      .map((start, index) => Math.max(start, ink(text, [...lines, ...inline.breaks][index] as number)))
      .filter((offset) => spans.some(([start, end]) => start <= offset && offset < end));
    this.#blocks.push({
      spans,
      kind: note ? 'note' : cell ? 'cell' : 'paragraph',
      lines: [...new Set(starts)].toSorted((a, b) => a - b),
      page: null,
      style: { ...style, bold: within(inline.strong), italic: within(inline.emphasis) },
      label: null,
      cell,
      note,
    });
    if (cell) for (const [start, end] of spans) this.#cellOrigins.push({ start, end, origin: 'cell' });
  }

  /** Ties a note to its mark in the body. */
  #anchored(block: Block): Block {
    if (!block.note) return block;
    const mark = `[^${block.note.mark}]`;
    const anchor = this.#blocks
      .filter((other) => other.kind !== 'note')
      .flatMap((other) => other.spans)
      .map(
        ([start, end]) =>
          this.#text.slice(start, end).indexOf(mark) +
          (this.#text.slice(start, end).includes(mark) ? start : -Infinity),
      )
      .find((offset) => offset >= 0);
    return { ...block, note: { ...block.note, anchor: anchor ?? null } };
  }

  #exclude(start: number, end: number): void {
    const span = trimSpan(this.#text, [start, end]);
    if (span[0] < span[1]) this.#markup.push(span);
  }
}

/** Rows of tables, headings and items say nothing about a margin: they are set apart. */
function asProse(text: string, line: PlainLine): PlainLine {
  const structural = /^(?:[|#>]|[-*+•]\s|\d{1,9}[.)]\s)/u.test(text.slice(line.start, line.end));
  return structural ? { ...line, pageBreak: true } : line;
}

const isRule = (line: string): boolean => /^(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,})$/u.test(line);

function ink(text: string, offset: number): number {
  let at = offset;
  while (at < text.length && isSpace(text.charCodeAt(at))) at++;
  return at;
}
