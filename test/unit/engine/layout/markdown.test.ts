import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { layoutMarkdown } from '../../../../electron/engine/layout/markdown.ts';
import { faultsOf, wordsOf } from './partition.ts';

const words = (text: string): string[] => wordsOf(layoutMarkdown(text));
const markup = (text: string): string[] =>
  layoutMarkdown(text).exclusions.map(({ start, end }) => text.slice(start, end));

describe('blocks', () => {
  test('headings carry their level and lose their marks', () => {
    const source = layoutMarkdown('# Lease #\n\nRent\n----\n\n##第一条 租金\n');
    expect(source.blocks.map((block) => block.style.headingLevel)).toEqual([1, 2, 2]);
    expect(wordsOf(source)).toEqual(['Lease', 'Rent', '第一条 租金']);
  });

  test('ordered numbers are text, bullets are markup, depth is indent', () => {
    const text = '1. Service\n    1. Access. You may:\n        - use it\n        - copy it\n    2. Support.\n2. Fees\n';
    const source = layoutMarkdown(text);
    expect(wordsOf(source)).toEqual([
      '1. Service',
      '1. Access. You may:',
      'use it',
      'copy it',
      '2. Support.',
      '2. Fees',
    ]);
    expect(source.blocks.map((block) => block.style.firstIndent)).toEqual([0, 24, 48, 48, 24, 0]);
  });

  test('a number in the middle of a paragraph opens no item', () => {
    expect(words('The rent is due under clause\n14. Interest is due too.')).toHaveLength(1);
    expect(words('The rent is due.\n14. Interest is due too.')).toHaveLength(2);
  });

  test('lines of Chinese are paragraphs, lines of English are one', () => {
    expect(words('甲方：某公司\n乙方：另一公司')).toEqual(['甲方：某公司', '乙方：另一公司']);
    expect(words('This is one\nparagraph.')).toEqual(['This is one\nparagraph.']);
  });

  test('hard breaks start lines', () => {
    const text = 'Signed  \nBuyer\\\nSeller<br>Agent';
    expect(layoutMarkdown(text).blocks.map((block) => block.lines.map((line) => text.slice(line, line + 5)))).toEqual([
      ['Signe', 'Buyer', 'Selle', 'Agent'],
    ]);
  });

  test('tables give cells with row, column and head', () => {
    const source = layoutMarkdown('| 名称 | 价格 |\n| --- | ---: |\n| A \\| B | **5** |\n|  | 7 |\n\nafter');
    expect(source.blocks.map((block) => block.cell && [block.cell.row, block.cell.column, block.cell.header])).toEqual([
      [0, 0, true],
      [0, 1, true],
      [1, 0, false],
      [1, 1, false],
      [2, 1, false],
      null,
    ]);
    expect(wordsOf(source)).toEqual(['名称', '价格', 'A | B', '5', '7', 'after']);
  });

  test('fenced text is laid out as text', () => {
    expect(words('```\n甲方：____\n1. 权利：\n   - 使用\n```\nafter')).toEqual([
      '甲方：____',
      '1. 权利：',
      '- 使用',
      'after',
    ]);
  });

  test('comments, rules, front matter and link definitions are markup', () => {
    const text = '---\ntitle: x\n---\n<!-- INFO\nEND -->\nBody [a][ref] and [Fill in].\n\n***\n\n[ref]: http://x.y\n';
    expect(words(text)).toEqual(['Body a and [Fill in].']);
    expect(faultsOf(layoutMarkdown(text))).toEqual([]);
  });

  test('notes are tied to their marks', () => {
    const text = 'The cap[^1] applies.\n\n[^1]: Save for fraud.';
    const note = layoutMarkdown(text).blocks[1];
    expect([note?.kind, note?.note]).toEqual(['note', { mark: '1', anchor: text.indexOf('[^1]') }]);
  });
});

describe('inline markup', () => {
  test.each([
    ['(“**Cover Page**”)', ['**', '**']],
    ['**甲方：**乙方', ['**', '**']],
    ['see [commonpaper](https://x.y/a_(b)) now', ['[', '](https://x.y/a_(b))']],
    ['<span class="t" id="1.1">Term</span> ends', ['<span class="t" id="1.1">', '</span>']],
    ['1\\. Rent', ['\\']],
    ['\\_\\_\\_\\_ blank ____ and snake_case_word 2 * 3 * 4', []],
    ['`a * b` <http://x.y>', ['`', '`', '<', '>']],
    ['if a < b and c > d', []],
  ])('%s', (text, expected) => {
    expect(markup(text)).toEqual(expected);
  });

  test('an escaped number reads as its label', () => {
    expect(layoutMarkdown('1\\. Rent').blocks[0]?.spans).toEqual([
      [0, 1],
      [2, 8],
    ]);
  });

  test('bold is the style of a block that is bold throughout', () => {
    expect(layoutMarkdown('**Rent.**\n\n**Rent.** It is due.').blocks.map((block) => block.style.bold)).toEqual([
      true,
      false,
    ]);
  });
});

test('law: every character with ink has one owner', () => {
  const piece = fc.constantFrom(
    '# ',
    '**',
    '*',
    '_',
    '`',
    '```\n',
    '~~~',
    '| a | b |\n',
    '| - | - |\n',
    '|',
    '- ',
    '1. ',
    '> ',
    '\\',
    '<b>',
    '</b>',
    '<!-- ',
    ' -->',
    '[',
    '](x)',
    '[^1]',
    '[^1]: ',
    '![',
    '\n',
    '\n\n',
    '  \n',
    '    ',
    '---\n',
    '===\n',
    'word',
    '第一条',
    '。',
    ' ',
    '\t',
    '𠀀',
    '<br>',
    ':',
    '  ',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      expect(faultsOf(layoutMarkdown(pieces.join('')))).toEqual([]);
    }),
    { numRuns: 1500 },
  );
});
