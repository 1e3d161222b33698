import { isHan } from './fold.ts';

/** A quoted run in a folded line: `text.slice(start, end)` is what stands between the marks at `open` and `close`. */
export interface Quoted {
  readonly open: number;
  readonly start: number;
  readonly end: number;
  readonly close: number;
  /** Position of the `(` it stands in, or -1. */
  readonly bracket: number;
}

const longest = 100;
const closerOf: Readonly<Record<string, string>> = { '「': '」', '『': '』', '«': '»' };

/**
 * The quoted runs of a folded line, in order; the curly, straight, corner, angle and doubled single marks, and single marks
 * around a capitalised or Chinese term. Marks of one family may be mixed (”x”, “x"), as typing leaves them.
 */
export function quotesIn(text: string): Quoted[] {
  const found: Quoted[] = [];
  const brackets: number[] = [];
  let open = -1;
  let openBracket = -1;
  let family = '';
  const start = (at: number, kind: string): void => {
    open = at;
    family = kind;
    openBracket = brackets.at(-1) ?? -1;
  };
  const finish = (at: number, width: number): void => {
    const from = open + width;
    if (at > from) found.push({ open, start: from, end: at, close: at + width - 1, bracket: openBracket });
    open = -1;
  };
  for (let i = 0; i < text.length; i++) {
    const char = text.charAt(i);
    if (open >= 0 && i - open > longest) open = -1;
    if (char === '(') brackets.push(i);
    else if (char === ')') brackets.pop();
    else if (char === '[' && text.charAt(i + 1) === '[') start(i++, ']]');
    else if (char === ']' && family === ']]' && open >= 0 && text.charAt(i + 1) === ']') finish(i++, 2);
    else if (char === '“') start(i, 'double');
    else if (char === '”') {
      if (open >= 0 && family === 'double') finish(i, 1);
      else if (isWordAt(text, i + 1)) start(i, 'double');
    } else if (char === '"') {
      if (open >= 0 && family === 'double') finish(i, 1);
      else if (isWordAt(text, i + 1) || text.charAt(i + 1) === '[') start(i, 'double');
    } else if (closerOf[char] !== undefined) start(i, closerOf[char]);
    else if (open >= 0 && char === family) finish(i, 1);
    else if (char === "'" && text.charAt(i + 1) === "'") {
      if (open >= 0 && family === "''") finish(i, 2);
      else if (open < 0) start(i, "''");
      i++;
    } else if (char === "'") {
      if (open >= 0 && family === "'" && !isWordAt(text, i + 1)) finish(i, 1);
      else if (open < 0 && !isWordAt(text, i - 1) && /[A-Z\u3400-\u9fff]/.test(text.charAt(i + 1))) start(i, "'");
    }
  }
  return found;
}

function isWordAt(text: string, index: number): boolean {
  const unit = text.charCodeAt(index);
  return (unit >= 0x30 && unit <= 0x39) || ((unit | 0x20) >= 0x61 && (unit | 0x20) <= 0x7a) || isHan(unit);
}
