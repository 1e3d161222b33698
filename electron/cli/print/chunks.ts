import type { ChunkFigures, ChunkReport } from '../../engine/chunk/report.ts';
import type { ParsedDocument } from '../../engine/ports.ts';
import { quoteOf } from '../../../shared/span.ts';
import { terminalWidth, wrap } from '../terminal.ts';

export function printChunks({ source, chunks }: ParsedDocument, report: ChunkReport): string {
  const width = terminalWidth();
  const shown = chunks.map((chunk) => {
    const slices = chunk.slices.map(([start, end]) => `${start}-${end}`).join(' ');
    const head = `${chunk.id} ${chunk.path.join(' > ')}  [${slices}] ${chunk.tokens} tokens, score ${chunk.structureScore}: ${chunk.reason}`;
    return `${wrap(head, width)}\n${wrap(quoteOf(source.text, chunk.slices), width, '    ')}`;
  });
  return `${shown.join('\n\n')}\n\n${printReport(report)}`;
}

const rows: readonly (readonly [string, (figures: ChunkFigures) => number])[] = [
  ['chunks', (figures) => figures.chunks],
  ['tokens, smallest', (figures) => figures.tokens.min],
  ['tokens, median', (figures) => figures.tokens.median],
  ['tokens, largest', (figures) => figures.tokens.max],
  ['under 100 tokens', (figures) => figures.under100Tokens],
  ['over 1.5 x the limit', (figures) => figures.overlong],
  ['across a clause border', (figures) => figures.borderCrossings],
  ['numbers alone', (figures) => figures.isolatedNumbers],
];

function printReport({ clauses, fixed }: ChunkReport): string {
  const line = (name: string, ours: string, theirs: string): string =>
    `${name.padEnd(24)}${ours.padStart(10)}${theirs.padStart(14)}`;
  return [
    line('', 'clauses', 'fixed 512/50'),
    ...rows.map(([name, of]) => line(name, String(of(clauses)), String(of(fixed)))),
  ].join('\n');
}
