import type { Span } from '../../../shared/span.ts';

/** Markup and line ends of one stretch of Markdown. Offsets are those of the whole text. */
export interface Inline {
  /** Characters that only steer the rendering: emphasis marks, tags, link targets, escapes. Ordered, disjoint. */
  readonly markup: readonly Span[];
  /** Offsets behind hard line breaks. */
  readonly breaks: readonly number[];
  /** Ranges inside strong or plain emphasis, marks not included. */
  readonly strong: readonly Span[];
  readonly emphasis: readonly Span[];
}

const tag = /^<\/?[a-zA-Z][a-zA-Z0-9-]*(?:\s+[a-zA-Z_:][\w:.-]*(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+))?)*\s*\/?>/u;
const comment = /^<!--[\s\S]*?-->/u;
const autolink = /^<(?:[a-z][a-z0-9+.-]{1,31}:[^\s<>]*|[\w.+-]+@[\w.-]+)>/iu;
const punctuation = /[!-/:-@[-`{-~\p{P}\p{S}]/u;
/** `(target "title")` behind the text of a link; one level of brackets in the target. */
const target = /^\((?:<[^<>\n]*>|(?:[^\s()\\]|\\.|\([^\s()]*\))*)(?:\s+(?:"[^"]*"|'[^']*'|\([^()]*\)))?\s*\)/u;

interface Delimiter {
  readonly mark: string;
  start: number;
  end: number;
  readonly opens: boolean;
  readonly closes: boolean;
}

/**
 * Finds the markup between `from` and `to`, which must lie inside one paragraph or cell. `references` are the folded
 * names of link definitions; a bracket that is neither link nor reference is text ("[Fill in state]").
 */
export function scanInline(text: string, from: number, to: number, references: ReadonlySet<string>): Inline {
  const markup: Span[] = [];
  const breaks: number[] = [];
  const delimiters: Delimiter[] = [];
  const brackets: { at: number; image: boolean }[] = [];
  let at = from;
  while (at < to) {
    const character = text[at] as string;
    const rest = (): string => text.slice(at, to);
    if (character === '\\') {
      const next = text[at + 1];
      if (next === '\n') {
        markup.push([at, at + 1]);
        breaks.push(at + 2);
        at += 2;
      } else if (next !== undefined && at + 1 < to && /[!-/:-@[-`{-~]/u.test(next)) {
        if (!isFillIn(text, at, to)) markup.push([at, at + 1]);
        at += 2;
      } else at++;
    } else if (character === '`') {
      const fence = /^`+/u.exec(rest())?.[0] ?? '`';
      const close = closingFence(text, at + fence.length, to, fence.length);
      if (close !== null) {
        markup.push([at, at + fence.length], [close, close + fence.length]);
        at = close + fence.length;
      } else at += fence.length;
    } else if (character === '<') {
      const found = comment.exec(rest())?.[0] ?? tag.exec(rest())?.[0];
      const link = found === undefined ? autolink.exec(rest())?.[0] : undefined;
      if (found !== undefined) {
        markup.push([at, at + found.length]);
        at += found.length;
        if (/^<(?:br|p|div|li|tr)\b/iu.test(found)) breaks.push(at);
      } else if (link !== undefined) {
        markup.push([at, at + 1], [at + link.length - 1, at + link.length]);
        at += link.length;
      } else at++;
    } else if (character === '!' && text[at + 1] === '[' && at + 1 < to) {
      brackets.push({ at, image: true });
      at += 2;
    } else if (character === '[') {
      brackets.push({ at, image: false });
      at++;
    } else if (character === ']') {
      const open = brackets.pop();
      const close = open && linkEnd(text, open.at + (open.image ? 2 : 1), at, to, references);
      if (open && close) {
        markup.push([open.at, open.at + (open.image ? 2 : 1)], [at, close]);
        at = close;
      } else at++;
    } else if (character === '*' || character === '_' || character === '~') {
      let end = at;
      while (end < to && text[end] === character) end++;
      delimiters.push(delimiterOf(text, at, end, from, to));
      at = end;
    } else if (character === '\n') {
      if (/ {2,}$/u.test(text.slice(Math.max(from, at - 4), at))) breaks.push(at + 1);
      at++;
    } else at++;
  }
  const { strong, emphasis } = matchDelimiters(delimiters, markup);
  return { markup: markup.toSorted((a, b) => a[0] - b[0]), breaks, strong, emphasis };
}

