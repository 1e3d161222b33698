import type { ClauseNode, Definition, Reference } from '../../../../shared/model.ts';
import type { Span } from '../../../../shared/span.ts';
import { earlierIn, lastBody, ruleBefore, wholeOf } from './bridgeSides.ts';
import type { Side } from './bridgeSides.ts';
import { contrastCues } from './contrastCues.ts';
import type { Cue } from './contrastCues.ts';
import { excludedTerm } from './contrastTerms.ts';
import type { Topics } from './contrastTopics.ts';
import type { Links } from './links.ts';
import { childrenOf, isUnder, parentOf, passagesOf, spanIn } from './view.ts';
import type { Passage, TreeView } from './view.ts';

const mostTargets = 4;
/** Earlier members of a list that "the preceding provisions of this Section" stands for, at most. */
const mostEarlier = 6;

/** What the rules for one sentence look at. */
export interface Scene {
  /** False for reports and policies: permissions and duties there stand against nothing. */
  readonly contract: boolean;
  readonly view: TreeView;
  readonly topics: Topics;
  readonly terms: ReadonlyMap<string, Definition>;
  readonly passage: Passage;
  readonly sentence: Span;
  /** Text of the sentence. */
  readonly text: string;
  /** References that stand in it. */
  readonly inside: readonly Reference[];
  readonly links: Links;
}

/** Nodes that a reference names and that are neither around nor inside the node itself. */
export function othersOf(view: TreeView, node: ClauseNode, reference: Reference): ClauseNode[] {
  if (reference.status !== 'resolved' || reference.targets.length > mostTargets || reference.kind === 'annex')
    return [];
  return reference.targets
    .map((id) => view.byId.get(id))
    .filter(
      (target) =>
        target !== undefined && target !== node && !isUnder(view, node, target) && !isUnder(view, target, node),
    ) as ClauseNode[];
}

/** All contrasts that one sentence says of itself, of the clauses it names, or of what stands before it. */
export function sentenceLinks(scene: Scene): void {
  referenceLinks(scene);
  // a cell of a table stands beside other cells, not behind a rule: only what it names counts
  const cell = scene.passage.block.kind === 'cell';
  for (const cue of contrastCues(scene.text))
    if (!cell || cue.kind === 'inside' || cue.kind === 'all') cueLinks(scene, cue);
  if (cell) return;
  excludedTerm(scene);
  exceptedHeading(scene);
}

// "… will have no obligation under Sections 10.1 or 10.2", "is deemed sufficient notice under Section 4.1".
const relieved =
  /\b(?:no (?:such )?(?:obligations?|liability|duty|responsibility)|not (?:be )?(?:liable|responsible|required|obligated|obliged)|(?:relieved|released|excused|exempt) (?:of|from)|deemed)\b[^.;]{0,80}\b(?:under|pursuant to|by|in|of)(?: the)? $|(?:不承担|无需|免除|豁免|不负|不受)[^,。;]{0,10}$/i;

function referenceLinks({ view, passage, sentence, text, inside, links }: Scene): void {
  const span = spanIn(passage, ...sentence);
  for (const reference of inside) {
    const own: Side = { node: passage.node, span };
    if (reference.role === 'plain') {
      if (reference.status !== 'resolved') continue;
      const at = text.indexOf(reference.text);
      if (at < 0 || !relieved.test(text.slice(0, at))) continue;
      for (const target of othersOf(view, passage.node, reference))
        links.add('contrast', own, wholeOf(view, target), 0.7);
      continue;
    }
    if (reference.role === 'prevails') continue;
    for (const target of othersOf(view, passage.node, reference)) {
      const other = wholeOf(view, target);
      if (reference.role === 'notwithstanding') links.add('contrast', own, other, 0.9);
      else links.add('contrast', other, own, reference.role === 'except' ? 0.85 : 0.6);
    }
  }
}

