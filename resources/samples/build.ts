/**
 * Writes the bundled samples: `node resources/samples/build.ts`. The texts are in contracts.ts (CC0); the same input gives
 * the same bytes, so a changed file means a changed text.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  AlignmentType, Document, HeadingLevel, LevelFormat, Packer, Paragraph, Table, TableCell, TableRow, TextRun,
} from 'docx';
import type { ILevelsOptions } from 'docx';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import type { PDFFont } from 'pdf-lib';
import { unzipSync, zipSync } from 'fflate';
import { cloudServices, consulting, equipmentZh } from './contracts.ts';
import type { SampleLine } from './contracts.ts';

const target = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const DATE = new Date('2026-01-01T00:00:00Z');

/** Typed labels in the manner of an English contract: `4.` · `4.2` · `(b)`. */
function* labelled(lines: readonly SampleLine[]): Generator<{ line: SampleLine; label: string }> {
  let counters = [0, 0, 0];
  for (const line of lines) {
    if (line.role === 'annex') counters = [0, 0, 0];
    let label = '';
    if (line.depth > 0) {
      counters = counters.map((value, index) => (index === line.depth - 1 ? value + 1 : index >= line.depth ? 0 : value));
      const [first, second, third] = counters;
      label = line.depth === 1 ? `${first}.` : line.depth === 2 ? `${first}.${second}` : `(${String.fromCharCode(96 + (third ?? 0))})`;
    }
    yield { line, label };
  }
}

async function writePdf(name: string, lines: readonly SampleLine[]): Promise<void> {
  const pdf = await PDFDocument.create();
  pdf.setTitle(lines[0]?.text ?? '');
  pdf.setCreationDate(DATE);
  pdf.setModificationDate(DATE);
  pdf.setProducer('Proviso samples');
  pdf.setCreator('Proviso samples');
  const roman = await pdf.embedFont(StandardFonts.TimesRoman);
  const bold = await pdf.embedFont(StandardFonts.TimesRomanBold);
  const margin = 72;
  const [width, height] = [595, 842];
  let page = pdf.addPage([width, height]);
  let y = height - margin;
  const size = 11;
  const leading = 14.5;

  const wrap = (text: string, font: PDFFont, room: number, fontSize: number): string[] => {
    const out: string[] = [];
    let current = '';
    for (const word of text.split(' ')) {
      const next = current === '' ? word : `${current} ${word}`;
      if (font.widthOfTextAtSize(next, fontSize) > room && current !== '') {
        out.push(current);
        current = word;
      } else current = next;
    }
    return [...out, current];
  };
  const write = (text: string, x: number, font: PDFFont, fontSize: number): void => page.drawText(text, { x, y, size: fontSize, font });
  const room = (needed: number): void => {
    if (y - needed >= margin) return;
    page = pdf.addPage([width, height]);
    y = height - margin;
  };

  for (const { line, label } of labelled(lines)) {
    if (line.role === 'title') {
      write(line.text, (width - bold.widthOfTextAtSize(line.text, 16)) / 2, bold, 16);
      y -= 30;
      continue;
    }
    if (line.role === 'annex') {
      room(90);
      y -= 12;
      write(line.text, margin, bold, 13);
      y -= 22;
      continue;
    }
    const heading = line.depth === 1 && line.text.length < 40 && !line.text.endsWith('.') && !line.text.endsWith(':');
    const font = heading ? bold : roman;
    const indent = line.depth === 0 ? 0 : line.depth === 3 ? 62 : 34;
    const labelX = margin + (line.depth === 3 ? 34 : 0);
    const wrapped = wrap(line.text, font, width - 2 * margin - indent, size);
    room(heading ? leading * 4 : leading * Math.min(wrapped.length, 2));
    if (heading) y -= 6;
    for (const [index, words] of wrapped.entries()) {
      room(leading);
      if (index === 0 && label !== '') write(label, labelX, font, size);
      write(words, margin + indent, font, size);
      y -= leading;
    }
    y -= 5;
  }
  const pages = pdf.getPages();
  for (const [index, sheet] of pages.entries()) {
    const footer = `Cloud Services Agreement - Page ${index + 1} of ${pages.length}`;
    sheet.drawText(footer, { x: (width - roman.widthOfTextAtSize(footer, 9)) / 2, y: 36, size: 9, font: roman });
  }
  writeFileSync(target(name), await pdf.save({ useObjectStreams: false }));
}

