import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { checkPartition } from '../../electron/engine/structure/partition.ts';
import { scoreGold } from './annotate.ts';
import { dataFolder } from './data.ts';
import { labelSummary, measureDocxLabels } from './docx-labels.ts';
import { measureTimes, timeSummary } from './layout-time.ts';
import { contractsOf, othersOf } from './structure/corpus.ts';
import { measureExamples } from './structure/examples.ts';
import { goldItems, judgeGold } from './structure/gold.ts';
import type { Verdict } from './structure/gold.ts';
import { measureLaws } from './structure/laws.ts';
import { parse } from './structure/load.ts';
import { shapeOf, worst } from './structure/shape.ts';
import type { Shape } from './structure/shape.ts';
import { cuadPairs, measureTwins, printedPairs } from './structure/twins.ts';
import type { TwinFigures } from './structure/twins.ts';
import { measureWordLabels } from './structure/wordLabels.ts';

/**
 * Figures of the clause tree over the shared data: `node test/eval/structure.ts [PART…] [--verbose]`.
 * PART: laws, examples, gold, labels, twins, cuad, shape, time, annotate. Without one, all of them.
 */
const data = dataFolder();
if (data === null) {
  console.log('structure: skipped, no shared data (set PROVISO_DATA)');
  process.exit(0);
}
const verbose = process.argv.includes('--verbose');
const asked = process.argv.slice(2).filter((a) => !a.startsWith('--'));
const wants = (part: string): boolean => asked.length === 0 || asked.includes(part);
const percent = (part: number, whole: number): string =>
  `${part}/${whole} (${((100 * part) / Math.max(1, whole)).toFixed(2)} %)`;
const more = (lines: readonly string[]): void => {
  if (verbose) for (const line of lines) console.log(`    ${line}`);
};

if (wants('laws')) {
  const laws = await measureLaws(data);
  console.log(
    `statutes: articles as nodes in order ${percent(laws.found, laws.expected)}, invented ${laws.invented}, files ${laws.files}`,
  );
  more(laws.failing.map((f) => `${f.file}: missing ${f.missing.join(' ')} | invented ${f.invented.join(' ')}`));
}
if (wants('examples')) {
  const examples = await measureExamples(data);
  console.log(`examples: checks ${percent(examples.right, examples.checks)}`);
  more(examples.wrong);
}
if (wants('gold')) {
  const counts: Record<Verdict, number> = { right: 0, enclosing: 0, wrong: 0, unfound: 0 };
  const misses: string[] = [];
  const items = goldItems(data);
  for (const item of items) {
    const { source, tree } = await parse(path.join(data, item.file));
    const { verdict, cited } = judgeGold(item, source, tree);
    counts[verdict]++;
    if (verdict !== 'right')
      misses.push(`${verdict} ${item.id} gold ${item.number} cited ${cited ?? 'nothing'}: ${item.quote.slice(0, 50)}`);
  }
  console.log(
    `gold clause numbers: right ${percent(counts.right, items.length)}, deeper than gold ${counts.enclosing}, wrong ${counts.wrong}, quote not found ${counts.unfound}`,
  );
  more(misses);
}
if (wants('labels')) {
  const labels = await measureWordLabels(data, ['open-agreements', 'skillhub-en']);
  console.log(
    `Word labels: node starts there ${percent(labels.started, labels.labels)}, number composes it ${percent(labels.composed, labels.labels)}, files ${labels.files}`,
  );
  more(labels.misses);
  for (const line of labelSummary(await measureDocxLabels(data))) console.log(`Word labels in the text, ${line}`);
}
const twins = (name: string, figures: TwinFigures): void => {
  console.log(
    `${name}: F1 of (number, heading) ${figures.f1.toFixed(4)}, of numbers ${figures.numberF1.toFixed(4)}, pairs ${figures.pairs}`,
  );
  more(
    figures.perPair
      .filter((p) => p.f1 < 0.98)
      .toSorted((a, b) => a.f1 - b.f1)
      .map(
        (p) =>
          `${p.f1.toFixed(2)} ${p.name} ${p.a}/${p.b} | ${p.onlyA.slice(0, 4).join('; ')} | ${p.onlyB.slice(0, 4).join('; ')}`,
      ),
  );
};
if (wants('twins')) twins('DOCX against its PDF', await measureTwins(printedPairs(data)));
if (wants('cuad')) twins('CUAD PDF against text', await measureTwins(cuadPairs(data)));
if (wants('shape')) {
  const explained = JSON.parse(readFileSync(new URL('structure/explained.json', import.meta.url), 'utf8')) as Readonly<
    Record<'unnumbered' | 'longest', Readonly<Record<string, string>>>
  >;
  const shapes: Shape[] = [];
  const general: string[] = [];
  for (const file of contractsOf(data)) {
    const { source, tree } = await parse(path.join(data, file));
    shapes.push(shapeOf(file, source, tree));
    if (tree.kind === 'general') general.push(file);
  }
  const sum = (value: (shape: Shape) => number): number => shapes.reduce((total, shape) => total + value(shape), 0);
  console.log(
    `contracts: files ${shapes.length}, nodes ${sum((s) => s.nodes)}, text outside numbered clauses ${percent(
      Math.round(sum((s) => s.unnumberedShare * s.characters)),
      sum((s) => s.characters),
    )}, longest own text ${Math.max(...shapes.map((s) => s.longestOwn))}, partition violations ${sum((s) => s.violations)}`,
  );
  console.log('worst share of text in unnumbered nodes:');
  for (const shape of worst(shapes, (s) => s.unnumberedShare, 10)) {
    console.log(
      `    ${shape.unnumberedShare.toFixed(2)} of ${shape.characters}, numbered nodes ${shape.numbered}: ${shape.file}: ${explained.unnumbered[shape.file] ?? 'NOT LOOKED AT'}`,
    );
  }
  console.log('longest own texts:');
  for (const shape of worst(shapes, (s) => s.longestOwn, 10)) {
    console.log(
      `    ${shape.longestOwn} in ${shape.longestNode}… ${shape.file}: ${explained.longest[shape.file] ?? 'NOT LOOKED AT'}`,
    );
  }
  console.log(`contracts called general: ${percent(general.length, shapes.length)}`);
  for (const file of general) console.log(`    ${file}`);
  for (const { name, files } of othersOf(data)) {
    const called: string[] = [];
    let violations = 0;
    for (const file of files) {
      const { source, tree } = await parse(path.join(data, file));
      violations += checkPartition(source, tree).length;
      if (tree.kind === 'contract') called.push(file);
    }
    console.log(
      `${name} called contracts: ${percent(called.length, files.length)}, partition violations ${violations}`,
    );
    more(called);
  }
}
if (wants('time')) {
  const pdfs = readdirSync(path.join(data, 'cuad/pdf')).filter((file) => /\.pdf$/i.test(file));
  const times = await measureTimes(pdfs.toSorted().map((file) => path.join(data, 'cuad/pdf', file)));
  for (const line of timeSummary(times)) console.log(line);
}
if (wants('annotate')) await scoreGold(path.join(import.meta.dirname, 'gold'));
