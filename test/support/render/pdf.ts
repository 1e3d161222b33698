import * as fc from 'fast-check';
import {
  beginText,
  endText,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFString,
  setFontAndSize,
  setTextMatrix,
  showText,
  StandardFonts,
} from 'pdf-lib';
import type { PDFPage, PDFRef } from 'pdf-lib';
import type { MadeClause, MadeContract } from './expected.ts';

/** How a made-up contract is printed. Lengths in points. */
export interface PdfLook {
  /** Labels hang left of their words, or the first line is indented, or all lines are flush. */
  readonly indent: 'hanging' | 'first-line' | 'flush';
  /** How much further right a level stands than the one above. */
  readonly step: number;
  readonly size: number;
  readonly leading: number;
  readonly paragraphGap: number;
  readonly column: number;
  /** Lines of text on a page: small, so that pages end inside clauses. */
  readonly lines: number;
  readonly bold: boolean;
  readonly justified: boolean;
  readonly header: boolean;
  readonly footer: 'page of' | 'dashes' | 'number';
  /** "2(a) and (b)" stays on one line, as careful typists see to. */
  readonly wholeReferences: boolean;
}

export const pdfLooks: fc.Arbitrary<PdfLook> = fc.record({
  indent: fc.constantFrom<PdfLook['indent'][]>('hanging', 'first-line', 'flush'),
  step: fc.constantFrom(0, 18, 28),
  size: fc.constantFrom(10, 11, 12),
  leading: fc.constantFrom(1.2, 1.5),
  paragraphGap: fc.constantFrom(0, 6, 10),
  column: fc.integer({ min: 330, max: 450 }),
  lines: fc.integer({ min: 16, max: 45 }),
  bold: fc.boolean(),
  justified: fc.boolean(),
  header: fc.boolean(),
  footer: fc.constantFrom<PdfLook['footer'][]>('page of', 'dashes', 'number'),
  wholeReferences: fc.constant(true),
});

/** Text that can be measured and drawn: standard fonts for Latin, a font that is not embedded for Chinese. */
interface Pen {
  width(text: string, size: number, bold: boolean): number;
  draw(page: PDFPage, text: string, at: { x: number; y: number; size: number; bold: boolean }): void;
}

const left = 72;
const margin = 84;

/** The bytes of a PDF that shows the contract, with page breaks where the page is full. */
export async function toPdf(contract: MadeContract, look: PdfLook): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const pen = contract.chinese ? chinesePen(document) : await latinPen(document);
  const { size } = look;
  const lineHeight = size * look.leading;
  const height = 2 * margin + look.lines * lineHeight + 20;
  const pages: PDFPage[] = [];
  let y = 0;
  const turn = (): PDFPage => {
    const page = document.addPage([left * 2 + look.column, height]);
    pages.push(page);
    y = height - margin;
    return page;
  };
  let page = turn();
  const titleSize = size + 3;
  const titleWidth = pen.width(contract.title, titleSize, true);
  pen.draw(page, contract.title, { x: left + (look.column - titleWidth) / 2, y, size: titleSize, bold: true });
  y -= titleSize * 2;
  for (const clause of contract.clauses) {
    for (const line of layOut(clause, contract.chinese, look, pen)) {
      if (y < margin) page = turn();
      for (const { x, text } of line.pieces) pen.draw(page, text, { x, y, size, bold: line.bold });
      y -= lineHeight;
    }
    y -= look.paragraphGap;
  }
  pages.forEach((each, i) => {
    const small = size - 2;
    const footer = footerText(look.footer, i + 1, pages.length, contract.chinese);
    const x = left + (look.column - pen.width(footer, small, false)) / 2;
    pen.draw(each, footer, { x, y: 36, size: small, bold: false });
    if (look.header && pages.length > 1)
      pen.draw(each, runningHeader(contract.chinese), { x: left, y: height - 36, size: small, bold: false });
  });
  return document.save();
}

/** The words above the text of each page of a longer contract. */
export const runningHeader = (chinese: boolean): string =>
  chinese ? '服务合同（草案）' : 'Services Agreement, draft of the parties';

function footerText(kind: PdfLook['footer'], page: number, pages: number, chinese: boolean): string {
  if (kind === 'number') return `${page}`;
  if (kind === 'dashes') return `- ${page} -`;
  return chinese ? `第${page}页 共${pages}页` : `Page ${page} of ${pages}`;
}

interface Line {
  readonly pieces: readonly { readonly x: number; readonly text: string }[];
  readonly bold: boolean;
}

