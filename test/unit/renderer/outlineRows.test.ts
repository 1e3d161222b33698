import { describe, expect, it } from 'vitest';
import type { ClauseNode } from '../../../shared/model.ts';
import { outlineRows, outlineTitle } from '../../../renderer/clause/outlineRows.ts';

const node = (id: string, parent: string | null, change: Partial<ClauseNode> = {}): ClauseNode => ({
  id,
  parent,
  kind: 'clause',
  label: null,
  number: null,
  path: [],
  level: 0,
  heading: null,
  own: [],
  start: 0,
  end: 0,
  pages: null,
  ...change,
});

const nodes = [node('n0', null), node('n1', 'n0'), node('n2', 'n1'), node('n3', 'n2'), node('n4', 'n0')];

describe('outlineRows', () => {
  it('leaves out the root and counts depth from it', () => {
    expect(
      outlineRows(nodes, new Set()).map(({ node: { id }, depth, hasChildren }) => [id, depth, hasChildren]),
    ).toEqual([
      ['n1', 1, true],
      ['n2', 2, true],
      ['n3', 3, false],
      ['n4', 1, false],
    ]);
  });

  it('hides all that lies under a folded node', () => {
    expect(outlineRows(nodes, new Set(['n1'])).map(({ node: { id } }) => id)).toEqual(['n1', 'n4']);
  });
});

describe('outlineTitle', () => {
  it('is the heading, else the first words without the label', () => {
    const text = '(a) the Supplier\n  shall deliver';
    expect(outlineTitle(node('n1', 'n0', { heading: 'Term' }), text)).toBe('Term');
    expect(outlineTitle(node('n1', 'n0', { label: '(a)', own: [[0, text.length]] }), text)).toBe(
      'the Supplier shall deliver',
    );
  });

  it('cuts long text, and no character in half', () => {
    const text = `${'x'.repeat(79)}𠮷${'y'.repeat(50)}`;
    const title = outlineTitle(node('n1', 'n0', { own: [[0, text.length]] }), text);
    expect(title).toBe(`${'x'.repeat(79)}…`);
  });
});
