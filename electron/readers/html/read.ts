import type { ReadResult } from '../../engine/ports.ts';
import { FlowLayout } from '../../engine/layout/flow.ts';
import type { FlowParagraph, FlowRun } from '../../engine/layout/flow.ts';
import type { CellPlace } from '../../engine/layout/sourceText.ts';
import { throwIfCancelled } from '../../engine/run.ts';
import type { Run } from '../../engine/run.ts';
import { AppError } from '../../../shared/error.ts';
import { formatNumber } from '../docx/numberFormat.ts';
import { longestText, mostParagraphs } from '../limits.ts';
import { decodeText } from '../text/decode.ts';
import { htmlTokens } from './tokens.ts';

/** Elements that stand on lines of their own. */
const blocks = new Set(
  'address article aside blockquote body center dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr html li main nav ol p pre section summary table tbody td tfoot th thead tr ul caption'.split(
    ' ',
  ),
);
/** Closed by the next of their kind. */
const implied: Readonly<Record<string, readonly string[]>> = {
  li: ['li'],
  p: ['p'],
  td: ['td', 'th'],
  th: ['td', 'th'],
  tr: ['td', 'th', 'tr'],
  dd: ['dd', 'dt'],
  dt: ['dd', 'dt'],
};
const deepest = 2_000;
const pointsPerIndent = 30;

type Align = FlowParagraph['style']['align'];

interface Open {
  readonly name: string;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly underline: boolean;
  readonly hidden: boolean;
  readonly pre: boolean;
  readonly size: number | null;
  readonly align: Align;
  readonly indent: number;
  readonly heading: number | null;
  readonly list: { readonly id: string; readonly ordered: boolean; readonly format: string; next: number } | null;
  readonly table: { readonly id: number; row: number; column: number; readonly taken: Map<number, number> } | null;
  readonly cell: CellPlace | null;
}

const root: Open = {
  name: '',
  bold: false,
  italic: false,
  underline: false,
  hidden: false,
  pre: false,
  size: null,
  align: null,
  indent: 0,
  heading: null,
  list: null,
  table: null,
  cell: null,
};

/**
 * Reads an HTML file: its text in the order of the file, list markers typed in, tables as cells, hidden elements as
 * exclusions. Nothing is run or fetched. Throws `LIMIT_EXCEEDED`, `CANCELLED`.
 */
export function readHtml(bytes: Uint8Array, run: Run): ReadResult {
  const { text, bad } = decodeText(bytes);
  const walk = new HtmlWalk();
  let count = 0;
  for (const token of htmlTokens(text)) {
    if (++count % 10_000 === 0) throwIfCancelled(run);
    if (token.kind === 'text') walk.text(token.text);
    else if (token.kind === 'open') walk.open(token.name, token.attributes, token.empty);
    else walk.close(token.name);
  }
  return { format: 'html', source: walk.layout(bad > 0) };
}

class HtmlWalk {
  readonly #layout = new FlowLayout();
  readonly #stack: Open[] = [];
  #runs: FlowRun[] = [];
  #label: FlowParagraph['label'] = null;
  #paragraphs = 0;
  #lists = 0;
  #tables = 0;

  layout(bad: boolean): ReadResult['source'] {
    this.#flush();
    return this.#layout.finish(bad ? [{ code: 'BAD_CHARACTERS', stage: 'read' }] : []);
  }

