import type { ClauseNode } from '../../../../shared/model.ts';
import { numberTokens } from '../number.ts';
import { enclosing } from './enclosing.ts';
import type { Base, Place } from './referenceForms.ts';
import { paragraphUnit, placeTokens, treeIndexOf } from './treeIndex.ts';
import { childrenOf, lineage, parentOf, passagesOf } from './view.ts';
import type { Passage, TreeView } from './view.ts';

const mostTargets = 400;

/** Looks places up in one tree. */
export interface Resolver {
  /** Nodes that the place names as seen from `passage`, folded position `at`; empty if there is none. */
  resolve(place: Place, passage: Passage, at: number): ClauseNode[];
  /** Every node from the first to the last place. */
  range(first: Place, last: Place, passage: Passage, at: number): ClauseNode[];
  /** The largest number of a top-level clause. */
  readonly highest: number;
}

export function resolverOf(view: TreeView): Resolver {
  const index = treeIndexOf(view);
  const { annexOf, byNumber, descend, positionOf } = index;

  /** 款 that the page does not print, or an item that is no node of its own: the node around it. */
  function around(number: string, find: (number: string) => ClauseNode | undefined): ClauseNode | undefined {
    const paragraph = /第([^第条项]+)款/.exec(number);
    if (paragraph) {
      const outer = number.slice(0, paragraph.index);
      const inner = number.slice(paragraph.index + paragraph[0].length);
      const hit = outer + inner === '' ? undefined : find(outer + inner);
      if (hit) return inner === '' ? nthParagraph(hit, paragraph[1] ?? '') : hit;
    }
    const cut = number.endsWith(')') ? number.lastIndexOf('(') : /[项目]$/.test(number) ? number.lastIndexOf('第') : -1;
    if (cut <= 0) return undefined;
    const outer = number.slice(0, cut);
    const hit = find(outer) ?? around(outer, find);
    return hit && hasInlineItem(hit, number.slice(cut)) ? hit : undefined;
  }

  function hasInlineItem(node: ClauseNode, item: string): boolean {
    const wanted = numberTokens(item)[0];
    return wanted !== undefined && passagesOf(view, node).some((passage) => inlineItem(passage.text, wanted));
  }

  /** The n-th paragraph of an article: its own text holds the first, often more. */
  function nthParagraph(node: ClauseNode, nth: string): ClauseNode | undefined {
    const count = Number(numberTokens(nth)[0]);
    if (count === 1 || count <= passagesOf(view, node).length) return node;
    return childrenOf(view, node).filter((child) => child.kind !== 'item' && child.kind !== 'table')[count - 2];
  }

  function absolute(place: Place, passage: Passage): ClauseNode | undefined {
    const inner = annexOf(passage.node);
    const local =
      place.number.startsWith('(') || (/^(?:款|项|目|段|点)$/.test(place.word) && !/[条章]/.test(place.number));
    if (local) return beside(place, passage);
    const find = (number: string): ClauseNode | undefined => {
      const one = { ...place, number };
      // in a schedule "clause 3" is of the main part where the schedule counts paragraphs
      const here =
        inner !== null && !(place.word === 'clause' && countsParagraphs(inner)) ? byNumber(one, inner) : undefined;
      return (
        here ??
        byNumber(one, null) ??
        (index.main === null || index.main === inner ? undefined : byNumber(one, index.main))
      );
    };
    return find(place.number) ?? around(place.number, find);
  }

  /** "paragraph (b)", 第（二）项 without its article: the nearest such place around the sentence. */
  function beside(place: Place, passage: Passage): ClauseNode | undefined {
    const tokens = numberTokens(place.number);
    for (const at of lineage(view, passage.node)) {
      if (at.parent === null && tokens.length < 2) break;
      const hit = descend(at, tokens, paragraphUnit(place));
      if (hit) return hit;
    }
    const article = /^[款项目]$/.test(place.word) ? enclosing(view, passage.node, '条') : undefined;
    if (article !== undefined && place.word === '款')
      return nthParagraph(article, place.number.replace(/[第款]/g, '')) ?? descend(article, tokens);
    const find = (number: string): ClauseNode | undefined =>
      article === undefined ? undefined : descend(article, numberTokens(number));
    if (article !== undefined && hasInlineItem(article, place.number)) return article;
    const item = /\([^()]*\)$/.exec(place.number)?.[0];
    const own =
      item !== undefined && item === place.number && hasInlineItem(passage.node, item) ? passage.node : undefined;
    return around(place.number, find) ?? own;
  }

  const countsParagraphs = (annex: ClauseNode): boolean =>
    /paragraph/i.test(
      childrenOf(view, annex)
        .find((child) => child.number !== null)
        ?.path.at(-1) ?? '',
    );

  function before(base: Base & { kind: 'before' }, passage: Passage): ClauseNode[] {
    const { node } = passage;
    if (/^(?:条|article|section|clause)$/.test(base.word))
      return siblingsBefore(enclosing(view, node, base.word) ?? node, base.count);
    if (/^(?:项|subparagraph|sub-paragraph)$/.test(base.word)) return siblingsBefore(node, base.count);
    if (hasBodyBefore(passage)) return [node];
    const parent = parentOf(view, node);
    const above = parent !== undefined && parent.parent !== null ? [parent] : [];
    if (node.kind === 'item') {
      const [earlier] = siblingsBefore(node, 1);
      // items that are whole sentences are paragraphs of their own, fragments belong to the paragraph above them
      if (earlier && isSentence(earlier) && isSentence(node)) return siblingsBefore(node, base.count);
      return above;
    }
    const earlier = siblingsBefore(node, 200)
      .filter((sibling) => sibling.kind !== 'item')
      .slice(-base.count);
    return earlier.length < base.count ? [...above, ...earlier] : earlier;
  }

  const isSentence = (node: ClauseNode): boolean => /[。.]["”')]?$/.test(passagesOf(view, node).at(-1)?.text ?? '');

  function siblingsBefore(node: ClauseNode, count: number): ClauseNode[] {
    const parent = parentOf(view, node);
    if (parent === undefined) return [];
    const siblings = childrenOf(view, parent).filter((child) => child.kind !== 'table' && child.kind !== 'note');
    const at = siblings.indexOf(node);
    const earlier = siblings.slice(Math.max(0, at - count), Math.max(0, at));
    if (earlier.length > 0 || !isArticle(node)) return earlier;
    // the first article of a chapter follows the last one of the chapter before
    for (let i = positionOf(node) - 1; i >= Math.max(0, positionOf(node) - 400); i--) {
      const candidate = view.nodes[i];
      if (candidate && candidate.level === node.level && isArticle(candidate)) return [candidate];
    }
    return [];
  }

  /** True if an earlier paragraph of the same node holds more than its label and heading. */
  function hasBodyBefore(passage: Passage): boolean {
    const head = (passage.node.label?.length ?? 0) + (passage.node.heading?.length ?? 0) + 3;
    return passagesOf(view, passage.node).some((other) => other.index < passage.index && other.text.length > head);
  }

  function foregoing(passage: Passage, at: number): ClauseNode[] {
    const { node } = passage;
    const first = passage.sentences[0];
    const heading = (node.label?.length ?? 0) + (node.heading?.length ?? 0) + 4;
    if (hasBodyBefore(passage) || (first !== undefined && first[1] <= at && at > heading)) return [node];
    const earlier = node.parent === null ? [] : siblingsBefore(node, 1);
    if (earlier.length > 0) return earlier;
    const parent = parentOf(view, node);
    return parent !== undefined && parent.parent !== null ? [parent] : [];
  }

  function baseNodes(base: Base, passage: Passage, at: number): ClauseNode[] {
    if (base.kind === 'foregoing') return foregoing(passage, at);
    if (base.kind === 'before') return before(base, passage);
    if (base.kind === 'items') return itemsBefore(passage);
    if (base.kind === 'headed') {
      const hit = index.headed(base.words, annexOf(passage.node));
      return hit === undefined ? [] : [hit];
    }
    const node = enclosing(view, passage.node, base.word);
    if (node?.kind === 'annex') return [index.guideOf(passage.node) ?? node];
    return node === undefined ? [] : [node];
  }

  /** The items that stand right before the passage: of its own node, or of the clause it follows. */
  function itemsBefore(passage: Passage): ClauseNode[] {
    const at = passage.offsets[0] ?? 0;
    const itemsOf = (node: ClauseNode): ClauseNode[] =>
      childrenOf(view, node).filter((child) => child.kind === 'item' && child.end <= at);
    const own = itemsOf(passage.node);
    if (own.length > 0 || passage.node.kind === 'item') return own;
    const [earlier] = siblingsBefore(passage.node, 1);
    if (earlier?.kind !== 'item') return earlier === undefined ? [] : itemsOf(earlier);
    const parent = parentOf(view, passage.node);
    return parent === undefined ? [] : itemsOf(parent);
  }

  function under(base: ClauseNode, place: Place): ClauseNode | undefined {
    const find = (number: string): ClauseNode | undefined => descend(base, placeTokens(number), paragraphUnit(place));
    const hit = find(place.number) ?? around(place.number, find);
    if (hit) return hit;
    if (/^第[^第]*款$/.test(place.number))
      return nthParagraph(base, place.number.replace(/[第款]/g, '')) ?? descend(base, placeTokens(place.number));
    return hasInlineItem(base, place.number) ? base : undefined;
  }

  function resolve(place: Place, passage: Passage, at: number): ClauseNode[] {
    let hit: ClauseNode | undefined;
    if (place.annex !== null) {
      const annex = index.annexNamed(place.annex);
      if (annex === undefined) return [];
      if (place.number === '') return [annex];
      hit = byNumber(place, annex) ?? under(annex, place);
    } else if (place.base !== null) {
      const bases = baseNodes(place.base, passage, at);
      if (place.number === '' || bases[0] === undefined) return bases;
      hit = under(bases[0], place);
    } else hit = absolute(place, passage);
    return hit ? [hit] : [];
  }

  function range(first: Place, last: Place, passage: Passage, at: number): ClauseNode[] {
    const from = resolve(first, passage, at)[0];
    const to = resolve(last, passage, at)[0];
    if (from === undefined || to === undefined) return [from ?? to].filter((node) => node !== undefined);
    const start = positionOf(from);
    const end = positionOf(to);
    if (end <= start) return from === to ? [from] : [from, to];
    const between: ClauseNode[] = [];
    for (let i = start; i <= end && between.length < mostTargets; i++) {
      const node = view.nodes[i];
      if (node === undefined || annexOf(node) !== annexOf(from)) continue;
      const level = from.parent === to.parent ? node.parent === from.parent : node.level === from.level;
      if (level && (node.number !== null || node.kind === 'annex')) between.push(node);
    }
    return between.includes(to) ? between : [...between, to];
  }

  return { resolve, range, highest: index.highest };
}

const isArticle = (node: ClauseNode): boolean => /^第.+[条條]/.test(node.label ?? '');

/** `（三）` or `3）` printed inside a paragraph; `item` is its token. */
const inlineItem = (text: string, item: string): boolean => {
  for (const match of text.matchAll(/\(([^()]{1,4})\)|(?:^|[;:。,])(\d{1,2})[.)、]/g)) {
    if (numberTokens(match[1] ?? match[2] ?? '').join(' ') === item) return true;
  }
  return false;
};
