import type { ClauseNode, DocumentSummary } from '../../../shared/model.ts';
import type { Span } from '../../../shared/span.ts';
import { quoteOf, trimSpan } from '../../../shared/span.ts';
import type { Embedder, Reranker, ScoredChunk, Store } from '../ports.ts';
import { throwIfCancelled } from '../run.ts';
import type { Run } from '../run.ts';
import { definedTerms } from './definedTerms.ts';
import type { UsedTerm } from './definedTerms.ts';
import { viewOf } from './documentView.ts';
import type { DocumentView } from './documentView.ts';
import { denseShown, fused, lexicalShown, relevanceOf, scaler, scalerFromZero } from './fuse.ts';
import type { Arms } from './fuse.ts';
import { nodesByNumber } from './lookup.ts';
import type { Passage } from './passage.ts';
import { understand } from './question.ts';
import type { Understood } from './question.ts';
import { statementPrior } from './statement.ts';
import { expansionWords } from './thesaurus.ts';

export interface RetrievalPorts {
  readonly store: Store;
  readonly embedder: Embedder;
  readonly reranker?: Reranker | undefined;
}

export interface RetrievalScope {
  /** Ids of the documents to search; null is the whole library. */
  readonly documents: readonly string[] | null;
  /** Most passages returned. */
  readonly limit: number;
  /** Candidates per arm; the default covers one contract whole and a library by its best clauses. */
  readonly candidates?: number;
  /** Reads every document of the candidates, not only the best ones. */
  readonly allDocuments?: boolean;
}

/** What was found for a question, before companions are added. */
export interface Found {
  readonly question: Understood;
  /** Best first. */
  readonly passages: readonly Passage[];
  /** Documents whose structure was read, best first. */
  readonly views: readonly DocumentView[];
  /** Defined terms of these documents that the question uses. */
  readonly terms: readonly UsedTerm[];
  /**
   * How far the best clause of the best document stands out in it, in standard deviations of the cosine above the mean:
   * for the question, and for the question with words of the trade beside it. 0 without vectors.
   */
  readonly best: { readonly standsOut: number; readonly standsOutWidened: number };
  /** Clauses that were scored, as `document/node`. */
  readonly checked: ReadonlySet<string>;
}

/** Candidates per arm: one contract is covered whole, a library by its best clauses. */
const CANDIDATES = 120;
/** Most documents whose structure is read for one question over a library. */
const MAX_DOCUMENTS = 12;
/** Pieces a long question is embedded in: characters, at most one token each. */
const PIECE = 400;
/** Most passages a cross-encoder sees. */
const RERANKED = 24;
/** What relevance, all priors and the boost can add up to: scores are shares of it, so that they stay within 0..1. */
const HIGHEST = 1.6;
/** A clause asked for by its number outranks all others. */
const NUMBER_SCORE = 1;
/** What is added to the score of a clause that defines a term the question uses, times the certainty of the match. */
const DEFINITION_BOOST = 0.15;

/**
 * Passages for a question, best first: dense and lexical candidates fused, clauses named by number put first, definitions
 * of terms in the question raised. Companions are added by `expand`. Throws what the ports throw, and CANCELLED.
 */
