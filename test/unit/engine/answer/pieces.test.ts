import { describe, expect, it } from 'vitest';
import { joinRuns, piecesOf } from '../../../../electron/engine/answer/pieces.ts';
import { viewOf } from '../../../../electron/engine/retrieve/documentView.ts';
import { handmade } from '../retrieve/handmade.ts';

describe('piecesOf', () => {
  it('cuts sentences, and very long ones behind semicolons', () => {
    const item = 'The fee for each of the services that are set out in the schedule to this agreement and its parts';
    const words = `First sentence. ${`${item}; `.repeat(8).trim()}`;
    const view = viewOf(handmade([{ id: 'n1', words }]));
    const found = piecesOf(view, [[0, words.length]]);
    expect(found[0]?.words).toBe('First sentence.');
    expect(found).toHaveLength(9);
    expect(found.map((piece) => piece.words).join(' ')).toBe(words);
  });

  it('keeps the cells of a row together', () => {
    const made = handmade([
      { id: 'n1', words: 'Service' },
      { id: 'n2', words: 'Price' },
      { id: 'n3', words: 'Hosting' },
      { id: 'n4', words: '500' },
    ]);
    const blocks = made.source.blocks.map((block, i) => ({
      ...block,
      kind: 'cell' as const,
      cell: { table: 0, row: i >> 1, column: i % 2, rowSpan: 1, columnSpan: 1, header: i < 2 },
    }));
    const view = viewOf({ ...made, source: { ...made.source, blocks } });
    const found = piecesOf(
      view,
      blocks.map((block) => block.spans[0] ?? [0, 0]),
    );
    expect(found.map(({ words, row }) => [words, row])).toEqual([
      ['Service Price', true],
      ['Hosting 500', true],
    ]);
  });
});

describe('joinRuns', () => {
  it('joins what only white space parts, in order', () => {
    expect(
      joinRuns('ab  cd|ef', [
        [4, 6],
        [0, 2],
        [7, 9],
      ]),
    ).toEqual([
      [0, 6],
      [7, 9],
    ]);
  });
});
