import path from 'node:path';
import type { ClauseTree } from '../../../shared/model.ts';
import type { SourceText } from '../../../electron/engine/layout/sourceText.ts';
import { checkPartition } from '../../../electron/engine/structure/partition.ts';

export interface Shape {
  readonly file: string;
  /** Characters in own texts. */
  readonly characters: number;
  readonly nodes: number;
  readonly numbered: number;
  /** Share of own text in nodes that neither have a number nor stand under one. */
  readonly unnumberedShare: number;
  readonly longestOwn: number;
  /** Number (or kind) and first words of the node with the longest own text. */
  readonly longestNode: string;
  readonly violations: number;
}

/** The `count` highest by `value`, one row per document: formats of the same document count once. */
export function worst(shapes: readonly Shape[], value: (shape: Shape) => number, count: number): Shape[] {
  const seen = new Set<string>();
  const rows: Shape[] = [];
  for (const shape of shapes.toSorted((a, b) => value(b) - value(a))) {
    const stem = path.basename(shape.file).replace(/(?:\.(?:autonum|embedded|nonembedded-cmap))?\.\w+$/, '');
    if (seen.has(stem)) continue;
    seen.add(stem);
    rows.push(shape);
    if (rows.length === count) break;
  }
  return rows;
}

/** Figures that a tree of one single node would give away. */
export function shapeOf(file: string, source: SourceText, tree: ClauseTree): Shape {
  let total = 0;
  let unnumbered = 0;
  let longestOwn = 0;
  let longestNode = '';
  const numbered = new Map<string, boolean>();
  for (const node of tree.nodes) {
    const under = node.number !== null || (node.parent !== null && numbered.get(node.parent) === true);
    numbered.set(node.id, under);
    const length = node.own.reduce((sum, [s, e]) => sum + e - s, 0);
    total += length;
    if (!under) unnumbered += length;
    if (node.kind === 'table' || length <= longestOwn) continue;
    longestOwn = length;
    const words = source.text.slice(node.own[0]?.[0] ?? 0, (node.own[0]?.[0] ?? 0) + 40).replace(/\s+/g, ' ');
    longestNode = `${node.number ?? node.kind}: ${words}`;
  }
  return {
    file,
    characters: total,
    nodes: tree.nodes.length,
    numbered: tree.nodes.filter((n) => n.number !== null).length,
    unnumberedShare: total === 0 ? 0 : unnumbered / total,
    longestOwn,
    longestNode,
    violations: checkPartition(source, tree).length,
  };
}
