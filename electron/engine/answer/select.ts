import type { Span } from '../../../shared/span.ts';
import { spanLength, subtractSpans, trimSpan } from '../../../shared/span.ts';
import type { DocumentView } from '../retrieve/documentView.ts';
import { expand } from '../retrieve/expand.ts';
import type { Companion, Passage, Role } from '../retrieve/passage.ts';
import { inkOf } from '../retrieve/search.ts';
import type { Found } from '../retrieve/search.ts';
import type { Quote } from './evidence.ts';
import { joinRuns, piecesOf } from './pieces.ts';
import { SentenceScorer } from './sentenceScore.ts';

/** Sizes in characters by language of the contract: Chinese says more per character. Chosen on the development questions. */
export interface Selection {
  /** Characters of evidence one answer gives: what a person reads through before deciding. */
  readonly budget: Record<'en' | 'zh', number>;
  /** Clauses up to this length are quoted whole; longer ones by their best sentences and their provisos. */
  readonly whole: Record<'en' | 'zh', number>;
  /** Most characters a longer clause is quoted with: the first ones found, then the rest. */
  readonly trimmedHead: Record<'en' | 'zh', number>;
  readonly trimmedRest: Record<'en' | 'zh', number>;
  /** How many passages count as the first ones. */
  readonly head: number;
  /** Share of the budget that companions may take in all, and how many passages bring theirs. */
  readonly companionShare: number;
  readonly companionsOf: number;
  /** Most companions of one role that one passage brings. */
  readonly perRole: Record<Role, number>;
  /** A passage below this share of the best one's score is no evidence. */
  readonly least: number;
  /**
   * What a passage behind the first ones loses for each e-fold of its length: of two that are as likely, the shorter leaves
   * room for more.
   */
  readonly lengthCost: number;
  /** A list is completed when so many of the first passages are items of it. */
  readonly siblings: number;
}

export const SELECTION: Selection = {
  budget: { en: 3000, zh: 1500 },
  whole: { en: 700, zh: 260 },
  trimmedHead: { en: 1200, zh: 400 },
  trimmedRest: { en: 500, zh: 200 },
  head: 2,
  companionShare: 0.4,
  companionsOf: 8,
  perRole: {
    clause: 2,
    'lead-in': 1,
    definition: 3,
    exception: 3,
    condition: 2,
    annex: 2,
    related: 2,
    superseded: 1,
  },
  least: 0.3,
  lengthCost: 0.02,
  siblings: 1,
};

/** A sentence that takes back or limits what stands before it. */
const PROVISO =
  /^(?:但|然而|除|不过|虽|尽管|如|若|否则)|(?:除外|例外|另有约定)|\b(?:provided(?:, however,?)? that|except|unless|notwithstanding|however|other than|excluding)\b/iu;

/** Which companions a passage brings along, in this order. */
const ORDER: readonly Role[] = ['lead-in', 'exception', 'condition', 'clause', 'definition', 'annex', 'related'];

/** Quotes for the passages, best first, each with its companions behind it, until the budget is full. */
export function selectQuotes(found: Found, selection: Selection = SELECTION): Quote[] {
  const first = found.passages[0];
  if (first === undefined) return [];
  const picker = new Picker(found, selection);
  const { passages: ordered, listed } = withSiblings(found, selection);
  const passages = shortFirst(ordered, listed, selection);
  for (const [rank, passage] of passages.entries()) {
    if (picker.full) break;
    if (passage.score < first.score * selection.least && !listed.has(passage)) continue;
    picker.take(passage, roleOf(passage), rank < selection.head, false);
    if (rank >= selection.companionsOf) continue;
    const { companions } = expand(passage, found.terms);
    for (const role of ORDER) {
      const some = companions.filter((companion) => companion.role === role);
      for (const companion of picker.best(passage.view, some).slice(0, selection.perRole[role]))
        picker.take({ view: passage.view, node: companion.node, slices: companion.slices }, role, false, true);
    }
  }
  return picker.quotes;
}

/** Collects quotes that do not repeat one another, within the budget. */
class Picker {
  readonly quotes: Quote[] = [];
  readonly #found: Found;
  readonly #selection: Selection;
  readonly #budget: number;
  readonly #scorers = new Map<DocumentView, SentenceScorer>();
  readonly #taken = new Map<DocumentView, Span[]>();
  #used = 0;
  #companions = 0;

  constructor(found: Found, selection: Selection) {
    this.#found = found;
    this.#selection = selection;
    this.#budget = selection.budget[found.passages[0]?.view.language ?? 'en'];
  }

  get full(): boolean {
    return this.#used >= this.#budget;
  }

