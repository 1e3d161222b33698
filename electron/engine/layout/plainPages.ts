import { endsSentence } from './plainLines.ts';
import type { Exclusion } from '../../../shared/model.ts';

/** A run of ink that stands for itself: a physical line, or a part of one. */
export interface PlainPiece {
  readonly start: number;
  readonly end: number;
  /** Columns of white space on its left. */
  readonly indent: number;
  /** Why a new piece begins here: a page, a new physical line, a wide gap inside the line. */
  readonly opens: 'page' | 'line' | 'gap';
  /** Empty lines above; 0 inside a line. */
  readonly blanksAbove: number;
}

export interface PageEdges {
  readonly exclusions: readonly Exclusion[];
  /** `pieces` without what was excluded; a piece may have lost its end to a page number. */
  readonly rest: readonly PlainPiece[];
}

/** How many pieces from a page's top or bottom can be running text. */
const edgeDepth = 4;
const runningLength = 160;
/** A running line stands on at least so many pages. */
const runningPages = 3;
const runningShare = 0.2;

const filingSource = /^Source:\s.+,\s.+,\s*\d{1,2}\/\d{1,2}\/\d{4}$/u;
const pageMark = /^<PAGE>\s*[\divxlc-]*$/iu;
const numberAlone =
  /^(?:[-–—]\s*)?(?:[Pp]age\s*|PAGE\s*|第\s*)?(?:[A-Z]-)?(\d{1,4}|[ivx]{1,6})(?:\s*(?:of|\/|页\s*[,，/]?\s*共|頁\s*[,，/]?\s*共)\s*\d{1,4})?\s*(?:页|頁)?(?:\s*[-–—])?$/u;
const wideGap = /^\s{3}/u;

/** The edges of a short page do not meet. */
const edgeOf = (page: readonly number[]): number => Math.min(edgeDepth, Math.max(1, Math.floor(page.length / 2)));

interface Edge {
  readonly piece: number;
  readonly page: number;
  readonly side: 'header' | 'footer';
}

/**
 * What stays the same from page to page: the words, or the words with one number in step with the pages. A sentence
 * may well repeat with another number in it, so that only the former counts for it.
 */
function runningKeys(words: string, page: number): string[] {
  const plain = words.replace(/\s+/gu, ' ');
  if (endsSentence(plain)) return [plain];
  const numbers = [...plain.matchAll(/\d+/gu)];
  return [
    plain,
    ...numbers.map(
      ({ 0: digits, index }) =>
        `${plain.slice(0, index)}#${Number(digits) - page}${plain.slice(index + digits.length)}`,
    ),
  ];
}

/**
 * Takes running headers, footers and page numbers off the edges of the pages of a text file. Pages are recognised by
 * form feeds, page marks or a long run of empty lines; a running line repeats at the same edge with only its digits
 * changing, a page number stands alone at an edge or ends the last line in step with its neighbours.
 */
