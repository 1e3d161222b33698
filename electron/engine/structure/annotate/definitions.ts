import type { ClauseNode, Definition } from '../../../../shared/model.ts';
import type { Span } from '../../../../shared/span.ts';
import { labelledTerms } from './definitionsLabelled.ts';
import { definitionAreas } from './definitionAreas.ts';
import type { DefinitionAreas } from './definitionAreas.ts';
import { chineseDefinitions } from './definitionsZh.ts';
import { englishDefinitions } from './definitionsEn.ts';
import { enclosing } from './enclosing.ts';
import { isHan } from './fold.ts';
import { aliasesOf, cleanTerm } from './terms.ts';
import { quotesIn } from './quotes.ts';
import type { Quoted } from './quotes.ts';
import { childrenOf, sentenceAt, spanIn } from './view.ts';
import type { Passage, TreeView } from './view.ts';

/** A defining place in a folded line. */
export interface TermFound {
  /** Folded ranges of the names; the first is the term, the others are its aliases. */
  readonly names: readonly Span[];
  /** True where the sentence is about the term ("X" means …), false where it only gives a short name (the "X"). */
  readonly defines: boolean;
  /** Where the names begin that share this meaning ("A", "B" and "C" mean …); by default the first name. */
  readonly from?: number;
}

/** What the term finders of one language look at. */
export interface Line {
  readonly text: string;
  readonly quotes: readonly Quoted[];
  readonly sentences: readonly Span[];
  /** The line stands in a list of definitions. */
  readonly area: boolean;
}

/**
 * Every place that gives a term its meaning or a short name its bearer, in reading order. The span is the defining
 * sentence with what belongs to it: provisos and exclusions that follow, and the items of a sentence that ends in a colon.
 */
export function findDefinitions(view: TreeView): Definition[] {
  const areas = definitionAreas(view);
  const found: Definition[] = [];
  const meant = new Set<string>();
  for (const passage of view.passages) {
    if (passage.node.kind === 'signature') continue;
    if (passage.block.kind === 'cell' && areas.cells.has(passage.index)) continue;
    definitionsIn(view, areas, passage, found, meant);
  }
  found.push(...widened(view, found, meant));
  for (const { term, meaning } of areas.rows) {
    const words = wordsOf(view, term, 0, term.text.length);
    const names = words
      .split(/\s*(?:\/|;|、|\bor\b|或)\s*/u)
      .map(cleanTerm)
      .filter((name) => name !== '');
    const [head, ...others] = names;
    if (head === undefined) continue;
    const start = Math.min(spanIn(term, 0, 1)[0], spanIn(meaning, 0, 1)[0]);
    const end = spanIn(meaning, 0, meaning.text.length)[1];
    found.push({
      term: head,
      aliases: aliasesOf([head, ...others]),
      scope: 'document',
      start,
      end,
      node: term.node.id,
      language: languageOf(meaning.text),
    });
  }
  const labelled = labelledTerms(view).filter(
    ({ term, start, end }) =>
      !found.some((one) => one.start < end && start < one.end && [one.term, ...one.aliases].includes(term)),
  );
  found.push(...labelled);
  return found.sort((a, b) => a.start - b.start || a.end - b.end);
}

const label = '(?:\\(?[\\dA-Za-z]{1,5}[.)] ?|\\d[\\d.]{0,8} ?|\\([一二三四五六七八九十]{1,3}\\) ?)?';
// What a bare short name must be called to have a meaning to widen: a party that "shall include" a legend has none.
const thing =
  /information|data|materials?|products?|property|services?|loss|damages|信息|资料|数据|产品|成果|损失|费用/;
const widensEnglish = new RegExp(
  `^${label}(?:The term )?["“]?([A-Z][\\w&'/-]*(?: [\\w&'/-]+){0,5}?)["”]?(?:,? (?:however|also|specifically|expressly),?)? (?:(?:shall|does|do|will) )?(?:also |not |further )*(?:includes?|excludes?)\\b`,
);
const widensChinese = new RegExp(
  `^${label}[“"「]?([^,。;:“”"]{2,16}?)[”"」]?(?:应|还|均|亦|也|不应|并)?不?(?:包括|包含)`,
);