  take(
    { view, node, slices }: Pick<Quote, 'view' | 'node' | 'slices'>,
    role: Role,
    head: boolean,
    companion: boolean,
  ): void {
    if (this.full) return;
    const before = this.#taken.get(view) ?? [];
    const fresh = subtractSpans(slices, before)
      .map((span) => trimSpan(view.text, span))
      .filter((span) => /[\p{L}\p{N}]/u.test(view.text.slice(span[0], span[1])));
    if (fresh.length === 0) return;
    const { whole, trimmedHead, trimmedRest } = this.#selection;
    const room = (head ? trimmedHead : trimmedRest)[view.language];
    const trimmed = trimQuote(view, fresh, this.#scorer(view), whole[view.language], room);
    const length = trimmed.reduce((sum, span) => sum + spanLength(span), 0);
    if (companion && this.#companions + length > this.#budget * this.#selection.companionShare) return;
    this.quotes.push({ view, node, role, slices: trimmed });
    this.#taken.set(view, [...before, ...trimmed]);
    this.#used += length;
    if (companion) this.#companions += length;
  }

  /** Companions in the order of what they share with the question; equal ones keep their order. */
  best(view: DocumentView, companions: readonly Companion[]): Companion[] {
    const score = ({ slices }: Companion): number =>
      this.#scorer(view).score(slices.map(([start, end]) => view.text.slice(start, end)).join(' '));
    return companions
      .map((companion) => ({ companion, score: score(companion) }))
      .toSorted((a, b) => b.score - a.score)
      .map(({ companion }) => companion);
  }

  #scorer(view: DocumentView): SentenceScorer {
    let scorer = this.#scorers.get(view);
    if (scorer === undefined) this.#scorers.set(view, (scorer = new SentenceScorer(view, this.#found.question)));
    return scorer;
  }
}

function shortFirst(
  passages: readonly Passage[],
  listed: ReadonlySet<Passage>,
  { head, lengthCost }: Selection,
): readonly Passage[] {
  const fixed = passages.filter((passage, rank) => rank < head || listed.has(passage));
  const worth = ({ score, slices }: Passage): number =>
    score - lengthCost * Math.log(slices.reduce((sum, span) => sum + spanLength(span), 1));
  const rest = passages.filter((passage) => !fixed.includes(passage)).toSorted((a, b) => worth(b) - worth(a));
  return [...fixed, ...rest];
}

/** Passages that are looked at to tell that a list is asked for. */
const AHEAD = 6;

/**
 * Where the first passages are items of one list, its other items follow them, also those that share no word with the
 * question: a list is answered whole or not at all.
 */
function withSiblings(
  { passages, question }: Found,
  { siblings }: Selection,
): { readonly passages: readonly Passage[]; readonly listed: ReadonlySet<Passage> } {
  const listed = new Set<Passage>();
  if (question.reach === 'passage' || question.reach === 'absence') return { passages, listed };
  const items = new Map<string, Passage[]>();
  for (const passage of passages.slice(0, AHEAD)) {
    const node = passage.view.node(passage.node);
    if (node?.kind !== 'item' || node.parent === null) continue;
    const key = `${passage.view.id}/${node.parent}`;
    items.set(key, [...(items.get(key) ?? []), passage]);
  }
  for (const some of items.values()) {
    const sample = some[0];
    if (sample === undefined || some.length < siblings) continue;
    const { view } = sample;
    const parent = view.node(view.node(sample.node)?.parent ?? '');
    if (parent === undefined) continue;
    for (const child of view.children(parent)) {
      if (child.kind !== 'item' || !view.hasStatement(child)) continue;
      const found = passages.filter((passage) => passage.view === view && passage.node === child.id);
      for (const passage of found) listed.add(passage);
      if (found.length === 0) listed.add({ ...sample, node: child.id, chunk: null, slices: inkOf(view, child) });
    }
  }
  const place = passages.findIndex((passage) => listed.has(passage));
  if (place < 0) return { passages, listed };
  const scored = passages.filter((passage) => listed.has(passage));
  const unscored = [...listed].filter((passage) => passage.chunk === null && !scored.includes(passage));
  const before = passages.slice(0, place);
  const after = passages.slice(place).filter((passage) => !listed.has(passage));
  return { passages: [...before, ...scored, ...unscored, ...after], listed };
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
export function trimQuote(
  view: DocumentView,
  slices: readonly Span[],
  scorer: SentenceScorer,
  whole: number,
  room: number,
): Span[] {
  const length = slices.reduce((sum, span) => sum + spanLength(span), 0);
  if (length <= whole) return joinRuns(view.text, slices);
  const parts = piecesOf(view, slices).map((piece, index) => ({
    ...piece,
    index,
    length: piece.slices.reduce((sum, span) => sum + spanLength(span), 0),
  }));
  const ranked = parts
    .map((part) => ({ ...part, score: scorer.score(part.words) }))
    .toSorted((a, b) => b.score - a.score || a.index - b.index);
  const kept = new Set<number>();
  let used = 0;
  // A row says nothing without the head of its table.
  if (parts[0]?.row === true) {
    kept.add(0);
    used = parts[0].length;
  }
  const keep = (index: number): void => {
    const part = parts[index];
    if (part === undefined || kept.has(index)) return;
    if (kept.size > 0 && used + part.length > room) return;
    kept.add(index);
    used += part.length;
  };
  for (const { index } of ranked) {
    keep(index);
    const next = parts[index + 1];
    if (kept.has(index) && next !== undefined && PROVISO.test(next.words)) keep(index + 1);
  }
  return joinRuns(
    view.text,
    parts.filter(({ index }) => kept.has(index)).flatMap((part) => part.slices),
  );
}
