import type { ExclusionReason } from '../../../../shared/model.ts';
import type { TableRegion } from './tables.ts';
import { isIdeographic, lineJoin, type Row } from './words.ts';

/** Left and right side of the text a line stands in. */
export interface Margins {
  readonly left: number;
  readonly right: number;
  /** Distance of baselines inside a paragraph, in em. */
  readonly leading: number;
}

/** What a page holds, in reading order. */
export type Item =
  | { readonly kind: 'line'; readonly row: Row; readonly margins: Margins }
  /** Not part of the text. A paragraph may go on behind it. */
  | { readonly kind: 'aside'; readonly rows: readonly Row[]; readonly reason: ExclusionReason }
  | { readonly kind: 'note'; readonly mark: string; readonly rows: readonly Row[] }
  | { readonly kind: 'table'; readonly region: TableRegion; readonly page: number }
  /** End of a page or column (a paragraph may go on), or of a region (it may not). */
  | { readonly kind: 'break'; readonly hard: boolean };

export type Aside = Extract<Item, { kind: 'aside' | 'note' }>;

export interface Paragraph {
  readonly kind: 'paragraph';
  readonly lines: readonly { readonly row: Row; readonly margins: Margins; readonly asides: readonly Aside[] }[];
  /** White space above in points; null at the top of a page. */
  readonly spaceBefore: number | null;
}

export type Flow = Paragraph | Aside | Extract<Item, { kind: 'table' }>;

interface Open {
  lines: { row: Row; margins: Margins; asides: Aside[] }[];
  spaceBefore: number | null;
}

/** Indents that differ by less, in em, are the same. */
const sameIndent = 0.6;

/** Lines to paragraphs. `asides` of a line stand between it and the line before. */
export function toParagraphs(items: readonly Item[]): Flow[] {
  const builder = new ParagraphBuilder();
  items.forEach((item, i) => {
    const following = items[i + 1];
    builder.add(item, following?.kind === 'line' ? following.row : null);
  });
  return builder.finish();
}

class ParagraphBuilder {
  private readonly flow: Flow[] = [];
  private open: Open | null = null;
  /** What stands behind the last line; inside the paragraph if that goes on. */
  private waiting: Aside[] = [];
  private broken: 'no' | 'soft' | 'hard' = 'no';

  add(item: Item, after: Row | null): void {
    switch (item.kind) {
      case 'break':
        if (item.hard) this.broken = 'hard';
        else if (this.broken === 'no') this.broken = 'soft';
        break;
      case 'aside':
      case 'note':
        this.waiting.push(item);
        if (this.broken === 'no') this.broken = 'soft';
        break;
      case 'table':
        this.close();
        this.flow.push(item);
        this.broken = 'hard';
        break;
      case 'line':
        this.line(item.row, item.margins, after);
        break;
    }
  }

  finish(): Flow[] {
    this.close();
    return this.flow;
  }

  private line(row: Row, margins: Margins, after: Row | null): void {
    const { open, broken } = this;
    this.broken = 'no';
    if (open && broken !== 'hard') {
      const goesOn = broken === 'no' ? continues(open, row, margins, after) : continuesOver(open, row, margins);
      if (goesOn) {
        open.lines.push({ row, margins, asides: this.waiting });
        this.waiting = [];
        return;
      }
    }
    const above = open?.lines.at(-1)?.row;
    this.close();
    const spaceBefore = broken === 'no' && above ? Math.max(0, row.v - above.v - margins.leading * row.size) : null;
    this.open = { lines: [{ row, margins, asides: [] }], spaceBefore };
  }

  private close(): void {
    if (this.open) this.flow.push({ kind: 'paragraph', ...this.open });
    this.open = null;
    this.flow.push(...this.waiting);
    this.waiting = [];
  }
}

/** Whether the line would have gone on with the next word: it ends where the word no longer fitted. */
function isFull(above: Row, row: Row, right: number): boolean {
  const first = row.words[0]!;
  const room = right - above.u1;
  const width = first.u1 - first.u0;
  let solid = 0;
  while (solid < first.text.length && !isIdeographic(first.text.charCodeAt(solid))) solid++;
  if (solid === first.text.length) return room < width + 0.6 * above.size;
  if (solid > 0) return room < Math.min(width, 0.6 * solid * row.size) + 0.6 * above.size;
  // Punctuation may not start a line, so up to two characters move down with it.
  return room < 2.6 * above.size;
}

export const isCentred = (row: Row, margins: Margins): boolean => {
  const left = row.u0 - margins.left;
  const right = margins.right - row.u1;
  if (left < 1.5 * row.size || right < 1.5 * row.size) return false;
  // Long lines with an indent often end as far from the right by chance.
  const far = left > 0.12 * (margins.right - margins.left);
  return Math.abs(left - right) < (far ? 2 : 0.5) * row.size;
};

