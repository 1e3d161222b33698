import type { Exclusion, ExclusionReason } from '../../../../shared/model.ts';
import type { Span } from '../../../../shared/span.ts';
import type { Block, BlockStyle, Origin, Position, SourceText } from '../sourceText.ts';
import { endsWithHyphen, type Hyphenation } from './hyphens.ts';
import { measure, usualLeading } from './margins.ts';
import { isCentred, toParagraphs, type Aside, type Flow, type Paragraph } from './paragraphs.ts';
import type { TableCell, TableRegion } from './tables.ts';
import { boxOf, lineJoin, spaceBetween, type Row, type Word } from './words.ts';

/** A position ends at the first space behind this many characters: boxes of a quote are then right to a few letters. */
const positionLength = 24;

interface MutableBlock {
  spans: [number, number][];
  lines: number[];
}

/** Appends lines to the one text of the document and keeps what was put where. */
export class TextWriter {
  private readonly parts: string[] = [];
  private length = 0;
  private readonly positions: Position[] = [];
  private readonly blocks: Block[] = [];
  private readonly exclusions: Exclusion[] = [];
  private readonly origins: { start: number; end: number; origin: Origin }[] = [];
  private readonly hyphenation: Hyphenation;
  /** Offset of each raised mark: `page|mark`. */
  private readonly marks = new Map<string, number>();
  private readonly notes: { block: number; page: number; mark: string }[] = [];
  private inNote = false;
  private tables = 0;
  private openTable: { index: number; edges: readonly number[]; rows: number; page: number; last: number } | null =
    null;

  constructor(hyphenation: Hyphenation) {
    this.hyphenation = hyphenation;
  }

  flow(item: Flow): void {
    if (item.kind === 'paragraph') this.paragraph(item);
    else if (item.kind === 'table') this.table(item.region, item.page);
    else this.aside(item);
  }

  /** Text that is shown but is no evidence, or that cannot be seen: one exclusion per row. */
  exclude(rows: readonly Row[], reason: ExclusionReason): void {
    for (const row of rows) {
      this.separate();
      const start = this.length;
      this.line(row);
      this.exclusions.push({ reason, start, end: this.length });
    }
  }

  ocrFrom(start: number): void {
    if (this.length > start) this.origins.push({ start, end: this.length, origin: 'ocr' });
  }

  get end(): number {
    return this.length;
  }

  finish(): Pick<SourceText, 'text' | 'blocks' | 'exclusions' | 'positions' | 'origins'> {
    for (const { block, page, mark } of this.notes) {
      const anchor = this.marks.get(`${page}|${mark}`) ?? null;
      this.blocks[block] = { ...this.blocks[block]!, note: { mark, anchor } };
    }
    return {
      text: this.parts.join(''),
      // A note inside a paragraph that goes over the page end is written before that ends.
      blocks: this.blocks.toSorted((a, b) => a.spans[0]![0] - b.spans[0]![0]),
      exclusions: this.exclusions,
      positions: this.positions,
      origins: this.origins,
    };
  }

  private paragraph({ lines, spaceBefore }: Paragraph): void {
    this.separate();
    const block = this.begin();
    lines.forEach(({ row, asides }, i) => {
      let skip = 0;
      if (i > 0) skip = this.joinLine(block, lines[i - 1]!.row, row, asides);
      else block.lines.push(this.length);
      this.line(row, skip);
    });
    this.endSpan(block);
    const first = lines[0]!;
    this.push(block, 'paragraph', first.row.page, styleOf(lines, spaceBefore));
  }

  private note(item: Extract<Aside, { kind: 'note' }>): void {
    this.separate();
    const block = this.begin();
    this.inNote = true;
    this.rows(block, item.rows);
    this.inNote = false;
    this.endSpan(block);
    this.notes.push({ block: this.blocks.length, page: item.rows[0]!.page, mark: item.mark });
    this.push(block, 'note', item.rows[0]!.page, plainStyleOf(item.rows));
  }

  /** Remembers where the text first refers to a note. */
  private mark(page: number, text: string): void {
    const id = `${page}|${text.replace(/[[\](){}（）【】]/gu, '')}`;
    if (!this.inNote && !this.marks.has(id)) this.marks.set(id, this.length);
  }

