import type { Bridge, ClauseNode, Definition, Reference } from '../../../../shared/model.ts';
import type { Span } from '../../../../shared/span.ts';
import { bodySentences, lastBody, ruleBefore, wholeOf } from './bridgeSides.ts';
import type { Side } from './bridgeSides.ts';
import { contrastCues } from './contrastCues.ts';
import type { Cue } from './contrastCues.ts';
import { childrenOf, isUnder, parentOf, passagesOf, spanIn } from './view.ts';
import type { Passage, TreeView } from './view.ts';

const mostTargets = 4;

const additions: readonly (readonly [RegExp, Bridge['relation'], number])[] = [
  [
    /^(?:此外|另外|除此之外|in addition,|in addition to the foregoing|additionally,|furthermore,|moreover,|further,)/i,
    'addition',
    0.7,
  ],
  [
    /^(?:(?:因此|据此|由此|为此)(?!.{0,8}(?:双方|各方|达成|订立|签订|如下))|(?:therefore|accordingly),(?! (?:[^,.;]{0,40} )?(?:agrees?|have agreed|parties))|as a result,|consequently,|thus,)/i,
    'cause',
    0.6,
  ],
  [/^(?:例如|比如|举例(?:而言|来说)|for example,|for instance,|by way of (?:example|illustration))/i, 'example', 0.7],
  [/^(?:综上|总之|综上所述|in summary,|in conclusion,|in short,)/i, 'summary', 0.7],
];
const exceptionHeading =
  /^(?:exceptions?|exclusions?|carve-?outs?|excluded (?:claims|liabilit|matters|information)|例外|除外|免责例外)/i;

/**
 * Logic links between clauses. A contrast goes from the proviso to the rule; its evidence is `[proviso, rule]`. Where both
 * stand in one node, the link is kept only for two different stretches of it (a sentence and its proviso), so that a long
 * clause that is cut for reading still keeps them together. The other relations are only kept between two nodes.
 */
export function findBridges(
  view: TreeView,
  references: readonly Reference[],
  definitions: readonly Definition[],
): Bridge[] {
  const links = new Links();
  const byNode = new Map<string, Reference[]>();
  for (const reference of references) {
    const own = byNode.get(reference.node);
    if (own) own.push(reference);
    else byNode.set(reference.node, [reference]);
  }
  const terms = new Map<string, Definition>();
  for (const definition of definitions)
    for (const name of [definition.term, ...definition.aliases])
      if (!terms.has(name.toLowerCase())) terms.set(name.toLowerCase(), definition);

  for (const passage of view.passages) {
    if (passage.node.kind === 'signature' || passage.node.kind === 'table' || passage.block.kind === 'cell') continue;
    for (const sentence of bodySentences(passage)) {
      const text = passage.text.slice(...sentence);
      const span = spanIn(passage, ...sentence);
      const inside = (byNode.get(passage.node.id) ?? []).filter((one) => one.start >= span[0] && one.end <= span[1]);
      referenceLinks(view, passage, span, inside, links);
      for (const cue of contrastCues(text)) cueLinks(view, passage, sentence, cue, inside, links);
      excludedTerm(view, passage, sentence, text, terms, links);
    }
    openingLinks(view, passage, links);
    headingLinks(view, passage, byNode.get(passage.node.id) ?? [], links);
  }
  return links.all();
}

class Links {
  readonly #found = new Map<string, { bridge: Bridge; evidence: Span[] }>();
  readonly #from = new Set<string>();

  add(relation: Bridge['relation'], from: Side, to: Side, confidence: number): void {
    if (from.node === to.node && (relation !== 'contrast' || overlap(from.span, to.span))) return;
    const key = from.node === to.node ? `${from.node.id} ${from.span[0]}` : `${relation} ${from.node.id} ${to.node.id}`;
    const known = this.#found.get(key);
    if (known) {
      for (const span of [from.span, to.span])
        if (!known.evidence.some((own) => overlap(own, span))) known.evidence.push(span);
      known.bridge = { ...known.bridge, confidence: Math.max(known.bridge.confidence, confidence) };
      return;
    }
    if (relation === 'contrast') this.#from.add(from.node.id);
    this.#found.set(key, {
      bridge: { from: from.node.id, to: to.node.id, relation, evidence: [], confidence },
      evidence: [from.span, to.span],
    });
  }

  hasFrom(node: ClauseNode): boolean {
    return this.#from.has(node.id);
  }

  all(): Bridge[] {
    return [...this.#found.values()].map(({ bridge, evidence }) => ({ ...bridge, evidence }));
  }
}

const overlap = (a: Span, b: Span): boolean => a[0] < b[1] && b[0] < a[1];

