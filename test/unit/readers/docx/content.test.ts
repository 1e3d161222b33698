import { describe, expect, test } from 'vitest';
import { abstractNum, contractLevels, item, num, numPr, paragraph, run, style } from '../../../fixtures/docx/build.ts';
import { faultsOf } from '../../engine/layout/partition.ts';
import { lines, source } from './lines.ts';

const numbering = abstractNum(0, contractLevels) + num(1, 0);
const field = (instruction: string, result: string): string =>
  `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> ${instruction} </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${result}<w:r><w:fldChar w:fldCharType="end"/></w:r>`;
const revision = (kind: string, content: string): string =>
  `<w:${kind} w:id="1" w:author="A" w:date="2024-01-01T00:00:00Z">${content}</w:${kind}>`;
const deletedRun = (text: string): string => `<w:r><w:delText xml:space="preserve">${text}</w:delText></w:r>`;
const markRevision = (kind: string): string => `<w:rPr><w:${kind} w:id="2" w:author="A"/></w:rPr>`;

describe('runs', () => {
  test('white space, breaks, tabs, hyphens and symbols', async () => {
    const body = paragraph(
      '<w:r><w:t> trimmed </w:t><w:t xml:space="preserve"> kept </w:t><w:tab/><w:t>a</w:t><w:noBreakHyphen/><w:t>b</w:t><w:softHyphen/><w:br/><w:sym w:font="Wingdings" w:char="F0FE"/><w:t>&amp;&lt;</w:t></w:r>',
    );
    const read = await source({ body });
    expect(read.text).toBe('trimmed kept \ta-b\n☑&<');
    expect(read.blocks[0]?.lines).toEqual([0, read.text.indexOf('☑')]);
  });

  test('a paragraph has the look of all its words', async () => {
    const body = paragraph(run('All', '<w:b/><w:sz w:val="28"/>')) + paragraph(run('Run-in.', '<w:b/>') + run(' Text'));
    const read = await source({ body });
    expect(read.blocks.map(({ style: { bold, size } }) => [bold, size])).toEqual([
      [true, 14],
      [false, null],
    ]);
  });

  test('toggles of paragraph and character styles cancel out', async () => {
    const strong =
      '<w:style w:type="character" w:styleId="Strong"><w:name w:val="Strong"/><w:rPr><w:b/></w:rPr></w:style>';
    const styles = `${style('Loud', '').replace('</w:style>', '<w:rPr><w:b/></w:rPr></w:style>')}${strong}`;
    const body =
      paragraph(run('a', '<w:rStyle w:val="Strong"/>'), '<w:pStyle w:val="Loud"/>') +
      paragraph(run('b'), '<w:pStyle w:val="Loud"/>');
    expect((await source({ body, styles })).blocks.map((block) => block.style.bold)).toEqual([false, true]);
  });

  test('headings come from outline levels and heading styles', async () => {
    const styles = `${style('Titel', '<w:outlineLvl w:val="1"/>')}<w:style w:type="paragraph" w:styleId="b1"><w:name w:val="heading 1"/></w:style>`;
    const body =
      paragraph('a', '<w:pStyle w:val="Titel"/>') +
      paragraph('b', '<w:pStyle w:val="b1"/>') +
      paragraph('c', '<w:outlineLvl w:val="9"/>');
    expect(
      (await source({ body, styles })).blocks.map(({ style: { headingLevel, name } }) => [headingLevel, name]),
    ).toEqual([
      [2, 'Titel'],
      [1, 'Heading 1'],
      [null, null],
    ]);
  });
});

