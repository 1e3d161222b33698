import { median, segmentsOf, type Segment } from './columns.ts';
import type { Grid, GridCell } from './grid.ts';
import { rowOf, type AcrossRule, type Row, type Word } from './words.ts';

export interface TableCell {
  readonly row: number;
  readonly column: number;
  readonly rowSpan: number;
  readonly columnSpan: number;
  /** How far its lines may reach: the edge of the cell less its margin, or of the widest text of its column. */
  readonly right: number;
  readonly rows: readonly Row[];
}

export interface TableRegion {
  readonly kind: 'table';
  readonly cells: readonly TableCell[];
  /** Left edges of the columns, to recognise the same table on the next page. */
  readonly edges: readonly number[];
  readonly rowCount: number;
}

export function inGrid(word: Word, grid: Grid): boolean {
  const u = (word.u0 + word.u1) / 2;
  const v = word.v - 0.3 * word.size;
  return u >= grid.u0 && u <= grid.u1 && v >= grid.v0 && v <= grid.v1;
}

/** The cells of a drawn grid with their words; null where it is a frame around text and no table. */
export function tableOf(grid: Grid, words: readonly Word[], like: Row): TableRegion | null {
  const inCells = grid.cells.map((): Word[] => []);
  for (const word of words) {
    const u = (word.u0 + word.u1) / 2;
    const v = word.v - 0.3 * word.size;
    const index = grid.cells.findIndex((c) => u >= c.u0 && u <= c.u1 && v >= c.v0 && v <= c.v1);
    inCells[index < 0 ? nearest(grid, u, v) : index]!.push(word);
  }
  const cells = grid.cells.flatMap((cell, i) =>
    splitSpanning(cell, inCells[i]!, grid.edges).map(({ words: own, ...place }) => ({
      ...place,
      right: place.u1 - Math.min(12, Math.max(2, Math.min(...own.map((w) => w.u0)) - place.u0)),
      rows: rowsOf(own, like),
    })),
  );
  const columnsUsed = new Set(cells.filter((c) => c.rows.length > 0).map((c) => c.column));
  // A frame around text, or lines that only look like a table.
  if (columnsUsed.size < 2) return null;
  return {
    kind: 'table',
    cells: cells.filter((c) => c.rows.length > 0),
    edges: grid.edges,
    rowCount: Math.max(...grid.cells.map((c) => c.row + c.rowSpan)),
  };
}

/** A cell over several columns whose words keep to them: head rows are often drawn without inner lines. */
function splitSpanning(cell: GridCell, words: Word[], edges: readonly number[]): (GridCell & { words: Word[] })[] {
  const whole = [{ ...cell, words }];
  if (cell.columnSpan < 2 || words.length < 2) return whole;
  const parts = Array.from({ length: cell.columnSpan }, (): Word[] => []);
  for (const word of words) {
    const at = parts.findIndex((_, i) => {
      const column = cell.column + i;
      return word.u0 >= edges[column]! - 1 && word.u1 <= edges[column + 1]! + 1;
    });
    if (at < 0) return whole;
    parts[at]!.push(word);
  }
  if (parts.some((part) => part.length === 0)) return whole;
  return parts.map((part, i) => ({
    ...cell,
    column: cell.column + i,
    columnSpan: 1,
    u0: edges[cell.column + i]!,
    u1: edges[cell.column + i + 1]!,
    words: part,
  }));
}

function nearest(grid: Grid, u: number, v: number): number {
  let best = 0;
  let least = Infinity;
  grid.cells.forEach((c, i) => {
    const du = Math.max(c.u0 - u, 0, u - c.u1);
    const dv = Math.max(c.v0 - v, 0, v - c.v1);
    if (du + dv < least) {
      least = du + dv;
      best = i;
    }
  });
  return best;
}

