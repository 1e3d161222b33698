import * as fc from 'fast-check';
import { abstractNum, buildDocx, num, numPr, paragraph, run, style as styleXml } from '../../fixtures/docx/build.ts';
import type { LevelParts } from '../../fixtures/docx/build.ts';
import type { LevelName } from '../../unit/engine/structure/render.ts';
import type { MadeClause, MadeContract } from './expected.ts';

/** How a made-up contract is typed in Word. */
export interface DocxLook {
  /** Numbers counted by Word through numbering.xml, or typed. */
  readonly automatic: boolean;
  /** Levels stand further to the right, with hanging labels. */
  readonly indents: boolean;
  /** Headings carry the style Heading 1, else they are bold where `bold`. */
  readonly headingStyle: boolean;
  readonly bold: boolean;
  /** A paragraph is cut into runs of about this many characters; 0 leaves it whole. */
  readonly runs: number;
  /** Between a typed label and its words: a tab instead of the typed gap. */
  readonly tab: boolean;
  /** A running header and a footer with the page number. */
  readonly furniture: boolean;
}

export const docxLooks: fc.Arbitrary<DocxLook> = fc.record({
  automatic: fc.boolean(),
  indents: fc.boolean(),
  headingStyle: fc.boolean(),
  bold: fc.boolean(),
  runs: fc.constantFrom(0, 1, 7, 40),
  tab: fc.boolean(),
  furniture: fc.boolean(),
});

/** What numbering.xml says for a level, so that Word prints the same label; `at` counts levels from 1. */
function automaticLevel(name: LevelName, at: number): LevelParts {
  const own = `%${at}`;
  const two = `%${at - 1}.${own}`;
  const legal = '<w:isLgl/>';
  const texts: Record<LevelName, LevelParts> = {
    'n.': { text: `${own}.` },
    n: { text: own },
    'n、': { text: `${own}、` },
    d2: { text: two, more: legal },
    'd2.': { text: `${two}.`, more: legal },
    d3: { text: `%${at - 2}.${two}`, more: legal },
    '(a)': { text: `(${own})`, format: 'lowerLetter' },
    'a)': { text: `${own})`, format: 'lowerLetter' },
    'a.': { text: `${own}.`, format: 'lowerLetter' },
    '(i)': { text: `(${own})`, format: 'lowerRoman' },
    'A.': { text: `${own}.`, format: 'upperLetter' },
    'I.': { text: `${own}.`, format: 'upperRoman' },
    article: { text: `ARTICLE ${own}`, format: 'upperRoman' },
    'Section n.': { text: `Section ${own}.` },
    'Section d2': { text: `Section ${two}`, more: legal },
    第章: { text: `第${own}章`, format: 'chineseCountingThousand' },
    第条: { text: `第${own}条`, format: 'chineseCountingThousand' },
    第n条: { text: `第${own}条` },
    '一、': { text: `${own}、`, format: 'chineseCounting' },
    '（一）': { text: `（${own}）`, format: 'chineseCounting' },
    '（1）': { text: `（${own}）` },
    '(1)': { text: `(${own})` },
    '1）': { text: `${own}）` },
    '①': { text: own, format: 'decimalEnclosedCircle' },
  };
  return texts[name];
}

const word = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';

/** The bytes of a Word file that shows the contract: raw parts, zipped. */
export function toDocx({ title, clauses, style, chinese }: MadeContract, look: DocxLook): Uint8Array {
  const headings =
    '<w:docDefaults><w:rPrDefault><w:rPr><w:sz w:val="22"/></w:rPr></w:rPrDefault></w:docDefaults>' +
    styleXml('Heading1', '<w:outlineLvl w:val="0"/>').replace('w:val="Heading1"/>', 'w:val="heading 1"/>');
  const body = [
    paragraph(run(title, '<w:b/><w:sz w:val="32"/>'), '<w:jc w:val="center"/>'),
    ...clauses.map((clause) => clauseXml(clause, look)),
    look.furniture
      ? '<w:sectPr><w:headerReference w:type="default" r:id="h1"/><w:footerReference w:type="default" r:id="f1"/></w:sectPr>'
      : '',
  ].join('');
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const header = paragraph(chinese ? '服务合同 草案' : 'Services Agreement, draft of the parties');
  const footer = paragraph(`<w:fldSimple w:instr=" PAGE ">${run('3')}</w:fldSimple>`, '<w:jc w:val="center"/>');
  const parts = look.automatic
    ? {
        numbering:
          abstractNum(
            0,
            style.levels.map((name, i) => {
              const level = automaticLevel(name, i + 1);
              const spaced = /^(?:article|Section|第)/u.test(name);
              const suffix = spaced ? 'space' : chinese && !/^[nd]/u.test(name) ? 'nothing' : 'tab';
              return { ...level, more: `${level.more ?? ''}<w:suff w:val="${suffix}"/>` };
            }),
          ) + num(1, 0),
      }
    : {};
  const relationship = (id: string, type: string, file: string): string =>
    `<Relationship Id="${id}" Type="${office}/${type}" Target="${file}.xml"/>`;
  const extra: Record<string, string> = look.furniture
    ? {
        'word/header1.xml': `<w:hdr xmlns:w="${word}">${header}</w:hdr>`,
        'word/footer1.xml': `<w:ftr xmlns:w="${word}">${footer}</w:ftr>`,
        'word/_rels/document.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${[
          look.automatic ? relationship('n1', 'numbering', 'numbering') : '',
          relationship('s1', 'styles', 'styles'),
          relationship('h1', 'header', 'header1'),
          relationship('f1', 'footer', 'footer1'),
        ].join('')}</Relationships>`,
      }
    : {};
  return buildDocx({ body, styles: headings, ...parts, extra });
}

function clauseXml({ depth, label, gap, words, heading }: MadeClause, look: DocxLook): string {
  const bold = heading !== null && look.bold ? '<w:b/>' : '';
  const named = heading !== null && look.headingStyle ? '<w:pStyle w:val="Heading1"/>' : '';
  const indent = look.indents ? `<w:ind w:left="${720 * (depth + 1)}" w:hanging="720"/>` : '';
  const counted = look.automatic ? numPr(1, depth) : '';
  const typed = look.automatic ? '' : run(label, bold) + (look.tab ? '<w:r><w:tab/></w:r>' : run(gap, bold));
  const pieces = look.runs === 0 ? [words] : cut(words, look.runs);
  return paragraph(typed + pieces.map((piece) => run(piece, bold)).join(''), `${named}${counted}${indent}`);
}

function cut(words: string, size: number): string[] {
  const pieces: string[] = [];
  for (let at = 0; at < words.length; at += size) pieces.push(words.slice(at, at + size));
  return pieces;
}
