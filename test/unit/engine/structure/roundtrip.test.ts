import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkPartition } from '../../../../electron/engine/structure/partition.ts';
import type { Parsed } from './parse.ts';
import { parseLines } from './parse.ts';
import { clauseTrees, render, styles } from './render.ts';

/** Label chains of the tree, as the renderer knows them. */
function chains({ tree }: Parsed): string[] {
  const byId = new Map(tree.nodes.map((n) => [n.id, n]));
  return tree.nodes
    .filter((n) => n.label !== null)
    .map((n) => {
      const labels: string[] = [];
      for (let at = byId.get(n.id); at !== undefined; at = at.parent === null ? undefined : byId.get(at.parent)) {
        if (at.label !== null) labels.unshift(at.label);
      }
      return labels.join(' > ');
    });
}

describe('parse gives back what was rendered', () => {
  for (const style of styles) {
    test(`${style.chinese ? 'zh' : 'en'} ${style.levels.join(' · ')}`, () => {
      fc.assert(
        fc.property(clauseTrees, (tree) => {
          const { lines, chains: expected } = render(tree, style);
          const title = style.chinese ? '服务合同' : 'SERVICES AGREEMENT';
          const parsed = parseLines([title, ...lines]);
          expect(chains(parsed)).toEqual(expected);
          expect(checkPartition({ text: parsed.text }, parsed.tree)).toEqual([]);
        }),
        { numRuns: 60, seed: 7 },
      );
    });
  }

  test('paragraphs that the page wraps', () => {
    const wrap = (line: string, width: number): string => {
      const out: string[] = [];
      let row = '';
      for (const word of line.split(' ')) {
        if (row !== '' && row.length + word.length + 1 > width) {
          out.push(row);
          row = word;
        } else row = row === '' ? word : `${row} ${word}`;
      }
      return [...out, row].join('\n');
    };
    fc.assert(
      fc.property(
        clauseTrees,
        fc.integer({ min: 18, max: 70 }),
        fc.constantFrom(...styles.filter((s) => !s.chinese)),
        (tree, width, style) => {
          const { lines, chains: expected } = render(tree, style);
          expect(chains(parseLines(['SERVICES AGREEMENT', ...lines.map((line) => wrap(line, width))]))).toEqual(
            expected,
          );
        },
      ),
      { numRuns: 150, seed: 19 },
    );
  });

  test('paragraphs that the source glued together', () => {
    fc.assert(
      fc.property(
        clauseTrees,
        fc.constantFrom(...styles.filter((s) => !s.chinese && s.levels[0] === 'n.')),
        (tree, style) => {
          const { lines, chains: expected } = render(tree, style);
          expect(chains(parseLines(['SERVICES AGREEMENT', lines.join('   ')]))).toEqual(expected);
        },
      ),
      { numRuns: 100, seed: 23 },
    );
  });

  test('annexes restart every count', () => {
    fc.assert(
      fc.property(
        clauseTrees,
        clauseTrees,
        fc.constantFrom(...styles.filter((s) => /^(?:n\.|第条|一、)$/.test(s.levels[0] ?? ''))),
        (body, annex, style) => {
          const main = render(body, style);
          const more = render(
            annex,
            style.chinese ? { chinese: true, levels: ['n.', '（1）'] } : { chinese: false, levels: ['n.', '(a)'] },
          );
          const name = style.chinese ? '附件一' : 'Schedule 1';
          const parsed = parseLines([
            style.chinese ? '服务合同' : 'SERVICES AGREEMENT',
            ...main.lines,
            `${name} ${style.chinese ? '价格' : 'Prices'}`,
            ...more.lines,
          ]);
          expect(chains(parsed)).toEqual([...main.chains, name, ...more.chains.map((c) => `${name} > ${c}`)]);
        },
      ),
      { numRuns: 60, seed: 11 },
    );
  });

  test('a running header changes no clause', () => {
    fc.assert(
      fc.property(clauseTrees, fc.nat(50), (tree, at) => {
        const { lines, chains: expected } = render(tree, styles[0] as (typeof styles)[number]);
        const source = [...lines];
        source.splice(at % source.length, 0, 'Confidential draft of the parties');
        expect(chains(parseLines(['SERVICES AGREEMENT', ...source]))).toEqual(expected);
      }),
      { numRuns: 60, seed: 13 },
    );
  });

  test('any text keeps the partition', () => {
    const word = fc.constantFrom(
      '1.',
      '2.',
      '(a)',
      '(i)',
      '第一条',
      '（二）',
      'Schedule 2',
      '附件一',
      'means',
      '甲方',
      '\n',
      '  ',
      'Section 9.3',
      ';',
      '。',
      '1.1',
      'IN WITNESS WHEREOF',
      '“X”',
      '😀',
      '①',
      'WHEREAS',
      'A.',
    );
    fc.assert(
      fc.property(fc.array(fc.array(word, { minLength: 1, maxLength: 12 }), { maxLength: 20 }), (blocks) => {
        const parsed = parseLines(blocks.map((words) => words.join(' ')));
        expect(checkPartition({ text: parsed.text }, parsed.tree)).toEqual([]);
      }),
      { numRuns: 300, seed: 17 },
    );
  });
});
