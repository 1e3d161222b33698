import type { Span } from '../../../shared/span.ts';
import { spanLength, trimSpan } from '../../../shared/span.ts';
import { sentences } from '../layout/sentences.ts';

/** Sentences longer than this are quoted by their parts: contracts put whole lists into one sentence. */
const LONG = { en: 600, zh: 160 } as const;

/** Sentences of the slices, in order; very long ones cut behind `;` and `；`. Ends carry no white space. */
export function pieces(text: string, slices: readonly Span[], language: 'en' | 'zh'): Span[] {
  return slices.flatMap((slice) =>
    sentences(text, slice).flatMap((sentence) =>
      spanLength(sentence) > LONG[language] ? atSemicolons(text, sentence) : [sentence],
    ),
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
