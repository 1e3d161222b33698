import { describe, expect, test } from 'vitest';
import {
  abstractNum,
  contractLevels,
  item,
  level,
  num,
  numPr,
  paragraph,
  style,
} from '../../../fixtures/docx/build.ts';
import { lines, source } from './lines.ts';

const contract = abstractNum(0, contractLevels) + num(1, 0);

describe('counting', () => {
  test('levels nest, each in its own format, and restart under their parents', async () => {
    const body = [0, 1, 1, 2, 2, 3, 3, 1, 2, 0, 1].map((depth) => item('x', 1, depth)).join('');
    expect(await lines({ body, numbering: contract })).toEqual(
      ['1.', '1.1', '1.2', '(a)', '(b)', '(i)', '(ii)', '1.3', '(a)', '2.', '2.1'].map((label) => `${label} x`),
    );
  });

  test('text between items does not restart them', async () => {
    const body = item('x', 1) + paragraph('between') + item('y', 1);
    expect(await lines({ body, numbering: contract })).toEqual(['1. x', 'between', '2. y']);
  });

  test('lists of one abstract list share its counters, others do not', async () => {
    const numbering =
      abstractNum(0, contractLevels) + abstractNum(5, contractLevels) + num(1, 0) + num(2, 0) + num(3, 5);
    const body = item('x', 1) + item('y', 2) + item('z', 3);
    expect(await lines({ body, numbering })).toEqual(['1. x', '2. y', '1. z']);
  });

  test('a start override restarts once, at the first item of its list', async () => {
    const numbering =
      abstractNum(0, contractLevels) +
      num(1, 0) +
      num(2, 0, '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="7"/></w:lvlOverride>');
    const body = item('a', 1) + item('b', 2) + item('c', 2) + item('d', 1);
    expect(await lines({ body, numbering })).toEqual(['1. a', '7. b', '8. c', '9. d']);
  });

  test('a level override replaces the level', async () => {
    const override = `<w:lvlOverride w:ilvl="0">${level(0, { text: 'Article %1', format: 'upperRoman' })}</w:lvlOverride>`;
    const numbering = abstractNum(0, contractLevels) + num(1, 0) + num(2, 0, override);
    expect(await lines({ body: item('a', 1) + item('b', 2), numbering })).toEqual(['1. a', 'Article II b']);
  });

  test('restart rules: never, or only under a given level', async () => {
    const numbering =
      abstractNum(0, [
        { text: '%1.' },
        { text: '%2)', more: '<w:lvlRestart w:val="0"/>' },
        { text: '(%3)', format: 'lowerLetter', more: '<w:lvlRestart w:val="1"/>' },
      ]) + num(1, 0);
    const body = [0, 1, 2, 1, 2, 0, 1, 2].map((depth) => item('x', 1, depth)).join('');
    expect(await lines({ body, numbering })).toEqual([
      '1. x',
      '1) x',
      '(a) x',
      '2) x',
      '(b) x',
      '2. x',
      '3) x',
      '(a) x',
    ]);
  });

  test('levels that were skipped count as begun', async () => {
    const body = item('x', 1, 1) + item('y', 1, 0) + item('z', 1, 2);
    expect(await lines({ body, numbering: contract })).toEqual(['1.1 x', '2. y', '(a) z']);
  });

  test('a start other than one', async () => {
    const numbering =
      abstractNum(0, [
        { text: '%1.', start: 0 },
        { text: '%1.%2', start: 5 },
      ]) + num(1, 0);
    expect(await lines({ body: item('x', 1) + item('y', 1, 1) + item('z', 1, 1), numbering })).toEqual([
      '0. x',
      '0.5 y',
      '0.6 z',
    ]);
  });

  test('a single-level list has but one level', async () => {
    const numbering =
      abstractNum(0, [{ text: '%1.' }, { text: '%2)' }]).replace('"multilevel"', '"singleLevel"') + num(1, 0);
    expect(await lines({ body: item('x', 1) + item('y', 1, 1), numbering })).toEqual(['1. x', '2. y']);
  });

  test('an empty item takes a number and shows it; a paragraph that only ends a section does not', async () => {
    const body =
      item('x', 1) + paragraph('<w:r/>', numPr(1)) + paragraph('<w:r/>', `${numPr(1)}<w:sectPr/>`) + item('y', 1);
    expect(await lines({ body, numbering: contract })).toEqual(['1. x', '2.', '3. y']);
  });
});

