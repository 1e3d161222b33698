import type { ClauseNode } from '../../../../shared/model.ts';
import { formatRoman, numberTokens, romanValue } from '../number.ts';
import type { Place } from './referenceForms.ts';
import { childrenOf, parentOf, passagesOf } from './view.ts';
import type { TreeView } from './view.ts';

const annexLabel = /^(?:schedule|exhibit|annex|appendix|attachment|addendum|附件|附录|附錄|附表|附图)/i;
const numberWord =
  /^(?:article|section|clause|paragraph|part|chapter|subsection|schedule|exhibit|annex|appendix|attachment|addendum)$/;
// 节 and 点 after a dotted number only name it: 第3.2节.
const unitWords = /(?<=\d)[节点]$/;
const annexTitle =
  /^((?:schedule|exhibit|annex|appendix|attachment|addendum) (?:no\.? ?)?["“]?(?:\d{1,3}(?:[.-]\d{1,3})*[a-z]?(?:\([a-z0-9]{1,4}\))*|[ivx]{1,5}|[a-z]{1,2}(?:[-.]?\d{1,3})?)|附(?:件|录|表|图) ?(?:[一二三四五六七八九十]{1,3}|\d{1,2}|[a-z]))(?![\w])(?! (?:shall|is|are|will|may|to|of|and|or|hereto|attached|in|for)\b)/i;

/** Look-ups by number, label and annex name. */
export interface TreeIndex {
  /** The clause with a number, in an annex or, with null, in the running text. */
  readonly byNumber: (place: Place, annex: ClauseNode | null) => ClauseNode | undefined;
  /** The descendant that number tokens lead to, label by label; `unit` (款, 项) decides where two would fit. */
  readonly descend: (base: ClauseNode, tokens: readonly string[], unit?: string) => ClauseNode | undefined;
  readonly annexNamed: (name: string) => ClauseNode | undefined;
  /** The outermost annex that a node stands in. */
  readonly annexOf: (node: ClauseNode) => ClauseNode | null;
  /** Position in `view.nodes`. */
  readonly positionOf: (node: ClauseNode) => number;
  /** An "annex" with most of the text is the contract itself, filed as an exhibit. */
  readonly main: ClauseNode | null;
  /** The largest number of a top-level clause. */
  readonly highest: number;
}

const keyOf = (tokens: readonly string[]): string => tokens.join(' ');

/** Tokens of a number without the words that only name its last part. */
export const placeTokens = (number: string): string[] => numberTokens(number.replace(unitWords, ''));

/** Which of 条 款 项 目 a Chinese number names, in order: `第十二条第（三）项` → `条项`. */
const unitsOf = (number: string): string =>
  Array.from(number.matchAll(/第[^第条款项目]{1,12}?([条款项目])/g), (match) => match[1]).join('');

/**
 * The unit that decides between 第一款 and （一）: 第（三）款 with brackets is how contracts name their item （三）, 第三款 without
 * them is the third paragraph.
 */
export function paragraphUnit(place: Place): string {
  if (!/^[款项目]$/.test(place.word)) return '';
  return place.word === '款' && /\([^()]*\) ?款$/.test(place.number) ? '' : place.word;
}

const isBracketed = (node: ClauseNode): boolean => /^[(（]/.test(node.label?.trim() ?? '');

export function treeIndexOf(view: TreeView): TreeIndex {
  const byKey = new Map<string, ClauseNode[]>();
  const labels = new Map<string, readonly string[]>();
  const numbers = new Map<string, readonly string[]>();
  /** Nodes by region (annex id or '') and label, the longest first: a line of a contents list never wins over its clause. */
  const byLabel = new Map<string, ClauseNode[]>();
  const titles = new Map<string, ClauseNode>();
  const parts: ClauseNode[] = [];
  const holder = new Map<string, ClauseNode | null>();
  const order = new Map<string, number>();
  const annexes: ClauseNode[] = [];
  let highest = 0;

  const put = (map: Map<string, ClauseNode[]>, key: string, node: ClauseNode): void => {
    const nodes = map.get(key);
    if (nodes === undefined) map.set(key, [node]);
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
    keepTitle(node);
    if (node.label !== null) {
      const tokens = placeTokens(node.label);
      labels.set(node.id, plain(tokens));
      if (/[章节编篇分]$/.test(node.label.trim())) parts.push(node);
      if (!isAnnex && (node.kind !== 'item' || plain(tokens).length > 1)) {
        const region = holder.get(node.id)?.id ?? '';
        put(byLabel, `${region}|${keyOf(tokens)}`, node);
        put(byLabel, `${region}|${keyOf(plain(tokens))}`, node);
      }
    }
    if (node.number === null) return;
    const tokens = numberTokens(node.number);
    numbers.set(node.id, tokens);
    put(byKey, keyOf(tokens), node);
    const short = plain(tokens);
    if (short.length < tokens.length && above === null && !isAnnex) put(byKey, keyOf(short), node);
    if (above === null && short.length === 1 && /^\d{1,3}$/.test(short[0] ?? ''))
      highest = Math.max(highest, Number(short[0]));
  });
  for (const nodes of byLabel.values()) nodes.sort((a, b) => a.level - b.level || b.end - b.start - (a.end - a.start));

  /** A line such as "Schedule 1.1(b) Trademarks" that the tree has as no annex still is the place that is meant. */
  function keepTitle(node: ClauseNode): void {
    const text = passagesOf(view, node)[0]?.text ?? '';
    const title = text.length > 120 ? null : annexTitle.exec(text);
    if (title?.[1] === undefined) return;
    const key = keyOf(numberTokens(title[1]));
    const known = titles.get(key);
    if (known === undefined || known.end - known.start < node.end - node.start) titles.set(key, node);
  }

  const root = view.nodes[0];
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

  function descend(base: ClauseNode, tokens: readonly string[], unit = '', depth = 0): ClauseNode | undefined {
    if (tokens.length === 0) return base;
    const children = childrenOf(view, base);
    const own = numbers.get(base.id) ?? [];
    let other: ClauseNode | undefined;
    for (const child of children) {
      for (const have of [labels.get(child.id) ?? [], rest(numbers.get(child.id) ?? [], own)]) {
        if (have.length === 0 || have.length > tokens.length) continue;
        if (!have.every((token, index) => sameToken(token, tokens[index] ?? ''))) continue;
        const deeper = descend(child, tokens.slice(have.length), unit, depth);
        if (deeper === undefined) continue;
        const given = unitsOf(deeper.number ?? '').at(-1);
        if (unit === '' || given === undefined || given === unit) return deeper;
        if (!(unit === '款' && isBracketed(deeper))) other ??= deeper;
      }
    }
    if (other !== undefined || depth >= 2) return other;
    for (const child of children) {
      if (child.label !== null && child.kind !== 'part') continue;
      const deeper = descend(child, tokens, unit, depth + 1);
      if (deeper) return deeper;
    }
    return undefined;
  }

  /** Of the nodes with one key, the one in the region whose 条 款 项 are those asked for. */
  function nearest(place: Place, nodes: readonly ClauseNode[], annex: ClauseNode | null): ClauseNode | undefined {
    const here = nodes.filter((node) => annexOf(node) === annex && fitsWord(place.word, node));
    const wanted = unitsOf(place.number);
    const exact = here.find((node) => unitsOf(node.number ?? '') === wanted);
    return exact ?? here.find((node) => paragraphUnit(place) !== '款' || !isBracketed(node));
  }

  function byNumber(place: Place, annex: ClauseNode | null): ClauseNode | undefined {
    const tokens = placeTokens(place.number);
    if (tokens.length === 0) return undefined;
    if (/^[章节编篇]$|^部分$/.test(place.word)) return partNamed(place, annex);
    const prefix = annex === null ? [] : (numbers.get(annex.id) ?? numberTokens(annex.label ?? ''));
    const worded = numberWord.test(place.word) ? variants([place.word, ...tokens]) : [];
    for (const form of [...worded, ...variants(tokens)]) {
      const hit = nearest(place, byKey.get(keyOf([...prefix, ...form])) ?? [], annex);
      if (hit) return hit;
    }
    return byLabels(place, tokens, annex) ?? (annex === null ? undefined : descend(annex, tokens));
  }

  /** Label by label: the clause whose label is the first part of the number, then down to the rest of it. */
  function byLabels(place: Place, tokens: readonly string[], annex: ClauseNode | null): ClauseNode | undefined {
    const region = annex?.id ?? '';
    const unit = paragraphUnit(place);
    for (let length = tokens.length; length > 0; length--) {
      const head = tokens.slice(0, length);
      const worded = numberWord.test(place.word) ? variants([place.word, ...head]) : [];
      for (const form of [...worded, ...variants(head)]) {
        for (const base of byLabel.get(`${region}|${keyOf(form)}`) ?? []) {
          if (!fitsWord(place.word, base)) continue;
          const hit = length === tokens.length ? base : descend(base, tokens.slice(length), unit);
          if (hit) return hit;
        }
      }
    }
    return undefined;
  }

  /** 第三章, 第三章第一节, 第二部分: parts do not enter numbers, so the labels decide. */
  function partNamed(place: Place, annex: ClauseNode | null): ClauseNode | undefined {
    let above: ClauseNode | undefined;
    for (const [step] of place.number.replace(/\s/g, '').matchAll(/第[^第]+/g)) {
      const within: ClauseNode | undefined = above;
      above = parts.find(
        (node) =>
          annexOf(node) === annex &&
          (within === undefined || (node.start >= within.start && node.end <= within.end && node !== within)) &&
          node.label?.trim().endsWith(step.slice(-1)) === true &&
          keyOf(numberTokens(node.label)) === keyOf(numberTokens(step)),
      );
      if (above === undefined) return undefined;
    }
    return above;
  }

  return { byNumber, descend, annexNamed, annexOf, positionOf: (node) => order.get(node.id) ?? 0, main, highest };
}

/** "Article 4" is not "Section 4" where the document has both. */
function fitsWord(word: string, node: ClauseNode): boolean {
  const label = /^[a-z]+/.exec((node.label ?? '').toLowerCase())?.[0] ?? '';
  if (!numberWord.test(label) || !numberWord.test(word) || label === word) return true;
  return !(word === 'article' && label === 'section') && !(word === 'section' && label === 'article');
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
  // Exhibit I is the letter as often as the number: a single letter of an annex stays what it is
  const lettered = annexLabel.test(tokens[0] ?? '') && token.length === 1 && !/\d/.test(token);
  const swap = (other: string): void => void forms.push(tokens.map((own, index) => (index === at ? other : own)));
  const value = /^[ivxlc]+$/.test(token) ? romanValue(token) : null;
  if (value !== null && !lettered) swap(String(value));
  if (/^\d{1,3}$/.test(token) && Number(token) > 0) {
    const roman = formatRoman(Number(token));
    if (roman.length > 1 || !annexLabel.test(tokens[0] ?? '')) swap(roman);
  }
  return forms;
}
