import { unreachable } from '../../../shared/error.ts';
import { isHan } from './blockText.ts';
import { isContainer, shownText } from './draft.ts';
import type { Draft } from './draft.ts';
import { isItem } from './family.ts';
import { noteRank, shortWords } from './heading.ts';
import { formatChineseNumeral } from './number.ts';

/** How this document cites itself. */
export interface NamingStyle {
  readonly chinese: boolean;
  /** Word of a top-level clause without one of its own: `Section`, `Clause`, `Article` or `Paragraph`. */
  readonly word: string;
}

/** `Section` unless the document's own references mostly say otherwise. Text is folded. */
export function referenceWord(text: string): string {
  const counts = new Map<string, number>();
  for (const hit of text.matchAll(/\b(section|clause|article|paragraph)s?[ \u00a0]+\d{1,3}(?:\.\d+)*\b/gi)) {
    const word = (hit[1] ?? '').toLowerCase();
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  let best = 'section';
  for (const word of ['clause', 'article', 'paragraph']) {
    if ((counts.get(word) ?? 0) > (counts.get(best) ?? 0)) best = word;
  }
  return capital(best);
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();

const partFamilies: ReadonlySet<string> = new Set(['part', 'book', 'subbook', 'chapter', 'division', 'article']);
const isPart = (node: Draft): boolean => node.reading !== null && partFamilies.has(node.reading.family);

/** Sets `entry` and `number` of every draft below `root`. */
export function nameAll(root: Draft, style: NamingStyle): void {
  const local = new Map<Draft, string | null>();
  const visit = (node: Draft): void => {
    if (node.kind !== 'root') local.set(node, localName(node, local, style));
    for (const child of node.children) visit(child);
  };
  visit(root);
  const prefixed = collidingContainers(root, local);
  const number = (node: Draft): void => {
    const own = local.get(node) ?? null;
    node.number = own === null ? null : withPrefix(node, own, prefixed, local, style);
    for (const child of node.children) number(child);
  };
  number(root);
}

/** The nearest numbered ancestor below the next container, or that container. */
function base(node: Draft): Draft {
  let at = node.parent as Draft;
  while (!isContainer(at) && at.reading === null && !at.number && at.entry !== '' && at.parent !== null && !isKuan(at))
    at = at.parent;
  return at;
}

const isKuan = (node: Draft): boolean =>
  node.reading === null && node.kind !== 'table' && node.parent?.reading?.family === 'tiao';

/** The number without annex, part or heading before it; sets the path entry. */
function localName(node: Draft, local: ReadonlyMap<Draft, string | null>, style: NamingStyle): string | null {
  const { reading } = node;
  if (reading === null) return unnumbered(node, local);
  const { family, printed, word } = reading;
  const label = (node.label ?? '').replace(/\s+/g, '');
  const above = base(node);
  const upper = isContainer(above) ? null : (local.get(above) ?? null);
  const set = (entry: string, name = entry): string => {
    node.entry = entry;
    return name;
  };
  switch (family) {
    case 'annex':
      return set(annexName(node));
    case 'part':
    case 'book':
    case 'subbook':
    case 'chapter':
    case 'division':
      return set(/^[A-Za-z]/.test(word ?? '') ? `${capital(word ?? '')} ${printed}` : label.replace(/[:：、.．]$/, ''));
    case 'article':
      return set(`Article ${printed.length > 5 ? capital(printed) : printed}`);
    case 'tiao':
      return set(label.replace(/[:：、.．]$/, ''));
    case 'kuan':
    case 'xiang':
      return set(label.replace(/[:：、.．]$/, ''), `${upper ?? ''}${label.replace(/[:：、.．]$/, '')}`);
    case 'section':
      return set(
        `${word === '§' || word === '§§' ? '§' : capital((word ?? 'Section').replace(/^sec\.$/i, 'Section'))} ${printed}`,
        printed,
      );
    case 'd2':
    case 'd3':
    case 'd4':
    case 'd5':
    case 'd6':
      return set(word === null || word.startsWith('§') ? printed : `${capital(word)} ${printed}`, printed);
    case 'n.':
      return arabic(node, above, upper, style, set);
    case 'cn':
      if (above.reading?.family === 'tiao' || isKuan(above))
        return set(`第${printed}项`, `${upper ?? ''}第${printed}项`);
      return set(printed, upper === null || isPart(above) ? printed : `${upper}${printed}`);
    case '(cn)':
    case '(n)': {
      const item = above.reading?.family === 'tiao' || isKuan(above);
      const shown = family === '(n)' && !style.chinese ? `(${printed})` : bracketed(node.label ?? '');
      if (item) return set(`第${shown}项`, `${upper ?? ''}第${shown}项`);
      return under(upper, shown, style, set);
    }
    case 'circled':
      return under(upper, label, style, set);
    case 'A.':
    case 'I.':
    case 'a.':
    case 'i.':
      if (upper === null) return set(printed);
      return set(style.chinese ? printed : `${upper}.${printed}`, `${upper}.${printed}`);
    case '(A)':
    case '(I)':
    case '(a)':
    case '(i)':
      return under(
        upper,
        style.chinese && reading.mark === '()' ? bracketed(node.label ?? '') : `(${printed})`,
        style,
        set,
      );
    default:
      return unreachable(family);
  }
}

function under(
  upper: string | null,
  shown: string,
  style: NamingStyle,
  set: (entry: string, name?: string) => string,
): string {
  if (upper === null) return set(shown);
  return set(style.chinese ? shown : `${upper}${shown}`, `${upper}${shown}`);
}

/** The label as printed without white space and stops: `（1）`, `(三)`. `1）` is completed to its pair. */
function bracketed(label: string): string {
  const shown = label.replace(/\s+/g, '').replace(/[.．、]$/, '');
  if (/^[(（〔]/.test(shown)) return shown;
  return shown.endsWith('）') ? `（${shown}` : `(${shown}`;
}

function arabic(
  node: Draft,
  above: Draft,
  upper: string | null,
  style: NamingStyle,
  set: (entry: string, name?: string) => string,
): string {
  const printed = node.reading?.printed ?? '';
  const family = above.reading?.family;
  if (family === 'tiao' || isKuan(above)) return set(`第${printed}项`, `${upper ?? ''}第${printed}项`);
  if (upper === null || isPart(above)) {
    if (style.chinese) return set(printed);
    const inAnnex = annexOf(above) !== null;
    return set(inAnnex ? `paragraph ${printed}` : `${style.word} ${printed}`, printed);
  }
  if (family === '(cn)' && /第[^第]+项$/.test(upper)) return set(`第${printed}目`, `${upper}第${printed}目`);
  if (style.chinese) {
    const joint = /[\d.]$/.test(upper) ? '.' : family === 'cn' ? '、' : '';
    return set(printed, `${upper}${joint}${printed}`);
  }
  return set(`${upper}.${printed}`);
}

function annexOf(node: Draft): Draft | null {
  for (let at: Draft | null = node; at !== null; at = at.parent) if (at.kind === 'annex') return at;
  return null;
}

function annexName(node: Draft): string {
  const word = node.reading?.word ?? '';
  const printed = node.reading?.printed ?? '';
  if (!isHan(word)) return `${capital(word)} ${printed}`;
  if (printed !== '') return `${word}${printed}`;
  const title = node.heading ?? '';
  const alone = node.parent?.children.filter((c) => c.kind === 'annex' && c.reading?.printed === '').length === 1;
  if (title === '' || (alone && !/[:：]$/.test(node.label ?? '') && !/^[《（(【]/.test(title))) return word;
  return /^[《（(【]/.test(title) ? `${word}${title}` : `${word}：${title}`;
}

function unnumbered(node: Draft, local: ReadonlyMap<Draft, string | null>): string | null {
  const { parent } = node;
  if (node.kind === 'paragraph' && parent?.reading?.family === 'tiao') {
    const siblings = parent.children.filter((c) => c.reading === null && c.kind === 'paragraph');
    const position = siblings.indexOf(node) + (parent.bare ? 1 : 2);
    node.entry = `第${formatChineseNumeral(position)}款`;
    return `${local.get(parent) ?? ''}${node.entry}`;
  }
  node.entry = shortWords(node.heading ?? shownText(node)) || node.kind;
  return null;
}

/** The containers of a node that may stand before its number, nearest first. */
function containers(node: Draft): Draft[] {
  const found: Draft[] = [];
  for (let at = node.parent; at !== null && at.kind !== 'root'; at = at.parent) {
    if (isContainer(at) || isPart(at)) found.push(at);
  }
  return found;
}

/** True if the count of `node` starts inside the heading: its outermost label there is a list item. */
function itemUnder(node: Draft, heading: Draft): boolean {
  let top: Draft | null = null;
  for (let at: Draft | null = node; at !== null && at !== heading; at = at.parent) if (at.reading !== null) top = at;
  const reading = top?.reading ?? null;
  return reading !== null && isItem(reading.family);
}

/** Headings and parts whose numbers also occur elsewhere, so that they must be named with them; the main body keeps bare ones. */
function collidingContainers(root: Draft, local: ReadonlyMap<Draft, string | null>): Set<Draft> {
  const groups = new Map<Draft, Set<string>>();
  const collect = (node: Draft): void => {
    const name = local.get(node);
    if (name !== undefined && name !== null && node.kind !== 'annex' && !isPart(node) && annexOf(node) === null) {
      const home = containers(node)[0] ?? root;
      if (home === root || !itemUnder(node, home) || isPart(home)) {
        const group = groups.get(home);
        if (group) group.add(name);
        else groups.set(home, new Set([name]));
      }
    }
    for (const child of node.children) collect(child);
  };
  collect(root);
  let main = root;
  for (const [home, names] of groups) {
    // Parts restart together, so none of them is the main body.
    if (!isPart(home) && names.size > (groups.get(main)?.size ?? 0)) main = home;
  }
  const prefixed = new Set<Draft>();
  for (const [home, names] of groups) {
    if (home === root || home === main) continue;
    const clash = [...groups].some(([other, theirs]) => other !== home && [...names].some((n) => theirs.has(n)));
    // A list with a count of its own beside the main one is cited with its heading: 使用说明一.
    const apart = home.scope && home.children.some((c) => c.reading?.family === 'cn' || c.reading?.family === 'n.');
    if (clash || apart) prefixed.add(home);
  }
  return prefixed;
}

/** The words a heading is cited by: of a bilingual heading in a Chinese contract the Chinese ones, without a colon. */
function headingName(node: Draft, style: NamingStyle): string {
  if (node.short !== null) return node.short;
  const words = (node.heading ?? '').replace(/[:：]\s*$/, '');
  return style.chinese && isHan(words.charAt(0)) ? words.replace(/\s+[A-Za-z][^\u3400-\u9fff]*$/, '') : words;
}

function withPrefix(
  node: Draft,
  own: string,
  prefixed: ReadonlySet<Draft>,
  local: ReadonlyMap<Draft, string | null>,
  style: NamingStyle,
): string {
  if (node.kind === 'annex') return own;
  let name = own;
  let dropped = false;
  for (const container of containers(node)) {
    if (container.kind === 'annex') {
      name = dropped ? `${container.entry}${name}` : `${container.entry} ${name}`;
      break;
    }
    if (isPart(container)) {
      if (isPart(node) ? annexOf(node) !== null : annexOf(container) !== null || prefixed.has(container)) {
        if (!name.startsWith(local.get(container) ?? ' ')) name = `${local.get(container) ?? ''} ${name}`;
      }
      continue;
    }
    const listed = itemUnder(node, container) && (style.chinese || annexOf(container) === null);
    if (listed || prefixed.has(container) || container.headingRank === noteRank) {
      const words = shortWords(headingName(container, style), 40);
      name = isHan(words) ? `${words}${name}` : `${words} ${name}`;
      dropped = isHan(words);
      if (annexOf(container) === null) break;
    }
  }
  return name;
}