describe('where the number comes from', () => {
  const heading = style('H1', numPr(1, null));
  test('number and level are inherited apart', async () => {
    const styles =
      heading + style('H2', numPr(null, 1), '<w:basedOn w:val="H1"/>') + style('H3', '', '<w:basedOn w:val="H2"/>');
    const styled = (id: string, more = ''): string => paragraph(id, `<w:pStyle w:val="${id}"/>${more}`);
    const body =
      styled('H1') + styled('H2') + styled('H3') + styled('H2', numPr(null, 2)) + styled('H2', numPr(1, null));
    expect(await lines({ body, styles, numbering: contract })).toEqual([
      '1. H1',
      '1.1 H2',
      '1.2 H3',
      '(a) H2',
      '1.3 H2',
    ]);
  });

  test('a level that names a style wins over the level of the style', async () => {
    const numbering = abstractNum(0, [{ text: '%1.' }, { text: '%1.%2', more: '<w:pStyle w:val="Sub"/>' }]) + num(1, 0);
    const styles = style('Sub', numPr(1, 0)) + style('Derived', '', '<w:basedOn w:val="Sub"/>');
    const body = paragraph('a', '<w:pStyle w:val="Sub"/>') + paragraph('b', '<w:pStyle w:val="Derived"/>');
    expect(await lines({ body, styles, numbering })).toEqual(['1.1 a', '1.2 b']);
  });

  test('numId 0 takes the number of the style away', async () => {
    const styles = heading + style('Off', numPr(0, null), '<w:basedOn w:val="H1"/>');
    const body =
      paragraph('a', '<w:pStyle w:val="H1"/>') +
      paragraph('b', `<w:pStyle w:val="H1"/>${numPr(0)}`) +
      paragraph('c', '<w:pStyle w:val="Off"/>') +
      paragraph('d', '<w:pStyle w:val="H1"/>');
    expect(await lines({ body, styles, numbering: contract + num(0, 0) })).toEqual(['1. a', 'b', 'c', '2. d']);
  });

  test('the default paragraph style numbers paragraphs without a style', async () => {
    const styles = style('Normal', numPr(1)).replace('w:type=', 'w:default="1" w:type=');
    expect(await lines({ body: paragraph('a') + paragraph('b'), styles, numbering: contract })).toEqual([
      '1. a',
      '2. b',
    ]);
  });

  test('a list may be a link to a numbering style', async () => {
    const numbering =
      abstractNum(0, contractLevels, '<w:styleLink w:val="Legal"/>') +
      `<w:abstractNum w:abstractNumId="1"><w:numStyleLink w:val="Legal"/></w:abstractNum>` +
      num(1, 0) +
      num(2, 1);
    const styles = style('Legal', numPr(1, null), '', 'numbering');
    expect(await lines({ body: item('a', 2) + item('b', 2, 1) + item('c', 1), styles, numbering })).toEqual([
      '1. a',
      '1.1 b',
      '2. c',
    ]);
  });

  test('links and styles that go round in circles end', async () => {
    const styles =
      style('A', numPr(1), '<w:basedOn w:val="B"/>') +
      style('B', '', '<w:basedOn w:val="A"/>') +
      style('Loop', numPr(2, null), '', 'numbering');
    const numbering = `${contract}<w:abstractNum w:abstractNumId="9"><w:numStyleLink w:val="Loop"/></w:abstractNum>${num(2, 9)}`;
    expect(await lines({ body: paragraph('a', '<w:pStyle w:val="B"/>') + item('b', 2), styles, numbering })).toEqual([
      '1. a',
      'b',
    ]);
  });

  test('a list that is not there numbers nothing', async () => {
    expect(await lines({ body: item('a', 42), numbering: contract })).toEqual(['a']);
    expect(await lines({ body: item('a', 1) })).toEqual(['a']);
  });
});