describe('fields', () => {
  test('show their cached results, simple and complex, nested and over paragraphs', async () => {
    const nested = field('IF 1 = 1', `${run('see ')}${field('REF x', run('9.3'))}`);
    const body =
      paragraph(`${run('per ')}<w:fldSimple w:instr=" REF y ">${run('Section 4')}</w:fldSimple>${run(', ')}${nested}`) +
      '<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>QUOTE</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>one</w:t></w:r></w:p><w:p><w:r><w:t>two</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>';
    const read = await source({ body });
    expect(read.text).toBe('per Section 4, see 9.3\none\ntwo');
    expect(read.origins.map(({ start, end, origin }) => [read.text.slice(start, end), origin])).toEqual([
      ['Section 4', 'field'],
      ['see 9.3', 'field'],
      ['one', 'field'],
      ['two', 'field'],
    ]);
  });

  test('what stands inside an instruction is not shown', async () => {
    const code = `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>IF </w:instrText></w:r>${field('REF x', run('9.3'))}<w:r><w:instrText> = 1</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${run('then')}<w:r><w:fldChar w:fldCharType="end"/></w:r>`;
    expect(await lines({ body: paragraph(code) })).toEqual(['then']);
  });

  test('form fields without a result show their state', async () => {
    const box = (data: string, instruction: string): string =>
      `<w:r><w:fldChar w:fldCharType="begin"><w:ffData>${data}</w:ffData></w:fldChar></w:r><w:r><w:instrText>${instruction}</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>`;
    const list =
      '<w:ddList><w:result w:val="1"/><w:listEntry w:val="Monthly"/><w:listEntry w:val="Yearly"/></w:ddList>';
    const body = paragraph(
      `${box('<w:checkBox><w:default w:val="0"/><w:checked/></w:checkBox>', 'FORMCHECKBOX')}${run(' yes ')}${box('<w:checkBox><w:default w:val="0"/></w:checkBox>', 'FORMCHECKBOX')}${run(' no ')}${box(list, 'FORMDROPDOWN')}`,
    );
    expect(await lines({ body })).toEqual(['☒ yes ☐ no Yearly']);
  });

  test('fields that count by themselves are named as an issue', async () => {
    const read = await source({ body: paragraph(`${field('LISTNUM NumberDefault \\\\l 4', '')}${run('first')}`) });
    expect(read.text).toBe('first');
    expect(read.issues).toEqual([{ code: 'NUMBER_FIELD_SKIPPED', stage: 'read' }]);
  });

  test('a table of contents is no content', async () => {
    const body =
      `<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>TOC \\o "1-3"</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${run('1. Rent\t3')}</w:p><w:p>${run('2. Term\t4')}</w:p><w:p><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>` +
      item('Rent', 1);
    const read = await source({ body, numbering });
    expect(read.exclusions.map(({ reason, start, end }) => [reason, read.text.slice(start, end)])).toEqual([
      ['toc', '1. Rent\t3'],
      ['toc', '2. Term\t4'],
    ]);
    expect(read.blocks).toHaveLength(1);
    expect(faultsOf(read)).toEqual([]);
  });
});

