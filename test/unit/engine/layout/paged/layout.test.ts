import { array, assert, boolean, constantFrom, integer, property, record, stringMatching } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { layoutPages } from '../../../../../electron/engine/layout/paged/layout.ts';
import type {
  GlyphRun,
  PagedDocument,
  PageRuns,
  Rule,
  RunFont,
} from '../../../../../electron/engine/layout/paged/runs.ts';
import type { SourceText } from '../../../../../electron/engine/layout/sourceText.ts';
import { quietRun } from '../../../../../electron/engine/run.ts';
import { isSpace } from '../../../../../shared/span.ts';

const fonts: readonly RunFont[] = [
  { name: 'Times', bold: false, italic: false, gothic: false },
  { name: 'Times-Bold', bold: true, italic: false, gothic: false },
  { name: 'SimHei', bold: false, italic: false, gothic: true },
];

const em = 10;
const advance = (text: string): number =>
  Array.from(text, (c) => (c.charCodeAt(0) > 0x2e80 ? em : em / 2)).reduce((a, b) => a + b, 0);

/** The words of one line as runs, half an em per letter and space, one em per ideograph. */
function line(text: string, x: number, y: number, more: Partial<GlyphRun> = {}): GlyphRun[] {
  let at = x;
  return text.split(' ').map((word, i) => {
    const run: GlyphRun = {
      text: word,
      x: at,
      y,
      width: advance(word),
      size: em,
      angle: 0,
      font: 0,
      heavy: false,
      spaced: i > 0,
      overprint: false,
      hidden: null,
      heading: null,
      artifact: false,
      ...more,
    };
    at += advance(word) + em / 2;
    return run;
  });
}

const pageOf = (page: number, runs: readonly GlyphRun[]): PageRuns => ({
  page,
  width: 600,
  height: 800,
  runs,
  rules: [],
  origin: 'typed',
});

const layout = (...pages: readonly (readonly GlyphRun[])[]): SourceText =>
  layoutPages(
    { pages: pages.map((runs, i) => pageOf(i + 1, runs)), fonts, bookmarks: [] } satisfies PagedDocument,
    quietRun,
  );

const texts = (source: SourceText): string[] =>
  source.blocks.map((b) => b.spans.map(([s, e]) => source.text.slice(s, e)).join(' '));

/** Lines from `y` down, 12 points apart. */
const lines = (y: number, list: readonly string[], x = 60): GlyphRun[] =>
  list.flatMap((text, i) => line(text, x, y + 12 * i));

describe('paragraphs', () => {
  const wide = 'one two three four five six seven eight nine ten eleven twelve';

  test('a line that had room for the next word ends its paragraph', () => {
    const source = layout(lines(100, [wide, wide, 'short end.', wide, 'last.']));
    expect(texts(source)).toEqual([`${wide} ${wide} short end.`, `${wide} last.`]);
  });

  test('an indented first line starts one, also below a full line', () => {
    const source = layout([
      ...lines(100, [wide, wide]),
      ...line(wide.slice(0, -5), 85, 124),
      ...lines(136, [wide, 'end.']),
    ]);
    expect(texts(source)).toHaveLength(2);
  });

  test('a number in a column of its own stands before its text, with the hanging lines behind it', () => {
    const source = layout([
      ...line('12.2', 60, 100),
      ...lines(100, [wide, 'end of it.'], 100),
      ...line('12.3', 60, 136),
      ...lines(136, [wide, 'and of this.'], 100),
    ]);
    expect(texts(source)).toEqual([`12.2 ${wide} end of it.`, `12.3 ${wide} and of this.`]);
  });

  test('every visual line starts at one of `lines`', () => {
    const source = layout(lines(100, [wide, wide, 'end.']));
    expect(source.blocks[0]!.lines.map((at) => source.text.slice(at, at + 3))).toEqual(['one', 'one', 'end']);
  });

  test('a heading is told by its size, weight and distance', () => {
    const source = layout([
      ...lines(100, [wide, wide, 'end.']),
      ...line('Confidentiality', 60, 160, { font: 1 }),
      ...lines(184, [wide, 'end.']),
    ]);
    const heading = source.blocks[1]!;
    expect(texts(source)[1]).toBe('Confidentiality');
    expect(heading.style).toMatchObject({ bold: true, size: em, indent: 0 });
    expect(heading.style.spaceBefore).toBeGreaterThan(15);
    expect(source.blocks[0]!.style.bold).toBe(false);
  });

  test('ideographs meet without spaces, over line ends too', () => {
    const first = '甲方应当在合同签订之日起十日内向乙方支付首期款项并在验收合格后';
    const source = layout([...line(first, 60, 100), ...line('三十日内付清。', 60, 112), ...line(first, 60, 136)]);
    expect(texts(source)[0]).toBe(`${first}三十日内付清。`);
  });

  test('a gothic face is bold beside another one, and plain where all is set in it', () => {
    const heading = line('第一条', 60, 100, { font: 2 });
    const words = '甲方应当在合同签订之日起十日内支付价款。';
    const mixed = layout([...heading, ...line(words, 60, 130)]);
    expect(mixed.blocks.map((b) => b.style.bold)).toEqual([true, false]);
    const even = layout([...heading, ...line(words, 60, 130, { font: 2 })]);
    expect(even.blocks.map((b) => b.style.bold)).toEqual([false, false]);
  });

  test('words of a line that is drawn in pieces and out of order come in reading order', () => {
    const source = layout(line(wide, 60, 100).toReversed());
    expect(texts(source)).toEqual([wide]);
  });
});

