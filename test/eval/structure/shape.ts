import type { ClauseTree } from '../../../shared/model.ts';
import type { SourceText } from '../../../electron/engine/layout/sourceText.ts';
import { checkPartition } from '../../../electron/engine/structure/partition.ts';

export interface Shape {
  readonly nodes: number;
  readonly numbered: number;
  /** Share of own text in nodes that neither have a number nor stand under one. */
  readonly unnumberedShare: number;
  readonly longestOwn: number;
  readonly violations: number;
}

/** Figures that a tree of one single node would give away. */
export function shapeOf(source: SourceText, tree: ClauseTree): Shape {
  let total = 0;
  let unnumbered = 0;
  let longestOwn = 0;
  const numbered = new Map<string, boolean>();
  for (const node of tree.nodes) {
    const under = node.number !== null || (node.parent !== null && numbered.get(node.parent) === true);
    numbered.set(node.id, under);
    const length = node.own.reduce((sum, [s, e]) => sum + e - s, 0);
    total += length;
    if (!under) unnumbered += length;
    if (node.kind !== 'table') longestOwn = Math.max(longestOwn, length);
  }
  return {
    nodes: tree.nodes.length,
    numbered: tree.nodes.filter((n) => n.number !== null).length,
    unnumberedShare: total === 0 ? 0 : unnumbered / total,
    longestOwn,
    violations: checkPartition(source, tree).length,
  };
}
