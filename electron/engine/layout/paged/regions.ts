import { findBand, segmentsOf, split } from './columns.ts';
import { acrossRules } from './furniture.ts';
import { findGrids } from './grid.ts';
import type { Rule } from './runs.ts';
import { borderlessTable, findRowTables, inGrid, tableOf, type TableRegion } from './tables.ts';
import { rowOf, type AcrossRule, type Row, type Word } from './words.ts';

export interface TextRegion {
  readonly kind: 'text';
  readonly rows: readonly Row[];
  /** Sides of the column that the rows stand in; null where the region is as wide as the page's text. */
  readonly column: { readonly u0: number; readonly u1: number; readonly flows: boolean } | null;
}

export type Region = TextRegion | TableRegion;

/** Rows, columns and tables of one page or column in reading order. */
export function splitRegions(rows: readonly Row[], rules: readonly Rule[]): Region[] {
  const first = rows[0];
  if (!first) return [];
  const { cos, sin } = first.frame;
  const grids = findGrids(rules, cos, sin).sort((a, b) => a.v0 - b.v0 || a.u0 - b.u0);
  const regions: Region[] = [];
  let rest: readonly Row[] = rows;
  for (const grid of grids) {
    const above: Row[] = [];
    const inside: Word[] = [];
    const below: Row[] = [];
    for (const row of rest) {
      const middle = row.v - 0.3 * row.size;
      if (middle < grid.v0) {
        above.push(row);
        continue;
      }
      const [inner, outer] = split(row, (w) => inGrid(w, grid));
      inside.push(...inner);
      if (outer.length > 0) below.push(inner.length === 0 ? row : rowOf(row.page, row.frame, outer));
    }
    const table = tableOf(grid, inside, first);
    if (!table) continue;
    regions.push(...splitRowTables(above, acrossRules(rules, cos, sin)), table);
    rest = below;
  }
  regions.push(...splitRowTables(rest, acrossRules(rules, cos, sin)));
  return regions;
}

function splitRowTables(rows: readonly Row[], rules: readonly AcrossRule[]): Region[] {
  const regions: Region[] = [];
  let rest = rows;
  for (const { v0, v1, region } of findRowTables(rules, rows)) {
    const middle = (row: Row): number => row.v - 0.3 * row.size;
    regions.push(...splitColumns(rest.filter((row) => middle(row) <= v0)), region);
    rest = rest.filter((row) => middle(row) > v1);
  }
  regions.push(...splitColumns(rest));
  return regions;
}

function splitColumns(rows: readonly Row[]): Region[] {
  if (rows.length === 0) return [];
  const segments = rows.map(segmentsOf);
  const band = rows.length >= 3 && segments.some((s) => s.length > 1 || s[0]!.u0 > 0) ? findBand(rows, segments) : null;
  if (!band) return [{ kind: 'text', rows, column: null }];
  const regions: Region[] = [];
  if (band.from > 0) regions.push(...splitColumns(rows.slice(0, band.from)));
  const inside = rows.slice(band.from, band.to);
  if (band.kind === 'table') regions.push(borderlessTable(inside, segments.slice(band.from, band.to)));
  else {
    for (const side of [0, 1] as const) {
      const part: Row[] = [];
      for (const row of inside) {
        const words = split(row, (w) => w.u0 < band.edge - 3)[side];
        if (words.length > 0) part.push(words.length === row.words.length ? row : rowOf(row.page, row.frame, words));
      }
      const column = {
        u0: Math.min(...part.map((r) => r.u0)),
        u1: Math.max(...part.map((r) => r.u1)),
        flows: band.kind === 'flow',
      };
      regions.push(
        ...splitColumns(part).map((region) =>
          region.kind === 'text' && region.column === null ? { ...region, column } : region,
        ),
      );
    }
  }
  if (band.to < rows.length) regions.push(...splitColumns(rows.slice(band.to)));
  return regions;
}
