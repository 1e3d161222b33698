import * as fc from 'fast-check';
import { formatChineseNumeral, formatRoman } from '../../../../electron/engine/structure/number.ts';

/** A clause of a made-up contract: its children count from one at each level. */
export interface Clause {
  readonly heading: boolean;
  readonly words: number;
  readonly children: readonly Clause[];
}

/** How one level prints its number; `path` holds the counters from the top to this level. */
export type Level = (path: readonly number[]) => string;

const last = (path: readonly number[]): number => path.at(-1) ?? 0;
const letter = (n: number): string => String.fromCharCode(96 + n);

const dotted =
  (depth: number, stop = ''): Level =>
  (path) =>
    path.slice(-depth).join('.') + stop;

export const levels = {
  'n.': (path) => `${last(path)}.`,
  n: (path) => `${last(path)}`,
  'n、': (path) => `${last(path)}、`,
  d2: dotted(2),
  'd2.': dotted(2, '.'),
  d3: dotted(3),
  '(a)': (path) => `(${letter(last(path))})`,
  'a)': (path) => `${letter(last(path))})`,
  'a.': (path) => `${letter(last(path))}.`,
  '(i)': (path) => `(${formatRoman(last(path))})`,
  'A.': (path) => `${letter(last(path)).toUpperCase()}.`,
  'I.': (path) => `${formatRoman(last(path)).toUpperCase()}.`,
  article: (path) => `ARTICLE ${formatRoman(last(path)).toUpperCase()}`,
  'Section n.': (path) => `Section ${last(path)}.`,
  'Section d2': (path) => `Section ${path.slice(-2).join('.')}`,
  第章: (path) => `第${formatChineseNumeral(last(path))}章`,
  第条: (path) => `第${formatChineseNumeral(last(path))}条`,
  第n条: (path) => `第${last(path)}条`,
  '一、': (path) => `${formatChineseNumeral(last(path))}、`,
  '（一）': (path) => `（${formatChineseNumeral(last(path))}）`,
  '（1）': (path) => `（${last(path)}）`,
  '(1)': (path) => `(${last(path)})`,
  '1）': (path) => `${last(path)}）`,
  '①': (path) => String.fromCharCode(0x2460 + last(path) - 1),
} satisfies Record<string, Level>;

export type LevelName = keyof typeof levels;

export interface Style {
  readonly chinese: boolean;
  readonly levels: readonly LevelName[];
}

export const styles: readonly Style[] = [
  { chinese: false, levels: ['n.', 'd2', '(a)', '(i)'] },
  { chinese: false, levels: ['n.', 'd2.', '(a)', '(i)'] },
  { chinese: false, levels: ['n.', 'd2', 'd3', '(a)'] },
  { chinese: false, levels: ['n.', '(a)', '(i)'] },
  { chinese: false, levels: ['n.', 'a)', '(i)'] },
  { chinese: false, levels: ['n', 'd2', '(a)', '(i)'] },
  { chinese: false, levels: ['Section n.', 'd2', '(a)', '(i)'] },
  { chinese: false, levels: ['article', 'Section d2', '(a)', '(i)'] },
  { chinese: false, levels: ['A.', 'n.', '(a)'] },
  { chinese: false, levels: ['I.', 'A.', 'n.'] },
  { chinese: true, levels: ['第条', 'd2', '（1）'] },
  { chinese: true, levels: ['第条', 'n.', '（1）', '①'] },
  { chinese: true, levels: ['第条', '（一）', 'n.'] },
  { chinese: true, levels: ['第n条', 'n、', '（1）'] },
  { chinese: true, levels: ['一、', '（一）', 'n.', '(1)'] },
  { chinese: true, levels: ['一、', 'n、', '（1）', '①'] },
  { chinese: true, levels: ['n.', 'd2', '（1）', 'a)'] },
  { chinese: true, levels: ['n、', '（1）', '①'] },
];

