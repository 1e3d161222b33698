import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { quietRun } from '../../../../electron/engine/run.ts';
import type { SourceText } from '../../../../electron/engine/layout/sourceText.ts';
import { readHtml } from '../../../../electron/readers/html/read.ts';
import { faultsOf, wordsOf } from '../../engine/layout/partition.ts';

const source = (html: string): SourceText => readHtml(new TextEncoder().encode(html), quietRun).source;
const words = (html: string): string[] => wordsOf(source(html));

describe('HTML', () => {
  test('white space collapses, breaks and blocks part lines, scripts are no text', () => {
    expect(words('<p>Pay\n  <b>100</b> &euro; &#167;9 &#146;s<br>now<script>if (a<b) x</script><p>Next')).toEqual([
      'Pay 100 € §9 ’s\nnow',
      'Next',
    ]);
  });

  test('headings, bold and alignment are styles', () => {
    const { blocks } = source('<h2>Rent</h2><p align="center"><b>A</b></p><p style="text-align:right">x</p>');
    expect(blocks.map(({ style }) => [style.headingLevel, style.bold, style.align])).toEqual([
      [2, true, null],
      [null, true, 'center'],
      [null, false, 'right'],
    ]);
  });

  test('list markers are labels', () => {
    const read = source('<ol start=3><li>a<ol type=a><li>b<li>c</ol><li>d</ol><ul><li>e</ul>');
    expect(wordsOf(read)).toEqual(['3. a', 'a. b', 'b. c', '4. d', '• e']);
    expect(read.blocks.map((block) => block.label?.depth)).toEqual([0, 1, 1, 0, 0]);
  });

  test('cells know their place', () => {
    const read = source('<table><tr><th colspan=2>A<th>B<tr><td rowspan=2>c<td>d<td>e<tr><td>f</table>after');
    expect(
      read.blocks.map(({ cell }) => cell && [cell.row, cell.column, cell.rowSpan, cell.columnSpan, cell.header]),
    ).toEqual([
      [0, 0, 1, 2, true],
      [0, 2, 1, 1, true],
      [1, 0, 2, 1, false],
      [1, 1, 1, 1, false],
      [1, 2, 1, 1, false],
      [2, 1, 1, 1, false],
      null,
    ]);
  });

  test('hidden elements are exclusions', () => {
    const read = source('<p>Pay <span style="display:none">secret</span> now</p>');
    expect(read.exclusions.map(({ reason, start, end }) => [reason, read.text.slice(start, end)])).toEqual([
      ['hidden', 'secret'],
    ]);
  });

  test('law: every character with ink has one owner, and nothing throws', () => {
    const piece = fc.constantFrom(
      '<p>',
      '</p>',
      '<td>',
      '<tr>',
      '<table>',
      '</table>',
      '<li>',
      '<ol>',
      '</ol>',
      '<b>',
      '</i>',
      '<span hidden>',
      '</span>',
      '<!--',
      '-->',
      '<',
      '&amp;',
      '&#0;',
      'word',
      ' ',
      '\n',
      '<pre>',
      '<br>',
      '<script>',
      '</script>',
      '"',
      '<h1>',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        expect(faultsOf(source(pieces.join('')))).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });
});
