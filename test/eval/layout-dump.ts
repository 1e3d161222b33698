/**
 * Prints what the layout made of one PDF: blocks with their style, exclusions with their reason, in text order.
 * Usage: layout-dump.ts FILE [--password TEXT] [--pages 3-5] [--time]
 */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { layoutPages } from '../../electron/engine/layout/paged/layout.ts';
import type { SourceText } from '../../electron/engine/layout/sourceText.ts';
import { quietRun } from '../../electron/engine/run.ts';
import { readPdfRuns } from '../../electron/readers/pdf/read.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { password: { type: 'string' }, pages: { type: 'string' }, time: { type: 'boolean' } },
});
const file = positionals[0];
if (file === undefined) throw new Error('usage: layout-dump.ts FILE');
const [from = 1, to = from] = (values.pages ?? '1-99999').split('-').map(Number);

const request = {
  bytes: new Uint8Array(readFileSync(file)),
  name: basename(file),
  ...(values.password === undefined ? {} : { password: values.password }),
};
const document = await readPdfRuns(request, quietRun);
const began = performance.now();
const source = layoutPages(document, quietRun);
const time = performance.now() - began;

for (const line of lines(source)) console.log(line);
console.log(`${source.pages.length} pages, ${source.blocks.length} blocks, ${source.exclusions.length} exclusions`);
for (const issue of document.issues) console.log(`issue ${issue.code} page ${issue.page ?? '-'}`);
if (values.time === true) console.log(`layout ${time.toFixed(1)} ms`);

function* lines({ text, blocks, exclusions, positions }: SourceText): Generator<string> {
  const pageAt = (offset: number): number => positions.find((p) => p.end > offset)?.page ?? 0;
  const entries: { start: number; page: number; line: string }[] = [];
  for (const { spans, kind, lines: starts, style, cell, note } of blocks) {
    const start = spans[0]?.[0] ?? 0;
    const breaks = new Set(starts.slice(1));
    const words = spans
      .map(([s, e]) =>
        [s, ...[...breaks].filter((at) => at > s && at < e), e]
          .map((at, i, cuts) => text.slice(at, cuts[i + 1] ?? at))
          .join('¦')
          .replace(/¦$/, ''),
      )
      .join(' ⟨…⟩ ');
    const marks = [
      cell ? `cell ${cell.table}:${cell.row},${cell.column}${cell.header ? ' head' : ''}` : kind,
      note ? `note ${note.mark}@${note.anchor}` : '',
      `${style.size ?? ''}`,
      style.headingLevel === null ? '' : `h${style.headingLevel}`,
      [style.bold && 'b', style.italic && 'i', style.underline && 'u'].filter(Boolean).join(''),
      style.align ?? '',
      `in ${style.firstIndent}/${style.indent} sp ${style.spaceBefore}`,
    ];
    entries.push({ start, page: pageAt(start), line: `[${marks.filter(Boolean).join(' ')}] ${words}` });
  }
  for (const { reason, start, end } of exclusions) {
    entries.push({ start, page: pageAt(start), line: `  -- ${reason}: ${text.slice(start, end)}` });
  }
  let page = 0;
  for (const entry of entries.sort((a, b) => a.start - b.start)) {
    if (entry.page < from || entry.page > to) continue;
    if (entry.page !== page) yield `===== page ${(page = entry.page)}`;
    yield entry.line;
  }
}
