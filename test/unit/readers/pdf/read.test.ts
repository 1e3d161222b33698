import { describe, expect, test } from 'vitest';
import { pdfReader } from '../../../../electron/readers/pdf/read.ts';
import { quietRun, type Progress, type Run } from '../../../../electron/engine/run.ts';
import type { SourceText } from '../../../../electron/engine/layout/sourceText.ts';
import { AppError } from '../../../../shared/error.ts';
import * as documents from '../../../fixtures/pdf/documents.ts';

const read = async (bytes: Uint8Array, password?: string): Promise<SourceText> =>
  (await pdfReader.read({ bytes, name: 'test.pdf', ...(password === undefined ? {} : { password }) }, quietRun)).source;

const failure = async (promise: Promise<unknown>): Promise<AppError> => {
  const error: unknown = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(AppError);
  return error as AppError;
};

const blockTexts = (source: SourceText): string[] =>
  source.blocks.map((b) => b.spans.map(([s, e]) => source.text.slice(s, e)).join(' '));
const excluded = (source: SourceText, reason: string): string[] =>
  source.exclusions.filter((x) => x.reason === reason).map((x) => source.text.slice(x.start, x.end));

describe('a contract of three pages', async () => {
  const source = await read(await documents.contract());

  test('gives its paragraphs in order, numbers before their text', () => {
    expect(blockTexts(source)).toEqual([
      'SUPPLY AGREEMENT',
      '1. Delivery. The Supplier shall deliver the Goods to the warehouse named in the order within ten days, and the Buyer shall inspect them on arrival without delay.',
      '2. Price. The price is fixed.1',
      '3. Title. Title to the Goods passes to the Buyer when the full price has been received by the Supplier and not before that date, whatever the parties say.',
      '1 Prices exclude value added tax.',
      '4. Notices. Notices are given in writing to the addresses set out below.',
      '5. Law. This Agreement is governed by the law of the place of delivery.',
    ]);
  });

  test('leaves running text out', () => {
    expect(excluded(source, 'header')).toEqual(Array(3).fill('Supply Agreement - Confidential'));
    expect(excluded(source, 'page-number')).toEqual(['Page 1 of 3', 'Page 2 of 3', 'Page 3 of 3']);
  });

  test('a paragraph over the page end is one block with a hole for footer and header', () => {
    const block = source.blocks.find((b) => b.spans.length > 1);
    expect(block?.page).toBe(1);
    const [first, second] = block!.spans;
    const hole = source.text.slice(first![1], second![0]);
    expect(hole).toContain('Page 1 of 3');
    expect(hole).toContain('Supply Agreement - Confidential');
    // The word that the page end broke stands whole before the hole.
    expect(source.text.slice(...first!)).toMatch(/received$/);
  });

  test('a footnote knows its mark and where the text refers to it', () => {
    const note = source.blocks.find((b) => b.kind === 'note');
    expect(note?.note?.mark).toBe('1');
    const anchor = note!.note!.anchor!;
    expect(source.text.slice(anchor - 6, anchor + 1)).toBe('fixed.1');
  });

  test('positions are boxes on the page, from the top left corner', () => {
    const at = source.text.indexOf('5. Law.');
    const position = source.positions.find((p) => p.start === at);
    expect(position?.page).toBe(3);
    const [x, y, width, height] = position!.box;
    expect(x).toBeCloseTo(72, 0);
    // Baseline at 760 of 842 points from below.
    expect(y).toBeGreaterThan(842 - 760 - 11);
    expect(y + height).toBeLessThan(842 - 760 + 5);
    expect(width).toBeGreaterThan(50);
  });
});

test('columns are read one after the other and broken words are joined', async () => {
  const texts = blockTexts(await read(await documents.columns()));
  expect(texts).toHaveLength(3);
  expect(texts[1]).toMatch(/^1\. The seller .* buyer has appointed\. .* for the buyer alone\.$/);
  expect(texts[2]).toMatch(/^2\. Payment is due .* last instance\.$/);
});

test('what a page hides is excluded, and what is seen is not', async () => {
  const source = await read(await documents.hidden());
  expect(blockTexts(source)).toEqual(['The fee is one hundred euros.', 'light on dark is seen']);
  expect(excluded(source, 'hidden').toSorted()).toEqual([
    'ghost words',
    'invisible words',
    'outside words',
    'redacted words',
    'small words',
    'white words',
  ]);
});

test('words printed twice to look bold are kept once, in bold', async () => {
  const source = await read(await documents.overprint());
  expect(blockTexts(source)[0]).toBe('Warranty period');
  expect(source.blocks.map((b) => b.style.bold)).toEqual([true, false]);
  expect(excluded(source, 'overprint')).toEqual(['Warranty period']);
});

