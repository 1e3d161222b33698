/**
 * Compares the layout of PDFs with the plain text that others made of the same contracts: share of their words found
 * in order, and how far paragraph starts agree (a paragraph of theirs starts behind an empty line or four spaces).
 * Usage: layout-text.ts [PDF-FOLDER TXT-FOLDER] [--show N]; without folders the CUAD contracts of PROVISO_DATA.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { layoutPages } from '../../electron/engine/layout/paged/layout.ts';
import { quietRun } from '../../electron/engine/run.ts';
import { readPdfRuns } from '../../electron/readers/pdf/read.ts';
import { dataFolder } from './data.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { show: { type: 'string' }, only: { type: 'string' } },
});
const data = dataFolder();
if (data === null && positionals.length < 2) {
  console.log('layout-text: skipped, no shared data (set PROVISO_DATA)');
  process.exit(0);
}
const [pdfs = join(data ?? '', 'cuad/pdf'), texts = join(data ?? '', 'cuad/txt')] = positionals;
const show = Number(values.show ?? 0);

interface Token {
  readonly text: string;
  readonly at: number;
  /** Starts a paragraph. */
  starts: boolean;
}

const totals = { words: 0, found: 0, starts: 0, ours: 0, agree: 0, read: 0, layout: 0, files: 0 };
for (const name of readdirSync(pdfs).sort()) {
  if (!/\.pdf$/i.test(name) || (values.only !== undefined && !name.includes(values.only))) continue;
  const twin = join(texts, name.replace(/\.pdf$/i, '.txt'));
  if (!existsSync(twin)) {
    console.log(`no text for ${name}`);
    continue;
  }
  const read = performance.now();
  const document = await readPdfRuns({ bytes: new Uint8Array(readFileSync(join(pdfs, name))), name }, quietRun);
  const layout = performance.now();
  const source = layoutPages(document, quietRun);
  const end = performance.now();
  const theirs = tokens(readFileSync(twin, 'utf8'));
  const paragraphs = new Set(source.blocks.filter((b) => b.kind !== 'note').map((b) => b.spans[0]?.[0] ?? -1));
  const ours = tokens(source.text, (from, to) => {
    for (let i = from; i <= to; i++) if (paragraphs.has(i)) return true;
    return false;
  });
  const pairs = align(
    theirs.map((t) => t.text),
    ours.map((t) => t.text),
  );
  const excluded = (at: number): boolean => source.exclusions.some((x) => at >= x.start && at < x.end);
  let starts = 0;
  let oursStarts = 0;
  let agree = 0;
  const wrong: string[] = [];
  for (const [i, j] of pairs) {
    const a = theirs[i]!;
    const b = ours[j]!;
    if (excluded(b.at)) continue;
    if (a.starts) starts++;
    if (b.starts) oursStarts++;
    if (a.starts && b.starts) agree++;
    else if (a.starts || b.starts) {
      const where = source.text.slice(Math.max(0, b.at - 60), b.at + 50).replaceAll('\n', '⏎');
      wrong.push(`${a.starts ? 'missed' : 'extra '} ${where}`);
    }
  }
  const lost = theirs.length - pairs.length;
  console.log(
    [
      percent(pairs.length, theirs.length),
      `starts p ${percent(agree, oursStarts)} r ${percent(agree, starts)}`,
      `${(layout - read).toFixed(0)}+${(end - layout).toFixed(0)} ms`,
      `lost ${lost}`,
      basename(name).slice(0, 60),
    ].join('  '),
  );
  if (show > 0) {
    const inOrder = new Set(pairs.map(([i]) => i));
    const missing = theirs.flatMap((t, i) => (inOrder.has(i) ? [] : [t.text]));
    console.log(`    not found: ${missing.slice(0, show * 5).join(' ')}`);
    const every = Math.max(1, Math.floor(wrong.length / show));
    wrong
      .filter((_, i) => i % every === 0)
      .slice(0, show)
      .forEach((w) => console.log(`    ${w}`));
  }
  totals.files++;
  totals.words += theirs.length;
  totals.found += pairs.length;
  totals.starts += starts;
  totals.ours += oursStarts;
  totals.agree += agree;
  totals.read += layout - read;
  totals.layout += end - layout;
}
console.log(
  `${totals.files} files: words found in order ${percent(totals.found, totals.words)} of ${totals.words}; ` +
    `paragraph starts precision ${percent(totals.agree, totals.ours)} recall ${percent(totals.agree, totals.starts)}; ` +
    `read ${totals.read.toFixed(0)} ms, layout ${totals.layout.toFixed(0)} ms`,
);

