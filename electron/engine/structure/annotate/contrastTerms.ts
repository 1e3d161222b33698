import type { Definition } from '../../../../shared/model.ts';
import type { Scene } from './contrastLinks.ts';
import { spanIn } from './view.ts';

const exclude =
  /^(?:(?:the term|such|notwithstanding the foregoing,?|however,?|the) )?["“']?([A-Z][\w&'/ -]{2,60}?)["”']?(?:,? however,?)? (?:(?:shall|does|do|will) not include|(?:specifically |expressly )?excludes?)\b/;
const excludeZh =
  /([\u3400-\u9fff]{2,16}?)(?:均|应|应当)?不(?:应)?(?:包括|包含)|不(?:应)?(?:视为|属于|构成|认定为|作为)“?([\u3400-\u9fff]{2,16})/;

const limited =
  /^(?:[^.;]{0,160}?[,;] )?(?:(?:the|such|any|each|all|an?|above|foregoing) ){0,3}((?:[A-Z][\w'-]*)(?: (?:[A-Z][\w'-]*|of|and)){0,4}) (?:[^.;,]{0,60}? )?(?:(?:shall|will|does|do) not (?:apply|extend|cover|include)|(?:shall|will|is|are)(?: each)? (?:be )?subject to (?!the terms)|(?:shall|will) (?:automatically )?(?:terminate|cease|expire|lapse|be (?:reduced|adjusted|limited|suspended|void)))\b/;
const documentName =
  /^(?:the )?(?:agreement|contract|lease|term|party|parties|company|effective date|section|article)$/i;

/** "The Purchase Price shall be subject to adjustment" limits the clause that gives the term its meaning. */
function limitedTerm({ view, passage, sentence, text, terms, links }: Scene): void {
  const name = limited.exec(text)?.[1];
  const definition = name === undefined || documentName.test(name) ? undefined : terms.get(name.toLowerCase());
  const holder = definition === undefined ? undefined : view.byId.get(definition.node);
  // a definition in a list of terms says what a word means, not what holds
  if (definition === undefined || holder === undefined || holder === passage.node || holder.kind === 'definition')
    return;
  if (passage.node.kind === 'definition' || holder.kind === 'table' || holder.kind === 'root') return;
  const span = spanIn(passage, ...sentence);
  links.add('contrast', { node: passage.node, span }, { node: holder, span: [definition.start, definition.end] }, 0.5);
}

/** "Confidential Information does not include …" limits the definition of the term. */
export function excludedTerm(scene: Scene): void {
  const { view, passage, sentence, text, terms, links } = scene;
  limitedTerm(scene);
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
