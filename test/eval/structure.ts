import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { ClauseTree } from '../../shared/model.ts';
import type { SourceText } from '../../electron/engine/layout/sourceText.ts';
import { structure } from '../../electron/engine/structure/structure.ts';
import { measureExamples } from './structure/examples.ts';
import { goldItems, judgeGold } from './structure/gold.ts';
import type { Verdict } from './structure/gold.ts';
import { measureLaws } from './structure/laws.ts';
import { dataFolder, load } from './structure/load.ts';
import { shapeOf } from './structure/shape.ts';
import { cuadPairs, measureTwins, printedPairs } from './structure/twins.ts';
import type { TwinFigures } from './structure/twins.ts';
import { measureWordLabels } from './structure/wordLabels.ts';

/**
 * Figures of the clause tree over the shared data: `node test/eval/structure.ts [PART…] [--verbose]`.
 * PART: laws, examples, gold, labels, twins, cuad, shape. Without one, all of them.
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
  const trees = new Map<string, { source: SourceText; tree: ClauseTree }>();
  const counts: Record<Verdict, number> = { right: 0, enclosing: 0, wrong: 0, unfound: 0 };
  const misses: string[] = [];
  const items = goldItems(data);
  for (const item of items) {
    let parsed = trees.get(item.file);
    if (parsed === undefined) {
      const source = await load(path.join(data, item.file));
      parsed = { source, tree: structure(source, { name: path.basename(item.file) }) };
      trees.set(item.file, parsed);
    }
    const { verdict, cited } = judgeGold(item, parsed.source, parsed.tree);
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
  for (const folder of ['cuad/txt', 'zh-contract-md', 'md-agreements', 'zh-laws', 'examples']) {
    const files = readdirSync(path.join(data, folder)).filter(
      (f) => /\.(?:md|txt)$/.test(f) && !/^(?:README|SOURCE)/.test(f),
    );
    let own = 0;
    let unnumbered = 0;
    let longest = 0;
    let violations = 0;
    let nodes = 0;
    let milliseconds = 0;
    const rows: string[] = [];
    for (const file of files) {
      const source = await load(path.join(data, folder, file));
      const start = performance.now();
      const tree = structure(source, { name: file });
      milliseconds += performance.now() - start;
      const shape = shapeOf(source, tree);
      own += source.text.length;
      unnumbered += shape.unnumberedShare * source.text.length;
      longest = Math.max(longest, shape.longestOwn);
      violations += shape.violations;
      nodes += shape.nodes;
      rows.push(
        `${shape.unnumberedShare.toFixed(2)} unnumbered, longest own ${shape.longestOwn}, numbered ${shape.numbered}: ${file}`,
      );
    }
    console.log(
      `${folder}: files ${files.length}, nodes ${nodes}, text outside numbered clauses ${percent(Math.round(unnumbered), own)}, longest own text ${longest}, partition violations ${violations}, ${Math.round(milliseconds)} ms for ${own} characters`,
    );
    more(rows.toSorted().toReversed().slice(0, 12));
  }
}
