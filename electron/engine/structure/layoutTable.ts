import type { BlockText } from './blockText.ts';
import type { Reading } from './family.ts';
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
  if (setsLabelsApart(filled)) return true;
  const labelled = filled.filter((view) => {
    const reading = readLabel(view.text, view.first)?.readings[0];
    return reading !== undefined && printsMark(reading) && view.text.trim().length >= clauseCell / 2;
  });
  if (labelled.length < 3) return false;
  const length = filled.reduce((sum, view) => sum + view.text.length, 0);
  return length / filled.length >= clauseCell && labelled.length >= filled.length * 0.2;
}

const printsMark = (reading: Reading): boolean =>
  reading.mark !== '' || reading.values.length > 1 || reading.word !== null;

/** Rows of a label and its clause: a list whose labels stand in a column of their own. */
function setsLabelsApart(cells: readonly BlockText[]): boolean {
  const rows = new Map<number, BlockText[]>();
  for (const view of cells) {
    const row = view.block.cell?.row ?? 0;
    const known = rows.get(row);
    if (known) known.push(view);
    else rows.set(row, [view]);
  }
  let apart = 0;
  let plain = 0;
  let length = 0;
  for (const row of rows.values()) {
    const [first, second] = row;
    if (first === undefined || second === undefined || row.length > 3) continue;
    const label = readLabel(first.text, first.first);
    const reading = label?.readings[0];
    if (label === null || reading === undefined || !printsMark(reading)) continue;
    if (first.text.slice(label.end).trim() !== '') continue;
    apart++;
    if (reading.family === 'n.' || reading.family === 'cn') plain++;
    length += row.slice(1).reduce((sum, view) => sum + view.text.trim().length, 0);
  }
  if (apart < 1 || apart < rows.size * 0.6) return false;
  // 1. and 一、 also count the rows of price lists; their clauses must be sentences.
  return length / apart >= (plain * 2 > apart ? clauseCell : clauseCell / 4);
}
