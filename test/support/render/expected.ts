import { numberTokens } from '../../../electron/engine/structure/number.ts';
import type { SourceText } from '../../../electron/engine/layout/sourceText.ts';
import type { ClauseTree } from '../../../shared/model.ts';
import { render } from '../../unit/engine/structure/render.ts';
import type { Clause, LevelName, Style } from '../../unit/engine/structure/render.ts';

/** One clause of a made-up contract: what its page shows and what the tree must say of it. */
export interface MadeClause {
  readonly depth: number;
  readonly level: LevelName;
  readonly label: string;
  /** White space between label and words, as a drafter types it. */
  readonly gap: string;
  /** Heading or sentence after the label. */
  readonly words: string;
  readonly heading: string | null;
  readonly number: string;
  readonly path: readonly string[];
}

export interface MadeContract {
  readonly chinese: boolean;
  readonly style: Style;
  readonly title: string;
  readonly clauses: readonly MadeClause[];
}

/** The clauses of a random tree, each with the number and path that the naming table of the design gives it. */
export function makeContract(tree: readonly Clause[], style: Style): MadeContract {
  const { lines, chains } = render(tree, style);
  return contractOf(
    style,
    lines.map((line, i) => {
      const chain = (chains[i] ?? '').split(' > ');
      const label = chain.at(-1) ?? '';
      const [, gap, words] = /^(\s*)(.*)$/u.exec(line.slice(label.length)) ?? [];
      return { depth: chain.length - 1, label, gap: gap ?? '', words: distinct(words ?? '', i, style.chinese) };
    }),
  );
}

/** A contract of given clauses, in reading order. */
export function contractOf(
  style: Style,
  rows: readonly Pick<MadeClause, 'depth' | 'label' | 'gap' | 'words'>[],
): MadeContract {
  const above: { level: LevelName; number: string; path: readonly string[] }[] = [];
  const clauses = rows.map((row): MadeClause => {
    const level = style.levels[row.depth] as LevelName;
    const upper = row.depth === 0 ? null : (above[row.depth - 1] ?? null);
    const [entry, number] = named(level, row.label, upper, style);
    const path = [...(upper?.path ?? []), entry];
    above[row.depth] = { level, number, path };
    return { ...row, level, number, path, heading: /[.;:。；：]$/u.test(row.words) ? null : row.words };
  });
  return { chinese: style.chinese, style, title: style.chinese ? '服务合同' : 'SERVICES AGREEMENT', clauses };
}

const sides = '东 西 南 北 新 老 大'.split(' ');
const englishSides = ['east', 'west', 'south', 'north', 'new', 'old', 'great'];
const chinesePlaces = '码头 果园 磨坊 面包房 铸造厂 图书馆 桥梁 采石场 车站 花园 礼堂 市场 塔楼 酿酒厂'.split(' ');
const englishPlaces =
  'harbour orchard mill bakery foundry library bridge quarry station garden chapel market tower brewery'.split(' ');

/** One of 98 names of places. */
function place(index: number, chinese: boolean): string {
  const places = chinese ? chinesePlaces : englishPlaces;
  const side = Math.floor(index / places.length) % sides.length;
  const name = places[index % places.length] ?? '';
  return chinese ? `${sides[side]}${name}` : `${englishSides[side]} ${name}`;
}

/** What the sentences of the generator are about: after it stands where this clause applies. */
const subject =
  /^(?:Provider|Each party|Fees|Neither party|Notices|Customer|Section 9\.3|Interest|甲方|乙方|一方|双方|前款规定|本合同|除本合同第3\.2条另有约定外，)/u;

/**
 * The sentence with words near its start and end that only this clause has. Contracts hardly repeat a sentence, and lines
 * that stand alike on many pages are taken for running headers.
 */
function distinct(words: string, index: number, chinese: boolean): string {
  if (!/[.;:。；：]$/u.test(words)) return words;
  const first = place(index, chinese);
  const second = place(index + 1, chinese);
  const [where, how] = chinese ? [`在${first}`, `，见${second}`] : [` at the ${first}`, ` by the ${second}`];
  const at = subject.exec(words)?.[0].length;
  if (at === undefined) throw new Error(`no subject in: ${words}`);
  return words.slice(0, at) + where + words.slice(at, -1) + how + words.slice(-1);
}

/** Path entry and number of a label under its parent: the table of the design, written down independently of the parser. */
function named(
  level: LevelName,
  label: string,
  upper: { level: LevelName; number: string } | null,
  { chinese }: Style,
): [entry: string, number: string] {
  const plain = label.replace(/[.、]$/u, '');
  const bracketed = /^[a-z]\)$/u.test(plain) ? `(${plain}` : plain;
  if (upper === null) {
    if (level === 'article') return [plain.replace('ARTICLE', 'Article'), plain.replace('ARTICLE', 'Article')];
    if (level === 'Section n.') return [plain, plain.replace('Section ', '')];
    if (level.startsWith('n') && !chinese) return [`Section ${plain}`, plain];
    return [plain, plain];
  }
  const printed = level === 'Section d2' ? plain.replace('Section ', '') : plain;
  if (/^(?:Section )?d\d/u.test(level)) return [plain, printed];
  if (!chinese) {
    const whole = /^[nAI]/u.test(level) ? `${upper.number}.${plain}` : `${upper.number}${bracketed}`;
    return [whole, whole];
  }
  if (upper.level === '第条' || upper.level === '第n条') return [`第${plain}项`, `${upper.number}第${plain}项`];
  if (upper.level === '（一）' && upper.number.startsWith('第')) return [`第${plain}目`, `${upper.number}第${plain}目`];
  return [bracketed, `${upper.number} ${bracketed}`];
}

/** A node of a tree in the terms in which made-up contracts state theirs; white space of line breaks does not count. */
export interface Seen {
  readonly number: string;
  readonly heading: string | null;
  readonly path: string;
  readonly label: string;
  readonly words: string;
}

const squeeze = (text: string, chinese: boolean): string => text.replace(/\s+/gu, chinese ? '' : ' ').trim();
const joined = (label: string, words: string, chinese: boolean): string => squeeze(`${label} ${words}`, chinese);
const tokens = (number: string | null): string => (number === null ? 'none' : numberTokens(number).join(' '));

/** What must be seen: the title as text of the root, then the clauses in reading order. */
export function expectedNodes({ chinese, title, clauses }: MadeContract): Seen[] {
  return [
    { number: 'none', heading: null, path: '', label: '', words: squeeze(title, chinese) },
    ...clauses.map(({ label, words, number, heading, path }) => ({
      number: tokens(number),
      heading: heading === null ? null : squeeze(heading, chinese),
      path: path.join(' > '),
      label,
      words: joined(label, words, chinese),
    })),
  ];
}

/** All nodes of a tree, unnumbered ones too: a node too many is a fault like one too few. */
export function seenNodes(source: SourceText, tree: ClauseTree, chinese: boolean): Seen[] {
  return tree.nodes.map((node) => {
    const label = node.label ?? '';
    const own = node.own.map(([start, end]) => source.text.slice(start, end)).join(' ');
    const rest = own.startsWith(label) ? own.slice(label.length) : `[label missing] ${own}`;
    return {
      number: tokens(node.number),
      heading: node.heading === null || node.kind === 'root' ? null : squeeze(node.heading, chinese),
      path: node.path.join(' > '),
      label,
      words: joined(label, rest, chinese),
    };
  });
}
