import { isSpace, trimSpan } from '../../../shared/span.ts';
import type { Span } from '../../../shared/span.ts';

/** Ends a sentence wherever it stands. `；` and `;` do not: a proviso behind them belongs to its rule. */
const CJK_STOP = /[。！？]/u;
const LATIN_STOP = /[.!?]/u;
/** Closing marks that still belong to the sentence they follow. */
const CLOSERS = /["'”’」』）)\]】》]/u;

/** Words before a full stop that do not end a sentence, in lower case and without the stop. */
const ABBREVIATIONS = new Set(
  (
    'mr mrs ms dr prof st no nos art arts sec secs cl para paras ch pt vol inc ltd co corp llc llp plc jr sr vs v viz cf al ' +
    'e.g i.e etc approx dept est fig figs ed eds op pp p u.s u.k u.s.c c.f.r a.m p.m n.v b.v s.a s.p.a jan feb mar apr jun jul aug sep sept oct nov dec'
  ).split(' '),
);

const isDigit = (unit: number): boolean => unit >= 0x30 && unit <= 0x39;

/** The word that ends right before `at`, with its inner stops ("U.S", "e.g"), lower case. */
function wordBefore(text: string, at: number, floor: number): string {
  let from = at;
  while (from > floor && at - from < 12 && /[\p{L}\p{N}.]/u.test(text[from - 1] ?? '')) from--;
  return text.slice(from, at).toLowerCase();
}

function endsLatinSentence(text: string, at: number, floor: number, end: number): boolean {
  let next = at + 1;
  while (next < end && CLOSERS.test(text[next] ?? '')) next++;
  if (next >= end) return true;
  if (!isSpace(text.charCodeAt(next))) return false;
  if (text[at] !== '.') return true;
  const word = wordBefore(text, at, floor);
  if (word === '' || ABBREVIATIONS.has(word)) return false;
  // "1." or "A." or "12.2." at the start of a clause is its label; initials ("J. Smith") do not end a sentence either.
  if (/^(?:\p{L}|[ivxlc]{1,5}|\d{1,3}(?:\.\d{1,3})*)$/u.test(word) && at - word.length <= floor + 1) return false;
  if (/^\p{L}$/u.test(word)) return false;
  while (next < end && (isSpace(text.charCodeAt(next)) || /["'“‘「『(（[]/u.test(text[next] ?? ''))) next++;
  const follower = text[next] ?? '';
  return next >= end || isDigit(follower.charCodeAt(0)) || !/\p{Ll}/u.test(follower);
}

/**
 * Sentences of one slice, in order, without white space at their ends; together they hold every non-space character of it.
 * A label at the start stays with the first sentence; line breaks do not end a sentence, blank lines do.
 */
export function sentences(text: string, [start, end]: Span): Span[] {
  const found: Span[] = [];
  let from = start;
  const close = (to: number): void => {
    const span = trimSpan(text, [from, to]);
    if (span[1] > span[0]) found.push(span);
    from = to;
  };
  for (let at = start; at < end; at++) {
    const char = text[at] ?? '';
    if (char === '\n') {
      let next = at + 1;
      while (next < end && /[ \t\u3000]/u.test(text[next] ?? '')) next++;
      if (text[next] === '\n') close(at);
      continue;
    }
    const stops = CJK_STOP.test(char) || (LATIN_STOP.test(char) && endsLatinSentence(text, at, from, end));
    if (!stops) continue;
    let to = at + 1;
    while (to < end && CLOSERS.test(text[to] ?? '')) to++;
    close(to);
    at = to - 1;
  }
  close(end);
  return found;
}