/** Nodes that a reference names and that are neither around nor inside the node itself. */
function othersOf(view: TreeView, node: ClauseNode, reference: Reference): ClauseNode[] {
  if (reference.status !== 'resolved' || reference.targets.length > mostTargets || reference.kind === 'annex')
    return [];
  return reference.targets
    .map((id) => view.byId.get(id))
    .filter(
      (target) =>
        target !== undefined && target !== node && !isUnder(view, node, target) && !isUnder(view, target, node),
    ) as ClauseNode[];
}

function referenceLinks(
  view: TreeView,
  passage: Passage,
  span: Span,
  inside: readonly Reference[],
  links: Links,
): void {
  for (const reference of inside) {
    if (reference.role === 'plain' || reference.role === 'prevails') continue;
    const own: Side = { node: passage.node, span };
    for (const target of othersOf(view, passage.node, reference)) {
      const other = wholeOf(view, target);
      if (reference.role === 'notwithstanding') links.add('contrast', own, other, 0.9);
      else links.add('contrast', other, own, reference.role === 'except' ? 0.85 : 0.6);
    }
  }
}

function cueLinks(
  view: TreeView,
  passage: Passage,
  sentence: Span,
  cue: Cue,
  inside: readonly Reference[],
  links: Links,
): void {
  const start = sentence[0] + cue.start;
  const end = Math.min(sentence[0] + cue.end, sentence[1]);
  if (end <= start) return;
  const proviso: Side = { node: passage.node, span: spanIn(passage, start, end) };
  if (cue.kind === 'inside') {
    const rule = ruleInside(passage, sentence, start, end);
    if (rule) links.add('contrast', proviso, { node: passage.node, span: rule }, cue.confidence);
    else {
      const before = ruleBefore(view, passage, sentence[0]);
      if (before && start - sentence[0] < 4 && !passage.text.slice(...sentence).endsWith(':'))
        links.add('contrast', proviso, before, cue.confidence);
    }
    return;
  }
  if (cue.kind === 'reference') {
    const subject = spanIn(
      passage,
      start,
      Math.max(start + 1, Math.min(end, sentence[0] + (cue.subjectEnd ?? cue.end))),
    );
    const named = inside
      .filter((one) => one.end <= subject[1] && (one.role === 'plain' || one.role === 'notwithstanding'))
      .flatMap((one) => othersOf(view, passage.node, one).map((target) => wholeOf(view, target)));
    if (named.length > 0 && named.length <= mostTargets) {
      for (const rule of named) links.add('contrast', proviso, rule, Math.max(cue.confidence, 0.85));
      return;
    }
    referenceAround(view, passage, sentence, cue, proviso, subject, inside, links);
    return;
  }
  const rule = ruleBefore(view, passage, sentence[0]);
  if (rule) links.add('contrast', proviso, rule, cue.confidence);
}

/** A sentence of the reference kind that names no other clause: what it limits stands before it or around it. */
function referenceAround(
  view: TreeView,
  passage: Passage,
  sentence: Span,
  cue: Cue,
  proviso: Side,
  subject: Span,
  inside: readonly Reference[],
  links: Links,
): void {
  const { node } = passage;
  // the words right before the verb are its subject; "such as" far ahead of it points nowhere
  const words = passage.text.slice(sentence[0], sentence[0] + Math.min(cue.end, cue.subjectEnd ?? cue.end)).slice(-80);
  const targets = inside
    .filter((one) => one.end <= subject[1] && one.status === 'resolved' && one.kind === 'clause')
    .flatMap((one) => one.targets);
  const rule = ruleBefore(view, passage, sentence[0]);
  if (rule?.node === node) {
    links.add('contrast', proviso, rule, targets.length > 0 ? cue.confidence : Math.min(cue.confidence, 0.7));
    return;
  }
  // "Notwithstanding this Section 2.1", said in 2.1(f)
  const above = targets
    .map((id) => view.byId.get(id))
    .find((target) => target !== undefined && target !== node && target.parent !== null && isUnder(view, node, target));
  if (above !== undefined) {
    const span = lastBody(view, above);
    if (span) links.add('contrast', proviso, { node: above, span }, cue.confidence);
    return;
  }
  if (rule === null) return;
  if (targets.length > 0) {
    // "This Section does not apply": its own first sentence has no rule before it
    if (!targets.includes(node.id)) links.add('contrast', proviso, rule, cue.confidence);
    return;
  }
  // two items of one list stand side by side: neither is the rule of the other
  const parallel = node.kind === 'item' && rule.node.kind === 'item';
  if (cue.confidence < 0.7 || !(parallel ? backward : pointing).test(words)) return;
  links.add('contrast', proviso, rule, Math.min(cue.confidence, 0.7));
}

// Words of a subject that point at the clause before: "The limitations above do not apply", 上述义务不适用.
const pointing =
  /\b(?:foregoing|above|preceding|previous|such|these|those|limitations?|exclusions?|restrictions?|obligations?|caps?|exceptions?)\b|前|上述|以上|该|本|规定|约定|限制|义务/i;

