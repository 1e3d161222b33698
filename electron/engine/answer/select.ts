import type { Span } from '../../../shared/span.ts';
import { spanLength, subtractSpans, trimSpan } from '../../../shared/span.ts';
import type { DocumentView } from '../retrieve/documentView.ts';
import { expand } from '../retrieve/expand.ts';
import type { Passage, Role } from '../retrieve/passage.ts';
import type { Found } from '../retrieve/search.ts';
import type { Quote } from './evidence.ts';
import { joinRuns, pieces } from './pieces.ts';
import { SentenceScorer } from './sentenceScore.ts';

/** Characters of evidence one answer gives: what a person reads through before deciding. Chinese says more per character. */
export const EVIDENCE_BUDGET = { en: 3000, zh: 1500 } as const;
/** Clauses up to this length are quoted whole; longer ones by their best sentences and their provisos. */
const WHOLE = { en: 700, zh: 260 } as const;
/** Most characters that one long clause is quoted with. */
const TRIMMED = { en: 600, zh: 220 } as const;
/** Share of the budget that companions (definitions, lead-ins, references) may take in all. */
const COMPANION_SHARE = 0.4;

/** A sentence that takes back or limits what stands before it. */
const PROVISO =
  /^(?:但|然而|除|不过|虽|尽管|如|若)|(?:除外|例外|另有约定)|\b(?:provided(?:, however,?)? that|except|unless|notwithstanding|however|other than|excluding)\b/iu;

/** Which companions a passage brings along, in this order. */
const ORDER: readonly Role[] = ['exception', 'condition', 'clause', 'definition', 'annex', 'lead-in', 'related'];

/** Quotes for the passages, best first, each with its companions behind it, until the budget is full. */
export function selectQuotes(found: Found): Quote[] {
  const first = found.passages[0];
  if (first === undefined) return [];
  const language = first.view.language;
  const budget = EVIDENCE_BUDGET[language];
  const scorers = new Map<DocumentView, SentenceScorer>();
  const scorerOf = (view: DocumentView): SentenceScorer => {
    let scorer = scorers.get(view);
    if (scorer === undefined) scorers.set(view, (scorer = new SentenceScorer(view, found.question)));
    return scorer;
  };
  const quotes: Quote[] = [];
  const taken = new Map<DocumentView, Span[]>();
  let used = 0;
  let companions = 0;
  const take = (view: DocumentView, node: string, role: Role, slices: readonly Span[], companion: boolean): void => {
    if (used >= budget) return;
    const before = taken.get(view) ?? [];
    const fresh = subtractSpans(slices, before)
      .map((span) => trimSpan(view.text, span))
      .filter((span) => /[\p{L}\p{N}]/u.test(view.text.slice(span[0], span[1])));
    if (fresh.length === 0) return;
    const trimmed = trimQuote(view, fresh, scorerOf(view));
    const length = trimmed.reduce((sum, span) => sum + spanLength(span), 0);
    if (companion && companions + length > budget * COMPANION_SHARE) return;
    quotes.push({ view, node, role, slices: trimmed });
    taken.set(view, [...before, ...trimmed]);
    used += length;
    if (companion) companions += length;
  };
  for (const passage of found.passages) {
    if (used >= budget) break;
    take(passage.view, passage.node, roleOf(passage), passage.slices, false);
    const { companions: beside } = expand(passage, found.terms);
    for (const role of ORDER)
      for (const companion of beside)
        if (companion.role === role) take(passage.view, companion.node, role, companion.slices, true);
  }
  return quotes;
}

/** How a passage that was found itself is called: by what its node is. */
function roleOf({ view, node: id, chunk }: Passage): Role {
  const node = view.node(id);
  if (node === undefined) return 'clause';
  if (node.kind === 'definition' || (chunk !== null && view.chunk(chunk)?.kind === 'definition')) return 'definition';
  if (node.kind === 'annex') return 'annex';
  for (const above of view.ancestors(node)) if (above.kind === 'annex') return 'annex';
  return 'clause';
}

/** A long clause by its best sentences, and with them every sentence that limits one of them; the order stays. */
export function trimQuote(view: DocumentView, slices: readonly Span[], scorer: SentenceScorer): Span[] {
  const language = view.language;
  const length = slices.reduce((sum, span) => sum + spanLength(span), 0);
  if (length <= WHOLE[language]) return joinRuns(view.text, slices);
  const parts = pieces(view.text, slices, language).map((span, index) => ({
    span,
    index,
    words: view.text.slice(span[0], span[1]),
  }));
  const ranked = parts
    .map((part) => ({ ...part, score: scorer.score(part.words) }))
    .toSorted((a, b) => b.score - a.score || a.index - b.index);
  const kept = new Set<number>();
  let used = 0;
  const keep = (index: number): void => {
    const part = parts[index];
    if (part === undefined || kept.has(index)) return;
    if (kept.size > 0 && used + spanLength(part.span) > TRIMMED[language]) return;
    kept.add(index);
    used += spanLength(part.span);
  };
  for (const { index } of ranked) {
    keep(index);
    const next = parts[index + 1];
    if (kept.has(index) && next !== undefined && PROVISO.test(next.words)) keep(index + 1);
  }
  return joinRuns(
    view.text,
    parts.filter(({ index }) => kept.has(index)).map(({ span }) => span),
  );
}