function cueLinks(scene: Scene, cue: Cue): void {
  const { view, topics, passage, sentence, inside, links } = scene;
  const start = sentence[0] + cue.start;
  const end = Math.min(sentence[0] + cue.end, sentence[1]);
  if (end <= start) return;
  const proviso: Side = { node: passage.node, span: spanIn(passage, start, end) };
  switch (cue.kind) {
    case 'inside': {
      // 除A外 limits what follows it, wherever in the sentence it stands
      const behind = exceptBehind.test(passage.text.slice(start, end)) ? textBehind(passage, end, sentence[1]) : null;
      if (behind) links.add('contrast', proviso, { node: passage.node, span: behind }, cue.confidence);
      const rule = ruleInside(passage, sentence, start, end);
      if (behind) return;
      if (rule) links.add('contrast', proviso, { node: passage.node, span: rule }, cue.confidence);
      else {
        const before = ruleBefore(view, passage, sentence[0]);
        if (before && start - sentence[0] < 4 && !scene.text.endsWith(':'))
          links.add('contrast', proviso, before, cue.confidence);
      }
      return;
    }
    case 'reference': {
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
      referenceAround(scene, cue, proviso, subject);
      return;
    }
    case 'all':
      againstAll(scene, cue, proviso);
      return;
    case 'yields': {
      if (!scene.contract) return;
      const above = ancestorNamed(scene);
      if (above !== undefined) earlierUnder(scene, above, proviso, cue);
      else for (const rule of topics.yieldsTo(passage, sentence)) links.add('contrast', proviso, rule, cue.confidence);
      return;
    }
    case 'topic':
      topicLink(scene, cue, proviso);
      return;
    case 'before': {
      itemsBetween(scene, cue, proviso);
      const rule = ruleBefore(view, passage, sentence[0]);
      if (rule && !(rule.node !== passage.node && cue.confidence < 0.6))
        links.add('contrast', proviso, rule, cue.confidence);
      return;
    }
    case 'foregoing': {
      itemsBetween(scene, cue, proviso);
      foregoing(scene, cue, proviso);
      return;
    }
  }
}

/** Flush text behind the items of its own clause: "(a) …; (b) … However, …" takes from the items. */
function itemsBetween({ view, passage, links }: Scene, cue: Cue, proviso: Side): void {
  const items = childrenOf(view, passage.node).filter(
    (child) =>
      child.kind === 'item' &&
      child.end <= proviso.span[0] &&
      child.start > (passagesOf(view, passage.node)[0]?.offsets[0] ?? 0),
  );
  for (const item of items.slice(-mostEarlier))
    links.add('contrast', proviso, wholeOf(view, item), Math.min(cue.confidence, 0.6));
}

/** "The foregoing": all of the paragraph before the sentence, or what stands before it; behind a list its items too. */
function foregoing({ view, passage, sentence, links }: Scene, cue: Cue, proviso: Side): void {
  const { node } = passage;
  const earlier = earlierIn(passage, sentence[0]);
  const rule = earlier ?? ruleBefore(view, passage, sentence[0]);
  if (rule === null) return;
  links.add('contrast', proviso, rule, cue.confidence);
  // a paragraph behind the last item of a list speaks of the whole list
  if (earlier !== null || node.kind !== 'item' || passagesOf(view, node)[0] === passage) return;
  const parent = parentOf(view, node);
  if (parent === undefined) return;
  for (const item of childrenOf(view, parent)
    .filter((child) => child.end <= node.start)
    .slice(-mostEarlier))
    links.add('contrast', proviso, wholeOf(view, item), cue.confidence);
}

/** 乙方不再受本条款限制: the clause around the sentence that it names. */
const ancestorNamed = ({ view, passage, inside }: Scene): ClauseNode | undefined =>
  inside
    .flatMap((one) => one.targets)
    .map((id) => view.byId.get(id))
    .find(
      (target) =>
        target !== undefined &&
        target !== passage.node &&
        target.parent !== null &&
        isUnder(view, passage.node, target),
    );

