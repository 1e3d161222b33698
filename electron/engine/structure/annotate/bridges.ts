import type { Bridge, ClauseNode, Definition, Reference } from '../../../../shared/model.ts';
import type { Span } from '../../../../shared/span.ts';
import { contrastCues } from './contrastCues.ts';
import type { Cue } from './contrastCues.ts';
import { childrenOf, isUnder, parentOf, passagesOf, spanIn } from './view.ts';
import type { Passage, TreeView } from './view.ts';

/** A rule or a proviso: the node and the words in it. */
interface Side {
  readonly node: ClauseNode;
  readonly span: Span;
}

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

/** Folded position after the label and the heading of the node, if the passage opens with them. */
function bodyStart(passage: Passage): number {
  let at = 0;
  const { node, text } = passage;
  const skip = (words: string | null): void => {
    if (words === null) return;
    const plain = words.replace(/\s+/g, ' ').trim();
    const position = text.toLowerCase().indexOf(plain.toLowerCase(), at);
    if (plain !== '' && position >= 0 && position - at <= 3) at = position + plain.length;
  };
  skip(node.label);
  skip(node.heading);
  const separators = /^[\s.:;、。)）-]*/.exec(text.slice(at));
  return at > 0 ? at + (separators?.[0].length ?? 0) : 0;
}

/** The sentences of a passage without the label and heading that it opens with. */
function bodySentences(passage: Passage): Span[] {
  const from = bodyStart(passage);
  const spans: Span[] = [];
  for (const [start, end] of passage.sentences) {
    let at = Math.max(start, from);
    const label =
      at === start
        ? /^(?:\(?[\dA-Za-z]{1,4}[.)]|[\d.]{2,9}|\([一二三四五六七八九十]{1,3}\)|[①-⑳]) ?/.exec(
            passage.text.slice(at, end),
          )
        : null;
    if (label) at += label[0].length;
    while (at < end && passage.text.charAt(at) === ' ') at++;
    if (end - at >= 4) spans.push([at, end]);
  }
  return spans;
}

const bodySpan = (passage: Passage): Span | null => {
  const sentences = bodySentences(passage);
  const first = sentences[0];
  const last = sentences.at(-1);
  return first && last ? spanIn(passage, first[0], last[1]) : null;
};

/** The rule that a sentence which limits "what stands before" means; null at the start of everything. */
function ruleBefore(view: TreeView, passage: Passage, at: number): Side | null {
  const sentences = bodySentences(passage);
  const index = sentences.findIndex(([, end]) => end > at);
  const previous = sentences[index - 1];
  const { node } = passage;
  if (previous) return { node, span: spanIn(passage, previous[0], previous[1]) };
  const own = passagesOf(view, node);
  for (const other of own.filter((one) => one.index < passage.index).toReversed()) {
    const span = bodySpan(other);
    if (span) return { node, span };
  }
  if (node.parent === null) return null;
  const parent = parentOf(view, node);
  if (parent === undefined) return null;
  const siblings = childrenOf(view, parent);
  for (let i = siblings.indexOf(node) - 1; i >= 0; i--) {
    const sibling = siblings[i];
    if (sibling === undefined || sibling.kind === 'note' || sibling.kind === 'table') continue;
    const span = lastBody(view, sibling);
    if (span) return { node: sibling, span };
    if (sibling.kind !== 'paragraph') break;
  }
  for (const other of passagesOf(view, parent).toReversed()) {
    const span = other.index < passage.index && parent.parent !== null ? bodySpan(other) : null;
    if (span) return { node: parent, span };
  }
  return null;
}

/** A line of words without a verb of duty is the heading of what follows. */
const isHeading = (passage: Passage): boolean =>
  passage.text.length < 90 &&
  !/[.;:。;,]["”')]?$/.test(passage.text) &&
  !/\b(?:shall|will|may|must|is|are|means)\b|应|须|得|可|由/.test(passage.text);

/** What a clause says of its own: its last sentence, its lead-in where items follow, all of it below a bare heading. */
function lastBody(view: TreeView, node: ClauseNode): Span | null {
  const parts = childrenOf(view, node).length > 0;
  for (const passage of passagesOf(view, node).toReversed()) {
    const last = parts && isHeading(passage) ? undefined : bodySentences(passage).at(-1);
    if (last) return spanIn(passage, last[0], last[1]);
  }
  return parts ? [node.start, node.end] : null;
}

function wholeOf(view: TreeView, node: ClauseNode): Side {
  const parts = childrenOf(view, node).length > 0;
  for (const passage of passagesOf(view, node)) {
    const span = parts && isHeading(passage) ? null : bodySpan(passage);
    if (span) return { node, span };
  }
  return { node, span: [node.start, node.end] };
}

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
    const pointed = inside.some((one) => one.end <= subject[1] && one.status === 'resolved' && one.kind === 'clause');
    if (named.length > 0 && named.length <= mostTargets) {
      for (const rule of named) links.add('contrast', proviso, rule, Math.max(cue.confidence, 0.85));
      return;
    }
    // "Notwithstanding anything to the contrary" names no rule: only a sentence before it in the same clause is meant
    const rule = ruleBefore(view, passage, sentence[0]);
    if (rule === null) return;
    const words = passage.text.slice(start, Math.min(end, sentence[0] + (cue.subjectEnd ?? cue.end)));
    if (rule.node !== passage.node && !pointed && (cue.confidence < 0.7 || !pointing.test(words))) return;
    links.add('contrast', proviso, rule, pointed ? cue.confidence : Math.min(cue.confidence, 0.7));
    return;
  }
  const rule = ruleBefore(view, passage, sentence[0]);
  if (rule) links.add('contrast', proviso, rule, cue.confidence);
}

// Words of a subject that point at the clause before: "The limitations above do not apply", 上述义务不适用.
const pointing =
  /\b(?:foregoing|above|preceding|previous|such|these|those|this|limitations?|exclusions?|restrictions?|obligations?|provisions?|caps?|exceptions?|requirements?)\b|前|上述|以上|该|本|规定|约定|限制|义务/i;

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
  const definition = terms.get(words.toLowerCase()) ?? longestTerm(words, terms, match[2] === undefined);
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
  if (before && parent?.parent !== null) links.add('contrast', own, wholeOf(view, before), 0.6);
}