export async function search(query: string, ports: RetrievalPorts, scope: RetrievalScope, run: Run): Promise<Found> {
  const question = understand(query);
  throwIfCancelled(run);
  const summaries = await ports.store.documents();
  const inScope = scope.documents === null ? summaries : summaries.filter(({ id }) => scope.documents?.includes(id));
  const { vector, widened: wide } = await questionVectors(question.matter, inScope, ports.embedder, run);
  throwIfCancelled(run);
  const limit = Math.max(CANDIDATES, scope.candidates ?? 0);
  const range = { documents: scope.documents, limit };
  const [dense, lexical, synonyms, ...widened] = await Promise.all([
    ports.store.dense(vector, ports.embedder.id, range),
    question.terms.length === 0 ? [] : ports.store.lexical(question.terms, range),
    question.expansion.length === 0 ? [] : ports.store.lexical(question.expansion, range),
    ...wide.map(({ vector: wider, documents }) => ports.store.dense(wider, ports.embedder.id, { documents, limit })),
  ]);
  throwIfCancelled(run);

  const candidates = candidatesOf(dense, widened.flat(), lexical, synonyms);
  const views = await loadViews(candidates, ports.store, scope, run);
  const terms = views.flatMap((view) => definedTerms(question.text, view));
  const defining = new Map<string, number>();
  for (const { view, definition, certainty } of terms) {
    const key = keyOf(view.id, definition.node);
    defining.set(key, Math.max(defining.get(key) ?? 0, certainty));
  }

  let passages: Passage[] = [];
  const checked = new Set<string>();
  for (const view of views) {
    for (const chunk of view.parsed.chunks) {
      const candidate = candidates.get(keyOf(view.id, chunk.id));
      const node = view.node(chunk.node);
      if (candidate === undefined || node === undefined || !view.isEvidence(node)) continue;
      checked.add(keyOf(view.id, chunk.node));
      const relevance =
        relevanceOf(candidate.arms) +
        statementPrior(quoteOf(view.text, chunk.slices), node.kind, view.language, question.text) +
        DEFINITION_BOOST * (defining.get(keyOf(view.id, chunk.node)) ?? 0);
      passages.push({
        view,
        node: chunk.node,
        chunk: chunk.id,
        slices: chunk.slices,
        score: Math.min(1, Math.max(0, fused(relevance, chunk.structureScore) / HIGHEST)),
        parts: {
          dense: denseShown(candidate.arms),
          lexical: lexicalShown(candidate.arms),
          structure: chunk.structureScore,
        },
        companions: [],
      });
    }
  }
  passages = withNumbers(passages, question, views);
  passages.sort((a, b) => b.score - a.score || byPlace(a, b));
  if (ports.reranker !== undefined) passages = await rerank(question.text, passages, ports.reranker, run);
  const home = passages[0]?.view;
  const best = { standsOut: 0, standsOutWidened: 0 };
  if (home !== undefined) {
    const whole = { documents: [home.id], limit: home.parsed.chunks.length };
    const wider = wide.find(({ documents }) => documents.includes(home.id))?.vector ?? vector;
    best.standsOut = standsOut(await ports.store.dense(vector, ports.embedder.id, whole));
    best.standsOutWidened = standsOut(await ports.store.dense(wider, ports.embedder.id, whole));
  }
  return {
    question,
    passages: withoutRepeats(passages).slice(0, scope.limit),
    views,
    terms,
    best,
    checked,
  };
}

const keyOf = (document: string, id: string): string => `${document}/${id}`;

/** Reading order, so that equal scores always come in the same order. */
const byPlace = (a: Passage, b: Passage): number =>
  a.view.id < b.view.id ? -1 : a.view.id > b.view.id ? 1 : (a.slices[0]?.[0] ?? 0) - (b.slices[0]?.[0] ?? 0);

interface QuestionVectors {
  readonly vector: Float32Array;
  /** The question with words of the trade beside it, once per language of the contracts, with the documents it is for. */
  readonly widened: readonly { readonly vector: Float32Array; readonly documents: readonly string[] }[];
}

/** Unit vectors of a question; a long one is the mean of its pieces, since no text over the window is ever cut. */
async function questionVectors(
  text: string,
  documents: readonly DocumentSummary[],
  embedder: Embedder,
  run: Run,
): Promise<QuestionVectors> {
  const pieces: string[] = [];
  for (let at = 0; at < text.length; at += PIECE) pieces.push(text.slice(at, at + PIECE));
  const wider = (['en', 'zh'] as const).flatMap((language) => {
    const ids = documents.filter((each) => (each.language === 'en' ? 'en' : 'zh') === language).map(({ id }) => id);
    const words = expansionWords(text, language).join(language === 'zh' ? '，' : ', ');
    return ids.length === 0 ? [] : [{ ids, text: `${text.slice(0, PIECE)} ${words}`.trim() }];
  });
  const vectors = await embedder.embed([...pieces, ...wider.map((each) => each.text)], 'query', run);
  const mean = new Float32Array(embedder.dimension);
  for (const vector of vectors.slice(0, pieces.length))
    for (const [i, value] of vector.entries()) mean[i] = (mean[i] ?? 0) + value;
  const norm = Math.hypot(...mean) || 1;
  return {
    vector: mean.map((value) => value / norm),
    widened: wider.map(({ ids }, i) => ({ vector: vectors[pieces.length + i] ?? mean, documents: ids })),
  };
}

interface Candidate {
  readonly document: string;
  readonly arms: Arms;
}

/** Scaled scores of all candidates, keyed by document and chunk. */
function candidatesOf(
  dense: readonly ScoredChunk[],
  widened: readonly ScoredChunk[],
  lexical: readonly ScoredChunk[],
  synonyms: readonly ScoredChunk[],
): Map<string, Candidate> {
  const arm = (list: readonly ScoredChunk[], scale: typeof scaler): ((key: string) => number) => {
    const scaled = scale(list.map(({ score }) => score));
    const scores = new Map(list.map(({ document, chunk, score }) => [keyOf(document, chunk), score]));
    return (key) => scaled(scores.get(key));
  };
  const arms = {
    dense: arm(dense, scaler),
    widened: arm(widened, scaler),
    lexical: arm(lexical, scalerFromZero),
    synonyms: arm(synonyms, scalerFromZero),
  };
  const all = new Map<string, Candidate>();
  for (const { document, chunk } of [...dense, ...widened, ...lexical, ...synonyms]) {
    const key = keyOf(document, chunk);
    if (all.has(key)) continue;
    all.set(key, {
      document,
      arms: {
        dense: arms.dense(key),
        widened: arms.widened(key),
        lexical: arms.lexical(key),
        synonyms: arms.synonyms(key),
      },
    });
  }
  return all;
}