test('a drawn table gives rows and cells', async () => {
  const source = await read(await documents.table());
  const cells = source.blocks.filter((b) => b.kind === 'cell');
  const texts = blockTexts(source);
  expect(source.blocks.flatMap((b, i) => (b.cell ? [`${b.cell.row},${b.cell.column} ${texts[i]}`] : []))).toEqual([
    '0,0 Item',
    '0,1 Period',
    '0,2 Fee',
    '1,0 Licence for all of the warehouses',
    '1,1 monthly',
    '1,2 EUR 100',
    '2,0 Support',
    '2,1 yearly',
    '2,2 EUR 1,200',
  ]);
  expect(cells.map((b) => b.cell?.header)).toEqual([true, true, true, false, false, false, false, false, false]);
  expect(texts[0]).toBe('The fees are set out in this table:');
  expect(texts.at(-1)).toBe('All fees are net.');
});

test('a turned page reads upright, with boxes on the page as shown', async () => {
  const source = await read(await documents.rotated());
  expect(blockTexts(source)).toEqual(['Schedule of deliveries on a page that lies on its side.']);
  expect(source.pages[0]).toMatchObject({ width: 842, height: 595 });
  const [x, y, width, height] = source.positions[0]!.box;
  expect(x).toBeCloseTo(72, 0);
  expect(y).toBeCloseTo(100 - 0.8 * 12, 0);
  expect(width).toBeGreaterThan(3 * height);
});

test('line numbers in the margin are no text', async () => {
  const source = await read(await documents.lineNumbers());
  expect(excluded(source, 'line-number')).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10']);
  expect(blockTexts(source).map((t) => t.slice(0, 14))).toEqual([
    'The parties ha',
    '1. The tenant ',
    '2. The landlor',
    '3. The tenant ',
    '4. The lease e',
  ]);
});

test('bookmarks mark headings', async () => {
  const source = await read(await documents.bookmarks());
  expect(source.bookmarks).toEqual([{ title: 'Confidentiality', level: 1, page: 1 }]);
  expect(source.blocks.map((b) => b.style.headingLevel)).toEqual([1, null]);
});

test('tags mark headings and running text', async () => {
  const source = await read(await documents.tagged());
  expect(blockTexts(source)).toEqual(['Confidentiality', 'Each party keeps the secrets of the other.']);
  expect(source.blocks.map((b) => b.style.headingLevel)).toEqual([2, null]);
  expect(excluded(source, 'header')).toEqual(['Draft of 2 May']);
});

test('Chinese in a font that is not embedded: no spaces but where the page has a gap, lines joined by nothing', async () => {
  expect(blockTexts(await read(await documents.chinese()))).toEqual([
    '房屋租赁合同',
    '第一条 租赁期限',
    '租赁期限自二〇二六年一月一日起，至二〇二八年十二月三十一日止，共计三年。期满前六十日，双方可以书面续签。',
    '（一）甲方应当在期满前通知乙方；',
  ]);
});

test('a page that is a picture is reported, a blank one is not; words on a picture are seen', async () => {
  const source = await read(await documents.pictures());
  expect(source.issues).toEqual([{ code: 'PAGE_NO_TEXT', stage: 'read', page: 3 }]);
  expect(blockTexts(source)).toEqual(['The scans follow.', 'Annex of pictures']);
});

describe('files that cannot be read', () => {
  test('locked: asks for a password, tells a wrong one, opens with the right one', async () => {
    const bytes = documents.encrypted('secret');
    expect(await failure(read(bytes))).toMatchObject({ code: 'FILE_LOCKED', data: { reason: 'password-needed' } });
    expect(await failure(read(bytes, 'guess'))).toMatchObject({
      code: 'FILE_LOCKED',
      data: { reason: 'password-wrong' },
    });
    expect(blockTexts(await read(bytes, 'secret'))).toEqual(['Locked clause']);
  });

  test('damaged, empty, without text, with too many pages', async () => {
    expect((await failure(read(new TextEncoder().encode('%PDF-1.7\nnothing here')))).code).toBe('FILE_DAMAGED');
    expect((await failure(read(new Uint8Array()))).code).toBe('FILE_EMPTY');
    expect((await failure(read(await documents.empty()))).code).toBe('FILE_NO_TEXT');
    expect(await failure(read(documents.manyPages(5_001)))).toMatchObject({
      code: 'LIMIT_EXCEEDED',
      data: { limit: 'pages', value: 5_001, max: 5_000 },
    });
  });

  test('the bytes of the caller are left as they were', async () => {
    const bytes = await documents.overprint();
    const copy = bytes.slice();
    await read(bytes);
    expect(bytes).toEqual(copy);
  });
});

test('reports each page, and a cancel stops before the next one', async () => {
  const bytes = await documents.contract();
  const seen: Progress[] = [];
  const controller = new AbortController();
  const run: Run = {
    signal: controller.signal,
    report: (progress) => {
      seen.push(progress);
      if (progress.done === 2) controller.abort();
    },
  };
  expect((await failure(pdfReader.read({ bytes, name: 'test.pdf' }, run))).code).toBe('CANCELLED');
  expect(seen).toEqual([0, 1, 2].map((done) => ({ stage: 'read', done, total: 3 })));
});
