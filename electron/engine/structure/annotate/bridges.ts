import type { Bridge, Definition, Reference } from '../../../../shared/model.ts';
import { bodySentences, ruleBefore, wholeOf } from './bridgeSides.ts';
import { othersOf, sentenceLinks } from './contrastLinks.ts';
import { topicsOf } from './contrastTopics.ts';
import { Links } from './links.ts';
import { childrenOf, parentOf, passagesOf, spanIn } from './view.ts';
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
  contract: boolean,
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

  const topics = topicsOf(view);
  for (const passage of view.passages) {
    if (passage.node.kind === 'signature') continue;
    const cell = passage.node.kind === 'table' || passage.block.kind === 'cell';
    const named = byNode.get(passage.node.id) ?? [];
    for (const sentence of bodySentences(passage)) {
      const text = passage.text.slice(...sentence);
      const span = spanIn(passage, ...sentence);
      const inside = named.filter((one) => one.start >= span[0] && one.end <= span[1]);
      sentenceLinks({ contract, view, topics, terms, passage, sentence, text, inside, links });
    }
    if (cell) continue;
    openingLinks(view, passage, links);
    headingLinks(view, passage, named, links);
  }
  if (contract) for (const { proviso, rule } of topics.opposed()) links.add('contrast', proviso, rule, 0.4);
  return links.all();
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
  const plain = /^(?:exceptions?|exclusions?|carve-?outs?|例外|除外)(?:情形)?$/i.test(node.heading.trim());
  if (links.hasFrom(node) && !plain) return;
  const own = wholeOf(view, node);
  const named = references.flatMap((one) => othersOf(view, node, one));
  if (named.length > 0 && named.length <= mostTargets) {
    for (const target of named) links.add('contrast', own, wholeOf(view, target), 0.7);
    return;
  }
  const parent = parentOf(view, node);
  const siblings = parent === undefined ? [] : childrenOf(view, parent);
  const before = siblings.slice(Math.max(0, siblings.indexOf(node) - mostTargets), siblings.indexOf(node));
  // "Exclusions" often limits a definition or a cap elsewhere; only an exception is surely one to the clause before it
  if (parent?.parent !== null && (plain || /^(?:exceptions?|carve-?outs?|例外|除外)/i.test(node.heading)))
    for (const rule of before) links.add('contrast', own, wholeOf(view, rule), 0.6);
}