/** A row of the same escaped mark is a blank to be filled in, and stays as it is. */
function isFillIn(text: string, at: number, to: number): boolean {
  const pair = text.slice(at, at + 2);
  return (at + 4 <= to && text.startsWith(pair, at + 2)) || text.slice(Math.max(0, at - 2), at) === pair;
}

function closingFence(text: string, from: number, to: number, length: number): number | null {
  for (const run of text.slice(from, to).matchAll(/`+/gu)) if (run[0].length === length) return from + run.index;
  return null;
}

/** Offset behind the target of a link whose text is `[open, close)`; null when the brackets are no link. */
function linkEnd(
  text: string,
  open: number,
  close: number,
  to: number,
  references: ReadonlySet<string>,
): number | null {
  const behind = text.slice(close + 1, to);
  const inline = target.exec(behind);
  if (inline) return close + 1 + inline[0].length;
  const named = /^\[([^[\]]*)\]/u.exec(behind);
  if (named) {
    const name = named[1] === '' ? text.slice(open, close) : (named[1] as string);
    return references.has(foldName(name)) ? close + 1 + named[0].length : null;
  }
  return references.has(foldName(text.slice(open, close))) ? close + 1 : null;
}

export const foldName = (name: string): string => name.trim().replace(/\s+/gu, ' ').toLowerCase();

function delimiterOf(text: string, start: number, end: number, from: number, to: number): Delimiter {
  const mark = text[start] as string;
  const before = start > from ? (text[start - 1] as string) : ' ';
  const after = end < to ? (text[end] as string) : ' ';
  const left = !/\s/u.test(after);
  const right = !/\s/u.test(before);
  const strictLeft = left && (!punctuation.test(after) || /\s/u.test(before) || punctuation.test(before));
  const strictRight = right && (!punctuation.test(before) || /\s/u.test(after) || punctuation.test(after));
  // Chinese has no spaces around `**`, so that the rule for punctuation would leave `**甲方：**乙方` unmatched.
  if (mark === '*' && end - start >= 2) return { mark, start, end, opens: left, closes: right };
  if (mark === '~') return { mark, start, end, opens: left && end - start === 2, closes: right && end - start === 2 };
  if (mark === '*') return { mark, start, end, opens: strictLeft, closes: strictRight };
  return {
    mark,
    start,
    end,
    opens: strictLeft && (!strictRight || punctuation.test(before)),
    closes: strictRight && (!strictLeft || punctuation.test(after)),
  };
}

function matchDelimiters(delimiters: readonly Delimiter[], markup: Span[]): { strong: Span[]; emphasis: Span[] } {
  const strong: Span[] = [];
  const emphasis: Span[] = [];
  const open: Delimiter[] = [];
  for (const delimiter of delimiters) {
    while (delimiter.closes && delimiter.start < delimiter.end) {
      const index = open.findLastIndex((candidate) => candidate.mark === delimiter.mark);
      const opener = open[index];
      if (!opener) break;
      const use = Math.min(2, opener.end - opener.start, delimiter.end - delimiter.start);
      if (delimiter.mark === '~' && use < 2) break;
      const range: Span = [opener.end, delimiter.start];
      markup.push([opener.end - use, opener.end], [delimiter.start, delimiter.start + use]);
      (use === 2 && delimiter.mark !== '~' ? strong : emphasis).push(range);
      opener.end -= use;
      delimiter.start += use;
      open.length = opener.start < opener.end ? index + 1 : index;
    }
    if (delimiter.opens && delimiter.start < delimiter.end) open.push(delimiter);
  }
  return { strong, emphasis };
}
