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
  /** By number (`附件二`), by title (`《…》`), or by the number and else the title (`附件二《…》`). */
  readonly annexNamed: (name: string) => ClauseNode | undefined;
  /** The clause with that heading, or with one that holds the words; `annex` is looked in before the running text. */
  readonly headed: (words: string, annex: ClauseNode | null) => ClauseNode | undefined;
  /** The document inside an annex that is cited by its own title and that the node stands in: its heading. */
  readonly guideOf: (node: ClauseNode) => ClauseNode | undefined;
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

  const headings = view.nodes.filter((node) => node.heading !== null && node.kind !== 'annex' && node.kind !== 'root');
  const couples = titledAnnexes(view);
  const guides = [...couples.cited]
    .map((title) => headings.find((node) => annexOf(node) !== null && bare(node.heading ?? '') === title))
    .filter((node) => node !== undefined);

  function guideOf(node: ClauseNode): ClauseNode | undefined {
    const at = order.get(node.id) ?? 0;
    return guides
      .filter((guide) => annexOf(guide) === annexOf(node) && (order.get(guide.id) ?? 0) <= at)
      .toSorted((a, b) => a.start - b.start)
      .at(-1);
  }

  function headed(words: string, annex: ClauseNode | null): ClauseNode | undefined {
    const wanted = bare(words).toLowerCase();
    if (wanted.length < 2) return undefined;
    const near = headings.filter((node) => annexOf(node) === annex || annexOf(node) === null);
    const exact = near.filter((node) => bare(node.heading ?? '').toLowerCase() === wanted);
    const wider = near.filter((node) => {
      const own = bare(node.heading ?? '').toLowerCase();
      return own.startsWith(wanted) && own.length <= wanted.length + 4 && !/[a-z]/.test(own);
    });
    return [...exact, ...wider][0];
  }

  /** A title and that of an annex are the same where one has at most two characters more than the other. */
  function byTitle(title: string): ClauseNode | undefined {
    const number = couples.numbers.get(title);
    const coupled = number === undefined ? undefined : annexNamed(number);
    if (coupled !== undefined) return coupled;
    const titled = annexes.map((node) => ({ node, own: titleOf(node) })).filter(({ own }) => own.length > 2);
    return (
      (
        titled.find(({ own }) => own === title) ??
        titled.find(({ own }) => Math.min(own.length, title.length) >= 4 && nearly(own, title))
      )?.node ?? headedAlike(title)
    );
  }

  function headedAlike(title: string): ClauseNode | undefined {
    const alike = headings.filter((node) => annexOf(node) !== null && bare(node.heading ?? '') === title);
    return alike.find((node) => node.number !== null) ?? alike[0];
  }

  function titleOf(node: ClauseNode): string {
    const first = passagesOf(view, node)[0]?.text ?? '';
    const line = node.heading ?? (first.length <= 60 ? first : '');
    return bare(line.replace(/^附(?:件|录|表|图) ?[一二三四五六七八九十\d]{0,3}[:、. ]*/, ''));
  }

  function annexNamed(name: string): ClauseNode | undefined {
    if (name.startsWith('《')) {
      const title = bare(name);
      return title.length < 2 ? undefined : byTitle(title);
    }
    const both = /^(.+?)(《.+》)$/.exec(name);
    if (both?.[1] !== undefined && both[2] !== undefined) return annexNamed(both[1]) ?? annexNamed(both[2]);
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

  const positionOf = (node: ClauseNode): number => order.get(node.id) ?? 0;
  return { byNumber, descend, annexNamed, headed, guideOf, annexOf, positionOf, main, highest };
}

/** A title without its marks, punctuation and white space. */
const bare = (words: string): string => words.replace(/[\s《》〈〉“”"「」*#:：]/g, '');

const coupled = /附(件|录|表) ?([一二三四五六七八九十]{1,3}|\d{1,2})?[^，。；,;《]{0,6}《([^《》]{1,40})》/g;

/** Titles that the text couples with an annex (附件三样式的《付款确认函》), and all that it calls an annex. */
function titledAnnexes(view: TreeView): { numbers: Map<string, string>; cited: Set<string> } {
  const numbers = new Map<string, string>();
  const cited = new Set<string>();
  for (const { text } of view.passages)
    for (const [, kind, number, title] of text.matchAll(coupled)) {
      const words = bare(title ?? '');
      cited.add(words);
      if (number !== undefined && !numbers.has(words)) numbers.set(words, `附${kind ?? '件'}${number}`);
    }
  return { numbers, cited };
}

/** True if the shorter one is the longer one without at most two characters. */
function nearly(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (long.length - short.length > 2) return false;
  let at = 0;
  for (const char of long) if (char === short.charAt(at)) at++;
  return at === short.length;
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
  const joined = /^(\d{1,2})([a-z])$/.exec(token);
  if (joined?.[1] !== undefined && joined[2] !== undefined)
    forms.push([...tokens.slice(0, at), joined[1], joined[2], ...tokens.slice(at + 1)]);
  const swap = (other: string): void => void forms.push(tokens.map((own, index) => (index === at ? other : own)));
  const value = /^[ivxlc]+$/.test(token) ? romanValue(token) : null;
  if (value !== null && !lettered) swap(String(value));
  if (/^\d{1,3}$/.test(token) && Number(token) > 0) {
    const roman = formatRoman(Number(token));
    if (roman.length > 1 || !annexLabel.test(tokens[0] ?? '')) swap(roman);
  }
  return forms;
}
