import type { Exclusion, ExclusionReason, Issue } from '../../../shared/model.ts';
import { isSpace, trimSpan } from '../../../shared/span.ts';
import type { Span } from '../../../shared/span.ts';
import { plainStyle } from './sourceText.ts';
import type { Block, BlockStyle, CellPlace, Origin, SourceText } from './sourceText.ts';

/** A stretch of a paragraph with one look. A line break inside is `\n`. */
export interface FlowRun {
  readonly text: string;
  readonly origin: Origin;
  /** Kept in the text as an exclusion: hidden by the format, or deleted in the view that is read. */
  readonly excluded: ExclusionReason | null;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly underline: boolean;
  /** Points. */
  readonly size: number | null;
  /** The run is the mark of the note with this key. */
  readonly mark: string | null;
}

/** One paragraph of a format without pages. */
export interface FlowParagraph {
  readonly runs: readonly FlowRun[];
  /** Names of the pictures in it, as the format refers to them; for the reading view. */
  readonly pictures: readonly string[];
  /** Number that the format computes; `gap` where white space follows it on the page. */
  readonly label: {
    readonly text: string;
    readonly list: string;
    readonly depth: number;
    readonly gap: boolean;
  } | null;
  /** The whole paragraph is no content of the document: a table of contents. */
  readonly excluded: ExclusionReason | null;
  readonly style: Pick<BlockStyle, 'headingLevel' | 'align' | 'indent' | 'firstIndent' | 'spaceBefore' | 'name'>;
  readonly cell: CellPlace | null;
  /** The paragraph belongs to the note with this key. */
  readonly note: { readonly mark: string; readonly key: string } | null;
}

/**
 * Appends paragraphs in reading order and makes them one SourceText. Each paragraph is a block on lines of its own;
 * its label stands first, then one space where the page has a gap.
 */
