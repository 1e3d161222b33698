import type { ExclusionReason } from '../../../../shared/model.ts';
import { throwIfCancelled, type Run } from '../../run.ts';
import type { SourceText } from '../sourceText.ts';
import { acrossRules, findFurniture, type Furniture, type PageRows } from './furniture.ts';
import { Hyphenation } from './hyphens.ts';
import { withBookmarks } from './headings.ts';
import { pageMargins, type MarginsOf } from './margins.ts';
import { withoutLineNumbers } from './lineNumbers.ts';
import { findNotes, type FootNote } from './notes.ts';
import { toParagraphs, type Item } from './paragraphs.ts';
import { splitRegions } from './regions.ts';
import type { PagedDocument, PageRuns, RunFont } from './runs.ts';
import { byDirection, frameOf, toRows, toWord, withoutDoubles, type Row } from './words.ts';
import { TextWriter } from './write.ts';

interface PageParts {
  readonly source: PageRuns;
  /** The direction most of the page is written in. */
  readonly main: PageRows;
  readonly others: readonly (readonly Row[])[];
  readonly unseen: readonly { readonly reason: ExclusionReason; readonly rows: readonly Row[] }[];
}

/**
 * Glyph runs of pages to one text with its blocks, exclusions and positions. Pure; the time is linear in the number of
 * runs but for sorting within a page.
 */
export function layoutPages(input: PagedDocument, run: Run): SourceText {
  const document = { ...input, fonts: relativeWeights(input) };
  const total = document.pages.length;
  const parts = document.pages.map((page) => {
    throwIfCancelled(run);
    return partsOf(page, document);
  });
  const rows = parts.flatMap((p) => p.main.rows);
  const bodySize = commonSize(rows);
  const furniture = findFurniture(
    parts.map((p) => p.main),
    bodySize,
  );
  const body = rows.filter((row) => !furniture.has(row));
  const notes = parts.map((p) => findNotes(p.main, furniture, bodySize));
  const marginsOf = pageMargins(
    parts.map((p) => ({ page: p.main, rows: p.main.rows.filter((r) => !furniture.has(r)) })),
  );
  const writer = new TextWriter(new Hyphenation(body));
  const items: Item[] = [];
  parts.forEach((part, i) => {
    throwIfCancelled(run);
    items.push(...pageItems(part, furniture, notes[i]!, marginsOf));
    run.report({ stage: 'layout', done: i + 1, total });
  });
  for (const item of toParagraphs(items)) writer.flow(item);
  const { blocks, ...written } = writer.finish();
  return {
    ...written,
    blocks: withBookmarks(blocks, document.bookmarks, written.text),
    pages: document.pages.map(({ page, width, height }) => ({ page, width, height })),
    bookmarks: document.bookmarks,
    issues: [],
  };
}

/** Gothic faces count as bold, unless most of the document is set in them. */
function relativeWeights({ pages, fonts }: PagedDocument): readonly RunFont[] {
  if (!fonts.some((f) => f.gothic && !f.bold)) return fonts;
  let gothic = 0;
  let all = 0;
  for (const { runs } of pages) {
    for (const { text, font } of runs) {
      all += text.length;
      if (fonts[font]?.gothic === true) gothic += text.length;
    }
  }
  return gothic > 0.5 * all ? fonts : fonts.map((f) => (f.gothic ? { ...f, bold: true } : f));
}

function partsOf(page: PageRuns, document: PagedDocument): PageParts {
  const groups = byDirection(page);
  const unseen: { reason: ExclusionReason; rows: readonly Row[] }[] = [];
  const directions = groups.map(({ frame, runs }) => {
    const words = runs.map((r) => toWord(r, frame, document.fonts));
    const drawn = toRows(page.page, frame, words, acrossRules(page.rules, frame.cos, frame.sin));
    const { rows, doubles } = withoutDoubles(drawn);
    if (doubles.length > 0) unseen.push({ reason: 'overprint', rows: doubles });
    const counted = withoutLineNumbers(rows);
    if (counted.numbers.length > 0) unseen.push({ reason: 'line-number', rows: counted.numbers });
    return counted.rows;
  });
  const frame = groups[0]?.frame ?? frameOf(0);
  const invisible = page.runs.filter((r) => r.hidden !== null);
  const copies = page.runs.filter((r) => r.hidden === null && r.overprint);
  for (const [reason, runs] of [
    ['hidden', invisible],
    ['overprint', copies],
  ] as const) {
    if (runs.length > 0) {
      unseen.push({
        reason,
        rows: toRows(
          page.page,
          frame,
          runs.map((r) => toWord(r, frame, document.fonts)),
        ),
      });
    }
  }
  const turned = frame.angle % 180 !== 0;
  const [first = [], ...others] = directions;
  return {
    source: page,
    main: {
      page: page.page,
      rows: first,
      width: turned ? page.height : page.width,
      length: turned ? page.width : page.height,
      rules: acrossRules(page.rules, frame.cos, frame.sin),
    },
    others,
    unseen,
  };
}

function pageItems(part: PageParts, furniture: Furniture, notes: readonly FootNote[], marginsOf: MarginsOf): Item[] {
  const inNotes = new Map(notes.flatMap((note) => note.rows.map((row) => [row, note] as const)));
  const items: Item[] = [{ kind: 'break', hard: false }];
  let stretch: Row[] = [];
  const flush = (): void => {
    if (stretch.length === 0) return;
    addRegions(items, stretch, part, marginsOf);
    stretch = [];
  };
  for (const row of part.main.rows) {
    const reason = furniture.get(row);
    const note = inNotes.get(row);
    if (note) {
      flush();
      if (note.rows[0] === row) items.push({ kind: 'note', ...note });
    } else if (reason === undefined) stretch.push(row);
    else {
      flush();
      items.push({ kind: 'aside', rows: [row], reason });
    }
  }
  flush();
  for (const rows of part.others) {
    const first = rows[0];
    if (!first) continue;
    if (first.frame.angle % 90 !== 0) items.push({ kind: 'aside', rows, reason: 'watermark' });
    else {
      items.push({ kind: 'break', hard: true });
      addRegions(items, rows, part, marginsOf);
      items.push({ kind: 'break', hard: true });
    }
  }
  for (const { reason, rows } of part.unseen) items.push({ kind: 'aside', rows, reason });
  return items;
}

function addRegions(items: Item[], rows: readonly Row[], part: PageParts, marginsOf: MarginsOf): void {
  const regions = splitRegions(rows, part.source.rules);
  regions.forEach((region, i) => {
    if (region.kind === 'table') {
      items.push({ kind: 'table', region, page: part.source.page });
      return;
    }
    const margins = marginsOf(part.main, region);
    if (i > 0) {
      const above = regions[i - 1]!;
      // From column to column the text goes on; into and out of columns it does not.
      const soft = above.kind === 'text' && above.column?.flows === true && region.column?.flows === true;
      items.push({ kind: 'break', hard: !soft });
    }
    for (const row of region.rows) items.push({ kind: 'line', row, margins });
  });
}

/** Size that most characters of a document are set in. */
function commonSize(rows: readonly Row[]): number {
  const counts = new Map<number, number>();
  for (const row of rows) {
    const size = Math.round(row.size * 4) / 4;
    counts.set(size, (counts.get(size) ?? 0) + row.text.length);
  }
  let best = 10;
  let most = 0;
  for (const [size, count] of counts) {
    if (count > most) {
      most = count;
      best = size;
    }
  }
  return best;
}