function percent(part: number, whole: number): string {
  return `${whole === 0 ? '-' : ((100 * part) / whole).toFixed(2)} %`;
}

function tokens(text: string, starts?: (from: number, to: number) => boolean): Token[] {
  const list: Token[] = [];
  let before = 0;
  for (const match of text.matchAll(/\p{Script=Han}|[[\p{L}\p{N}]--\p{Script=Han}]+/gv)) {
    const between = text.slice(before, match.index);
    list.push({
      text: match[0].normalize('NFKC').toLowerCase(),
      at: match.index,
      starts: list.length === 0 || (starts ? starts(before, match.index) : /\n\s*\n| {4}/.test(between)),
    });
    before = match.index + match[0].length;
  }
  return list;
}

/** Longest common subsequence by Myers' O(ND) difference algorithm, in stretches so that memory stays small. */
function align(a: readonly string[], b: readonly string[]): [number, number][] {
  const pairs: [number, number][] = [];
  let x0 = 0;
  let y0 = 0;
  while (x0 < a.length && y0 < b.length) {
    const [x, y, found] = stretch(a, b, x0, y0);
    pairs.push(...found);
    if (x === x0 && y === y0) break;
    x0 = x;
    y0 = y;
  }
  return pairs;
}

/** Follows the furthest path until `limit` differences or the end, and commits the part of it that is certain. */
function stretch(
  a: readonly string[],
  b: readonly string[],
  x0: number,
  y0: number,
): [number, number, [number, number][]] {
  const limit = 1_500;
  const n = a.length - x0;
  const m = b.length - y0;
  const offset = limit + 1;
  const front = new Int32Array(2 * limit + 3);
  const trace: Int32Array[] = [];
  let best = { d: 0, k: 0, sum: -1 };
  let done = false;
  for (let d = 0; d <= limit && !done; d++) {
    trace.push(front.slice());
    for (let k = -d; k <= d; k += 2) {
      let x =
        k === -d || (k !== d && front[offset + k - 1]! < front[offset + k + 1]!)
          ? front[offset + k + 1]!
          : front[offset + k - 1]! + 1;
      let y = x - k;
      while (x < n && y < m && a[x0 + x] === b[y0 + y]) {
        x++;
        y++;
      }
      front[offset + k] = x;
      if (x <= n && y <= m && x + y > best.sum) best = { d, k, sum: x + y };
      if (x >= n && y >= m) {
        best = { d, k, sum: x + y };
        done = true;
        break;
      }
    }
  }
  const pairs: [number, number][] = [];
  let x = (best.sum + best.k) / 2;
  let y = x - best.k;
  const end: [number, number] = [x0 + x, y0 + y];
  for (let d = best.d; d >= 0; d--) {
    const previous = trace[d]!;
    const k = x - y;
    const down = k === -d || (k !== d && previous[offset + k - 1]! < previous[offset + k + 1]!);
    const fromK = down ? k + 1 : k - 1;
    const fromX = d === 0 ? 0 : previous[offset + fromK]!;
    const fromY = d === 0 ? 0 : fromX - fromK;
    while (x > fromX && y > fromY) {
      x--;
      y--;
      pairs.push([x0 + x, y0 + y]);
    }
    x = fromX;
    y = fromY;
  }
  return [...end, pairs.toReversed()];
}
