import { stripVTControlCharacters } from 'node:util';
import { columnsOf } from '../engine/layout/plainLines.ts';
import type { Progress } from '../engine/run.ts';

/** Everything people read goes through here: escapes and control characters of a contract never reach the terminal. */
export const plain = (text: string): string =>
  // Bidi controls can make a quote read backwards, so they go the way of escapes.
  stripVTControlCharacters(text).replace(/(?![\t\n])[\p{Cc}\p{Cf}]/gu, '');

/** For names inside a line: a name may hold line breaks. */
export const oneLine = (text: string): string => plain(text).replace(/\s+/gu, ' ');

const NO_LINE_START = /^[，。、；：！？）》」』”’,.;:!?)\]]/u;

/** Breaks text to `width` columns: at spaces, and between Chinese characters but not before closing punctuation. */
export function wrap(text: string, width: number, indent = ''): string {
  const room = Math.max(20, width - indent.length);
  const pieces =
    plain(text)
      .replace(/\s+/gu, ' ')
      .match(/[\u2e80-\u9fff\uf900-\uffef]|[^\s\u2e80-\u9fff\uf900-\uffef]+|\s/gu) ?? [];
  const lines: string[] = [];
  let line = '';
  for (const piece of pieces) {
    if (columnsOf(line) + columnsOf(piece) > room && !NO_LINE_START.test(piece) && line.trim() !== '') {
      lines.push(line.trimEnd());
      line = piece === ' ' ? '' : piece;
    } else line += piece;
  }
  if (line.trim() !== '') lines.push(line.trimEnd());
  return lines.map((each) => indent + each).join('\n');
}

export const terminalWidth = (): number => Math.min(100, process.stdout.columns ?? 100);

/** Progress on stderr: one line that is rewritten on a terminal, one line per stage elsewhere. */
export class ProgressLine {
  readonly #stream = process.stderr;
  #last = '';
  #drawn = false;

  report(name: string, { stage, done, total }: Progress): void {
    if (stage === '') return;
    const label = name === '' ? stage : `${stage} ${name}`;
    if (this.#stream.isTTY) {
      this.#stream.write(`\r\u001b[K${oneLine(label)} ${done}/${total}`);
      this.#drawn = true;
    } else if (label !== this.#last) {
      this.#stream.write(`${oneLine(label)}\n`);
    }
    this.#last = label;
  }

  clear(): void {
    if (this.#drawn) this.#stream.write('\r\u001b[K');
    this.#drawn = false;
  }
}
