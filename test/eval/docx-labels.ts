/**
 * Automatic labels of Word files against those of an independent word processor: label and first 30 characters of
 * its paragraph must stand as one run in the text, white space aside, in the order of the document.
 *
 *     node test/eval/docx-labels.ts [--misses]
 */
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { quietRun } from '../../electron/engine/run.ts';
import { createReader } from '../../electron/readers/read.ts';
import { dataFolder } from './data.ts';

/** Files where Word prints something else than the other word processor, and why ours is Word's. */
const wordDiffers: Readonly<Record<string, string>> = {
  'torture/docx/Open-Xml-PowerTools__LIR009-zh-CN-chineseCounting':
    'chineseCounting from 100 on is digit by digit with U+25CB in Word (ECMA-376 17.18.59): 一○○○, not 一千',
};

export interface LabelRow {
  readonly file: string;
  readonly set: 'contracts' | 'torture';
  readonly labels: number;
  /** Labels that stand with their words as one run in the text, and those that do so in order. */
  readonly found: number;
  readonly inOrder: number;
  /** Automatic labels that we print. */
  readonly ours: number;
  readonly misses: readonly string[];
}

const bare = (text: string): string => text.replace(/\s+/gu, '');

/** One row per Word file with expected labels under `data`. */
export async function measureDocxLabels(data: string): Promise<LabelRow[]> {
  const expected = join(data, 'expected/docx-labels');
  const reader = createReader();
  const rows: LabelRow[] = [];
  for (const path of globSync('**/*.json', { cwd: expected }).toSorted()) {
    const docx = join(data, path.replace(/\.json$/u, '.docx'));
    const labels = JSON.parse(readFileSync(join(expected, path), 'utf8')) as { label: string; text: string }[];
    const { source } = await reader.read({ bytes: readFileSync(docx), name: basename(docx) }, quietRun);
    const text = bare(source.text);
    let at = 0;
    let inOrder = 0;
    const misses: string[] = [];
    for (const { label, text: words } of labels) {
      const wanted = bare(label) + bare(words).slice(0, 30);
      const next = text.indexOf(wanted, at);
      if (next !== -1) {
        inOrder++;
        at = next + 1;
      }
      if (!text.includes(wanted)) misses.push(wanted);
    }
    rows.push({
      file: path.replace(/\.json$/u, ''),
      set: path.startsWith('torture') ? 'torture' : 'contracts',
      labels: labels.length,
      found: labels.length - misses.length,
      inOrder,
      ours: source.blocks.filter((block) => block.label !== null).length,
      misses,
    });
  }
  return rows;
}

const percent = (share: number): string => `${(share * 100).toFixed(2)} %`;

/** Macro and micro means of contracts and torture files apart, with the files in which Word differs named. */
export function labelSummary(rows: readonly LabelRow[]): string[] {
  const lines: string[] = [];
  for (const set of ['contracts', 'torture'] as const) {
    const own = rows.filter((row) => row.set === set);
    const sum = (value: (row: LabelRow) => number): number => own.reduce((total, row) => total + value(row), 0);
    const macro = sum((row) => row.found / row.labels) / own.length;
    lines.push(
      `${set}: ${own.length} files, ${sum((row) => row.labels)} labels; macro mean ${percent(macro)}, micro ${percent(sum((row) => row.found) / sum((row) => row.labels))}, in order ${percent(sum((row) => row.inOrder / row.labels) / own.length)}, files without a miss ${own.filter((row) => row.found === row.labels).length}`,
    );
    for (const row of own.filter(({ file }) => wordDiffers[file] !== undefined)) {
      const rest = own.filter((each) => each !== row);
      const mean = rest.reduce((total, each) => total + each.found / each.labels, 0) / rest.length;
      lines.push(`Word differs in ${row.file}: ${wordDiffers[row.file]}; ${set} without it: ${percent(mean)}`);
    }
  }
  return lines;
}

if (import.meta.main) {
  const data = dataFolder();
  if (data === null) console.log('docx-labels: skipped, no shared data (set PROVISO_DATA)');
  else {
    const rows = await measureDocxLabels(data);
    console.log('| file | labels | found | in order | labels we print |\n| --- | ---: | ---: | ---: | ---: |');
    for (const row of rows) {
      const whole = row.found === row.labels && row.inOrder === row.labels && row.ours === row.labels;
      if (!whole || row.set === 'torture')
        console.log(`| ${row.file} | ${row.labels} | ${row.found} | ${row.inOrder} | ${row.ours} |`);
      if (process.argv.includes('--misses'))
        for (const miss of row.misses.slice(0, 8)) console.log(`|   missing: ${miss} | | | | |`);
    }
    for (const line of labelSummary(rows)) console.log(`\n${line}`);
  }
}