/** The lines of one clause: broken between English words, anywhere between Chinese signs but before closing marks. */
function layOut(clause: MadeClause, chinese: boolean, look: PdfLook, pen: Pen): Line[] {
  const { size } = look;
  const bold = look.bold && clause.heading !== null;
  const edge = left + clause.depth * look.step;
  const right = left + look.column;
  const hang = look.indent === 'hanging' ? Math.max(30, pen.width(`${clause.label} `, size, bold) + 4) : 0;
  const first = edge + (look.indent === 'first-line' ? 2 * size : 0);
  const words = chinese ? breakable(clause.words) : clause.words.split(look.wholeReferences ? / (?!and \(|\()/u : ' ');
  const space = chinese ? 0 : pen.width(' ', size, bold);
  // A hanging label is a piece of its own; else it is the first word of the line.
  const start = first + (hang > 0 ? hang : pen.width(clause.label + clause.gap, size, bold));
  const next = edge + hang;
  const lines: { words: string[]; x: number; width: number }[] = [];
  let row = { words: [] as string[], x: start, width: 0 };
  for (const word of words) {
    const width = pen.width(word, size, bold);
    const gap = row.words.length > 0 ? space : 0;
    if (row.words.length > 0 && row.x + row.width + gap + width > right) {
      lines.push(row);
      row = { words: [word], x: next, width };
    } else {
      row.words.push(word);
      row.width += gap + width;
    }
  }
  lines.push(row);
  return lines.map(({ words: list, x, width }, i) => {
    const whole = list.join(chinese ? '' : ' ');
    const flush = i === 0 && hang === 0;
    if (flush && !look.justified) return { pieces: [{ x: first, text: clause.label + clause.gap + whole }], bold };
    const label = i === 0 ? [{ x: first, text: clause.label + (flush ? clause.gap : '') }] : [];
    if (!look.justified || chinese || i === lines.length - 1) return { pieces: [...label, { x, text: whole }], bold };
    const extra = list.length > 1 ? (right - x - width) / (list.length - 1) : 0;
    let at = x;
    const spread = list.map((text) => {
      const piece = { x: at, text };
      at += pen.width(text, size, bold) + space + extra;
      return piece;
    });
    return { pieces: [...label, ...spread], bold };
  });
}

/** Signs that stay together on a line: runs of digits and Latin, closing marks with what they close. */
const breakable = (text: string): string[] =>
  text.match(/[（“《]*(?:[A-Za-z0-9.]+|[^（“《])[）”》，。；：、]*/gu) ?? [text];

async function latinPen(document: PDFDocument): Promise<Pen> {
  const regular = await document.embedFont(StandardFonts.TimesRoman);
  const heavy = await document.embedFont(StandardFonts.TimesRomanBold);
  return {
    // One character at a time: the library counts kerning into the width, but does not draw it.
    width: (text, size, bold) =>
      Array.from(text).reduce((sum, c) => sum + (bold ? heavy : regular).widthOfTextAtSize(c, size), 0),
    draw: (page, text, { x, y, size, bold }) => page.drawText(text, { x, y, size, font: bold ? heavy : regular }),
  };
}

/**
 * Chinese in STSong-Light, not embedded, as many offices print: the reader needs the CMap of UniGB-UCS2-H. Bold is the face
 * STHeiti. Latin letters and digits are half as wide as signs, like in the real face.
 */
function chinesePen(document: PDFDocument): Pen {
  const fonts = new Map<boolean, PDFRef>([
    [false, songFont(document, 'STSong-Light')],
    [true, songFont(document, 'STHeiti-Regular')],
  ]);
  return {
    width: (text, size) => Array.from(text).reduce((sum, c) => sum + (c < '\u0080' ? size / 2 : size), 0),
    draw(page, text, { x, y, size, bold }) {
      const name = bold ? 'Hei' : 'Song';
      page.node.setFontDictionary(PDFName.of(name), fonts.get(bold)!);
      const hex = Array.from(text, (c) => c.charCodeAt(0).toString(16).padStart(4, '0')).join('');
      page.pushOperators(
        beginText(),
        setFontAndSize(name, size),
        setTextMatrix(1, 0, 0, 1, x, y),
        showText(PDFHexString.of(hex)),
        endText(),
      );
    },
  };
}

function songFont({ context }: PDFDocument, face: string): PDFRef {
  const halfWidth = Array.from({ length: 95 }, () => 500);
  const descendant = context.register(
    context.obj({
      Type: 'Font',
      Subtype: 'CIDFontType0',
      BaseFont: face,
      CIDSystemInfo: { Registry: PDFString.of('Adobe'), Ordering: PDFString.of('GB1'), Supplement: 2 },
      DW: 1000,
      // Adobe-GB1: CIDs 1 to 95 are the proportional, 814 to 908 the half-width Latin signs.
      W: [1, halfWidth, 814, halfWidth],
      FontDescriptor: {
        Type: 'FontDescriptor',
        FontName: face,
        Flags: 4,
        FontBBox: [-25, -254, 1000, 880],
        ItalicAngle: 0,
        Ascent: 880,
        Descent: -120,
        CapHeight: 880,
        StemV: 93,
      },
    }),
  );
  return context.register(
    context.obj({
      Type: 'Font',
      Subtype: 'Type0',
      BaseFont: `${face}-UniGB-UCS2-H`,
      Encoding: 'UniGB-UCS2-H',
      DescendantFonts: [descendant],
    }),
  );
}