const level = (index: number, format: ILevelsOptions['format'] & string, text: string, left: number): ILevelsOptions => ({
  level: index, format, text, alignment: AlignmentType.LEFT, style: { paragraph: { indent: { left, hanging: Math.min(left, 560) } } },
});

const ENGLISH = [level(0, LevelFormat.DECIMAL, '%1.', 560), level(1, LevelFormat.DECIMAL, '%1.%2', 560), level(2, LevelFormat.LOWER_LETTER, '(%3)', 1120)];
const CHINESE = [level(0, LevelFormat.CHINESE_COUNTING, '第%1条', 0), { ...level(1, LevelFormat.DECIMAL, '%1.%2', 0), isLegalNumberingStyle: true }, level(2, LevelFormat.CHINESE_COUNTING, '（%3）', 560)];

async function writeDocx(name: string, lines: readonly SampleLine[], levels: ILevelsOptions[], font: string): Promise<void> {
  const annexes = lines.filter((line) => line.role === 'annex').length;
  const reference = (annex: number): string => (annex === 0 ? 'body' : `annex-${annex}`);
  let annex = 0;
  const children: (Paragraph | Table)[] = [];
  let rows: string[][] = [];
  const flushTable = (): void => {
    if (rows.length === 0) return;
    children.push(
      new Table({
        rows: rows.map(
          (cells, index) =>
            new TableRow({ tableHeader: index === 0, children: cells.map((text) => new TableCell({ children: [new Paragraph(text)] })) }),
        ),
      }),
    );
    rows = [];
  };
  for (const line of lines) {
    if (line.role !== 'row') flushTable();
    if (line.role === 'row') rows.push(line.text.split('|'));
    else if (line.role === 'title') children.push(new Paragraph({ text: line.text, heading: HeadingLevel.TITLE, alignment: AlignmentType.CENTER }));
    else if (line.role === 'annex') {
      annex++;
      children.push(new Paragraph({ text: line.text, heading: HeadingLevel.HEADING_1, pageBreakBefore: true }));
    } else if (line.depth === 0) children.push(new Paragraph({ text: line.text, spacing: { after: 120 } }));
    else {
      const heading = line.depth === 1 && line.text.length < 40 && !/[.:。：]$/u.test(line.text);
      children.push(
        new Paragraph({
          numbering: { reference: reference(annex), level: line.depth - 1 },
          spacing: { after: 100 },
          children: [new TextRun({ text: line.text, bold: heading })],
        }),
      );
    }
  }
  flushTable();
  const document = new Document({
    creator: 'Proviso samples',
    title: lines[0]?.text ?? '',
    styles: { default: { document: { run: { font, size: 22 } } } },
    numbering: { config: Array.from({ length: annexes + 1 }, (_, index) => ({ reference: reference(index), levels })) },
    sections: [{ children }],
  });
  writeFileSync(target(name), reproducible(await Packer.toBuffer(document)));
}

/** The packer stamps the time of day into the package; fixed dates make the file depend on its text alone. */
function reproducible(bytes: Uint8Array): Uint8Array {
  const files = unzipSync(bytes);
  const entries = Object.entries(files).toSorted(([x], [y]) => (x < y ? -1 : 1));
  return zipSync(
    Object.fromEntries(
      entries.map(([path, data]) => [
        path,
        path === 'docProps/core.xml'
          ? new TextEncoder().encode(new TextDecoder().decode(data).replace(/(<dcterms:\w+[^>]*>)[^<]*/gu, `$1${DATE.toISOString()}`))
          : data,
      ]),
    ),
    { mtime: DATE },
  );
}

await writePdf('cloud-services-en.pdf', cloudServices);
await writeDocx('consulting-en.docx', consulting, ENGLISH, 'Calibri');
await writeDocx('equipment-lease-zh.docx', equipmentZh, CHINESE, 'SimSun');