describe('tables', () => {
  const box = (x0: number, y0: number, x1: number, y1: number): Rule[] => [
    { x0, y0, x1, y1: y0 },
    { x0, y0: y1, x1, y1 },
    { x0, y0, x1: x0, y1 },
    { x0: x1, y0, x1, y1 },
  ];
  const withRules = (runs: readonly GlyphRun[], rules: readonly Rule[]): SourceText =>
    layoutPages({ pages: [{ ...pageOf(1, runs), rules }], fonts, bookmarks: [] }, quietRun);

  test('boxes side by side are cells', () => {
    const source = withRules(
      [...line('Fee', 65, 115), ...line('EUR 10', 205, 115)],
      [...box(60, 100, 200, 120), ...box(200, 100, 340, 120)],
    );
    expect(source.blocks.map((b) => b.cell?.column)).toEqual([0, 1]);
  });

  test('a frame around text is no table, nor is one with a single filled cell', () => {
    const words = line('A note in a frame.', 65, 115);
    expect(withRules(words, box(60, 100, 340, 120)).blocks.map((b) => b.kind)).toEqual(['paragraph']);
    const halves = [...box(60, 100, 200, 120), ...box(200, 100, 340, 120)];
    expect(withRules(words, halves).blocks.map((b) => b.kind)).toEqual(['paragraph']);
  });

  test('rows between rules of one width are rows of a table', () => {
    const rules = [100, 130, 160, 190].map((y) => ({ x0: 60, y0: y, x1: 400, y1: y }));
    const runs = ['Term', 'Law', 'Venue'].flatMap((name, i) => [
      ...line(name, 65, 112 + 30 * i),
      ...line('explained', 65, 124 + 30 * i),
      // Centred between the two lines beside it: no baseline is shared.
      ...line(`value ${name.toLowerCase()}`, 250, 118 + 30 * i),
    ]);
    const source = withRules(runs, rules);
    const cells = new Map<string, string>();
    source.blocks.forEach((b, at) => {
      const place = `${b.cell?.row},${b.cell?.column}`;
      cells.set(place, `${cells.get(place) ?? ''} ${texts(source)[at]}`.trim());
    });
    expect([...cells]).toEqual([
      ['0,0', 'Term explained'],
      ['0,1', 'value term'],
      ['1,0', 'Law explained'],
      ['1,1', 'value law'],
      ['2,0', 'Venue explained'],
      ['2,1', 'value venue'],
    ]);
  });

  test('entries of a contents page read across', () => {
    const runs = [3, 7, 12, 20].flatMap((page, i) => [
      ...line(`Section ${i + 1}`, 60, 100 + 14 * i),
      ...line('Some title of it', 160, 100 + 14 * i),
      ...line(String(page), 520 - advance(String(page)), 100 + 14 * i),
    ]);
    const source = layout(runs);
    expect(texts(source)[0]).toBe('Section 1 Some title of it 3');
    expect(source.blocks.every((b) => b.kind === 'paragraph')).toBe(true);
  });
});