/** The highest score in standard deviations above the mean; 0 for fewer than two. */
function standsOut(scored: readonly ScoredChunk[]): number {
  if (scored.length < 2) return 0;
  const scores = scored.map(({ score }) => score);
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  const deviation = Math.sqrt(scores.reduce((sum, score) => sum + (score - mean) ** 2, 0) / scores.length);
  return deviation === 0 ? 0 : (Math.max(...scores) - mean) / deviation;
}

/** Documents of the candidates, best first, each loaded once. */
async function loadViews(
  candidates: ReadonlyMap<string, Candidate>,
  store: Store,
  scope: RetrievalScope,
  run: Run,
): Promise<DocumentView[]> {
  const best = new Map<string, number>();
  for (const { document, arms } of candidates.values())
    best.set(document, Math.max(best.get(document) ?? 0, relevanceOf(arms)));
  const ids = [...best].sort((a, b) => b[1] - a[1]).map(([id]) => id);
  // A document without any candidate is still read when the user named it: its clauses may be asked for by number.
  for (const id of scope.documents ?? []) if (!best.has(id)) ids.push(id);
  const views: DocumentView[] = [];
  for (const id of scope.allDocuments === true ? ids : ids.slice(0, MAX_DOCUMENTS)) {
    throwIfCancelled(run);
    views.push(viewOf(await store.load(id)));
  }
  return views;
}

/** Puts clauses that the question names by number first: the node with all that lies below it. */
function withNumbers(passages: readonly Passage[], question: Understood, views: readonly DocumentView[]): Passage[] {
  if (question.numbers.length === 0) return [...passages];
  const named = new Set<string>();
  const extra: Passage[] = [];
  for (const view of views) {
    for (const tokens of question.numbers) {
      for (const node of nodesByNumber(view, tokens)) {
        for (const below of view.subtree(node)) {
          if (!view.isEvidence(below)) continue;
          named.add(keyOf(view.id, below.id));
          if (passages.some((passage) => passage.view === view && passage.node === below.id)) continue;
          const slices = inkOf(view, below);
          if (slices.length > 0)
            extra.push({
              view,
              node: below.id,
              chunk: null,
              slices,
              score: NUMBER_SCORE,
              parts: { dense: 0, lexical: 0, structure: 1 },
              companions: [],
            });
        }
      }
    }
  }
  return [
    ...passages.map((passage) =>
      named.has(keyOf(passage.view.id, passage.node))
        ? { ...passage, score: NUMBER_SCORE + passage.score / 10 }
        : passage,
    ),
    ...extra,
  ];
}

/** Own text of a node without the white space around its slices. */
export const inkOf = (view: DocumentView, node: ClauseNode): Span[] =>
  node.own.map((span) => trimSpan(view.text, span)).filter(([start, end]) => end > start);

async function rerank(
  question: string,
  passages: readonly Passage[],
  reranker: Reranker,
  run: Run,
): Promise<Passage[]> {
  const head = passages.slice(0, RERANKED);
  throwIfCancelled(run);
  const scores = await reranker.score(
    question,
    head.map(({ view, slices }) => quoteOf(view.text, slices)),
    run,
  );
  // The rest keeps its order below the reranked head.
  const floor = Math.min(...scores);
  const tail = passages.slice(RERANKED);
  const top = tail[0]?.score ?? 1;
  return [
    ...head
      .map((passage, i) => ({ ...passage, score: scores[i] ?? 0 }))
      .sort((a, b) => b.score - a.score || byPlace(a, b)),
    ...tail.map((passage) => ({ ...passage, score: top === 0 ? 0 : (passage.score / top) * floor })),
  ];
}

/** Drops passages whose text lies within a better one's: a definition inside its clause, a part inside its leaf. */
function withoutRepeats(passages: readonly Passage[]): Passage[] {
  const kept: Passage[] = [];
  const taken = new Map<DocumentView, Span[]>();
  for (const passage of passages) {
    let spans = taken.get(passage.view);
    if (spans === undefined) taken.set(passage.view, (spans = []));
    if (passage.slices.every(([s, e]) => spans.some(([from, to]) => from <= s && e <= to))) continue;
    spans.push(...passage.slices);
    kept.push(passage);
  }
  return kept;
}
