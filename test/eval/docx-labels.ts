/**
 * Automatic labels of Word files against those of an independent word processor: label and first 30 characters of
 * its paragraph must stand as one run in the text, white space aside, in the order of the document.
 *
 *     node test/eval/docx-labels.ts [--misses]
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { quietRun } from '../../electron/engine/run.ts';
import { createReader } from '../../electron/readers/read.ts';

const root = new URL('../..', import.meta.url).pathname;
const data = process.env['PROVISO_DATA'] ?? join(root, '../shared/data');
const expected = join(data, 'expected/docx-labels');
if (!existsSync(expected)) {
  console.log(`docx-labels: skipped, no ${expected}`);
  process.exit(0);
}

/** Files where Word prints something else than the other word processor, and why ours is Word's. */
const wordDiffers: Readonly<Record<string, string>> = {
  'torture/docx/Open-Xml-PowerTools__LIR009-zh-CN-chineseCounting':
    'chineseCounting from 100 on is digit by digit with U+25CB in Word (ECMA-376 17.18.59): 一○○○, not 一千',
};

interface Row {
  readonly file: string;
  readonly set: 'contracts' | 'torture';
  readonly labels: number;
  readonly found: number;
  readonly inOrder: number;
  readonly ours: number;
  readonly misses: string[];
}

const bare = (text: string): string => text.replace(/\s+/gu, '');
const reader = createReader();
const rows: Row[] = [];
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
    file: relative('.', path).replace(/\.json$/u, ''),
    set: path.startsWith('torture') ? 'torture' : 'contracts',
    labels: labels.length,
    found: labels.length - misses.length,
    inOrder,
    ours: source.blocks.filter((block) => block.label !== null).length,
    misses,
  });
}

const percent = (share: number): string => `${(share * 100).toFixed(2)} %`;
console.log('| file | labels | found | in order | labels we print |\n| --- | ---: | ---: | ---: | ---: |');
for (const row of rows) {
  const whole = row.found === row.labels && row.inOrder === row.labels && row.ours === row.labels;
  if (!whole || row.set === 'torture')
    console.log(`| ${row.file} | ${row.labels} | ${row.found} | ${row.inOrder} | ${row.ours} |`);
  if (process.argv.includes('--misses'))
    for (const miss of row.misses.slice(0, 8)) console.log(`|   missing: ${miss} | | | | |`);
}
for (const set of ['contracts', 'torture'] as const) {
  const own = rows.filter((row) => row.set === set);
  const sum = (value: (row: Row) => number): number => own.reduce((total, row) => total + value(row), 0);
  const macro = sum((row) => row.found / row.labels) / own.length;
  for (const row of own.filter(({ file }) => wordDiffers[file] !== undefined)) {
    const rest = own.filter((each) => each !== row);
    const mean = rest.reduce((total, each) => total + each.found / each.labels, 0) / rest.length;
    console.log(`\nWord differs in ${row.file}: ${wordDiffers[row.file]}; ${set} without it: ${percent(mean)}`);
  }
  console.log(
    `\n${set}: ${own.length} files, ${sum((row) => row.labels)} labels; macro mean ${percent(macro)}, micro ${percent(sum((row) => row.found) / sum((row) => row.labels))}, in order ${percent(sum((row) => row.inOrder / row.labels) / own.length)}, files without a miss ${own.filter((row) => row.found === row.labels).length}`,
  );
}