describe('tracked changes', () => {
  const changed = paragraph(
    `${run('Pay ')}${revision('del', deletedRun('1m'))}${revision('ins', run('5m'))}${run(' now')}`,
  );

  test('three views of one paragraph', async () => {
    expect(await lines({ body: changed })).toEqual(['Pay 5m now']);
    expect(await lines({ body: changed }, 'original')).toEqual(['Pay 1m now']);
    const marked = await source({ body: changed }, 'marked');
    expect(marked.text).toBe('Pay 1m5m now');
    expect(marked.exclusions).toEqual([{ reason: 'other', start: 4, end: 6 }]);
    expect(faultsOf(marked)).toEqual([]);
  });

  test('the reader says that changes were accepted', async () => {
    expect((await source({ body: changed })).issues).toEqual([{ code: 'TRACKED_CHANGES', stage: 'read' }]);
    expect((await source({ body: paragraph('plain') })).issues).toEqual([]);
  });

  test('moved text stands at its new place', async () => {
    const body =
      paragraph(`${revision('moveFrom', run('moved'))}${run('a')}`) +
      paragraph(`${run('b ')}${revision('moveTo', run('moved'))}`);
    expect(await lines({ body })).toEqual(['a', 'b moved']);
    expect(await lines({ body }, 'original')).toEqual(['moveda', 'b']);
  });

  test('a deleted paragraph mark joins two paragraphs, which count once', async () => {
    const body = item('a', 1) + paragraph(run('b '), `${numPr(1)}${markRevision('del')}`) + item('c', 1) + item('d', 1);
    expect(await lines({ body, numbering })).toEqual(['1. a', '2. b c', '3. d']);
  });

  test('a paragraph deleted as a whole leaves nothing and takes no number', async () => {
    const body =
      item('a', 1) + paragraph(revision('del', deletedRun('b')), `${numPr(1)}${markRevision('del')}`) + item('c', 1);
    expect(await lines({ body, numbering })).toEqual(['1. a', '2. c']);
    expect(await lines({ body, numbering }, 'original')).toEqual(['1. a', '2. b', '3. c']);
  });

  test('an inserted paragraph is numbered, and is not in the original', async () => {
    const body =
      item('a', 1) + paragraph(revision('ins', run('b')), `${numPr(1)}${markRevision('ins')}`) + item('c', 1);
    expect(await lines({ body, numbering })).toEqual(['1. a', '2. b', '3. c']);
    expect(await lines({ body, numbering }, 'original')).toEqual(['1. a', '2. c']);
  });

  test('a tracked change of numbering: the new list counts, the old one is that of the original', async () => {
    const lists = numbering + abstractNum(1, [{ text: '(%1)', format: 'upperLetter' }]) + num(2, 1);
    const body = paragraph(
      'a',
      `${numPr(2)}<w:pPrChange w:id="1" w:author="A"><w:pPr>${numPr(1)}</w:pPr></w:pPrChange>`,
    );
    expect(await lines({ body, numbering: lists })).toEqual(['(A) a']);
    expect(await lines({ body, numbering: lists }, 'original')).toEqual(['1. a']);
  });

  test('deleted rows and cells', async () => {
    const cell = (text: string, more = ''): string => `<w:tc><w:tcPr>${more}</w:tcPr>${paragraph(text)}</w:tc>`;
    const body = `<w:tbl><w:tr>${cell('a')}${cell('b', '<w:cellDel w:id="1"/>')}</w:tr><w:tr><w:trPr><w:del w:id="2"/></w:trPr>${cell('c')}</w:tr></w:tbl>`;
    expect(await lines({ body })).toEqual(['a']);
    expect(await lines({ body }, 'original')).toEqual(['a', 'b', 'c']);
  });
});

describe('what is not shown', () => {
  test.each([
    ['hidden runs', run('secret', '<w:vanish/>')],
    ['white text', run('secret', '<w:color w:val="FFFFFF"/>')],
    ['tiny text', run('secret', '<w:sz w:val="2"/>')],
  ])('%s are exclusions', async (_, hidden) => {
    const read = await source({ body: paragraph(`${run('Pay ')}${hidden}${run(' now')}`) });
    expect(read.text).toBe('Pay secret now');
    expect(read.exclusions).toEqual([{ reason: 'hidden', start: 4, end: 10 }]);
    expect(read.blocks[0]?.spans).toEqual([
      [0, 3],
      [11, 14],
    ]);
    expect(faultsOf(read)).toEqual([]);
  });

  test('white text on a dark ground is shown', async () => {
    const white = run('Total', '<w:color w:val="FFFFFF"/>');
    const dark = '<w:shd w:val="clear" w:fill="1F3864"/>';
    const body =
      paragraph(white, dark) +
      `<w:tbl><w:tr><w:tc><w:tcPr>${dark}</w:tcPr>${paragraph(white)}</w:tc></w:tr></w:tbl>` +
      paragraph(run('Total', `<w:color w:val="FFFFFF"/>${dark}`));
    expect(await lines({ body })).toEqual(['Total', 'Total', 'Total']);
  });

  test('a style may hide, and a run may show again', async () => {
    const styles = style('Ghost', '').replace('</w:style>', '<w:rPr><w:vanish/></w:rPr></w:style>');
    const body = paragraph(`${run('hidden ')}${run('shown', '<w:vanish w:val="0"/>')}`, '<w:pStyle w:val="Ghost"/>');
    expect(await lines({ body, styles })).toEqual(['shown']);
  });

  test('hidden paragraphs take no number', async () => {
    const hidden = paragraph(run('b', '<w:vanish/>'), `${numPr(1)}<w:rPr><w:vanish/></w:rPr>`);
    expect(await lines({ body: item('a', 1) + hidden + item('c', 1), numbering })).toEqual(['1. a', '2. c']);
  });

  test('a style separator keeps heading and text in one paragraph', async () => {
    const heading = paragraph(run('Term. '), `${numPr(1)}<w:rPr><w:vanish/><w:specVanish/></w:rPr>`);
    expect(await lines({ body: heading + paragraph('Five years.') + item('next', 1), numbering })).toEqual([
      '1. Term. Five years.',
      '2. next',
    ]);
  });
});

