import type { Answer, DocumentSummary } from '../../../shared/model.ts';
import type { Clock, Generator } from '../ports.ts';
import { throwIfCancelled } from '../run.ts';
import type { Run } from '../run.ts';
import { checkedQuestion } from '../retrieve/checkedQuestion.ts';
import { understand } from '../retrieve/question.ts';
import { search } from '../retrieve/search.ts';
import type { Found, RetrievalPorts } from '../retrieve/search.ts';
import { extractiveConclusion } from './conclude.ts';
import { conflictsIn } from './conflicts.ts';
import { coverageOf } from './coverage.ts';
import { evidenceOf } from './evidence.ts';
import type { Quote } from './evidence.ts';
import { generatedConclusion } from './generate.ts';
import { isTooWeak } from './refuse.ts';
import { selectQuotes } from './select.ts';

export interface AnswerPorts extends RetrievalPorts {
  readonly clock: Clock;
  /** Absent: the answer is extractive. */
  readonly generator?: Generator | undefined;
}

export interface AnswerScope {
  /** Ids of the documents to ask; null is the whole library. */
  readonly documents: readonly string[] | null;
}

/** Passages that evidence is chosen from. */
const PASSAGES = 40;
/** Searching, reading, concluding: what `run` is told of. */
const STAGES = 3;
/** Passages shown, unverified, beside a refusal. */
const NEAREST = 3;

/**
 * Answers one question from the documents in scope. Evidence comes best first, quotes are exactly their slices, and a
 * question the documents do not answer is `insufficient` with the nearest passages. Questions over every clause ("is
 * there any", "list all", "how many") look at all clauses and come with their coverage.
 *
 * Throws QUESTION_EMPTY, QUESTION_TOO_LONG, DOCUMENT_NOT_FOUND, CANCELLED, and what the ports throw.
 */
export async function ask(question: string, ports: AnswerPorts, scope: AnswerScope, run: Run): Promise<Answer> {
  const started = ports.clock.now();
  const text = checkedQuestion(question);
  const all = await ports.store.documents();
  const wanted = scope.documents === null ? null : new Set(scope.documents);
  const documents = wanted === null ? all : all.filter(({ id }) => wanted.has(id));
  // An id that the store does not list is an error of the caller, and the store says which.
  for (const id of scope.documents ?? [])
    if (!documents.some((document) => document.id === id)) await ports.store.load(id);
  const pending = documents.filter(({ embedded, chunks }) => embedded < chunks).map(({ id }) => id);
  const empty = emptyAnswer(pending);
  if (documents.length === 0) return { ...empty, status: 'empty-library' };

  run.report({ stage: 'search', done: 0, total: STAGES });
  const exhaustive = understand(text).reach !== 'passage';
  const found = await search(
    text,
    ports,
    {
      documents: scope.documents,
      limit: PASSAGES,
      ...(exhaustive ? { candidates: countChunks(documents), allDocuments: true } : {}),
    },
    run,
  );
  const searched = ports.clock.now();
  throwIfCancelled(run);
  run.report({ stage: 'read', done: 1, total: STAGES });
  const quotes = selectQuotes(found);
  const coverage = exhaustive ? coverageOf(found.views, found.checked) : null;
  const selected = ports.clock.now();
  const timings = { search: searched - started, select: selected - searched };

  if (isTooWeak(found, quotes)) {
    const nearest = nearestOf(found).map(evidenceOf);
    return { ...empty, coverage, nearest, timings: { ...timings, total: ports.clock.now() - started } };
  }
  const conflicts = conflictsIn(quotes);
  const evidence = quotes.map(evidenceOf);
  const missing = missingFrom(quotes);
  const rest = { ...empty, evidence, conflicts, missing, coverage };
  if (conflicts.length > 0) {
    return { ...rest, status: 'conflicting', timings: { ...timings, total: ports.clock.now() - started } };
  }
  run.report({ stage: 'conclude', done: 2, total: STAGES });
  const generated =
    ports.generator === undefined ? null : await generatedConclusion(quotes, found.question, ports.generator, run);
  const conclude = ports.clock.now() - selected;
  const model = generated === null || generated.empty ? empty.model : (ports.generator?.name ?? empty.model);
  return {
    ...rest,
    status: 'answered',
    conclusion:
      generated === null || generated.empty ? extractiveConclusion(quotes, found.question) : generated.conclusion,
    model,
    timings: { ...timings, conclude, total: ports.clock.now() - started },
  };
}

function emptyAnswer(pending: string[]): Answer {
  return {
    status: 'insufficient',
    conclusion: '',
    riskLevel: null,
    evidence: [],
    conflicts: [],
    missing: [],
    revision: null,
    nearest: [],
    coverage: null,
    pending,
    model: 'extractive',
    timings: {},
  };
}

const countChunks = (documents: readonly DocumentSummary[]): number =>
  documents.reduce((sum, { chunks }) => sum + chunks, 0);

const nearestOf = (found: Found): Quote[] =>
  found.passages.slice(0, NEAREST).map(({ view, node, slices }) => ({ view, node, role: 'related', slices }));

/** Annexes and documents that the quoted clauses refer to and that are not at hand, in the words of the contract. */
function missingFrom(quotes: readonly Quote[]): string[] {
  const missing = new Set<string>();
  for (const { view, node, slices } of quotes) {
    for (const { text, kind, status, start, end } of view.referencesOf(node)) {
      if (status !== 'dangling' || (kind !== 'annex' && kind !== 'document')) continue;
      if (slices.some(([from, to]) => from <= start && end <= to)) missing.add(text);
    }
  }
  return [...missing];
}