function rowsOf(words: readonly Word[], like: Row): Row[] {
  const sorted = [...words].sort((a, b) => a.v - b.v || a.u0 - b.u0);
  const groups: Word[][] = [];
  for (const word of sorted) {
    const group = groups.at(-1);
    if (group && word.v - group[0]!.v <= 0.3 * Math.min(word.size, group[0]!.size)) group.push(word);
    else groups.push([word]);
  }
  return groups.map((group) => rowOf(like.page, like.frame, group));
}

/** A table whose columns are told by white space. A row starts where the first column has text. */
export function borderlessTable(rows: readonly Row[], segments: readonly Segment[][]): TableRegion {
  const columns = columnsOf(segments.filter((list) => list.length > 1).flat());
  const steps = rows.slice(1).map((r, i) => r.v - rows[i]!.v);
  const leading = median([...steps]);
  // Lines of a cell stand closer than the rows of the table, where there are two distances to tell.
  const tight = Math.min(...steps);
  const wraps = steps.filter((s) => s > 1.25 * tight).length >= 0.3 * steps.length ? 1.1 * tight : 0;
  const cells: { row: number; column: number; rowSpan: 1; columnSpan: number; right: number; rows: Row[] }[] = [];
  let at = -1;
  rows.forEach((row, i) => {
    const parts = new Map<number, Word[]>();
    const spans = new Map<number, number>();
    for (const segment of segments[i]!) {
      const column = columnAt(columns, segment.u0 + 1);
      parts.set(column, [...(parts.get(column) ?? []), ...segment.words]);
      spans.set(column, Math.max(columnAt(columns, segment.u1 - 1) - column + 1, 1));
    }
    const above = rows[i - 1];
    const step = above ? row.v - above.v : Infinity;
    if (step > wraps && (parts.has(0) || step > leading + 0.5 * row.size)) at++;
    for (const [column, words] of parts) {
      const part = rowOf(row.page, row.frame, words);
      const cell = cells.find((c) => c.row === at && c.column === column);
      if (cell) cell.rows.push(part);
      else {
        const columnSpan = spans.get(column) ?? 1;
        const right = columns[column + columnSpan - 1]?.u1 ?? part.u1;
        cells.push({ row: at, column, rowSpan: 1, columnSpan, right, rows: [part] });
      }
    }
  });
  cells.sort((a, b) => a.row - b.row || a.column - b.column);
  return { kind: 'table', cells, edges: columns.map((c) => c.u0), rowCount: at + 1 };
}

/** White space that no segment crosses separates columns. */
function columnsOf(segments: readonly { readonly u0: number; readonly u1: number }[]): { u0: number; u1: number }[] {
  const columns: { u0: number; u1: number }[] = [];
  for (const { u0, u1 } of [...segments].sort((a, b) => a.u0 - b.u0)) {
    const last = columns.at(-1);
    if (last && u0 < last.u1 + 2) last.u1 = Math.max(last.u1, u1);
    else columns.push({ u0, u1 });
  }
  return columns;
}

function columnAt(columns: readonly { readonly u0: number; readonly u1: number }[], u: number): number {
  let best = 0;
  let least = Infinity;
  columns.forEach((c, i) => {
    const d = Math.max(c.u0 - u, 0, u - c.u1);
    if (d < least) {
      least = d;
      best = i;
    }
  });
  return best;
}

/** A table of which only the rows are told by lines across its width. */
export interface RowTable {
  readonly v0: number;
  readonly v1: number;
  readonly region: TableRegion;
}

/**
 * Tables whose rows are separated by at least three rules of one width, with their cells told by white space. Rules
 * between paragraphs leave one column and are no table.
 */