describe('what the label shows', () => {
  test('legal levels print Arabic figures throughout', async () => {
    const numbering =
      abstractNum(0, [
        { text: 'Article %1.', format: 'upperRoman' },
        { text: '%1.%2', more: '<w:isLgl/>' },
      ]) + num(1, 0);
    expect(await lines({ body: item('a', 1) + item('b', 1, 1), numbering })).toEqual(['Article I. a', '1.1 b']);
  });

  test('a Chinese outline', async () => {
    const numbering =
      abstractNum(0, [
        { text: '第%1条', format: 'chineseCountingThousand', more: '<w:suff w:val="nothing"/>' },
        { text: '（%2）', format: 'chineseCounting', more: '<w:suff w:val="space"/>' },
        { text: '%3', format: 'decimalEnclosedCircle' },
      ]) + num(1, 0);
    const body = item('标的', 1) + item('数量', 1, 1) + item('以磅计', 1, 2) + item('质量', 1, 1) + item('价款', 1);
    expect(await lines({ body, numbering })).toEqual([
      '第一条标的',
      '（一） 数量',
      '① 以磅计',
      '（二） 质量',
      '第二条价款',
    ]);
  });

  test('a format without figures counts and shows its text only', async () => {
    const numbering = abstractNum(0, [{ text: 'Recital', format: 'none' }, { text: '%1%2.' }]) + num(1, 0);
    expect(await lines({ body: item('a', 1) + item('b', 1, 1), numbering })).toEqual(['Recital a', '1. b']);
  });

  test('a level with empty text shows nothing but counts', async () => {
    const numbering = abstractNum(0, [{ text: '' }, { text: '%1.%2' }]) + num(1, 0);
    expect(await lines({ body: item('a', 1) + item('b', 1, 1), numbering })).toEqual(['a', '1.1 b']);
  });

  test('custom formats pad with zeros', async () => {
    const custom = `<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="9"/><mc:AlternateContent><mc:Choice Requires="w14"><w:numFmt w:val="custom" w:format="001, 002, 003, ..."/></mc:Choice><mc:Fallback><w:numFmt w:val="decimal"/></mc:Fallback></mc:AlternateContent><w:lvlText w:val="%1"/></w:lvl></w:abstractNum>`;
    expect(await lines({ body: item('a', 1) + item('b', 1), numbering: custom + num(1, 0) })).toEqual([
      '009 a',
      '010 b',
    ]);
  });

  test('bullets of symbol fonts become readable', async () => {
    const bullet = (text: string, font: string): { text: string; format: string; more: string } => ({
      text,
      format: 'bullet',
      more: `<w:rPr><w:rFonts w:ascii="${font}"/></w:rPr>`,
    });
    const numbering =
      abstractNum(0, [bullet('\uf0b7', 'Symbol'), bullet('\uf0a7', 'Wingdings'), bullet('–', 'Arial')]) + num(1, 0);
    expect(await lines({ body: item('a', 1) + item('b', 1, 1) + item('c', 1, 2), numbering })).toEqual([
      '• a',
      '▪ b',
      '– c',
    ]);
  });

  test('the label is text of its own origin, and the block knows it', async () => {
    const read = await source({ body: item('Rent', 1) + item('Amount', 1, 1), numbering: contract });
    expect(read.text).toBe('1. Rent\n1.1 Amount');
    expect(read.blocks.map((block) => block.label)).toEqual([
      { span: [0, 2], list: '0', depth: 0 },
      { span: [8, 11], list: '0', depth: 1 },
    ]);
    expect(read.origins).toEqual([
      { start: 0, end: 2, origin: 'computed-label' },
      { start: 8, end: 11, origin: 'computed-label' },
    ]);
  });

  test('a number typed behind an automatic one is kept beside it', async () => {
    expect(await lines({ body: item('1. Rent', 1), numbering: contract })).toEqual(['1. 1. Rent']);
  });
});

describe('indents', () => {
  const indent = (left: number, hanging: number): string => `<w:ind w:left="${left}" w:hanging="${hanging}"/>`;
  test('of the level, under those of the style that brings it, under those of the paragraph', async () => {
    const numbering = abstractNum(0, [{ text: '%1.', more: `<w:pPr>${indent(720, 360)}</w:pPr>` }]) + num(1, 0);
    const styles = style('Own', `${numPr(1)}<w:ind w:left="1440"/>`);
    const body =
      item('a', 1) +
      paragraph('b', '<w:pStyle w:val="Own"/>') +
      paragraph('c', `${numPr(1)}<w:ind w:left="200" w:firstLine="0"/>`);
    const read = await source({ body, numbering, styles });
    expect(read.blocks.map(({ style: { indent: left, firstIndent } }) => [left, firstIndent])).toEqual([
      [36, 18],
      [72, 54],
      [10, 10],
    ]);
  });
});