  get #top(): Open {
    return this.#stack.at(-1) ?? root;
  }

  text(raw: string): void {
    const top = this.#top;
    const text = top.pre ? raw : raw.replace(/[ \t\n\r\f]+/gu, ' ');
    const before = this.#runs.at(-1)?.text;
    const shown = !top.pre && (before === undefined || /[\s]$/u.test(before)) ? text.replace(/^ +/u, '') : text;
    if (shown !== '') this.#push(shown);
  }

  #push(text: string): void {
    const { bold, italic, underline, hidden, size } = this.#top;
    this.#runs.push({
      text,
      origin: 'typed',
      excluded: hidden ? 'hidden' : null,
      bold,
      italic,
      underline,
      size,
      mark: null,
    });
  }

  open(name: string, attributes: Readonly<Record<string, string>>, empty: boolean): void {
    if (name === 'br') {
      this.#push('\n');
      return;
    }
    if (name === 'input') {
      if (attributes['type']?.toLowerCase() === 'checkbox') this.#push(attributes['checked'] === undefined ? '☐' : '☒');
      return;
    }
    if (blocks.has(name)) this.#flush();
    for (const closes of implied[name] ?? []) if (this.#nearest(closes, name)) this.close(closes);
    if (empty) return;
    if (this.#stack.length >= deepest)
      throw new AppError('LIMIT_EXCEEDED', 'elements are nested too deep', { limit: deepest });
    this.#stack.push(this.#opened(name, attributes));
  }

  /** True if an element of this name is open and no list or table stands between. */
  #nearest(name: string, opening: string): boolean {
    for (const open of this.#stack.toReversed()) {
      if (open.name === name) return true;
      if (
        ['ul', 'ol', 'table', 'dl'].includes(open.name) ||
        (opening === 'p' && ['td', 'th', 'li', 'div'].includes(open.name))
      )
        return false;
    }
    return false;
  }

  #opened(name: string, attributes: Readonly<Record<string, string>>): Open {
    const top = this.#top;
    const style = styleOf(attributes['style'] ?? '');
    const heading = /^h([1-6])$/u.exec(name)?.[1];
    const weight = style['font-weight'];
    const look: Open = {
      ...top,
      name,
      bold:
        weight === undefined
          ? top.bold || name === 'b' || name === 'strong' || name === 'th' || heading !== undefined
          : /bold|[6-9]00/u.test(weight),
      italic: top.italic || name === 'i' || name === 'em' || style['font-style'] === 'italic',
      underline: top.underline || name === 'u' || (style['text-decoration'] ?? '').includes('underline'),
      hidden: top.hidden || attributes['hidden'] !== undefined || isHidden(style),
      pre: top.pre || name === 'pre' || (style['white-space'] ?? '').startsWith('pre'),
      size: points(style['font-size']) ?? top.size,
      align: alignOf(style['text-align'] ?? attributes['align'] ?? (name === 'center' ? 'center' : '')) ?? top.align,
      indent:
        top.indent +
        (points(style['margin-left']) ?? 0) +
        (points(style['padding-left']) ?? 0) +
        (['ul', 'ol', 'blockquote', 'dd'].includes(name) ? pointsPerIndent : 0),
      heading: heading === undefined ? top.heading : Number(heading),
    };
    if (name === 'ol' || name === 'ul') return { ...look, list: listOf(name, attributes, this.#lists++) };
    if (name === 'li') this.#item(attributes);
    if (name === 'table')
      return { ...look, table: { id: this.#tables++, row: -1, column: 0, taken: new Map() }, indent: 0 };
    if (name === 'tr' && top.table) {
      top.table.row++;
      top.table.column = 0;
    }
    if ((name === 'td' || name === 'th') && top.table)
      return { ...look, cell: place(top.table, name === 'th', attributes) };
    return look;
  }

  #item(attributes: Readonly<Record<string, string>>): void {
    const { list } = this.#top;
    if (!list) return;
    const given = Number.parseInt(attributes['value'] ?? '', 10);
    if (Number.isFinite(given)) list.next = given;
    const text = list.ordered ? `${formatNumber(list.next++, list.format)}.` : '•';
    const depth = this.#stack.filter((open) => open.name === 'ol' || open.name === 'ul').length - 1;
    this.#label = { text, list: list.id, depth, gap: true };
  }

  close(name: string): void {
    const index = this.#stack.findLastIndex((open) => open.name === name);
    if (index === -1) return;
    if (blocks.has(name)) this.#flush();
    this.#stack.length = index;
  }

  #flush(): void {
    const runs = this.#runs;
    if (
      runs.every((run) => run.text.trim() === '') &&
      !(this.#label && this.#stack.at(-1)?.name === 'li' && runs.length > 0)
    ) {
      this.#runs = [];
      return;
    }
    this.#paragraphs++;
    const { heading, align, indent, cell } = this.#top;
    this.#layout.add({
      runs,
      pictures: [],
      label: this.#label,
      excluded: null,
      style: { headingLevel: heading, align, indent, firstIndent: null, spaceBefore: null, name: null },
      cell,
      note: null,
    });
    this.#runs = [];
    this.#label = null;
    if (this.#paragraphs > mostParagraphs || this.#layout.length > longestText)
      throw new AppError('LIMIT_EXCEEDED', 'the document has too much text', { limit: longestText });
  }
}

function listOf(name: string, attributes: Readonly<Record<string, string>>, id: number): Open['list'] {
  const formats: Readonly<Record<string, string>> = {
    a: 'lowerLetter',
    A: 'upperLetter',
    i: 'lowerRoman',
    I: 'upperRoman',
  };
  const start = Number.parseInt(attributes['start'] ?? '', 10);
  return {
    id: String(id),
    ordered: name === 'ol',
    format: formats[attributes['type'] ?? ''] ?? 'decimal',
    next: Number.isFinite(start) ? start : 1,
  };
}

/** The next free place of a row; cells that span rows from above keep theirs. */
function place(
  table: NonNullable<Open['table']>,
  header: boolean,
  attributes: Readonly<Record<string, string>>,
): CellPlace {
  const span = (name: string, most: number): number =>
    Math.min(most, Math.max(1, Number.parseInt(attributes[name] ?? '1', 10) || 1));
  const columnSpan = span('colspan', 1000);
  const rowSpan = span('rowspan', 65_534);
  const row = Math.max(0, table.row);
  while ((table.taken.get(table.column) ?? -1) >= row) table.column++;
  const { column } = table;
  for (let each = column; each < column + columnSpan; each++) table.taken.set(each, row + rowSpan - 1);
  table.column = column + columnSpan;
  return { table: table.id, row, column, rowSpan, columnSpan, header };
}

function styleOf(text: string): Record<string, string> {
  const style: Record<string, string> = {};
  for (const [, name = '', value = ''] of text.matchAll(/([a-z-]+)\s*:\s*([^;]+)/giu))
    style[name.toLowerCase()] = value.trim().toLowerCase();
  return style;
}

function isHidden(style: Readonly<Record<string, string>>): boolean {
  const size = points(style['font-size']);
  const white = /^(?:white|#fff(?:fff)?|rgb\(255,\s*255,\s*255\))$/u.test(style['color'] ?? '');
  return (
    style['display'] === 'none' ||
    style['visibility'] === 'hidden' ||
    (size !== null && size <= 1) ||
    (white && style['background'] === undefined && style['background-color'] === undefined)
  );
}

function points(value: string | undefined): number | null {
  const match = /^(-?\d+(?:\.\d+)?)(pt|px|em|in|cm|mm)?$/u.exec(value ?? '');
  if (!match) return null;
  const units: Readonly<Record<string, number>> = { pt: 1, px: 0.75, em: 12, in: 72, cm: 72 / 2.54, mm: 72 / 25.4 };
  return Number(match[1]) * (units[match[2] ?? 'px'] ?? 0.75);
}

function alignOf(value: string): Align {
  const name = value.trim().toLowerCase();
  return name === 'center' || name === 'right' || name === 'justify' || name === 'left' ? name : null;
}
