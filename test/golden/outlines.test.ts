import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { quietRun } from '../../electron/engine/run.ts';
import { structure } from '../../electron/engine/structure/structure.ts';
import { createReader } from '../../electron/readers/read.ts';
import type { ClauseTree } from '../../shared/model.ts';
import { readableOutline } from './readableOutline.ts';

/** Outlines are read against the page before they are committed; the programme's output is no proof of itself. */
const root = path.resolve(import.meta.dirname, '../..');
const golden = path.join(import.meta.dirname, 'outlines');
const update = process.env['UPDATE_GOLDEN'] === '1';
const writes = update && process.env['CI'] === undefined;

/**
 * Outlines where the golden file says what a lawyer would draw and the programme does not draw it yet: how many lines
 * one of the two has alone, and why. A fault that is mended, in part too, fails here until the number is taken back.
 */
const knownFaults: Readonly<Record<string, { readonly lines: number; readonly reason: string }>> = {
  'agency-template-zh.md': { lines: 7, reason: 'a quoted note is no heading; the line below the rule is no second paragraph of the last article' },
  'agency-zh.md': { lines: 3, reason: 'the recital is one sentence: it is cut inside 双方达成' },
  'anti-bribery-zh.md': { lines: 9, reason: 'the recital is cut before 达成; fields of one form in two nodes; （以下无合同正文） is no heading' },
  'articles-flattened-en.txt': { lines: 13, reason: 'title and RECITALS heading are glued to the preamble; the items of the exhibit are not found' },
  'bonterms-nda-en.docx': { lines: 11, reason: 'tables of one cell are text, their coloured rows are title and headings; the last one is a signature block' },
  'co-branding-en.pdf': { lines: 39, reason: 'page numbers 1 to 3 of the filing are paragraphs; the index and the price table lose their rows; a footnote is text of 1.c' },
  'co-branding-short-en.pdf': { lines: 3, reason: 'AGREED TO BY: opens the signature block' },
  'co-branding-short-en.txt': { lines: 3, reason: 'AGREED TO BY: opens the signature block, which is not found in one glued line' },
  'confidentiality-zh.pdf': { lines: 13, reason: 'whole paragraphs after item （2） stand under it instead of under the heading' },
  'content-license-amendment-en.pdf': { lines: 6, reason: 'Accepted by: opens a signature block; the source line at the page end of a single page is a footer' },
  'data-purchase-zh.pdf': { lines: 97, reason: 'headings after an item stand a level too deep or are missed; three paragraphs with indented first lines are one; text after items is the last item’s' },
  'development-amendment-en.pdf': { lines: 49, reason: 'two amendments in one file: signature fields are headings, the inline items of a recital hang under clause 2 of the first one, whose text takes the end of the recital' },
  'distribution-amendment-en.pdf': { lines: 18, reason: 'a title over two lines is two headings; the block of addresses and the text before it belong to clause 2' },
  'endorsement-en.pdf': { lines: 17, reason: 'a number printed twice by its drafter (10.) is lost; run-in headings with ; : or a verb; flush text after C. at the edge of the list is C.’s' },
  'endorsement-en.txt': { lines: 9, reason: 'a number printed twice by its drafter (10.) is lost; run-in headings with ; : or a verb' },
  'letter-of-intent-en.docx': { lines: 6, reason: 'text at the left edge after (2) and (C) is not theirs' },
  'manufacturing-amendment-en.pdf': { lines: 2, reason: 'the source line at the page end of a single page is a footer, not part of the signature' },
  'mutual-nda-en.docx': { lines: 4, reason: 'a table of one cell is text; the table of signatures is a signature block' },
  'mutual-nda-en.pdf': { lines: 7, reason: 'COVER PAGE in the margin of a single page is a header; the table of signatures is a signature block, its head row part of it' },
  'office-lease-zh-Hant.txt': { lines: 16, reason: 'items after 第二款 are its items; their number is in traditional script; 立契約書人 opens the signature block' },
  'one-way-nda-en.docx': { lines: 4, reason: 'a table of one cell is text; the table of signatures is a signature block' },
  'part-time-labour-zh.docx': { lines: 29, reason: 'fields of a form are headings; sentences with a blank are headings; a second paragraph is a heading; the form of amendment is in the signature block; the date is part of 六' },
  'part-time-labour-zh.md': { lines: 29, reason: 'fields of a form are headings; sentences with a blank are headings; a second paragraph is a heading; the form of amendment is in the signature block; the date is part of 六' },
  'part-time-labour-zh.pdf': { lines: 25, reason: 'fields of a form are headings or a table; sentences with a blank are headings; a second paragraph is a heading; the form of amendment is in the signature block; the date is part of 六' },
  'series-seed-term-sheet-en.md': { lines: 6, reason: '[Date] is no heading; COMPANY: opens the signature block' },
  'share-sale-en.txt': { lines: 2, reason: 'a party is no heading' },
  'software-dev-zh.md': { lines: 2, reason: 'a sentence with 见 is no heading' },
  'supply-en.docx': { lines: 3, reason: 'Signed by the parties. is no part of the schedule' },
};