  private rows(block: MutableBlock, rows: readonly Row[]): void {
    rows.forEach((row, i) => {
      let skip = 0;
      if (i > 0) skip = this.joinLine(block, rows[i - 1]!, row, []);
      else block.lines.push(this.length);
      this.line(row, skip);
    });
  }

  /** Writes what stands between two lines of a block; returns how many words of the next line are written already. */
  private joinLine(block: MutableBlock, above: Row, row: Row, asides: readonly Aside[]): number {
    const hyphen = endsWithHyphen(above.text) && !/\s[-\u2010]$/u.test(above.text);
    if (hyphen && this.hyphenation.join(above.text, row.text) === 'drop') this.dropLast();
    let skip = 0;
    if (hyphen && asides.length > 0) {
      // A word is not torn by what stands between two pages: its rest is written before that.
      block.lines.push(this.length);
      this.words(row, row.words.slice(0, 1));
      skip = 1;
    }
    if (asides.length > 0) {
      this.endSpan(block);
      for (const aside of asides) this.aside(aside);
      this.separate();
      block.spans.push([this.length, this.length]);
      if (skip === 0) block.lines.push(this.length);
      return skip;
    }
    if (!hyphen) this.append(lineJoin(above.text, row.text));
    block.lines.push(this.length);
    return 0;
  }

  private aside(item: Aside): void {
    if (item.kind === 'note') this.note(item);
    else this.exclude(item.rows, item.reason);
  }

  private table(region: TableRegion, page: number): void {
    const table = this.tableIndex(region, page);
    // A first row without its first cell is the rest of the row that the page end cut.
    const cut = table.rows > 0 && !region.cells.some((c) => c.row === 0 && c.column === 0);
    const base = cut ? table.rows - 1 : table.rows;
    const header = base === 0 ? headRows(region) : 0;
    for (const cell of region.cells) {
      const place = {
        table: table.index,
        row: base + cell.row,
        column: cell.column,
        rowSpan: cell.rowSpan,
        columnSpan: cell.columnSpan,
        header: cell.row < header,
      };
      for (const rows of cellParagraphs(cell)) {
        this.separate();
        const block = this.begin();
        this.rows(block, rows);
        this.endSpan(block);
        this.push(block, 'cell', page, plainStyleOf(rows), place);
      }
    }
    table.rows = base + region.rowCount;
    table.page = page;
    table.last = this.blocks.length;
  }

  /** The open table when this is its continuation on the next page, else a new one. */
  private tableIndex(
    region: TableRegion,
    page: number,
  ): { index: number; edges: readonly number[]; rows: number; page: number; last: number } {
    const open = this.openTable;
    if (
      open &&
      open.page === page - 1 &&
      open.last === this.blocks.length &&
      open.edges.length === region.edges.length &&
      open.edges.every((u, i) => Math.abs(u - region.edges[i]!) < 6)
    ) {
      return open;
    }
    this.openTable = { index: this.tables++, edges: region.edges, rows: 0, page, last: 0 };
    return this.openTable;
  }

  private begin(): MutableBlock {
    return { spans: [[this.length, this.length]], lines: [] };
  }

  private endSpan(block: MutableBlock): void {
    block.spans.at(-1)![1] = this.length;
  }

  private push(
    block: MutableBlock,
    kind: Block['kind'],
    page: number,
    style: BlockStyle,
    cell: Block['cell'] = null,
  ): void {
    const spans: Span[] = block.spans.filter(([s, e]) => e > s);
    this.blocks.push({ spans, kind, lines: block.lines, page, style, label: null, cell, note: null });
  }

  private separate(): void {
    if (this.length > 0) this.append('\n');
  }

  private append(text: string): void {
    if (text === '') return;
    this.parts.push(text);
    this.length += text.length;
  }

  /** Takes the hyphen of a broken word back. */
  private dropLast(): void {
    const last = this.parts.at(-1)!;
    this.parts[this.parts.length - 1] = last.slice(0, -1);
    this.length -= 1;
    const position = this.positions.at(-1)!;
    this.positions[this.positions.length - 1] = { ...position, end: this.length };
  }

  private line(row: Row, skip = 0): void {
    this.words(row, skip === 0 ? row.words : row.words.slice(skip));
  }