export function findRowTables(rules: readonly AcrossRule[], rows: readonly Row[]): RowTable[] {
  const first = rows[0];
  if (!first || rules.length < 3) return [];
  const left = Math.min(...rows.map((r) => r.u0));
  const right = Math.max(...rows.map((r) => r.u1));
  const levels: { u0: number; u1: number; v: number }[] = [];
  for (const rule of [...rules].sort((a, b) => a.v - b.v)) {
    const last = levels.at(-1);
    if (last && rule.v - last.v < 1.5) {
      last.u0 = Math.min(last.u0, rule.u0);
      last.u1 = Math.max(last.u1, rule.u1);
    } else levels.push({ ...rule });
  }
  const wide = levels.filter((l) => l.u1 - l.u0 > 0.4 * (right - left));
  const tables: RowTable[] = [];
  for (let from = 0; from < wide.length;) {
    const { u0, u1 } = wide[from]!;
    let to = from + 1;
    while (to < wide.length && Math.abs(wide[to]!.u0 - u0) < 4 && Math.abs(wide[to]!.u1 - u1) < 4) to++;
    if (to - from >= 3) {
      const levelsOf = wide.slice(from, to).map((l) => l.v);
      const table = rowTable(levelsOf, u0, u1, rows);
      if (table) tables.push({ ...table, v1: levelsOf.at(-1)! });
    }
    from = to;
  }
  return tables;
}

function rowTable(
  levels: readonly number[],
  u0: number,
  u1: number,
  rows: readonly Row[],
): { v0: number; region: TableRegion } | null {
  const bands = levels.slice(1).map((): Segment[] => []);
  for (const row of rows) {
    const middle = row.v - 0.3 * row.size;
    const at = levels.findLastIndex((v) => v < middle);
    bands[at]?.push(...segmentsOf(row));
  }
  const all = bands.flat().filter((s) => s.u0 >= u0 - 3 && s.u1 <= u1 + 3);
  const narrow = all.filter((s) => s.u1 - s.u0 < 0.6 * (u1 - u0));
  if (narrow.length < 0.7 * all.length) return null;
  const columns = columnsOf(narrow);
  if (columns.length < 2) return null;
  const cells: TableCell[] = [];
  let shared = 0;
  const like = rows[0]!;
  bands.forEach((band, row) => {
    const parts = new Map<number, { words: Word[]; span: number }>();
    for (const segment of band) {
      const column = columnAt(columns, segment.u0 + 1);
      const span = Math.max(1, columnAt(columns, segment.u1 - 1) - column + 1);
      const part = parts.get(column);
      if (part) part.words.push(...segment.words);
      else parts.set(column, { words: [...segment.words], span });
    }
    if (parts.size > 1) shared++;
    for (const [column, { words, span }] of [...parts].sort((a, b) => a[0] - b[0])) {
      const right = columns[column + span - 1]?.u1 ?? u1;
      cells.push({ row, column, rowSpan: 1, columnSpan: span, right, rows: rowsOf(words, like) });
    }
  });
  if (shared < 2 || shared < 0.5 * bands.length) return null;
  const edges = columns.map((c) => c.u0);
  const rest = restAbove(rows, levels[0]!, edges[1]!);
  const v0 = rest[0] ? rest[0].v - rest[0].size : levels[0]!;
  if (rest.length === 0) return { v0, region: { kind: 'table', cells, edges, rowCount: bands.length } };
  const parts = rowsOf(
    rest.flatMap((row) => row.words),
    like,
  );
  const first: TableCell = { row: 0, column: 1, rowSpan: 1, columnSpan: 1, right: columns[1]!.u1, rows: parts };
  const moved = cells.map((cell) => ({ ...cell, row: cell.row + 1 }));
  return { v0, region: { kind: 'table', cells: [first, ...moved], edges, rowCount: bands.length + 1 } };
}

/** Lines above the first rule that stand in the second column or further right: the rest of a row of the page before. */
function restAbove(rows: readonly Row[], v: number, edge: number): Row[] {
  const above = rows.filter((row) => row.v < v);
  let from = above.length;
  let below = v;
  while (from > 0 && above[from - 1]!.u0 >= edge - 3 && below - above[from - 1]!.v < 2.5 * above[from - 1]!.size) {
    from--;
    below = above[from]!.v;
  }
  // Only at the top of a page can a row have begun before.
  return from === 0 ? above : [];
}
