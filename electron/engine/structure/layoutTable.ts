import type { BlockText } from './blockText.ts';
import { readLabel } from './labels.ts';

/** Least mean length of cells that hold clauses, Latin characters. */
const clauseCell = 60;

/**
 * Tables that only place the text (two languages side by side, a frame around the contract) hold numbered clauses in
 * their cells: these cells are paragraphs like any other.
 */
export function layoutTables(blocks: readonly BlockText[]): BlockText[] {
  const tables = new Map<number, BlockText[]>();
  for (const view of blocks) {
    const { cell } = view.block;
    if (view.block.kind !== 'cell' || cell === null) continue;
    const cells = tables.get(cell.table);
    if (cells) cells.push(view);
    else tables.set(cell.table, [view]);
  }
  const opened = new Set<number>();
  for (const [table, cells] of tables) if (holdsClauses(cells)) opened.add(table);
  if (opened.size === 0) return [...blocks];
  return blocks.map((view) =>
    view.block.cell !== null && opened.has(view.block.cell.table)
      ? { ...view, block: { ...view.block, kind: 'paragraph' } }
      : view,
  );
}

function holdsClauses(cells: readonly BlockText[]): boolean {
  const filled = cells.filter((view) => view.first < view.text.length);
  const labelled = filled.filter((view) => {
    const reading = readLabel(view.text, view.first)?.readings[0];
    return (
      reading !== undefined &&
      (reading.mark !== '' || reading.values.length > 1 || reading.word !== null) &&
      view.text.trim().length >= clauseCell / 2
    );
  });
  if (labelled.length < 3) return false;
  const length = filled.reduce((sum, view) => sum + view.text.length, 0);
  return length / filled.length >= clauseCell && labelled.length >= filled.length * 0.2;
}
