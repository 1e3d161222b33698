import { isSpace } from '../../../shared/span.ts';

/** One physical line of a text file, without its line end. `[start, end)` has no white space at its ends. */
export interface PlainLine {
  readonly start: number;
  readonly end: number;
  /** Columns of white space before its first character: a tab goes to the next multiple of 8, full width counts 2. */
  readonly indent: number;
  /** Columns from the left edge to the end of its last character. */
  readonly width: number;
  /** Empty lines above it; `pageBreak` where a form feed or a page mark stands there. */
  readonly blanksAbove: number;
  readonly pageBreak: boolean;
}

/** Columns a character takes in a fixed pitch: 2 for Chinese, Japanese, Korean and full-width forms. */
export function columnsOf(text: string): number {
  let columns = 0;
  for (const character of text) columns += isWide(character.codePointAt(0) ?? 0) ? 2 : 1;
  return columns;
}

export const isWide = (code: number): boolean =>
  (code >= 0x1100 && code <= 0x115f) ||
  (code >= 0x2e80 && code <= 0xa4cf) ||
  (code >= 0xac00 && code <= 0xd7a3) ||
  (code >= 0xf900 && code <= 0xfaff) ||
  (code >= 0xfe30 && code <= 0xfe6f) ||
  (code >= 0xff00 && code <= 0xff60) ||
  (code >= 0x20000 && code <= 0x3fffd);

/** The lines of `text` between `from` and `to` that carry ink. */
export function plainLines(text: string, from = 0, to = text.length): PlainLine[] {
  const lines: PlainLine[] = [];
  let blanksAbove = 0;
  let pageBreak = false;
  let at = from;
  while (at < to) {
    const newline = text.indexOf('\n', at);
    const lineEnd = newline === -1 || newline > to ? to : newline;
    let start = at;
    let indent = 0;
    for (; start < lineEnd && isSpace(text.charCodeAt(start)); start++) {
      const unit = text.charCodeAt(start);
      if (unit === 0x0c) {
        pageBreak = true;
        indent = 0;
      } else if (unit === 0x09) indent = (Math.floor(indent / 8) + 1) * 8;
      else if (unit === 0x3000) indent += 2;
      else if (unit === 0x20 || unit === 0xa0 || (unit >= 0x2000 && unit <= 0x200a)) indent += 1;
    }
    let end = lineEnd;
    let trailingBreak = false;
    for (; end > start && isSpace(text.charCodeAt(end - 1)); end--) trailingBreak ||= text.charCodeAt(end - 1) === 0x0c;
    if (start < end) {
      lines.push({ start, end, indent, width: indent + columnsOf(text.slice(start, end)), blanksAbove, pageBreak });
      blanksAbove = 0;
      pageBreak = trailingBreak;
    } else {
      blanksAbove++;
      pageBreak ||= trailingBreak;
    }
    at = lineEnd + 1;
  }
  return lines;
}

/**
 * What looks like a clause number at the start of `line`, in any of the families a contract uses. A hint for breaking
 * lines only: which labels are real is decided by the structure stage over the whole document.
 */
const labelShapes: readonly RegExp[] = [
  /^[(（][0-9a-zA-Z]{1,5}[)）]/u,
  /^(?:\d{1,3}|[a-zA-Z]|[ivxlcIVXLC]{1,6})[.)）、．](?=[\s\p{Lu}\p{Script=Han}]|$)/u,
  /^\d{1,3}(?:\.\d{1,3}){1,5}\.?(?=[\s\p{Script=Han}]|$)/u,
  /^(?:Section|Clause|Article|Schedule|Exhibit|Annex|Appendix|Part)\s+[0-9IVXLC]+(?:\.\d+)*/iu,
  /^第[0-9〇零一二三四五六七八九十百千两]+[编編章节節条條款项項目部分]/u,
  /^[一二三四五六七八九十]{1,3}[、．.]/u,
  /^[(（][〇零一二三四五六七八九十百]{1,4}[)）]/u,
  /^[①-⑳⑴-⒇㈠-㈩]/u,
  /^(?:附件|附录|附錄|附表)[0-9一二三四五六七八九十A-Z]*/u,
  /^[•·▪◦●■□◆*–—-](?=\s)/u,
];

export const startsWithLabel = (line: string): boolean => labelShapes.some((shape) => shape.test(line));

/** True if nothing but a label stands in `line`. */
export const isLabelOnly = (line: string): boolean =>
  labelShapes.some((shape) => shape.exec(line)?.[0].length === line.length) || /^[•·▪◦●■□◆*–—-]$/u.test(line);

const sentenceEnd = /[.;:!?。；：！？…][)\]"'”’」』）】》]*$|[;；],?\s*(?:and|or|and\/or)$/iu;

/** True where a paragraph may end: after a full stop, a semicolon or a colon, "and" or "or" behind it included. */
export const endsSentence = (line: string): boolean => sentenceEnd.test(line);

export const startsLower = (line: string): boolean => /^[("'“‘]?\p{Ll}/u.test(line);