export function stripPageEdges(text: string, pieces: readonly PlainPiece[]): PageEdges {
  const pages: number[][] = [];
  pieces.forEach((piece, index) => {
    if (piece.opens === 'page' || pages.length === 0) pages.push([]);
    pages.at(-1)?.push(index);
  });
  const textOf = (index: number): string => text.slice(pieces[index]?.start, pieces[index]?.end);

  const edges: Edge[] = [];
  pages.forEach((page, number) => {
    const depth = edgeOf(page);
    for (const piece of page.slice(-depth)) edges.push({ piece, page: number, side: 'footer' });
    for (const piece of page.slice(0, depth)) edges.push({ piece, page: number, side: 'header' });
  });
  const pagesOfKey = new Map<string, Set<number>>();
  for (const { piece, page, side } of edges) {
    for (const key of runningKeys(textOf(piece), page)) {
      const name = `${side} ${key}`;
      pagesOfKey.set(name, (pagesOfKey.get(name) ?? new Set()).add(page));
    }
  }
  const runs = (side: Edge['side'], piece: number, page: number): boolean => {
    const words = textOf(piece);
    if (words.length > runningLength) return false;
    if (filingSource.test(words) || pageMark.test(words)) return true;
    const seen = Math.max(...runningKeys(words, page).map((key) => pagesOfKey.get(`${side} ${key}`)?.size ?? 0));
    return seen >= Math.max(runningPages, pages.length * runningShare) && !/^\d+$/u.test(words);
  };

  const excluded = new Map<number, Exclusion['reason']>();
  const lastInk: (number | undefined)[] = [];
  const numbers: (number | undefined)[] = [];
  pages.forEach((page, number) => {
    let bottom = page.length - 1;
    for (; bottom >= Math.max(0, page.length - edgeDepth); bottom--) {
      const piece = page[bottom] as number;
      const alone = numberAlone.exec(textOf(piece));
      if (alone && (pages.length > 1 || bottom < page.length - 1)) {
        excluded.set(piece, 'page-number');
        if (/^\d+$/u.test(alone[1] ?? '')) numbers[number] = Number(alone[1]);
      } else if (runs('footer', piece, number))
        excluded.set(piece, pageMark.test(textOf(piece)) ? 'page-number' : 'footer');
      else break;
    }
    if (bottom >= 0) lastInk[number] = page[bottom] as number;
    // The top of the first page is the document's own title, also where the others repeat it.
    if (number === 0) return;
    for (const piece of page.slice(0, edgeOf(page))) {
      if (excluded.has(piece)) break;
      const alone = numberAlone.exec(textOf(piece));
      // At the top a bare number may as well be a clause number: it must be in step with the pages.
      if (alone && (/\D/u.test(textOf(piece)) || Number(alone[1]) === (numbers[number - 1] ?? NaN) + 1))
        excluded.set(piece, 'page-number');
      else if (runs('header', piece, number)) excluded.set(piece, 'header');
      else break;
    }
  });

  const exclusions: Exclusion[] = [];
  const shortened = new Map<number, number>();
  const tails = lastInk.map((piece) => (piece === undefined ? null : /\s+(\d{1,3})$/u.exec(textOf(piece))));
  const usual = usualOffset(tails.map((tail) => Number(tail?.[1] ?? NaN)));
  lastInk.forEach((piece, number) => {
    const tail = tails[number];
    if (piece === undefined || !tail || numbers[number] !== undefined || pages.length < runningPages) return;
    const value = Number(tail[1]);
    const beside = (page: number): number => numbers[page] ?? Number(tails[page]?.[1] ?? NaN);
    const inStep = beside(number - 1) === value - 1 || beside(number + 1) === value + 1;
    if (value - number !== usual && !(inStep && wideGap.test(tail[0]))) return;
    const end = pieces[piece]?.end ?? 0;
    exclusions.push({ reason: 'page-number', start: end - (tail[1] as string).length, end });
    shortened.set(piece, end - tail[0].length);
  });

  const rest: PlainPiece[] = [];
  let opensPage = false;
  pieces.forEach((piece, index) => {
    const reason = excluded.get(index);
    if (reason !== undefined) {
      exclusions.push({ reason, start: piece.start, end: piece.end });
      opensPage ||= piece.opens === 'page';
      return;
    }
    rest.push({
      ...piece,
      end: shortened.get(index) ?? piece.end,
      opens: opensPage || piece.opens === 'page' ? 'page' : piece.opens,
    });
    opensPage = false;
  });
  return { exclusions: exclusions.toSorted((a, b) => a.start - b.start), rest };
}

/** Page number less page index, where it is the same on half of the pages; null where it is not. */
function usualOffset(values: readonly number[]): number | null {
  const counts = new Map<number, number>();
  values.forEach((value, page) => {
    if (Number.isFinite(value)) counts.set(value - page, (counts.get(value - page) ?? 0) + 1);
  });
  const [best] = [...counts].toSorted((a, b) => b[1] - a[1]);
  return best && best[1] >= Math.max(runningPages, values.length / 2) ? best[0] : null;
}
