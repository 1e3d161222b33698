/**
 * Time of the layout beside pdf.js's own text extraction (`getTextContent`) of the same pages, in one process.
 * Usage: layout-time.ts FILE... ; the second of two rounds is printed, so that both sides run compiled code.
 */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { layoutPages } from '../../electron/engine/layout/paged/layout.ts';
import { quietRun } from '../../electron/engine/run.ts';
import { pdfAssets } from '../../electron/readers/pdf/assets.ts';
import { readPdfRuns } from '../../electron/readers/pdf/read.ts';

const files = process.argv.slice(2);
const sums = { pages: 0, extraction: 0, runs: 0, layout: 0, first: 0, firstExtraction: 0 };
for (const round of [1, 2]) {
  for (const file of files) {
    const bytes = new Uint8Array(readFileSync(file));
    const { pages, time: extraction } = await extract(bytes);
    const began = performance.now();
    const document = await readPdfRuns({ bytes, name: basename(file) }, quietRun);
    const read = performance.now();
    layoutPages(document, quietRun);
    const end = performance.now();
    if (round === 1) {
      sums.first += end - read;
      sums.firstExtraction += extraction;
      continue;
    }
    sums.pages += pages;
    sums.extraction += extraction;
    sums.runs += read - began;
    sums.layout += end - read;
  }
}
const ms = (n: number): string => `${n.toFixed(0)} ms`;
console.log(`${files.length} files, ${sums.pages} pages`);
console.log(`getTextContent ${ms(sums.extraction)}, our runs ${ms(sums.runs)}, layout ${ms(sums.layout)}`);
console.log(
  `layout / getTextContent: ${(sums.layout / sums.extraction).toFixed(2)}; first round ${(sums.first / sums.firstExtraction).toFixed(2)}`,
);

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
