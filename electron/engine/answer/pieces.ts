import type { Span } from '../../../shared/span.ts';
import { quoteOf, spanLength, trimSpan } from '../../../shared/span.ts';
import { sentences } from '../layout/sentences.ts';
import type { DocumentView } from '../retrieve/documentView.ts';

/** The smallest part of a clause that is quoted: a sentence, a part of a very long one, or a row of a table. */
export interface Piece {
  /** Ordered; more than one for the cells of a row. */
  readonly slices: readonly Span[];
  /** The slices joined by one space. */
  readonly words: string;
  readonly row: boolean;
}

/** Sentences longer than this are quoted by their parts: contracts put whole lists into one sentence. */
const LONG = { en: 600, zh: 160 } as const;

/** Pieces of the slices, in order. */
export function piecesOf(view: DocumentView, slices: readonly Span[]): Piece[] {
  const found: Piece[] = [];
  let openRow: string | null = null;
  for (const slice of slices) {
    const row = view.rowAt(slice[0]);
    const last = found.at(-1);
    if (row !== null && row === openRow && last !== undefined) {
      const cells = [...last.slices, slice];
      found[found.length - 1] = { slices: cells, words: quoteOf(view.text, cells), row: true };
    } else if (row !== null) {
      found.push({ slices: [slice], words: quoteOf(view.text, [slice]), row: true });
    } else {
      for (const span of sentencesOf(view.text, slice, view.language))
        found.push({ slices: [span], words: quoteOf(view.text, [span]), row: false });
    }
    openRow = row;
  }
  return found;
}

function sentencesOf(text: string, slice: Span, language: 'en' | 'zh'): Span[] {
  return sentences(text, slice).flatMap((sentence) =>
    spanLength(sentence) > LONG[language] ? atSemicolons(text, sentence) : [sentence],
  );
}

function atSemicolons(text: string, [start, end]: Span): Span[] {
  const found: Span[] = [];
  let from = start;
  for (let at = start; at < end; at++) {
    if (text[at] !== ';' && text[at] !== '；') continue;
    found.push(trimSpan(text, [from, at + 1]));
    from = at + 1;
  }
  found.push(trimSpan(text, [from, end]));
  return found.filter((span) => spanLength(span) > 0);
}

/** Joins spans with nothing but white space between them, so that a quote is one run where the text is. */
export function joinRuns(text: string, spans: readonly Span[]): Span[] {
  const joined: [number, number][] = [];
  for (const [start, end] of spans.toSorted((a, b) => a[0] - b[0])) {
    const last = joined.at(-1);
    if (last !== undefined && (start <= last[1] || text.slice(last[1], start).trim() === ''))
      last[1] = Math.max(last[1], end);
    else joined.push([start, end]);
  }
  return joined;
}