  private words(row: Row, words: readonly Word[]): void {
    let before: Word | null = null;
    let start = this.length;
    let opened: Word | null = null;
    for (const word of words) {
      const gap: boolean = before !== null && spaceBetween(before, word);
      const wide: boolean = before !== null && word.u0 - before.u1 > 1.5 * row.size;
      if (opened && before && gap && (wide || this.length - start > positionLength)) {
        this.position(row, start, opened, before);
        opened = null;
      }
      if (gap) this.append(' ');
      if (!opened) {
        opened = word;
        start = this.length;
      }
      if (word.raised) this.mark(row.page, word.text);
      this.append(word.text);
      before = word;
    }
    if (opened && before) this.position(row, start, opened, before);
  }

  private position(row: Row, start: number, first: Word, last: Word): void {
    if (this.length === start) return;
    this.positions.push({
      start,
      end: this.length,
      page: row.page,
      box: boxOf(row.frame, first.u0, Math.max(last.u1, first.u1), row.v, row.size),
    });
  }
}

/** The paragraphs of a cell: each is a block of its own, as in formats that say where they end. */
function cellParagraphs(cell: TableCell): Row[][] {
  const { rows } = cell;
  if (rows.length === 1) return [[...rows]];
  const measured = measure(rows, usualLeading);
  const margins = { ...measured, right: Math.max(measured.right, cell.right) };
  return toParagraphs(rows.map((row) => ({ kind: 'line', row, margins }))).flatMap((flow) =>
    flow.kind === 'paragraph' ? [flow.lines.map((l) => l.row)] : [],
  );
}

/** Rows at the top of a table that name its columns: set in bold above rows that are not. */
function headRows(region: TableRegion): number {
  const first = region.cells.filter((c) => c.row === 0);
  const rest = region.cells.filter((c) => c.row > 0 && c.column > 0);
  if (rest.length === 0 || first.length < 2) return 0;
  const bold = (cells: typeof first): boolean => cells.every((c) => c.rows.every((r) => r.bold));
  if (bold(first) && !bold(rest)) return 1;
  const text = (c: (typeof first)[number]): string => c.rows.map((r) => r.text).join(' ');
  const named = first.every((c) => text(c).length <= 30 && !/\d/.test(text(c)));
  return named && rest.some((c) => /\d/.test(text(c)) || text(c).length > 40) ? 1 : 0;
}

function plainStyleOf(rows: readonly Row[]): BlockStyle {
  return {
    headingLevel: null,
    size: rows[0] ? rounded(rows[0].size) : null,
    bold: rows.length > 0 && rows.every((r) => r.bold),
    italic: rows.length > 0 && rows.every((r) => r.italic),
    underline: rows.length > 0 && rows.every((r) => r.underline),
    align: null,
    indent: null,
    firstIndent: null,
    spaceBefore: null,
    name: null,
  };
}

function styleOf(lines: Paragraph['lines'], spaceBefore: number | null): BlockStyle {
  const rows = lines.map((l) => l.row);
  const first = lines[0]!;
  const second = lines[1];
  const firstIndent = first.row.u0 - first.margins.left;
  const indent = second ? second.row.u0 - second.margins.left : firstIndent;
  return {
    ...plainStyleOf(rows),
    headingLevel: rows.every((r) => r.heading === rows[0]!.heading) ? rows[0]!.heading : null,
    align: alignOf(lines),
    indent: rounded(indent),
    firstIndent: rounded(firstIndent),
    spaceBefore: spaceBefore === null ? null : rounded(spaceBefore),
  };
}

function alignOf(lines: Paragraph['lines']): BlockStyle['align'] {
  if (lines.every(({ row, margins }) => isCentred(row, margins))) return 'center';
  const right = ({ row, margins }: (typeof lines)[number]): boolean => Math.abs(margins.right - row.u1) < 2;
  if (lines.every((l) => right(l) && l.row.u0 - l.margins.left > 0.3 * (l.margins.right - l.margins.left)))
    return 'right';
  return lines.length > 2 && lines.slice(0, -1).every(right) ? 'justify' : 'left';
}

const rounded = (n: number): number => Math.round(n * 10) / 10;
