import type { Span } from '../../../shared/span.ts';
import { trimSpan } from '../../../shared/span.ts';
import type { Tokenizer } from '../ports.ts';

/** True where a cut at `at` would part a surrogate pair. */
export const splitsPair = (text: string, at: number): boolean => {
  const before = text.charCodeAt(at - 1);
  const after = text.charCodeAt(at);
  return before >= 0xd800 && before <= 0xdbff && after >= 0xdc00 && after <= 0xdfff;
};

/** Largest `to` in `(from, end]` for which `text[from, to)` has at most `limit` tokens, at a word border where one is near. */
export function fitTokens(text: string, [from, end]: Span, limit: number, tokenizer: Tokenizer): number {
  // Doubling first keeps every count near the answer's size instead of the text's.
  let low = from;
  let step = Math.max(64, limit * 2);
  while (low + step < end && tokenizer.count(text.slice(from, low + step)) <= limit) {
    low += step;
    step *= 2;
  }
  let high = Math.min(end, low + step);
  if (high === end && tokenizer.count(text.slice(from, end)) <= limit) return end;
  while (low + 1 < high) {
    const middle = (low + high) >> 1;
    if (tokenizer.count(text.slice(from, middle)) <= limit) low = middle;
    else high = middle;
  }
  let to = Math.max(low, from + 1);
  for (let back = to; back > Math.max(from, to - 40); back--) {
    if (/\s/u.test(text[back - 1] ?? '')) {
      to = back;
      break;
    }
  }
  return to > from && splitsPair(text, to) ? to + 1 : to;
}

/** The usual baseline: windows of `size` tokens that overlap by `overlap`, blind to clauses. */
export function fixedTokenChunks(text: string, tokenizer: Tokenizer, size = 512, overlap = 50): Span[] {
  const spans: Span[] = [];
  let from = 0;
  while (from < text.length) {
    const to = fitTokens(text, [from, text.length], size, tokenizer);
    const span = trimSpan(text, [from, to]);
    if (span[1] > span[0]) spans.push(span);
    if (to >= text.length) break;
    // The overlap is measured backwards from the cut, in the same tokens.
    let back = to;
    for (let width = overlap; width <= overlap * 8; width += overlap) {
      const candidate = Math.max(from + 1, to - width);
      if (tokenizer.count(text.slice(candidate, to)) > overlap) break;
      back = candidate;
    }
    from = Math.max(from + 1, splitsPair(text, back) ? back - 1 : back);
  }
  return spans;
}