const backward = /\b(?:foregoing|above|preceding|previous|such|these|those)\b|[前上]述|前款|前项|以上|该/i;

/** The part of the sentence that the proviso limits: before it, or behind it where the sentence opens with it. */
function ruleInside(passage: Passage, sentence: Span, start: number, end: number): Span | null {
  const { text } = passage;
  const before = text.slice(sentence[0], start).replace(/[\s,;(]+$/, '');
  if (before.replace(/[^\p{L}]/gu, '').length >= 4) {
    const semicolon = before.slice(0, -1).lastIndexOf('; ');
    const from = semicolon >= 0 && before.length - semicolon > 20 ? sentence[0] + semicolon + 2 : sentence[0];
    return spanIn(passage, from, sentence[0] + before.length);
  }
  let from = end;
  while (from < sentence[1] && /[\s,;:)]/.test(text.charAt(from))) from++;
  return sentence[1] - from >= 6 ? spanIn(passage, from, sentence[1]) : null;
}

const exclude =
  /^(?:(?:the term|such|notwithstanding the foregoing,?|however,?|the) )?["“']?([A-Z][\w&'/ -]{2,60}?)["”']?(?:,? however,?)? (?:(?:shall|does|do|will) not include|(?:specifically |expressly )?excludes?)\b/;
const excludeZh =
  /([\u3400-\u9fff]{2,16}?)(?:均|应|应当)?不(?:应)?(?:包括|包含)|不(?:应)?(?:视为|属于|构成|认定为|作为)“?([\u3400-\u9fff]{2,16})/;

/** "Confidential Information does not include …" limits the definition of the term. */
function excludedTerm(
  view: TreeView,
  passage: Passage,
  sentence: Span,
  text: string,
  terms: ReadonlyMap<string, Definition>,
  links: Links,
): void {
  const match = exclude.exec(text) ?? excludeZh.exec(text);
  const words = match?.[1] ?? match?.[2];
  if (match === null || words === undefined) return;
  const definition =
    terms.get(words.toLowerCase()) ??
    (/[A-Za-z]/.test(words) ? undefined : longestTerm(words, terms, match[2] === undefined));
  const holder = definition === undefined ? undefined : view.byId.get(definition.node);
  if (definition === undefined || holder === undefined) return;
  // a short name ("the Provider") has no meaning to be limited
  if (
    !/\b(?:means?|includ\w+|refers?|meanings?|defined)\b|指|包括|包含|:|：/i.test(
      view.source.text.slice(definition.start, definition.end),
    )
  )
    return;
  const span = spanIn(passage, ...sentence);
  links.add(
    'contrast',
    { node: passage.node, span },
    {
      node: holder,
      span: [definition.start, Math.min(definition.end, span[0] > definition.start ? span[0] : definition.end)],
    },
    0.8,
  );
}

function longestTerm(words: string, terms: ReadonlyMap<string, Definition>, atEnd: boolean): Definition | undefined {
  for (let length = words.length; length >= 3; length--) {
    const found = terms.get((atEnd ? words.slice(-length) : words.slice(0, length)).toLowerCase());
    if (found) return found;
  }
  return undefined;
}

function openingLinks(view: TreeView, passage: Passage, links: Links): void {
  const first = bodySentences(passage)[0];
  if (first === undefined) return;
  const text = passage.text.slice(...first);
  for (const [pattern, relation, confidence] of additions) {
    if (!pattern.test(text)) continue;
    const before = ruleBefore(view, passage, first[0]);
    if (before && before.node !== passage.node)
      links.add(relation, { node: passage.node, span: spanIn(passage, ...first) }, before, confidence);
    return;
  }
}

/** A clause headed "Exceptions" limits the clauses it names, else the clause before it. */
function headingLinks(view: TreeView, passage: Passage, references: readonly Reference[], links: Links): void {
  const { node } = passage;
  if (node.heading === null || !exceptionHeading.test(node.heading) || passagesOf(view, node)[0] !== passage) return;
  if (links.hasFrom(node)) return;
  const own = wholeOf(view, node);
  const named = references.flatMap((one) => othersOf(view, node, one));
  if (named.length > 0 && named.length <= mostTargets) {
    for (const target of named) links.add('contrast', own, wholeOf(view, target), 0.7);
    return;
  }
  const parent = parentOf(view, node);
  const siblings = parent === undefined ? [] : childrenOf(view, parent);
  const before = siblings[siblings.indexOf(node) - 1];
  // "Exclusions" often limits a definition or a cap elsewhere; only an exception is surely one to the clause before it
  if (before && parent?.parent !== null && /^(?:exceptions?|carve-?outs?|例外|除外)/i.test(node.heading))
    links.add('contrast', own, wholeOf(view, before), 0.6);
}
