import { sameNumber } from '../../../electron/engine/structure/number.ts';
import type { Bridge } from '../../../shared/model.ts';
import { overlaps } from '../../../shared/span.ts';
import type { Span } from '../../../shared/span.ts';
import type { Sample } from './load.ts';

export interface Contrast {
  readonly file: string;
  readonly rule: string;
  readonly proviso: string;
}
export interface Terms {
  readonly file: string;
  readonly terms: readonly { readonly term: string; readonly quote: string }[];
}
export interface Reference {
  readonly file: string;
  readonly quote: string;
  readonly text: string;
  readonly targets: readonly string[];
  readonly status: 'resolved' | 'dangling' | 'external';
}

/** Items looked for, found, and a line per miss. */
export interface Score {
  readonly found: number;
  readonly total: number;
  readonly misses: readonly string[];
}

const ownOf = (sample: Sample, id: string): readonly Span[] => sample.byId.get(id)?.own ?? [];

/** A side is hit by the node's own text or by the evidence. */
function touches(sample: Sample, id: string, evidence: readonly Span[], span: Span): boolean {
  return [...ownOf(sample, id), ...evidence].some((slice) => overlaps(slice, span));
}

export const connects = (sample: Sample, bridge: Bridge, proviso: Span, rule: Span): boolean =>
  bridge.relation === 'contrast' &&
  touches(sample, bridge.from, bridge.evidence, proviso) &&
  touches(sample, bridge.to, bridge.evidence, rule);

export function scoreContrasts(sample: Sample, gold: readonly Contrast[]): Score {
  const misses: string[] = [];
  for (const { rule, proviso } of gold) {
    const ruleSpan = sample.locate(rule);
    const provisoSpan = sample.locate(proviso);
    if (ruleSpan === null || provisoSpan === null)
      misses.push(`not in the text: ${ruleSpan === null ? rule : proviso}`);
    else if (!sample.tree.bridges.some((bridge) => connects(sample, bridge, provisoSpan, ruleSpan)))
      misses.push(`${proviso.slice(0, 90)}  ⇒  ${rule.slice(0, 90)}`);
  }
  return { found: gold.length - misses.length, total: gold.length, misses };
}

const plain = (term: string): string =>
  term
    .normalize('NFKC')
    .replace(/["“”'‘’「」『』«»]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();

export function scoreDefinitions(sample: Sample, gold: Terms): { recall: Score; precision: Score } {
  const { definitions } = sample.tree;
  const used = new Set<number>();
  const missed: string[] = [];
  for (const { term, quote } of gold.terms) {
    const span = sample.locate(quote);
    const index =
      span === null
        ? -1
        : definitions.findIndex(
            (one) =>
              [one.term, ...one.aliases].some((name) => plain(name) === plain(term)) &&
              overlaps([one.start, one.end], span),
          );
    if (index >= 0) used.add(index);
    else missed.push(`${term}${span === null ? ' (quote not in the text)' : ''}: ${quote.slice(0, 100)}`);
  }
  const names = new Set(gold.terms.map(({ term }) => plain(term)));
  const extra = definitions.filter(
    (one, index) => !used.has(index) && ![one.term, ...one.aliases].some((name) => names.has(plain(name))),
  );
  return {
    recall: { found: gold.terms.length - missed.length, total: gold.terms.length, misses: missed },
    precision: {
      found: definitions.length - extra.length,
      total: definitions.length,
      misses: extra.map(
        (one) => `${one.term}: ${sample.text.slice(one.start, one.end).replace(/\s+/g, ' ').slice(0, 100)}`,
      ),
    },
  };
}

export function scoreReferences(sample: Sample, gold: readonly Reference[]): Score {
  const misses: string[] = [];
  for (const one of gold) {
    const sentence = sample.locate(one.quote);
    const at =
      sentence === null
        ? -1
        : sample.text
            .slice(...sentence)
            .replace(/\s/g, ' ')
            .indexOf(one.text.replace(/\s/g, ' '));
    if (sentence === null || at < 0) {
      misses.push(`not in the text: ${one.text} in ${one.quote.slice(0, 80)}`);
      continue;
    }
    const span: Span = [sentence[0] + at, sentence[0] + at + one.text.length];
    const here = sample.tree.references.filter((found) => overlaps([found.start, found.end], span));
    const numbers = here.flatMap((found) => found.targets.map((id) => sample.byId.get(id)?.number ?? id));
    const status = here[0]?.status ?? 'none';
    const right =
      status === one.status &&
      one.targets.every((target) => numbers.some((number) => sameNumber(number, target))) &&
      numbers.every((number) => one.targets.some((target) => sameNumber(number, target)));
    if (!right)
      misses.push(
        `${one.text}: ${one.status} ${one.targets.join(', ')} but ${status} ${numbers.join(', ')} in ${one.quote.slice(0, 80)}`,
      );
  }
  return { found: gold.length - misses.length, total: gold.length, misses };
}

interface Question {
  readonly file: string;
  readonly gold: readonly { readonly quote: string; readonly number: string | null; readonly role: string }[];
}

/** The marked questions as a test of annotations: definitions found, exceptions connected to a clause of their question. */
export function scoreQuestion(
  sample: Sample,
  { gold }: Question,
): { definitions: Score; exceptions: Score; annexes: Score } {
  const nodesAt = (span: Span): string[] =>
    sample.tree.nodes.filter((node) => node.own.some((slice) => overlaps(slice, span))).map((node) => node.id);
  const linked = (a: Span, b: Span): boolean => {
    const left = nodesAt(a);
    const right = nodesAt(b);
    if (left.some((id) => right.includes(id))) return true;
    const family = (id: string): string[] => {
      const parent = sample.byId.get(id)?.parent;
      return parent === null || parent === undefined ? [id] : [id, parent];
    };
    const [lefts, rights] = [left.flatMap(family), right.flatMap(family)];
    if (left.some((id) => rights.includes(id)) || right.some((id) => lefts.includes(id))) return true;
    return (
      sample.tree.bridges.some(
        ({ from, to, evidence }) =>
          (lefts.includes(from) && rights.includes(to)) ||
          (lefts.includes(to) && rights.includes(from)) ||
          (evidence.some((span) => overlaps(span, a)) && evidence.some((span) => overlaps(span, b))),
      ) ||
      sample.tree.references.some(
        ({ node, targets }) =>
          (lefts.includes(node) && targets.some((id) => rights.includes(id))) ||
          (rights.includes(node) && targets.some((id) => lefts.includes(id))),
      )
    );
  };
  const check = (role: string, test: (span: Span) => boolean): Score => {
    const items = gold.filter((item) => item.role === role);
    const misses = items
      .filter((item) => {
        const span = sample.locate(item.quote);
        return span === null || !test(span);
      })
      .map((item) => `${item.number ?? '-'} ${item.quote.slice(0, 110)}`);
    return { found: items.length - misses.length, total: items.length, misses };
  };
  const clauses = gold
    .filter((item) => item.role !== 'exception' && item.role !== 'annex')
    .map((item) => sample.locate(item.quote))
    .filter((span) => span !== null);
  const toClause = (span: Span): boolean => clauses.length === 0 || clauses.some((clause) => linked(span, clause));
  return {
    definitions: check('definition', (span) =>
      sample.tree.definitions.some((one) => overlaps([one.start, one.end], span)),
    ),
    exceptions: check('exception', toClause),
    annexes: check('annex', toClause),
  };
}