const english = [
  'Provider shall deliver the Services in accordance with Section 9.3 and with all laws',
  'Each party keeps the confidential information of the other secret for five (5) years',
  'Fees of 1.5 million dollars are due within thirty (30) days after receipt of an invoice',
  'Neither party may assign this Agreement, except as set out in Sections 2(a) and (b)',
  'Notices are sent to 12 High Street and take effect on 3 March 2026',
  'Customer may terminate under paragraph (b) above if a breach is not cured',
  'Section 9.3 shall survive, and clauses (a) and (b) of it as well',
  'Interest runs at 8.25 percent a year from the due date until payment',
];
const chinese = [
  '甲方应当在收到发票后三十（30）日内支付服务费1.5万元',
  '乙方违反第九条第（二）项约定的，应当赔偿甲方损失',
  '除本合同第3.2条另有约定外，双方不得转让权利',
  '本合同自2026年3月1日起生效，有效期为3年',
  '一方逾期超过15日的，另一方有权解除合同',
  '双方应当对在履行中知悉的商业秘密保密',
  '前款规定不适用于因不可抗力造成的损失',
];
const englishTitles = [
  'Payment Terms',
  'Confidentiality',
  'Limitation of Liability',
  'Governing Law',
  'Term',
  'Data Protection',
];
const chineseTitles = ['付款', '保密义务', '违约责任', '争议解决', '期限', '知识产权'];

const pick = <T>(list: readonly T[], n: number): T => list[n % list.length] as T;

export interface Rendered {
  readonly lines: string[];
  /** Label chains from the top, one per clause, in reading order. */
  readonly chains: string[];
}

/** One paragraph per clause, as a drafter would type it. */
export function render(clauses: readonly Clause[], style: Style, offsets: readonly number[] = []): Rendered {
  const lines: string[] = [];
  const chains: string[] = [];
  const walk = (list: readonly Clause[], path: readonly number[], chain: readonly string[]): void => {
    list.forEach((clause, i) => {
      const here = [...path, i + 1 + (offsets[path.length] ?? 0)];
      const depth = path.length;
      const name = style.levels[depth] as LevelName;
      const label = levels[name](here);
      const children = depth + 1 < style.levels.length ? clause.children : [];
      const items = children.length > 0 && /[（(①]|\)/.test(style.levels[depth + 1] ?? '');
      const lastOne = i === list.length - 1;
      const isItem = /[（(①]|\)/.test(name);
      const title = pick(style.chinese ? chineseTitles : englishTitles, clause.words);
      const sentence = pick(style.chinese ? chinese : english, clause.words);
      const end = items
        ? style.chinese
          ? '：'
          : ':'
        : isItem && !lastOne
          ? style.chinese
            ? '；'
            : ';'
          : style.chinese
            ? '。'
            : '.';
      const gap = style.chinese && /[、.）)①-⑳]$/.test(label) ? '' : ' ';
      const top = depth === 0 && !items;
      const body = top && (clause.heading || children.length > 0 || name === 'n') ? title : `${sentence}${end}`;
      lines.push(`${label}${gap}${body}`);
      const next = [...chain, label];
      chains.push(next.join(' > '));
      walk(children, here, next);
    });
  };
  walk(clauses, [], []);
  return { lines, chains };
}

/** Trees of up to four levels; a list has at least two entries. */
export const clauseTrees: fc.Arbitrary<Clause[]> = fc.integer({ min: 0, max: 3 }).chain((depth) => level(depth, 2, 7));

function level(depth: number, min: number, max: number): fc.Arbitrary<Clause[]> {
  const children: fc.Arbitrary<Clause[]> =
    depth === 0
      ? fc.constant<Clause[]>([])
      : fc.oneof({ weight: 1, arbitrary: fc.constant<Clause[]>([]) }, { weight: 2, arbitrary: level(depth - 1, 2, 5) });
  return fc.array(fc.record({ heading: fc.boolean(), words: fc.nat(100), children }), {
    minLength: min,
    maxLength: max,
  });
}
