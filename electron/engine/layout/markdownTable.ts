import type { Span } from '../../../shared/span.ts';
import { trimSpan } from '../../../shared/span.ts';

/** One row of a pipe table: what stands between the pipes, and the pipes. */
export interface PipeRow {
  /** Trimmed; empty cells are empty spans. */
  readonly cells: readonly Span[];
  readonly pipes: readonly Span[];
}

const delimiterRow = /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/u;

/** True for the line under a table's head: `| --- | :-: |`. One pipe at least, or it is a rule. */
export const isDelimiterRow = (line: string): boolean => line.includes('|') && delimiterRow.test(line);

/** Splits a line at its pipes; `\|` and pipes in code stay in their cell. */
export function pipeRow(text: string, start: number, end: number): PipeRow {
  const pipes: Span[] = [];
  let code = false;
  for (let at = start; at < end; at++) {
    const character = text[at];
    if (character === '\\') at++;
    else if (character === '`') code = !code && text.slice(at + 1, end).includes('`');
    else if (character === '|' && !code) pipes.push([at, at + 1]);
  }
  const cells: Span[] = [];
  let from = start;
  for (const [pipe] of pipes) {
    cells.push(trimSpan(text, [from, pipe]));
    from = pipe + 1;
  }
  cells.push(trimSpan(text, [from, end]));
  // The outer pipes close the row; they are not borders between cells.
  if (text.slice(start, end).trimStart().startsWith('|')) cells.shift();
  if (cells.length > 1 && text.slice(start, end).trimEnd().endsWith('|') && pipes.at(-1)?.[1] !== undefined)
    cells.pop();
  return { cells, pipes };
}