describe('tables', () => {
  const cell = (content: string, more = ''): string =>
    `<w:tc><w:tcPr>${more}</w:tcPr>${content.startsWith('<') ? content : paragraph(content)}</w:tc>`;
  const place = (read: Awaited<ReturnType<typeof source>>): (readonly (string | number | boolean)[])[] =>
    read.blocks.flatMap(({ cell: at, spans }) =>
      at
        ? [
            [
              read.text.slice(spans[0]?.[0], spans[0]?.[1]),
              at.table,
              at.row,
              at.column,
              at.rowSpan,
              at.columnSpan,
              at.header,
            ],
          ]
        : [],
    );

  test('cells know their place, spans and head', async () => {
    const body = `<w:tbl><w:tr><w:trPr><w:tblHeader/></w:trPr>${cell('A', '<w:gridSpan w:val="2"/>')}${cell('B')}</w:tr><w:tr>${cell('c', '<w:vMerge w:val="restart"/>')}${cell('d')}${cell('e')}</w:tr><w:tr>${cell('<w:p/>', '<w:vMerge/>')}${cell('f')}</w:tr></w:tbl>`;
    expect(place(await source({ body }))).toEqual([
      ['A', 0, 0, 0, 1, 2, true],
      ['B', 0, 0, 2, 1, 1, true],
      ['c', 0, 1, 0, 2, 1, false],
      ['d', 0, 1, 1, 1, 1, false],
      ['e', 0, 1, 2, 1, 1, false],
      ['f', 0, 2, 1, 1, 1, false],
    ]);
  });

  test('a first row that alone is bold is the head', async () => {
    const bold = (text: string): string => cell(paragraph(run(text, '<w:b/>')));
    const body = `<w:tbl><w:tr>${bold('A')}${bold('B')}</w:tr><w:tr>${bold('c')}${cell('d')}</w:tr></w:tbl>`;
    expect((await source({ body })).blocks.map((block) => block.cell?.header)).toEqual([true, true, false, false]);
  });

  test('a table style may set the first row apart', async () => {
    const styles =
      '<w:style w:type="table" w:styleId="Grid"><w:name w:val="Grid"/><w:tblStylePr w:type="firstRow"><w:rPr><w:b/></w:rPr></w:tblStylePr></w:style>';
    const table = (look: string): string =>
      `<w:tbl><w:tblPr><w:tblStyle w:val="Grid"/><w:tblLook ${look}/></w:tblPr><w:tr>${cell('A')}</w:tr><w:tr>${cell('b')}</w:tr></w:tbl>`;
    const read = await source({ body: table('w:val="04A0"') + paragraph('x') + table('w:firstRow="0"'), styles });
    expect(read.blocks.map((block) => block.cell?.header)).toEqual([true, false, undefined, false, false]);
  });

  test('paragraphs of a cell are blocks of one place, with their numbers; tables nest', async () => {
    const inner = `<w:tbl><w:tr>${cell('inner')}</w:tr></w:tbl>`;
    const body = `<w:tbl><w:tr>${cell(item('a', 1) + item('b', 1))}${cell(`${paragraph('before')}${inner}${paragraph('after')}`)}</w:tr></w:tbl>`;
    expect(place(await source({ body, numbering })).map((row) => row.slice(0, 4))).toEqual([
      ['1. a', 0, 0, 0],
      ['2. b', 0, 0, 0],
      ['before', 0, 0, 1],
      ['inner', 1, 0, 0],
      ['after', 0, 0, 1],
    ]);
  });

  test('rows and cells in content controls', async () => {
    const body = `<w:tbl><w:sdt><w:sdtContent><w:tr><w:sdt><w:sdtContent>${cell('a')}</w:sdtContent></w:sdt></w:tr></w:sdtContent></w:sdt></w:tbl>`;
    expect(await lines({ body })).toEqual(['a']);
  });
});