function continues(open: Open, row: Row, margins: Margins, after: Row | null): boolean {
  const lines = open.lines;
  const first = lines[0]!.row;
  const above = lines.at(-1)!.row;
  const size = Math.max(above.size, row.size);
  if (!sameSize(above, row)) return false;
  const step = row.v - above.v;
  if (step <= 0.3 * size) return false;
  if (step > (margins.leading * 1.25 + 0.1) * size) return false;
  const near = sameIndent * size;
  const full = fullAt(open, row, margins, after) || goesOnInSentence(above, row, margins);
  // Lines of a paragraph keep their distance exactly; a little more below the end of a sentence is a new one.
  if (step > margins.leading * size + 0.12 * size && endsSentence(above.text)) return false;
  if (above.bold !== row.bold && !full) return false;
  if (isCentred(above, margins) && isCentred(row, margins)) return full;
  // Indents count from the side of the column or page a line stands in.
  const own = row.u0 - margins.left;
  const start = first.u0 - lines[0]!.margins.left;
  if (lines.length === 1) {
    const level = Math.abs(own - start) <= near;
    if (level && own > near && endsSentence(above.text) && label.test(row.text)) return false;
    const hanging = hangingStart(first);
    if (hanging !== null) {
      // A mark of its own at the same place, with its text at the same distance: the next item.
      const next = hangingStart(row);
      if (level && next !== null && Math.abs(next - row.u0 - (hanging - first.u0)) < near) return false;
      if (own > start + near && Math.abs(hanging - first.u0 - (own - start)) < near) {
        return full || !startsFresh(row.text);
      }
    }
    return full && (own <= start + near || !endsSentence(above.text));
  }
  const body = lines[1]!.row.u0 - lines[1]!.margins.left;
  return Math.abs(own - body) <= near && full;
}

/** A line that was broken early, but in the middle of a sentence. */
function goesOnInSentence(above: Row, row: Row, margins: Margins): boolean {
  const { left, right } = margins;
  if (above.u1 - left < 0.6 * (right - left) || isCentred(above, margins)) return false;
  return !endsSentence(above.text) && /^\p{Ll}{2,}[ ,]/u.test(row.text) && !label.test(row.text);
}

/** Lines that have a size in common; runs of small capitals or a larger initial do not end a paragraph. */
const sameSize = (a: Row, b: Row): boolean => a.sizes[0] <= b.sizes[1] * 1.12 && b.sizes[0] <= a.sizes[1] * 1.12;

function fullAt(open: Open, row: Row, margins: Margins, after: Row | null): boolean {
  const above = open.lines.at(-1)!.row;
  if (isFull(above, row, margins.right)) return true;
  // A paragraph set narrower than its column: several of its lines end level with each other.
  const before = open.lines.at(-2);
  const earlier = before?.margins === open.lines.at(-1)!.margins ? before?.row : undefined;
  const long = 15 * above.size;
  if (above.u1 - above.u0 < long) return false;
  if (earlier && Math.abs(earlier.u1 - above.u1) < 1) return true;
  return Math.abs(above.u1 - row.u1) < 0.6 && after !== null && after.u1 <= row.u1 + 1;
}

/** Where the text behind a number or bullet starts, when white space sets it apart. */
function hangingStart(row: Row): number | null {
  for (let i = 1; i < Math.min(row.words.length, 4); i++) {
    const gap = row.words[i]!.u0 - row.words[i - 1]!.u1;
    if (gap > 0.6 * row.size) return row.words[i]!.u0;
  }
  return null;
}

const isCapital = (word: string): boolean => /^[^\p{Ll}]*\p{Lu}[^\p{Ll}]*\p{Lu}[^\p{Ll}]*$/u.test(word);
const sentenceEnd = /[.!?;:。！？；：][”"’')）\]]*$/u;
const endsSentence = (text: string): boolean => sentenceEnd.test(text);
const startsFresh = (text: string): boolean => /^[\p{Lu}\p{N}(（•●■▪○–—-]/u.test(text);

const label =
  /^(?:[(（[][\p{L}\p{N}]{1,5}[)）\]]|\d{1,3}(?:\.\d{1,3})*[.)、．]?(?:\s|$|[\p{L}“"])|[A-Za-z]{1,4}[.)]\s|第[\p{L}\p{N}]{1,7}[条條章节節]|[一二三四五六七八九十]{1,3}[、.．]|[•●■▪○]|(?:section|article|clause|schedule|exhibit|annex|appendix)\s+[\p{N}A-Z])/iu;

/** Whether the paragraph goes on behind a page break, a column break or running text. */
function continuesOver(open: Open, row: Row, margins: Margins): boolean {
  const lines = open.lines;
  const { row: above, margins: aboveMargins } = lines.at(-1)!;
  const size = Math.max(above.size, row.size);
  if (!sameSize(above, row)) return false;
  if (row.bold && !above.bold) return false;
  const ended = endsSentence(above.text);
  const lower = /^[\p{Ll}]/u.test(row.text);
  if (label.test(row.text) && (ended || /(?:[,，、]|\b(?:and|or)|[及和或])$/iu.test(above.text))) return false;
  if (isCentred(row, margins) && !lower) return false;
  if (!ended && lower && !/^[a-z]{1,4}[.)]\s/u.test(row.text)) return true;
  // Capitals do not tell where a sentence starts, but a paragraph in capitals goes on in capitals.
  const shouting = lines.length > 1 && !ended && isCapital(above.words.at(-1)!.text) && isCapital(row.words[0]!.text);
  if (shouting && !row.bold) return true;
  if (!isFull(above, row, aboveMargins.right)) return false;
  const near = sameIndent * size;
  const first = lines[0]!.row.u0 - lines[0]!.margins.left;
  const body = lines.length > 1 ? lines[1]!.row.u0 - lines[1]!.margins.left : null;
  const own = row.u0 - margins.left;
  if (ended)
    return body !== null && Math.abs(first - body) > near && Math.abs(own - body) < near && !label.test(row.text);
  if (body === null) return own < first + near || lineJoin(above.text, row.text) === '';
  if (Math.abs(own - body) < near) return true;
  return Math.abs(own - body) < 2.5 * size && Math.abs(own - first) > near;
}