/** "Confidential Information does not include …", said elsewhere of a term that is defined: a part of its meaning. */
function widened(view: TreeView, found: readonly Definition[], meant: ReadonlySet<string>): Definition[] {
  const known = new Map<string, Definition>();
  for (const one of found) {
    const term = one.term.toLowerCase();
    if (!known.has(term) && (meant.has(term) || thing.test(term))) known.set(term, one);
  }
  const more: Definition[] = [];
  for (const passage of view.passages) {
    if (passage.node.kind === 'signature' || passage.block.kind === 'cell') continue;
    for (const [start, end] of passage.sentences) {
      const text = passage.text.slice(start, Math.min(end, start + 120));
      const name = (widensEnglish.exec(text) ?? widensChinese.exec(text))?.[1];
      const term = name === undefined ? undefined : known.get(name.toLowerCase());
      if (term === undefined || /^[甲乙丙丁]方$/.test(term.term)) continue;
      const [from, to] = spanIn(passage, start, end);
      if (found.some((one) => one.start < to && from < one.end && one.term === term.term)) continue;
      const whole = withItems(view, passage, end, passage.text.slice(start, end), to);
      more.push({ ...term, scope: term.scope, start: from, end: whole, node: passage.node.id });
    }
  }
  return more;
}

const languageOf = (text: string): 'en' | 'zh' => {
  for (let i = 0; i < text.length; i++) if (isHan(text.charCodeAt(i))) return 'zh';
  return 'en';
};

/** The characters of a folded range as the source prints them, white space as one space. */
function wordsOf(view: TreeView, passage: Passage, start: number, end: number): string {
  let words = '';
  for (let i = start; i < end; i++) {
    const char = passage.text.charAt(i);
    words += char === ' ' ? ' ' : view.source.text.charAt(passage.offsets[i] ?? 0);
  }
  return words;
}

function definitionsIn(
  view: TreeView,
  areas: DefinitionAreas,
  passage: Passage,
  found: Definition[],
  meant: Set<string>,
): void {
  const line: Line = {
    text: passage.text,
    quotes: quotesIn(passage.text),
    sentences: passage.sentences,
    area: areas.has(passage),
  };
  const terms = [...englishDefinitions(line), ...chineseDefinitions(line)].sort(
    (a, b) => (a.names[0]?.[0] ?? 0) - (b.names[0]?.[0] ?? 0),
  );
  if (terms.length === 0) return;
  const starts = terms.filter((term) => term.defines).map((term) => term.from ?? term.names[0]?.[0] ?? 0);
  const seen = new Set<string>();
  for (const { names, defines, from } of terms) {
    const at = names[0]?.[0];
    if (at === undefined) continue;
    const words = names.map(([start, end]) => cleanTerm(wordsOf(view, passage, start, end))).filter((w) => w !== '');
    const term = words[0];
    if (term === undefined || seen.has(`${at} ${term}`)) continue;
    seen.add(`${at} ${term}`);
    if (defines) meant.add(term.toLowerCase());
    const [start, end] = defines
      ? fullSentence(line, from ?? at, starts, passage.text.slice(at, names[0]?.[1] ?? at).toLowerCase())
      : (line.sentences[sentenceAt(passage, at)] ?? [at, at + 1]);
    const span = spanIn(passage, start, end);
    const text = passage.text.slice(start, end);
    found.push({
      term,
      aliases: aliasesOf(words),
      scope: scopeOf(view, passage, start, at, text),
      start: span[0],
      end: defines ? withItems(view, passage, end, text, span[1]) : span[1],
      node: passage.node.id,
      language: languageOf(passage.text.slice(at, end)),
    });
  }
}