describe('content from elsewhere', () => {
  test('content controls and hyperlinks are read at every level', async () => {
    const body = `<w:sdt><w:sdtContent>${paragraph(`<w:sdt><w:sdtContent>${run('in')}</w:sdtContent></w:sdt><w:hyperlink r:id="r9">${run(' link')}</w:hyperlink>`)}</w:sdtContent></w:sdt>`;
    expect(await lines({ body })).toEqual(['in link']);
  });

  test('text boxes are read once, behind their paragraph', async () => {
    const box = `<w:txbxContent>${paragraph('box')}</w:txbxContent>`;
    const drawing = `<mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wps:txbx>${box}</wps:txbx></w:drawing></mc:Choice><mc:Fallback><w:pict><v:textbox>${box}</v:textbox></w:pict></mc:Fallback></mc:AlternateContent>`;
    const body =
      paragraph(`<w:r>${drawing}</w:r>${run('host')}`) +
      paragraph(`<w:r><w:pict><v:textbox>${box}</v:textbox></w:pict></w:r>${run('old')}`);
    expect(await lines({ body })).toEqual(['host', 'box', 'old', 'box']);
  });

  test('notes follow the paragraph that bears their mark and point at it', async () => {
    const note = (id: number, text: string): string =>
      `<w:footnote w:id="${id}">${paragraph(`<w:r><w:footnoteRef/></w:r>${run(` ${text}`)}`)}</w:footnote>`;
    const footnotes = `<w:footnote w:type="separator" w:id="-1"><w:p/></w:footnote>${note(7, 'Save for fraud.')}${note(3, 'In cash.')}`;
    const reference = (id: number): string => `<w:r><w:footnoteReference w:id="${id}"/></w:r>`;
    const body =
      paragraph(`${run('The cap')}${reference(7)}${run(' is USD 100')}${reference(3)}${run('.')}`) + paragraph('next');
    const read = await source({ body, footnotes });
    expect(read.text.split('\n')).toEqual(['The cap[1] is USD 100[2].', '[1] Save for fraud.', '[2] In cash.', 'next']);
    expect(read.blocks.map(({ kind, note: own }) => [kind, own])).toEqual([
      ['paragraph', null],
      ['note', { mark: '1', anchor: 7 }],
      ['note', { mark: '2', anchor: read.text.indexOf('[2]') }],
      ['paragraph', null],
    ]);
    expect(faultsOf(read)).toEqual([]);
  });

  test('headers, footers and comments are no part of the text', async () => {
    const body = paragraph(`<w:commentRangeStart w:id="0"/>${run('body')}<w:r><w:commentReference w:id="0"/></w:r>`);
    const extra = { 'word/header1.xml': '<w:hdr/>', 'word/comments.xml': '<w:comments/>' };
    expect(await lines({ body, extra })).toEqual(['body']);
  });

  test('embedded documents are named as an issue', async () => {
    const read = await source({ body: `${paragraph('a')}<w:altChunk r:id="r5"/>` });
    expect(read.issues).toEqual([{ code: 'EMBEDDED_PART_SKIPPED', stage: 'read' }]);
  });

  test('formulas are put on one line', async () => {
    const t = (text: string): string => `<m:r><m:t>${text}</m:t></m:r>`;
    const body = paragraph(
      `<m:oMath><m:f><m:num>${t('a+b')}</m:num><m:den>${t('c')}</m:den></m:f>${t('=')}<m:sSup><m:e>${t('x')}</m:e><m:sup>${t('2')}</m:sup></m:sSup></m:oMath>`,
    );
    expect(await lines({ body })).toEqual(['(a+b)/c=x^2']);
  });
});
