import { sameNumber } from '../../../electron/engine/structure/number.ts';
import type { Bridge, ClauseNode } from '../../../shared/model.ts';
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
  readonly terms: readonly {
    readonly term: string;
    readonly quote: string;
    readonly aliases?: readonly string[];
    /** Other places that define the term again: finding one of them is right too. */
    readonly also?: readonly string[];
  }[];
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

const meets = (slices: readonly Span[], span: Span): boolean => slices.some((slice) => overlaps(slice, span));

/**
 * Whether a link brings proviso and rule together. A side is hit by its node's own text or by the evidence; an item is always
 * read with its lead-in, so the rule may be the lead-in of the item that is linked, the proviso an item of the linked lead-in.
 * Inside one node only the evidence counts, else any link of a long clause would do.
 */
export function connects(sample: Sample, bridge: Bridge, proviso: Span, rule: Span): boolean {
  if (bridge.relation !== 'contrast') return false;
  if (bridge.from === bridge.to) return meets(bridge.evidence, proviso) && meets(bridge.evidence, rule);
  const to = sample.byId.get(bridge.to);
  const lead = to?.kind === 'item' && to.parent !== null ? ownOf(sample, to.parent) : [];
  const items = sample.tree.nodes.filter((node) => node.kind === 'item' && node.parent === bridge.from);
  return (
    meets([...ownOf(sample, bridge.from), ...items.flatMap(({ own }) => own), ...bridge.evidence], proviso) &&
    meets([...ownOf(sample, bridge.to), ...lead, ...bridge.evidence], rule)
  );
}

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

/**
 * A marked term is found by a definition of that name, or of one of its marked aliases, whose span meets the quote or one of the
 * further places. A definition is right if it names a marked term: giving the same term again elsewhere adds nothing wrong.
 */
export function scoreDefinitions(sample: Sample, gold: Terms): { recall: Score; precision: Score } {
  const { definitions } = sample.tree;
  const namesOf = (term: string, aliases: readonly string[] | undefined): string[] =>
    [term, ...(aliases ?? [])].map(plain);
  const used = new Set<number>();
  const missed: string[] = [];
  for (const { term, quote, aliases, also } of gold.terms) {
    const spans = [quote, ...(also ?? [])].map((words) => sample.locate(words)).filter((span) => span !== null);
    const names = namesOf(term, aliases);
    const hits = definitions.flatMap((one, index) =>
      [one.term, ...one.aliases].some((name) => names.includes(plain(name))) &&
      spans.some((span) => overlaps([one.start, one.end], span))
        ? [index]
        : [],
    );
    for (const index of hits) used.add(index);
    if (hits.length === 0)
      missed.push(`${term}${spans.length === 0 ? ' (quote not in the text)' : ''}: ${quote.slice(0, 100)}`);
  }
  const known = new Set(gold.terms.flatMap(({ term, aliases }) => namesOf(term, aliases)));
  const extra = definitions.filter(
    (one, index) => !used.has(index) && ![one.term, ...one.aliases].some((name) => known.has(plain(name))),
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

const solid = (words: string): string =>
  words
    .normalize('NFKC')
    .replace(/[\s《》〈〉*_"“”]/g, '')
    .toLowerCase();

/** `1g` and `1.g` are one place. */
const apart = (number: string): string => number.replace(/(?<=\d)(?=[a-z]\b)/g, '.');

/** A node as a reader cites it: by its number, by its heading, or an annex by the title on its first line. */
function isCited(sample: Sample, node: ClauseNode, target: string): boolean {
  if (node.number !== null && (sameNumber(node.number, target) || sameNumber(apart(node.number), apart(target))))
    return true;
  if (node.kind === 'recital' && node.label !== null && sameNumber(node.label, target)) return true;
  const wanted = solid(target);
  if (
    /^(?:schedule|exhibit|annex|appendix) /i.test(target) &&
    solid(sample.text.slice(node.start, node.start + 40)).startsWith(wanted)
  )
    return true;
  // the heading of an unnumbered clause stands for it; items below it carry it in their number
  for (let at: ClauseNode | undefined = node; at !== undefined; at = parentOf(sample, at)) {
    if (at.heading !== null && solid(at.heading) === wanted)
      return at === node || (at.number === null && unlabelled(sample, node, at));
    if (!unlabelled(sample, node, at)) break;
  }
  if (!/^(?:附|annex|schedule|exhibit)/i.test(target)) return false;
  const title = wanted.replace(/^附(?:件|录|表|图)(?:[一二三四五六七八九十\d]+)?/, '');
  const first = sample.text
    .slice(node.start, node.start + 120)
    .split('\n')
    .slice(0, 3)
    .join('');
  return (
    title !== '' &&
    (node.kind === 'annex' || node.heading !== null) &&
    solid(`${node.heading ?? ''}${first}`).includes(title)
  );
}

const parentOf = (sample: Sample, node: ClauseNode): ClauseNode | undefined =>
  node.parent === null ? undefined : sample.byId.get(node.parent);

/** No label stands between the node and the ancestor: a paragraph under a heading is cited by the heading. */
function unlabelled(sample: Sample, node: ClauseNode, ancestor: ClauseNode): boolean {
  for (let at: ClauseNode | undefined = node; at !== undefined && at !== ancestor; at = parentOf(sample, at))
    if (at.label !== null || at.kind === 'annex') return false;
  return true;
}

/** Targets count where the reference is resolved; what lies outside or is missing only has to be named so. */
export function scoreReferences(sample: Sample, gold: readonly Reference[]): Score {
  const misses: string[] = [];
  for (const one of gold) {
    const span = placeOf(sample, one);
    if (span === null) {
      misses.push(`not in the text: ${one.text} in ${one.quote.slice(0, 80)}`);
      continue;
    }
    const here = sample.tree.references.filter((found) => overlaps([found.start, found.end], span));
    const nodes = here.flatMap((found) =>
      found.targets.map((id) => sample.byId.get(id)).filter((node) => node !== undefined),
    );
    const right =
      here.length > 0 &&
      here.every(({ status }) => status === one.status) &&
      (one.status !== 'resolved' ||
        (one.targets.every((target) => nodes.some((node) => isCited(sample, node, target))) &&
          nodes.every((node) => one.targets.some((target) => isCited(sample, node, target)))));
    const status = [...new Set(here.map((found) => found.status))].join('+') || 'none';
    const numbers = nodes.map((node) => node.number ?? node.path.join(' > '));
    if (!right)
      misses.push(
        `${one.text}: ${one.status} ${one.targets.join(', ')} but ${status} ${numbers.join(', ')} in ${one.quote.slice(0, 80)}`,
      );
  }
  return { found: gold.length - misses.length, total: gold.length, misses };
}

/** Where the printed reference stands inside its quote, white space and quotation marks aside. */
function placeOf(sample: Sample, { quote, text }: Reference): Span | null {
  const sentence = sample.locate(quote);
  return sentence === null ? null : sample.locate(text, sentence);
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