// What a following sentence must begin with to belong to the definition before it.
const continues =
  /^(?:provided|notwithstanding|however|but\b|for the avoidance of doubt|without limit|such (?:term|definition)|the (?:term|foregoing|definition)|this (?:term|definition|includes?)|it (?:includes?|excludes?|does not|shall not|also)|(?:such|these|those|they)\b|但|无论|同时|其中|其不|不包括|包括|不含|为免|前述|上述|该等|该词|此处|为此)/i;

/** The defining sentence and the sentences after it that go on about the term; never into the next definition. */
function fullSentence(line: Line, at: number, starts: readonly number[], name: string): Span {
  const index = line.sentences.findIndex(([, end]) => end > at);
  const first = line.sentences[index];
  if (first === undefined) return [at, at + 1];
  // several definitions in one sentence ('"A" means x; "B" means y'): each keeps its own part
  const before = starts.findLast((other) => other < at && other >= first[0]);
  const after = starts.find((other) => other > at);
  let start = first[0];
  if (before !== undefined) {
    start = at - 1;
    while (start > before && !/[;,。:]/.test(line.text.charAt(start - 1))) start--;
    if (at - start > 60 || start <= before) start = /["“「『']/.test(line.text.charAt(at - 1)) ? at - 1 : at;
    while (line.text.charAt(start) === ' ') start++;
  }
  let end = first[1];
  if (after !== undefined && after < end) {
    end = after;
    while (end > at + 1 && /[\s“"「『'(;,]/.test(line.text.charAt(end - 1))) end--;
    const tail = /[;,] ?(?:and|or|以及|和)?$/i.exec(line.text.slice(Math.max(at, end - 8), end));
    if (tail) end -= tail[0].length;
    return [start, Math.max(end, at + 1)];
  }
  for (const next of line.sentences.slice(index + 1)) {
    if (after !== undefined && after < next[1]) break;
    const text = line.text.slice(next[0], next[0] + 120);
    if (
      !line.area &&
      !continues.test(text) &&
      !text
        .toLowerCase()
        .replace(/^["“「『]|^the /, '')
        .startsWith(name)
    )
      break;
    end = next[1];
  }
  return [start, end];
}

/** A defining sentence that ends in a colon has its meaning in the node's items. */
function withItems(view: TreeView, passage: Passage, end: number, text: string, otherwise: number): number {
  if (end < passage.text.length || !/(?::|[-—]|\bfollowing|下列|以下|如下|\bmeans|\bthat|指)[.。,]?$/.test(text))
    return otherwise;
  const items = childrenOf(view, passage.node);
  const first = items[0];
  if (first === undefined || first.start < otherwise) return otherwise;
  const last = items.at(-1);
  return Math.max(otherwise, last?.end ?? 0);
}

const englishScope =
  /\b(?:for (?:the )?purposes? of|(?:as )?used in|in|within|under) this (section|sub-?section|clause|sub-?clause|article|paragraph|schedule|exhibit|annex|appendix|attachment|addendum|part|chapter|definition)\b/i;
const chineseScope =
  /(?:本|为本|就本|在本)(条款|条|款|项|章|节|部分|附件|附录|附表|定义)(?:之?目的|而言|中|内|项下)?(?:所[称指述用]|的?目的|而言|中,|内,|项下,?的?[“"「])/;

function scopeOf(view: TreeView, passage: Passage, start: number, at: number, text: string): Definition['scope'] {
  // the limit stands before the term, or is said of the term in the same breath
  const lead = passage.text.slice(start, Math.min(passage.text.length, at + 120));
  const word = (englishScope.exec(lead) ?? chineseScope.exec(lead) ?? englishScope.exec(text.slice(0, 160)))?.[1];
  if (word === undefined) return 'document';
  if (/^definition$|^定义$/i.test(word)) return passage.node.id;
  const holder: ClauseNode | undefined = enclosing(view, passage.node, word.toLowerCase());
  return holder?.id ?? 'document';
}