export class FlowLayout {
  readonly #parts: string[] = [];
  readonly #blocks: (Block & { readonly noteKey: string | null })[] = [];
  readonly #exclusions: Exclusion[] = [];
  readonly #origins: { start: number; end: number; origin: Origin }[] = [];
  readonly #marks = new Map<string, number>();
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Returns the offset of the paragraph's first character, or null where it has none. */
  add(paragraph: FlowParagraph): number | null {
    const { label, runs } = paragraph;
    if (!label && runs.every((run) => run.text === '')) return null;
    if (this.#length > 0) this.#append('\n');
    const start = this.#length;
    let labelSpan: Span | null = null;
    if (label) {
      this.#append(label.text);
      labelSpan = trimSpan(this.#textFrom(start), [0, this.#length - start]).map((at) => at + start) as unknown as Span;
      this.#origins.push({ start, end: this.#length, origin: 'computed-label' });
      if (label.gap && !startsWithSpace(runs)) this.#append(' ');
    }
    const spans: Span[] = label ? [[start, this.#length]] : [];
    const lines: number[] = [start];
    const shown: { run: FlowRun; ink: number }[] = [];
    for (const run of runs) {
      if (run.text === '') continue;
      const from = this.#length;
      this.#append(run.text);
      if (run.mark !== null && !this.#marks.has(run.mark)) this.#marks.set(run.mark, from);
      if (run.origin !== 'typed') this.#addOrigin(from, run.origin);
      if (run.excluded !== null) {
        this.#addExclusion(run.excluded, from, this.#length);
        continue;
      }
      shown.push({ run, ink: run.text.replace(/\s+/gu, '').length });
      const last = spans.at(-1);
      if (last && last[1] === from) spans[spans.length - 1] = [last[0], this.#length];
      else spans.push([from, this.#length]);
      for (let at = run.text.indexOf('\n'); at !== -1; at = run.text.indexOf('\n', at + 1)) lines.push(from + at + 1);
    }
    this.#addBlock(paragraph, start, labelSpan, spans, lines, shown);
    return start;
  }

  #addBlock(
    paragraph: FlowParagraph,
    start: number,
    labelSpan: Span | null,
    spans: readonly Span[],
    lines: readonly number[],
    shown: readonly { readonly run: FlowRun; readonly ink: number }[],
  ): void {
    const text = this.#textFrom(start);
    const trimmed = spans
      .map(([from, to]) => trimSpan(text, [from - start, to - start]))
      .filter(([from, to]) => from < to)
      .map(([from, to]): Span => [from + start, to + start]);
    if (trimmed.length === 0) return;
    if (paragraph.excluded !== null) {
      for (const [from, to] of trimmed) this.#addExclusion(paragraph.excluded, from, to);
      return;
    }
    const inside = (offset: number): boolean => trimmed.some(([from, to]) => from <= offset && offset < to);
    const firstInk = (offset: number): number => {
      let at = offset;
      while (at < this.#length && isSpace(text.charCodeAt(at - start))) at++;
      return trimmed.find(([, to]) => to > at)?.[0] ?? at;
    };
    const ink = shown.filter((each) => each.ink > 0);
    const starts = lines.map((line) => Math.max(inkFrom(text, line - start) + start, firstInk(line)));
    this.#blocks.push({
      spans: trimmed,
      kind: paragraph.note ? 'note' : paragraph.cell ? 'cell' : 'paragraph',
      lines: [...new Set(starts)].filter(inside).toSorted((a, b) => a - b),
      page: null,
      style: {
        ...plainStyle,
        ...paragraph.style,
        size: commonSize(ink),
        bold: ink.length > 0 && ink.every(({ run }) => run.bold),
        italic: ink.length > 0 && ink.every(({ run }) => run.italic),
        underline: ink.length > 0 && ink.every(({ run }) => run.underline),
      },
      label:
        labelSpan && paragraph.label
          ? { span: labelSpan, list: paragraph.label.list, depth: paragraph.label.depth }
          : null,
      cell: paragraph.cell,
      note: paragraph.note ? { mark: paragraph.note.mark, anchor: null } : null,
      noteKey: paragraph.note?.key ?? null,
    });
    if (paragraph.cell) this.#cellOrigins(trimmed);
    if (paragraph.note) for (const [from, to] of trimmed) this.#origins.push({ start: from, end: to, origin: 'note' });
  }

  finish(issues: readonly Issue[]): SourceText {
    const headed = headerRows(this.#blocks);
    return {
      text: this.#parts.join(''),
      blocks: this.#blocks.map(({ noteKey, ...block }) => ({
        ...block,
        note: block.note && {
          ...block.note,
          anchor: (noteKey === null ? undefined : this.#marks.get(noteKey)) ?? null,
        },
        cell:
          block.cell &&
          (headed.has(block.cell.table) && block.cell.row === 0 ? { ...block.cell, header: true } : block.cell),
      })),
      exclusions: this.#exclusions,
      pages: [],
      positions: [],
      origins: disjoint(this.#origins),
      bookmarks: [],
      issues,
    };
  }

  #append(text: string): void {
    this.#parts.push(text);
    this.#length += text.length;
  }

  /** The text behind `start`; parts are joined from the end, so that a long document is not joined each time. */
  #textFrom(start: number): string {
    let at = this.#length;
    let index = this.#parts.length;
    while (at > start && index > 0) {
      index--;
      at -= (this.#parts[index] as string).length;
    }
    return this.#parts.slice(index).join('');
  }

  #addOrigin(start: number, origin: Origin): void {
    const last = this.#origins.at(-1);
    if (last && last.end === start && last.origin === origin) last.end = this.#length;
    else this.#origins.push({ start, end: this.#length, origin });
  }

  #cellOrigins(spans: readonly Span[]): void {
    for (const [start, end] of spans) this.#origins.push({ start, end, origin: 'cell' });
  }

  #addExclusion(reason: ExclusionReason, start: number, end: number): void {
    const text = this.#textFrom(start);
    const [from, to] = trimSpan(text, [0, end - start]);
    if (from >= to) return;
    const last = this.#exclusions.at(-1);
    if (last && last.reason === reason && last.end === start + from)
      this.#exclusions[this.#exclusions.length - 1] = { ...last, end: start + to };
    else this.#exclusions.push({ reason, start: start + from, end: start + to });
  }
}

function inkFrom(text: string, offset: number): number {
  let at = offset;
  while (at < text.length && isSpace(text.charCodeAt(at))) at++;
  return at;
}

const startsWithSpace = (runs: readonly FlowRun[]): boolean => {
  const first = runs.find((run) => run.text !== '')?.text;
  return first === undefined || isSpace(first.charCodeAt(0));
};

/** The size that most of the characters have. */
function commonSize(runs: readonly { readonly run: FlowRun; readonly ink: number }[]): number | null {
  const weights = new Map<number, number>();
  for (const { run, ink } of runs) if (run.size !== null) weights.set(run.size, (weights.get(run.size) ?? 0) + ink);
  return [...weights].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? null;
}

/** Tables without a marked head whose first row alone is bold throughout. */
function headerRows(blocks: readonly Block[]): Set<number> {
  const tables = new Map<number, { marked: boolean; first: boolean; other: boolean; rows: number }>();
  for (const { cell, style } of blocks) {
    if (!cell) continue;
    const table = tables.get(cell.table) ?? { marked: false, first: true, other: true, rows: 0 };
    tables.set(cell.table, {
      marked: table.marked || cell.header,
      first: table.first && (cell.row > 0 || style.bold),
      other: table.other && (cell.row === 0 || style.bold),
      rows: Math.max(table.rows, cell.row + 1),
    });
  }
  return new Set(
    [...tables].filter(([, each]) => !each.marked && each.first && !each.other && each.rows > 1).map(([id]) => id),
  );
}

/** Origins of outer stretches give way to those inside them: a field in a cell is a field. */
function disjoint(origins: readonly { start: number; end: number; origin: Origin }[]): SourceText['origins'] {
  const outer = new Set<Origin>(['cell', 'note']);
  const inner = origins.filter(({ origin }) => !outer.has(origin)).toSorted((a, b) => a.start - b.start);
  const rest: { start: number; end: number; origin: Origin }[] = [];
  let from = 0;
  for (const stretch of origins
    .filter(({ origin }) => outer.has(origin))
    .toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    let at = Math.max(stretch.start, rest.at(-1)?.end ?? 0);
    while (from < inner.length && (inner[from] as { end: number }).end <= at) from++;
    for (let index = from; index < inner.length; index++) {
      const hole = inner[index] as { start: number; end: number };
      if (hole.start >= stretch.end) break;
      if (hole.start > at) rest.push({ start: at, end: hole.start, origin: stretch.origin });
      at = Math.max(at, hole.end);
    }
    if (at < stretch.end) rest.push({ start: at, end: stretch.end, origin: stretch.origin });
  }
  return [...inner, ...rest].toSorted((a, b) => a.start - b.start);
}