interface Contract {
  readonly file: string;
  readonly sha256: string;
}

const contracts = JSON.parse(readFileSync(path.join(root, 'test/fixtures/contracts/manifest.json'), 'utf8')) as Contract[];

const readable = /\.(?:md|txt|docx|pdf)$/u;
const files = ['resources/samples', 'test/fixtures/examples', 'test/fixtures/docx', 'test/fixtures/structure', 'test/fixtures/contracts']
  .flatMap((folder) => readdirSync(path.join(root, folder)).map((name) => path.join(folder, name)))
  .filter((file) => readable.test(file) && path.basename(file) !== 'README.md')
  .toSorted();

async function parse(file: string): Promise<{ text: string; tree: ClauseTree }> {
  const name = path.basename(file);
  const { source } = await createReader().read({ bytes: readFileSync(path.join(root, file)), name }, quietRun);
  return { text: source.text, tree: structure(source, { name }) };
}

/** Paths and numbers of the nodes that print a label. */
async function citations(file: string): Promise<string[]> {
  const { tree } = await parse(file);
  return tree.nodes.filter(({ label }) => label !== null).map(({ path: way, number }) => `${way.join(' > ')} = ${number}`);
}

/** Lines of either text that the other one lacks, in order: what `diff` would print. */
function differing(a: readonly string[], b: readonly string[]): string[] {
  const common = Array.from({ length: a.length + 1 }, () => Array.from({ length: b.length + 1 }, () => 0));
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      common[i]![j] = a[i] === b[j] ? common[i + 1]![j + 1]! + 1 : Math.max(common[i + 1]![j]!, common[i]![j + 1]!);
  const lines: string[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      i++;
      j++;
    } else if (j >= b.length || (i < a.length && common[i + 1]![j]! >= common[i]![j + 1]!)) lines.push(`- ${a[i++]}`);
    else lines.push(`+ ${b[j++]}`);
  }
  return lines;
}

describe('golden outlines', () => {
  test('are never written in continuous integration', () => {
    expect(update && process.env['CI'] !== undefined).toBe(false);
  });

  test('cover thirty documents and more, and each has a file', () => {
    expect(files.length).toBeGreaterThanOrEqual(30);
    const names = files.map((file) => `${path.basename(file)}.outline.txt`).toSorted();
    expect(readdirSync(golden).toSorted()).toEqual(names);
  });

  test('contracts of others are unmodified and all listed', () => {
    const folder = path.join(root, 'test/fixtures/contracts');
    const found = readdirSync(folder).filter((name) => readable.test(name));
    expect(contracts.map(({ file }) => file).toSorted()).toEqual(found.toSorted());
    for (const { file, sha256 } of contracts) {
      expect(createHash('sha256').update(readFileSync(path.join(folder, file))).digest('hex'), file).toBe(sha256);
    }
  });

  test.each(files)('%s', async (file) => {
    const { text, tree } = await parse(file);
    const outline = readableOutline(text, tree);
    const place = path.join(golden, `${path.basename(file)}.outline.txt`);
    const fault = knownFaults[path.basename(file)];
    if (writes && fault === undefined) writeFileSync(place, outline);
    expect(existsSync(place), 'write it with UPDATE_GOLDEN=1, then read it against the page').toBe(true);
    const wrong = differing(readFileSync(place, 'utf8').split('\n'), outline.split('\n'));
    expect(wrong, fault?.reason ?? 'the outline is not the one that was checked').toHaveLength(fault?.lines ?? 0);
  });

  test('known faults are of files that exist', () => {
    const names = files.map((file) => path.basename(file));
    expect(Object.keys(knownFaults).filter((name) => !names.includes(name))).toEqual([]);
  });

  test.each([
    ['part-time-labour-zh.docx', 'part-time-labour-zh.pdf', 'part-time-labour-zh.md'],
    ['mutual-nda-en.docx', 'mutual-nda-en.pdf'],
  ])('%s has one outline in every format', (...names) => {
    const withoutPages = names.map((name) =>
      readFileSync(path.join(golden, `${name}.outline.txt`), 'utf8')
        .replace(/ p\.\d+(?:-\d+)?$/gmu, '')
        .replace(/^left out: .*$/mu, ''),
    );
    expect(new Set(withoutPages).size).toBe(1);
  });

  test.each([
    ['part-time-labour-zh.docx', 'part-time-labour-zh.pdf', 'part-time-labour-zh.md'],
    ['mutual-nda-en.docx', 'mutual-nda-en.pdf'],
    ['endorsement-en.pdf', 'endorsement-en.txt'],
  ])('%s is cited alike in every format', async (...names) => {
    const cited = await Promise.all(names.map((name) => citations(path.join('test/fixtures/contracts', name))));
    expect(new Set(cited.map((list) => list.join('\n'))).size, cited.map((list) => list.length).join(', ')).toBe(1);
  });
});
