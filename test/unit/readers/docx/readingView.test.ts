import { expect, test } from 'vitest';
import { quietRun } from '../../../../electron/engine/run.ts';
import { readDocx } from '../../../../electron/readers/docx/read.ts';
import { readingView } from '../../../../electron/readers/docx/readingView.ts';
import { openZip } from '../../../../electron/readers/zip.ts';
import type { ViewNode } from '../../../../shared/readingView.ts';
import { abstractNum, buildDocx, contractLevels, item, num, paragraph, run } from '../../../fixtures/docx/build.ts';

const cell = (content: string, more = ''): string => `<w:tc><w:tcPr>${more}</w:tcPr>${content}</w:tc>`;
const file = buildDocx({
  numbering: abstractNum(0, contractLevels) + num(1, 0),
  body:
    item('Rent <b>', 1) +
    paragraph(
      `${run('Pay ', '<w:b/>')}${run('secret', '<w:vanish/>')}<w:del w:id="1"><w:r><w:delText>1m</w:delText></w:r></w:del>${run('5m')}`,
    ) +
    `<w:tbl><w:tr><w:trPr><w:tblHeader/></w:trPr>${cell(paragraph('A'), '<w:gridSpan w:val="2"/>')}</w:tr><w:tr>${cell(item('b', 1), '<w:vMerge w:val="restart"/>')}${cell(paragraph('c'))}</w:tr><w:tr>${cell('<w:p/>', '<w:vMerge/>')}${cell(paragraph('d'))}</w:tr></w:tbl>` +
    paragraph('<w:r><w:t>one</w:t><w:br/><w:t>two</w:t></w:r>', '<w:outlineLvl w:val="0"/><w:jc w:val="center"/>'),
});

const textOf = (node: ViewNode): string =>
  node.kind === 'table'
    ? ''
    : node.children.map((each) => (each.kind === 'text' ? each.text : each.kind === 'break' ? '\n' : '')).join('');

test('labels are typed in, hidden and deleted text is gone, tables keep their shape', async () => {
  const view = await readingView(openZip(file), quietRun);
  expect(
    view.map((node) =>
      node.kind === 'table'
        ? node.rows.map((row) => [
            row.header,
            ...row.cells.map((each) => [each.columnSpan, each.rowSpan, ...each.children.map(textOf)]),
          ])
        : textOf(node),
    ),
  ).toEqual([
    '1. Rent <b>',
    'Pay 5m',
    [
      [true, [2, 1, 'A']],
      [false, [1, 2, '2. b'], [1, 1, 'c']],
      [false, [1, 1, 'd']],
    ],
    'one\ntwo',
  ]);
  expect(view.at(-1)).toMatchObject({ heading: 1, align: 'center' });
});

test('anchors are the offsets of the text that is searched', async () => {
  const { source } = await readDocx(openZip(file), quietRun);
  const view = await readingView(openZip(file), quietRun);
  const anchors = view.flatMap((node) => (node.kind === 'table' ? [] : [node.anchor]));
  expect(anchors).toEqual([0, source.text.indexOf('Pay'), source.text.indexOf('one')]);
});
