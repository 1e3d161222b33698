/**
 * Time of layout and structure beside pdf.js's own text extraction (`getTextContent`) of the same pages, in one process.
 * Usage: layout-time.ts FILE...
 */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { layoutPages } from '../../electron/engine/layout/paged/layout.ts';
import { quietRun } from '../../electron/engine/run.ts';
import { structure } from '../../electron/engine/structure/structure.ts';
import { pdfAssets } from '../../electron/readers/pdf/assets.ts';
import { readPdfRuns } from '../../electron/readers/pdf/read.ts';

/** Milliseconds over all files; `structure` includes definitions, references and links. */
export interface Times {
  files: number;
  pages: number;
  extraction: number;
  runs: number;
  layout: number;
  structure: number;
}

/** Both rounds over the files: the second one runs compiled code on both sides. */
export async function measureTimes(files: readonly string[]): Promise<[Times, Times]> {
  const rounds: [Times, Times] = [noTimes(), noTimes()];
  for (const sums of rounds) {
    for (const file of files) {
      const bytes = new Uint8Array(readFileSync(file));
      const { pages, time: extraction } = await extract(bytes);
      const began = performance.now();
      const document = await readPdfRuns({ bytes, name: basename(file) }, quietRun);
      const read = performance.now();
      const source = layoutPages(document, quietRun);
      const laid = performance.now();
      structure(source, { name: basename(file) });
      const end = performance.now();
      sums.files++;
      sums.pages += pages;
      sums.extraction += extraction;
      sums.runs += read - began;
      sums.layout += laid - read;
      sums.structure += end - laid;
    }
  }
  return rounds;
}

const noTimes = (): Times => ({ files: 0, pages: 0, extraction: 0, runs: 0, layout: 0, structure: 0 });

export function timeSummary([first, second]: readonly [Times, Times]): string[] {
  const ms = (n: number): string => `${n.toFixed(0)} ms`;
  const ratio = (of: (times: Times) => number): string =>
    `${(of(second) / second.extraction).toFixed(2)} (first round ${(of(first) / first.extraction).toFixed(2)})`;
  return [
    `time: files ${second.files}, pages ${second.pages}; getTextContent ${ms(second.extraction)}, our runs ${ms(second.runs)}, layout ${ms(second.layout)}, structure ${ms(second.structure)}`,
    `layout + structure / getTextContent ${ratio((t) => t.layout + t.structure)}; structure alone ${ratio((t) => t.structure)}; layout alone ${ratio((t) => t.layout)}`,
  ];
}

async function extract(bytes: Uint8Array): Promise<{ pages: number; time: number }> {
  const assets = pdfAssets();
  const began = performance.now();
  const document = await getDocument({
    data: bytes.slice(),
    cMapUrl: assets.cMaps,
    cMapPacked: true,
    standardFontDataUrl: assets.standardFonts,
    verbosity: 0,
  }).promise;
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number);
    await page.getTextContent();
    page.cleanup();
  }
  const time = performance.now() - began;
  const pages = document.numPages;
  await document.loadingTask.destroy();
  return { pages, time };
}

if (import.meta.main) for (const line of timeSummary(await measureTimes(process.argv.slice(2)))) console.log(line);
