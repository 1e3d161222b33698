import { array, assert, nat, property, tuple } from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ClauseTree } from '../../../shared/model.ts';
import type { Span } from '../../../shared/span.ts';
import { markedParts, readingBlocks } from '../../../renderer/document/readingBlocks.ts';

const TEXT = ['1. Term', 'It starts now.', 'Page 1 of 2', '(a) It ends when told. Then it is over.'].join('\n');
const at = (words: string): number => TEXT.indexOf(words);
const span = (from: string, to: string): Span => [at(from), at(to) + to.length];

const tree: ClauseTree = {
  kind: 'contract',
  kindReasons: [],
  language: 'en',
  nodes: [
    node('n0', null, null, null, []),
    // A footer cuts the clause in two: flush text after the item is its own second slice.
    node('n1', 'n0', '1.', 'Term', [span('1. Term', 'starts now.'), span('Then', 'over.')]),
    node('n2', 'n1', '(a)', null, [span('(a)', 'told.')]),
  ],
  definitions: [],
  references: [],
  bridges: [],
  exclusions: [{ reason: 'footer', start: at('Page 1'), end: at('Page 1') + 11 }],
  front: { title: null, parties: [], date: null, governingLaw: null, term: null },
  issues: [],
};

function node(
  id: string,
  parent: string | null,
  label: string | null,
  heading: string | null,
  own: Span[],
): ClauseTree['nodes'][number] {
  const start = own[0]?.[0] ?? 0;
  const end = own.at(-1)?.[1] ?? TEXT.length;
  return { id, parent, kind: 'clause', label, number: null, path: [], level: 1, heading, own, start, end, pages: null };
}

describe('readingBlocks', () => {
  const blocks = readingBlocks(TEXT, tree);

  it('shows every word once, in reading order', () => {
    expect(blocks.map(({ span: [start, end], node: owner }) => [owner, TEXT.slice(start, end)])).toEqual([
      ['n1', '1. Term'],
      ['n1', 'It starts now.'],
      [null, 'Page 1 of 2'],
      ['n2', '(a) It ends when told.'],
      ['n1', 'Then it is over.'],
    ]);
  });

  it('tells headings and excluded text apart', () => {
    expect(blocks.map(({ heading, excluded }) => [heading, excluded])).toEqual([
      [true, null],
      [false, null],
      [false, 'footer'],
      [false, null],
      [false, null],
    ]);
  });
});

describe('markedParts', () => {
  it('marks the cited words and no others', () => {
    expect(
      markedParts(
        [10, 30],
        [
          [5, 12],
          [20, 25],
        ],
      ),
    ).toEqual([
      { span: [10, 12], marked: true },
      { span: [12, 20], marked: false },
      { span: [20, 25], marked: true },
      { span: [25, 30], marked: false },
    ]);
  });

  it('cuts a block into parts that are the block again', () => {
    const spans = tuple(nat(100), nat(30)).map(([start, length]): Span => [start, start + length]);
    assert(
      property(spans, array(spans, { maxLength: 5 }), (block, slices) => {
        const parts = markedParts(block, slices);
        expect(parts.reduce((end, part) => (part.span[0] === end ? part.span[1] : NaN), block[0])).toBe(block[1]);
        for (let unit = block[0]; unit < block[1]; unit++) {
          const part = parts.find(({ span: [start, end] }) => start <= unit && unit < end);
          expect(part?.marked).toBe(slices.some(([start, end]) => start <= unit && unit < end));
        }
      }),
    );
  });
});
