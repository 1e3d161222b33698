import type { ClauseNode } from '../../../../shared/model.ts';
import { formatRoman, numberTokens, parseChineseNumeral, romanValue } from '../number.ts';
import { enclosing } from './enclosing.ts';
import type { Base, Place } from './referenceForms.ts';
import { childrenOf, lineage, parentOf, passagesOf } from './view.ts';
import type { Passage, TreeView } from './view.ts';

const mostTargets = 400;
const annexLabel = /^(?:schedule|exhibit|annex|appendix|attachment|addendum|附件|附录|附錄|附表|附图)/i;
const numberWord =
  /^(?:article|section|clause|paragraph|part|chapter|subsection|schedule|exhibit|annex|appendix|attachment|addendum)$/;

/** Looks places up in one tree. */
export interface Resolver {
  /** Nodes that the place names as seen from `passage`, folded position `at`; empty if there is none. */
  resolve(place: Place, passage: Passage, at: number): ClauseNode[];
  /** Every node from the first to the last place. */
  range(first: Place, last: Place, passage: Passage, at: number): ClauseNode[];
  /** The largest number of a top-level clause. */
  readonly highest: number;
}

// 节 and 点 after a dotted number only name it: 第3.2节.
const unitWords = /(?<=\d)[节点]$/;
const annexTitle =
  /^((?:schedule|exhibit|annex|appendix|attachment|addendum) (?:no\.? ?)?["“]?(?:\d{1,3}(?:[.-]\d{1,3})*[a-z]?(?:\([a-z0-9]{1,4}\))*|[ivx]{1,5}|[a-z]{1,2}(?:[-.]?\d{1,3})?)|附(?:件|录|表|图) ?(?:[一二三四五六七八九十]{1,3}|\d{1,2}|[a-z]))(?![\w])(?! (?:shall|is|are|will|may|to|of|and|or|hereto|attached|in|for)\b)/i;

const keyOf = (tokens: readonly string[]): string => tokens.join(' ');

export function resolverOf(view: TreeView): Resolver {
  const byKey = new Map<string, ClauseNode[]>();
  const labelKey = new Map<string, string>();
  /** Nodes by region (annex id or '') and label, the longest first: a line of a contents list never wins over its clause. */
  const byLabel = new Map<string, ClauseNode[]>();
  const titles = new Map<string, ClauseNode>();
  const tokensOf = new Map<string, readonly string[]>();
  const holder = new Map<string, ClauseNode | null>();
  const order = new Map<string, number>();
  const annexes: ClauseNode[] = [];
  let highest = 0;

  const put = (key: string, node: ClauseNode): void => {
    const nodes = byKey.get(key);
    if (nodes === undefined) byKey.set(key, [node]);
    else if (!nodes.includes(node)) nodes.push(node);
  };

  view.nodes.forEach((node, index) => {
    order.set(node.id, index);
    const isAnnex =
      node.kind === 'annex' || (node.label !== null && annexLabel.test(node.label.trim()) && node.level <= 2);
    const parent = parentOf(view, node);
    const above = parent === undefined ? null : (holder.get(parent.id) ?? null);
    if (isAnnex && (above === null || node.label !== null)) annexes.push(node);
    holder.set(node.id, isAnnex && above === null ? node : above);
    const title = annexTitle.exec(passagesOf(view, node)[0]?.text.slice(0, 130) ?? '');
    if (title?.[1] !== undefined && (passagesOf(view, node)[0]?.text.length ?? 0) <= 120) {
      const key = keyOf(numberTokens(title[1]));
      const known = titles.get(key);
      if (known === undefined || known.end - known.start < node.end - node.start) titles.set(key, node);
    }
    if (node.label !== null) {
      const tokens = numberTokens(node.label.replace(unitWords, ''));
      labelKey.set(node.id, keyOf(plain(tokens)));
      const region = holder.get(node.id)?.id ?? '';
      if (!isAnnex && (node.kind !== 'item' || plain(tokens).length > 1)) {
        const forms = new Set([keyOf(tokens), keyOf(plain(tokens))]);
        for (const form of forms) {
          const key = `${region}|${form}`;
          const nodes = byLabel.get(key);
          if (nodes) nodes.push(node);
          else byLabel.set(key, [node]);
        }
      }
    }
    if (node.number === null) return;
    const tokens = numberTokens(node.number);
    tokensOf.set(node.id, tokens);
    put(keyOf(tokens), node);
    const short = plain(tokens);
    if (short.length < tokens.length && above === null && !isAnnex) put(keyOf(short), node);
    if (above === null && short.length === 1 && /^\d{1,3}$/.test(short[0] ?? ''))
      highest = Math.max(highest, Number(short[0]));
  });

  for (const nodes of byLabel.values()) nodes.sort((a, b) => a.level - b.level || b.end - b.start - (a.end - a.start));

  /** Label by label: the clause whose label is the first part of the number, then down to the rest of it. */
  function byLabels(word: string, tokens: readonly string[], annex: ClauseNode | null): ClauseNode | undefined {
    const region = annex?.id ?? '';
    for (let length = tokens.length; length > 0; length--) {
      const head = tokens.slice(0, length);
      const forms = [...(numberWord.test(word) ? variants([word, ...head]) : []), ...variants(head)];
      for (const form of forms) {
        for (const base of byLabel.get(`${region}|${keyOf(form)}`) ?? []) {
          if (!fitsWord(word, base)) continue;
          const hit = length === tokens.length ? base : descend(base, tokens.slice(length));
          if (hit) return hit;
        }
      }
    }
    return undefined;
  }

  const root = view.nodes[0];
  /** An "annex" with most of the text is the contract itself, filed as an exhibit. */
  const main =
    annexes.find((node) => root !== undefined && node.end - node.start > (root.end - root.start) * 0.6) ?? null;

  const annexOf = (node: ClauseNode): ClauseNode | null => holder.get(node.id) ?? null;

  function annexNamed(name: string): ClauseNode | undefined {
    if (name.startsWith('《')) {
      const title = name.slice(1, -1).replace(/\s/g, '');
      return annexes.find((node) => {
        const head = `${node.heading ?? ''}${passagesOf(view, node)[0]?.text.slice(0, 80) ?? ''}`.replace(/\s/g, '');
        return title.length > 1 && head.includes(title);
      });
    }
    const wanted = numberTokens(name);
    if (wanted.length === 1) return annexes.length === 1 ? annexes[0] : undefined;
    const forms = variants(wanted).map(keyOf);
    const fits = annexes.filter((node) => {
      const tokens = numberTokens(node.label ?? node.number ?? '');
      return forms.includes(keyOf(tokens)) || forms.includes(keyOf(tokens.filter((token) => token !== 'no')));
    });
    const [longest] = fits.toSorted((a, b) => b.end - b.start - (a.end - a.start));
    return longest ?? forms.map((form) => titles.get(form)).find((node) => node !== undefined);
  }

  /** The descendant that the tokens lead to, label by label. */
  function descend(base: ClauseNode, tokens: readonly string[], depth = 0): ClauseNode | undefined {
    if (tokens.length === 0) return base;
    const children = childrenOf(view, base);
    const own = tokensOf.get(base.id) ?? [];
    for (const child of children) {
      const label = labelKey.get(child.id)?.split(' ') ?? [];
      for (const have of [label, rest(tokensOf.get(child.id) ?? [], own)]) {
        if (have.length === 0 || have.length > tokens.length) continue;
        if (!have.every((token, index) => sameToken(token, tokens[index] ?? ''))) continue;
        const deeper = descend(child, tokens.slice(have.length), depth);
        if (deeper) return deeper;
      }
    }
    if (depth >= 2) return undefined;
    for (const child of children) {
      if (child.label !== null && child.kind !== 'part') continue;
      const deeper = descend(child, tokens, depth + 1);
      if (deeper) return deeper;
    }
    return undefined;
  }

  const nearest = (nodes: readonly ClauseNode[] | undefined, annex: ClauseNode | null): ClauseNode | undefined =>
    nodes?.find((node) => annexOf(node) === annex);

  function byNumber(place: Place, annex: ClauseNode | null): ClauseNode | undefined {
    const tokens = numberTokens(place.number.replace(unitWords, ''));
    if (tokens.length === 0) return undefined;
    if (/^[章节编篇]$|^部分$/.test(place.word)) return partNamed(place, annex);
    const prefix = annex === null ? [] : (tokensOf.get(annex.id) ?? numberTokens(annex.label ?? ''));
    for (const form of [
      ...(numberWord.test(place.word) ? variants([place.word, ...tokens]) : []),
      ...variants(tokens),
    ]) {
      const hit = nearest(byKey.get(keyOf([...prefix, ...form])), annex);
      if (hit && fitsWord(place.word, hit)) return hit;
    }
    return byLabels(place.word, tokens, annex) ?? (annex === null ? undefined : descend(annex, tokens));
  }

  /** 第三章, 第二部分: parts do not enter numbers, so the label decides. */
  function partNamed(place: Place, annex: ClauseNode | null): ClauseNode | undefined {
    const wanted = place.number.replace(/\s/g, '');
    return view.nodes.find(
      (node) =>
        node.label !== null &&
        annexOf(node) === annex &&
        node.label.replace(/\s/g, '').endsWith(place.word) &&
        keyOf(numberTokens(node.label)) === keyOf(numberTokens(wanted)),
    );
  }

  /** "Article 4" is not "Section 4" where the document has both. */
  function fitsWord(word: string, node: ClauseNode): boolean {
    const label = /^[a-z]+/.exec((node.label ?? '').toLowerCase())?.[0] ?? '';
    if (!numberWord.test(label) || !numberWord.test(word) || label === word) return true;
    return !(word === 'article' && label === 'section') && !(word === 'section' && label === 'article');
  }

  /** 款 that the page does not print, or an inline "(a)" that is no node of its own: the node around it. */
  function around(place: Place, find: (number: string) => ClauseNode | undefined): ClauseNode | undefined {
    const { number } = place;
    const noParagraph = number.replace(/第[^第条项]+款/g, '');
    if (noParagraph !== number && noParagraph !== '') {
      const hit = find(noParagraph);
      const nth = /第([^第条项]+)款/.exec(number)?.[1] ?? '';
      if (hit && /^[^款]*款$/.test(number.slice(number.indexOf('款') - 3))) return nthParagraph(hit, nth);
      if (hit) return hit;
    }
    const cut = number.lastIndexOf('(');
    if (cut > 0 && number.endsWith(')')) {
      const outer = number.slice(0, cut);
      const hit = find(outer) ?? around({ ...place, number: outer }, find);
      const item = number.slice(cut);
      if (hit && passagesOf(view, hit).some((passage) => passage.text.includes(item))) return hit;
    }
    const unit = number.lastIndexOf('第');
    if (unit > 0 && /[项目]$/.test(number)) {
      const outer = number.slice(0, unit);
      const hit = find(outer) ?? around({ ...place, number: outer }, find);
      const item = numberTokens(number.slice(unit))[0] ?? '';
      if (hit && passagesOf(view, hit).some((passage) => inlineItem(passage.text, item))) return hit;
    }
    return undefined;
  }

  function nthParagraph(node: ClauseNode, nth: string): ClauseNode | undefined {
    const count = Number(numberTokens(nth)[0] ?? parseChineseNumeral(nth) ?? Number.NaN);
    if (count === 1) return node;
    const bodies = passagesOf(view, node).length;
    if (count <= bodies) return node;
    return childrenOf(view, node).filter((child) => child.kind === 'paragraph' || child.kind === 'clause')[count - 2];
  }

  function absolute(place: Place, passage: Passage): ClauseNode | undefined {
    const inner = annexOf(passage.node);
    const local =
      place.number.startsWith('(') || (/^(?:款|项|目|段|点)$/.test(place.word) && !/[条章]/.test(place.number));
    const find = (number: string): ClauseNode | undefined => {
      const one = { ...place, number };
      if (local || (/^(?:款|项|目)$/.test(place.word) && !/条/.test(number))) {
        const tokens = numberTokens(number);
        for (const at of lineage(view, passage.node)) {
          if (at.parent === null && tokens.length < 2) break;
          const hit = descend(at, tokens);
          if (hit) return hit;
        }
        if (local) return undefined;
      }
      // in a schedule "clause 3" is of the main part where the schedule counts paragraphs
      if (inner !== null && !(place.word === 'clause' && numbersAs(inner) === 'paragraph')) {
        const hit = byNumber(one, inner);
        if (hit) return hit;
      }
      return byNumber(one, null) ?? (main === null || main === inner ? undefined : byNumber(one, main));
    };
    return find(place.number) ?? around(place, find);
  }

  const numbersAs = (annex: ClauseNode): string => {
    const first = childrenOf(view, annex).find((child) => child.number !== null);
    return /paragraph/i.test(first?.path.at(-1) ?? '') ? 'paragraph' : '';
  };

  function before(base: Base & { kind: 'before' }, passage: Passage): ClauseNode[] {
    const { node } = passage;
    if (/^(?:条|article|section|clause)$/.test(base.word)) {
      const from = enclosing(view, node, base.word) ?? node;
      return siblingsBefore(from, base.count);
    }
    if (/^(?:项|subparagraph|sub-paragraph)$/.test(base.word)) return siblingsBefore(node, base.count);
    if (hasBodyBefore(passage)) return [node];
    const own = node.kind === 'item' ? (parentOf(view, node) ?? node) : node;
    const earlier = own.parent === null ? [] : siblingsBefore(own, base.count);
    if (earlier.length > 0) return earlier;
    const parent = parentOf(view, own);
    return parent !== undefined && parent.parent !== null ? [parent] : [];
  }

  function siblingsBefore(node: ClauseNode, count: number): ClauseNode[] {
    const parent = parentOf(view, node);
    const siblings =
      parent === undefined
        ? []
        : childrenOf(view, parent).filter((child) => child.kind !== 'table' && child.kind !== 'note');
    const index = siblings.indexOf(node);
    const earlier = siblings.slice(Math.max(0, index - count), Math.max(0, index));
    if (earlier.length > 0 || parent === undefined) return earlier;
    // the first article of a chapter follows the last one of the chapter before
    const at = order.get(node.id) ?? 0;
    if (!/^第.+条/.test(node.label ?? '')) return [];
    for (let i = at - 1; i >= 0 && at - i < 400; i--) {
      const candidate = view.nodes[i];
      if (candidate && candidate.level === node.level && /^第.+条/.test(candidate.label ?? '')) return [candidate];
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
    const node = enclosing(view, passage.node, base.word);
    return node === undefined ? [] : [node];
  }

  function resolve(place: Place, passage: Passage, at: number): ClauseNode[] {
    if (place.annex !== null) {
      const annex = annexNamed(place.annex);
      if (annex === undefined) return [];
      if (place.number === '') return [annex];
      const find = (number: string): ClauseNode | undefined =>
        byNumber({ ...place, number }, annex) ?? descend(annex, numberTokens(number));
      const hit = find(place.number) ?? around(place, find);
      return hit ? [hit] : [];
    }
    if (place.base !== null) {
      const bases = baseNodes(place.base, passage, at);
      if (place.number === '') return bases;
      const base = bases[0];
      if (base === undefined) return [];
      const find = (number: string): ClauseNode | undefined => descend(base, numberTokens(number));
      const hit =
        find(place.number) ??
        around(place, find) ??
        (place.number.endsWith('款') ? nthParagraph(base, place.number.replace(/[第款]/g, '')) : undefined);
      if (hit) return [hit];
      const item = numberTokens(place.number)[0] ?? '';
      return passagesOf(view, base).some((other) => inlineItem(other.text, item)) ? [base] : [];
    }
    const hit = absolute(place, passage);
    return hit ? [hit] : [];
  }

  function range(first: Place, last: Place, passage: Passage, at: number): ClauseNode[] {
    const from = resolve(first, passage, at)[0];
    const to = resolve(last, passage, at)[0];
    if (from === undefined || to === undefined) return [from ?? to].filter((node) => node !== undefined);
    const start = order.get(from.id) ?? 0;
    const end = order.get(to.id) ?? 0;
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

  return { resolve, range, highest };
}

/** Tokens without a leading word: `article iv` is also `iv`. */
function plain(tokens: readonly string[]): readonly string[] {
  return tokens.length > 1 && numberWord.test(tokens[0] ?? '') ? tokens.slice(1) : tokens;
}

const rest = (tokens: readonly string[], prefix: readonly string[]): readonly string[] =>
  prefix.every((token, index) => tokens[index] === token) ? tokens.slice(prefix.length) : [];

const sameToken = (a: string, b: string): boolean =>
  a === b ||
  (/^0+\d/.test(a) && Number(a) === Number(b)) ||
  (/^[ivxlc]+$/.test(a) && /^\d+$/.test(b) && romanValue(a) === Number(b));

/** The tokens and the same number with a roman first numeral written as Arabic and the other way round. */
function variants(tokens: readonly string[]): (readonly string[])[] {
  const forms: (readonly string[])[] = [tokens];
  const at = tokens.findIndex((token) => !numberWord.test(token) && !token.startsWith('附'));
  const token = tokens[at];
  if (token === undefined) return forms;
  const swap = (other: string): void => void forms.push(tokens.map((own, index) => (index === at ? other : own)));
  const value = /^[ivxlc]+$/.test(token) ? romanValue(token) : null;
  if (value !== null) swap(String(value));
  if (/^\d{1,3}$/.test(token) && Number(token) > 0) swap(formatRoman(Number(token)));
  return forms;
}

/** `（三）` or `3）` printed inside a paragraph. */
const inlineItem = (text: string, item: string): boolean => {
  if (item === '') return false;
  for (const match of text.matchAll(/\(([^()]{1,4})\)|(?:^|[;:。,])(\d{1,2})[.)、]/g)) {
    if (keyOf(numberTokens(match[1] ?? match[2] ?? '')) === item) return true;
  }
  return false;
};