describe('running text', () => {
  const body = (n: number): GlyphRun[] =>
    lines(100, [`This is the text of page ${'abcdef'[n]} and no other page has it in these words.`]);

  test('a line at the same place of the pages is furniture, whatever its digits', () => {
    const source = layout(...[0, 1, 2, 3].map((n) => [...line(`Draft ${n} of 2026`, 60, 40), ...body(n)]));
    expect(source.exclusions).toHaveLength(4);
    expect(source.blocks).toHaveLength(4);
  });

  test('a number that counts up with the pages is a page number, one that does not is text', () => {
    const counted = layout(...[0, 1, 2, 3].map((n) => [...body(n), ...line(String(n + 7), 300, 760)]));
    expect(counted.exclusions.map((x) => x.reason)).toEqual(Array(4).fill('page-number'));
    const other = layout(...[4, 9, 1, 30].map((n, i) => [...body(i), ...line(String(n), 60, 112)]));
    expect(other.exclusions).toEqual([]);
  });

  test('headings of annexes at the top of their pages are text', () => {
    const source = layout(...[0, 1, 2, 3].map((n) => [...line(`Schedule ${n + 1}`, 60, 40), ...body(n)]));
    expect(source.exclusions).toEqual([]);
  });

  test('the same words at different places stay in the text', () => {
    const source = layout(
      ...[0, 1, 2, 3].map((n) => [
        ...body(n),
        ...line('The parties agree.', 60, 200 + 60 * n),
        ...body(n + 1).map((r) => ({ ...r, y: 700 })),
      ]),
    );
    expect(source.exclusions).toEqual([]);
  });
});

test('the coverage law holds for any runs: each character in one block or one exclusion, positions in order', () => {
  const word = stringMatching(/^(?:[a-zA-Z0-9.,()-]{1,8}|[甲乙丙合同条款（）。]{1,6})$/);
  const run = record({
    text: word,
    x: integer({ min: 0, max: 590 }),
    y: integer({ min: 10, max: 790 }),
    size: constantFrom(6, 8, 10, 10, 14),
    angle: constantFrom(0, 0, 0, 0, 90, 270, 45),
    font: constantFrom(0, 1),
    spaced: boolean(),
    heavy: boolean(),
    overprint: constantFrom(false, false, false, true),
    hidden: constantFrom(null, null, null, 'tiny' as const, 'colour' as const),
    heading: constantFrom(null, null, 1),
    artifact: constantFrom(false, false, true),
  });
  const pages = array(array(run, { maxLength: 40 }), { minLength: 1, maxLength: 4 });
  assert(
    property(pages, (list) => {
      const runs = list.map((page) => page.map((r): GlyphRun => ({ ...r, width: advance(r.text) })));
      const source = layout(...runs);
      const owners = new Uint8Array(source.text.length);
      for (const { spans } of source.blocks) for (const [s, e] of spans) for (let i = s; i < e; i++) owners[i]! += 1;
      for (const { start, end } of source.exclusions) for (let i = start; i < end; i++) owners[i]! += 1;
      for (let i = 0; i < owners.length; i++) {
        if (isSpace(source.text.charCodeAt(i))) owners[i] = 1;
      }
      expect(owners.every((n) => n === 1)).toBe(true);
      const bare = (text: string): string => Array.from(text.replace(/[\s-]/g, '')).toSorted().join('');
      expect(bare(source.text)).toBe(
        bare(
          runs
            .flat()
            .map((r) => r.text)
            .join(''),
        ),
      );
      let at = 0;
      for (const { start, end } of source.positions) {
        expect(start).toBeGreaterThanOrEqual(at);
        expect(end).toBeGreaterThan(start);
        at = end;
      }
      for (const block of source.blocks) {
        for (const start of block.lines) {
          expect(block.spans.some(([s, e]) => start >= s && start <= e)).toBe(true);
        }
      }
    }),
    { numRuns: 300 },
  );
});
