import type { Rule } from './runs.ts';

export interface GridCell {
  readonly row: number;
  readonly column: number;
  readonly rowSpan: number;
  readonly columnSpan: number;
  readonly u0: number;
  readonly u1: number;
  readonly v0: number;
  readonly v1: number;
}

export interface Grid {
  readonly u0: number;
  readonly u1: number;
  readonly v0: number;
  readonly v1: number;
  /** Edges of the columns, for tables that go on over a page. */
  readonly edges: readonly number[];
  readonly cells: readonly GridCell[];
}

/** A straight line along u (`fixed` is its v) or along v (`fixed` is its u). */
interface Line {
  fixed: number;
  from: number;
  to: number;
}

/** Lines that are closer than this belong together, in points. */
const slack = 3;

/** Tables whose cells are drawn with lines. One column is a frame around text, not a table. */
export function findGrids(rules: readonly Rule[], cos: number, sin: number): Grid[] {
  if (rules.length < 4) return [];
  const across: Line[] = [];
  const down: Line[] = [];
  for (const { x0, y0, x1, y1 } of rules) {
    const u0 = x0 * cos + y0 * sin;
    const u1 = x1 * cos + y1 * sin;
    const v0 = y0 * cos - x0 * sin;
    const v1 = y1 * cos - x1 * sin;
    if (Math.abs(v1 - v0) < 0.01) across.push({ fixed: v0, from: Math.min(u0, u1), to: Math.max(u0, u1) });
    else down.push({ fixed: u0, from: Math.min(v0, v1), to: Math.max(v0, v1) });
  }
  if (down.length < 2 || across.length < 2) return [];
  return components(
    joinCollinear(across),
    joinCollinear(down).filter((l) => l.to - l.from > 5),
  )
    .map(([h, v]) => gridOf(h, v))
    .filter((grid) => grid !== null);
}

function joinCollinear(lines: Line[]): Line[] {
  lines.sort((a, b) => a.fixed - b.fixed || a.from - b.from);
  const bands: Line[][] = [];
  for (const line of lines) {
    const band = bands.at(-1);
    if (band && line.fixed - band[0]!.fixed < 1.5) band.push(line);
    else bands.push([line]);
  }
  return bands.flatMap((band) => {
    band.sort((a, b) => a.from - b.from);
    const joined: Line[] = [];
    for (const line of band) {
      const last = joined.at(-1);
      if (last && line.from <= last.to + slack) last.to = Math.max(last.to, line.to);
      else joined.push({ ...line });
    }
    return joined;
  });
}

/** Groups of lines that touch each other; both directions must be there. */
function components(across: Line[], down: Line[]): [Line[], Line[]][] {
  const parent = Array.from({ length: across.length + down.length }, (_, i) => i);
  const find = (i: number): number => {
    while (parent[i] !== i) i = parent[i] = parent[parent[i]!]!;
    return i;
  };
  across.forEach((h, i) => {
    down.forEach((v, j) => {
      const meets =
        v.fixed >= h.from - slack && v.fixed <= h.to + slack && h.fixed >= v.from - slack && h.fixed <= v.to + slack;
      if (meets) parent[find(i)] = find(across.length + j);
    });
  });
  const groups = new Map<number, [Line[], Line[]]>();
  const groupOf = (i: number): [Line[], Line[]] => {
    const root = find(i);
    let group = groups.get(root);
    if (!group) groups.set(root, (group = [[], []]));
    return group;
  };
  across.forEach((h, i) => groupOf(i)[0].push(h));
  down.forEach((v, j) => groupOf(across.length + j)[1].push(v));
  return [...groups.values()].filter(([h, v]) => h.length >= 2 && v.length >= 2);
}

function levels(values: number[]): number[] {
  values.sort((a, b) => a - b);
  const kept: number[] = [];
  for (const value of values) {
    const last = kept.at(-1);
    if (last === undefined || value - last > slack) kept.push(value);
  }
  return kept;
}

function gridOf(across: readonly Line[], down: readonly Line[]): Grid | null {
  const us = levels([...down.map((l) => l.fixed), ...ends(across, down)]);
  const vs = levels([...across.map((l) => l.fixed), ...ends(down, across)]);
  const columns = us.length - 1;
  const rows = vs.length - 1;
  if (columns < 2 || rows < 1 || columns * rows > 4_000) return null;
  const parent = Array.from({ length: rows * columns }, (_, i) => i);
  const find = (i: number): number => {
    while (parent[i] !== i) i = parent[i] = parent[parent[i]!]!;
    return i;
  };
  const crosses = (lines: readonly Line[], fixed: number, at: number): boolean =>
    lines.some((l) => Math.abs(l.fixed - fixed) <= slack && l.from <= at && l.to >= at);
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < columns; c++) {
      const i = r * columns + c;
      const u = (us[c]! + us[c + 1]!) / 2;
      const v = (vs[r]! + vs[r + 1]!) / 2;
      if (c + 1 < columns && !crosses(down, us[c + 1]!, v)) parent[find(i + 1)] = find(i);
      if (r + 1 < rows && !crosses(across, vs[r + 1]!, u)) parent[find(i + columns)] = find(i);
    }
  }
  const boxes = new Map<number, { r0: number; r1: number; c0: number; c1: number }>();
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < columns; c++) {
      const root = find(r * columns + c);
      const box = boxes.get(root);
      if (!box) boxes.set(root, { r0: r, r1: r, c0: c, c1: c });
      else {
        box.r1 = Math.max(box.r1, r);
        box.c0 = Math.min(box.c0, c);
        box.c1 = Math.max(box.c1, c);
      }
    }
  }
  if (boxes.size < 2) return null;
  const cells = [...boxes.values()]
    .sort((a, b) => a.r0 - b.r0 || a.c0 - b.c0)
    .map(({ r0, r1, c0, c1 }) => ({
      row: r0,
      column: c0,
      rowSpan: r1 - r0 + 1,
      columnSpan: c1 - c0 + 1,
      u0: us[c0]!,
      u1: us[c1 + 1]!,
      v0: vs[r0]!,
      v1: vs[r1 + 1]!,
    }));
  return { u0: us[0]!, u1: us[columns]!, v0: vs[0]!, v1: vs[rows]!, edges: us, cells };
}

/** Tables without outer lines on two sides end where their inner lines end. */
function ends(along: readonly Line[], crossing: readonly Line[]): number[] {
  const first = Math.min(...crossing.map((l) => l.fixed));
  const last = Math.max(...crossing.map((l) => l.fixed));
  const from = Math.min(...along.map((l) => l.from));
  const to = Math.max(...along.map((l) => l.to));
  return [...(first - from > 10 ? [from] : []), ...(to - last > 10 ? [to] : [])];
}