/** A sentence of the reference kind that names no other clause: what it limits stands before it or around it. */
function referenceAround(scene: Scene, cue: Cue, proviso: Side, subject: Span): void {
  const { view, passage, sentence, inside, links } = scene;
  const { node } = passage;
  // the words right before the verb are its subject; "such as" far ahead of it points nowhere
  const words = passage.text.slice(sentence[0], sentence[0] + Math.min(cue.end, cue.subjectEnd ?? cue.end)).slice(-80);
  const targets = inside
    .filter((one) => one.end <= subject[1] && one.status === 'resolved' && one.kind === 'clause')
    .flatMap((one) => one.targets);
  // "Notwithstanding this Section 2.1", said in 2.1(f)
  const above = targets
    .map((id) => view.byId.get(id))
    .find((target) => target !== undefined && target !== node && target.parent !== null && isUnder(view, node, target));
  const earlier = earlierIn(passage, sentence[0]);
  if (above !== undefined && (earlier === null || preceding.test(words))) {
    earlierUnder(scene, above, proviso, cue);
    return;
  }
  const rule = earlier ?? ruleBefore(view, passage, sentence[0]);
  if (rule?.node === node) {
    links.add('contrast', proviso, rule, targets.length > 0 ? cue.confidence : Math.min(cue.confidence, 0.7));
    if (targets.length === 0 && !backward.test(words)) topicLink(scene, cue, proviso);
    return;
  }
  if (targets.length > 0) {
    // "This Section does not apply": its own first sentence has no rule before it
    if (rule !== null && !targets.includes(node.id)) links.add('contrast', proviso, rule, cue.confidence);
    return;
  }
  const open = /^\[*nothing\b(?!.{0,80}\b(?:construed|creat|constitut|partner|agency|employ))/i.test(scene.text);
  if (topicLink(scene, cue, proviso) && !open) return;
  if (rule === null) return;
  if (open) {
    // "Nothing in this agreement prohibits …" takes from every clause; the one before it is the likeliest
    if (rule.node.parent === node.parent) links.add('contrast', proviso, rule, 0.4);
    return;
  }
  // two items of one list stand side by side: neither is the rule of the other
  const parallel = node.kind === 'item' && rule.node.kind === 'item';
  if (cue.confidence < 0.7 || !(parallel ? backward : pointing).test(words)) return;
  links.add('contrast', proviso, rule, Math.min(cue.confidence, 0.7));
}

/** "The preceding provisions of this Section", 本条款 under its heading: the clause's own words and its earlier parts. */
function earlierUnder({ view, passage, links }: Scene, above: ClauseNode, proviso: Side, cue: Cue): void {
  const own = passagesOf(view, above).length > 0 ? lastBody(view, above) : null;
  const bare = above.heading !== null && own !== null && own[1] - own[0] >= above.end - above.start - 2;
  if (own !== null && !bare) links.add('contrast', proviso, { node: above, span: own }, cue.confidence);
  const parts = childrenOf(view, above).filter((child) => child.end <= passage.node.start && child.kind !== 'table');
  for (const part of parts.slice(-mostEarlier))
    links.add('contrast', proviso, wholeOf(view, part), Math.min(cue.confidence, 0.7));
}

/** "Notwithstanding anything to the contrary": the clause before it, and the one that speaks of the same thing. */
function againstAll({ view, topics, passage, sentence, text, links }: Scene, cue: Cue, proviso: Side): void {
  const cell = passage.block.kind === 'cell';
  const before = cell ? null : (earlierIn(passage, sentence[0]) ?? ruleBefore(view, passage, sentence[0]));
  if (before !== null && (before.node === passage.node || before.node.parent === passage.node.parent))
    links.add('contrast', proviso, before, 0.5);
  const said = text.slice(cue.subjectEnd ?? 0, (cue.subjectEnd ?? 0) + 260);
  const other = topics.headed(said.slice(0, 90), passage.node) ?? topics.alike(said, passage, 'anywhere');
  if (other !== null && other.node !== before?.node) links.add('contrast', proviso, other, 0.45);
}

/** What a sentence takes from is named by its subject ("The Non-Compete Covenant does not apply"): the clause of that heading. */
function topicLink({ topics, passage, sentence, text, links }: Scene, cue: Cue, proviso: Side): boolean {
  const words = text.slice(cue.topicStart ?? 0, cue.subjectEnd ?? text.length).slice(0, 120);
  const near = cue.kind === 'topic' ? [] : topics.yieldsTo(passage, sentence);
  const headed = topics.headed(words, passage.node);
  // "such obligations" were named in the clause itself
  const rules = backward.test(words) && near.length > 0 ? near : headed === null ? near : [headed];
  for (const rule of rules) links.add('contrast', proviso, rule, headed === null ? 0.45 : 0.5);
  return rules.length > 0;
}

const exceptHeading =
  /\b(?:except|other than|save)(?: for| in (?:the )?(?:case|event) of| as a result of| due to| because of)? (?:an? |the |any )?((?:[A-Z][\w-]* ?){1,4})|除(?:本合同(?:中)?的?)?([\u4e00-\u9fff]{2,10}?)(?:原因|情形|因素|事件|条款)?之?外/g;

/** 除不可抗力原因外, "except in the event of Force Majeure": the clause of that heading limits the sentence. */
function exceptedHeading({ topics, passage, sentence, text, links }: Scene): void {
  for (const match of text.matchAll(exceptHeading)) {
    const words = (match[1] ?? match[2] ?? '').trim();
    if (words.length < 3 || /另有|约定|规定|本合同|本协议/.test(words)) continue;
    const proviso = topics.headed(words, passage.node);
    if (proviso !== null && proviso.node.heading !== null && sameWords(proviso.node.heading, words))
      links.add('contrast', proviso, { node: passage.node, span: spanIn(passage, ...sentence) }, 0.5);
  }
}

const sameWords = (heading: string, words: string): boolean => {
  const [a, b] = [heading, words].map((text) => text.toLowerCase().replace(/[^a-z\u3400-\u9fff]/g, ''));
  return a !== undefined && b !== undefined && (a.startsWith(b) || b.startsWith(a) || a.includes(b));
};

const preceding =
  /\b(?:preceding|foregoing|above|other) (?:provisions?|terms?|paragraphs?|sections?|clauses?)\b|不再|上述|前述/i;

// Words of a subject that point at the clause before: "The limitations above do not apply", 上述义务不适用.
const pointing =
  /\b(?:foregoing|above|preceding|previous|such|these|those|limitations?|exclusions?|restrictions?|obligations?|caps?|exceptions?)\b|前|上述|以上|该|本|规定|约定|限制|义务/i;

const backward = /\b(?:foregoing|above|preceding|previous|such|these|those)\b|[前上]述|前款|前项|以上|该/i;

const exceptBehind = /^除(?!非).*外$/;

/** What stands behind the proviso up to the end of the sentence; null if that is nothing. */
function textBehind(passage: Passage, end: number, stop: number): Span | null {
  let from = end;
  while (from < stop && /[\s,;:)]/.test(passage.text.charAt(from))) from++;
  return stop - from >= 6 ? spanIn(passage, from, stop) : null;
}

/** The part of the sentence that the proviso limits: before it, or behind it where the sentence opens with it. */
function ruleInside(passage: Passage, sentence: Span, start: number, end: number): Span | null {
  const { text } = passage;
  const before = text.slice(sentence[0], start).replace(/[\s,;(]+$/, '');
  if (before.replace(/[^\p{L}]/gu, '').length >= 4) {
    const semicolon = before.slice(0, -1).lastIndexOf('; ');
    const from = semicolon >= 0 && before.length - semicolon > 20 ? sentence[0] + semicolon + 2 : sentence[0];
    return spanIn(passage, from, sentence[0] + before.length);
  }
  return textBehind(passage, end, sentence[1]);
}
