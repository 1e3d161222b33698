/** Kinds of labels that count together: a numeral system with its brackets, or a word such as 第X条. */
export type Family =
  | 'annex'
  | 'part'
  | 'book'
  | 'subbook'
  | 'chapter'
  | 'division'
  | 'article'
  | 'section'
  | 'tiao'
  | 'kuan'
  | 'xiang'
  | 'cn'
  | '(cn)'
  | 'I.'
  | 'A.'
  | 'n.'
  | 'd2'
  | 'd3'
  | 'd4'
  | 'd5'
  | 'd6'
  | '(A)'
  | '(I)'
  | '(a)'
  | 'a.'
  | '(i)'
  | 'i.'
  | '(n)'
  | 'circled';

/** Usual depth of a family: a smaller rank stands above a larger one. */
export const rankOf: Readonly<Record<Family, number>> = {
  annex: 0,
  part: 1,
  book: 1,
  subbook: 1.5,
  chapter: 2,
  article: 2.5,
  division: 3,
  cn: 3.5,
  section: 4,
  tiao: 4,
  'I.': 4,
  'A.': 4.5,
  'n.': 5,
  d2: 6,
  kuan: 6,
  '(cn)': 6.5,
  d3: 7,
  xiang: 8,
  '(A)': 8,
  '(I)': 8,
  d4: 8,
  '(a)': 8,
  'a.': 8,
  '(n)': 8,
  '(i)': 8,
  'i.': 8,
  d5: 9,
  circled: 8,
  d6: 10,
};

/** Families whose count may run on over the borders of the parts above them (articles over chapters). */
export const runsOn: ReadonlySet<Family> = new Set([
  'chapter',
  'article',
  'division',
  'section',
  'tiao',
  'cn',
  'n.',
] as const);

/** Families of list items: cited only together with the clause they stand in. */
export const isItem = (family: Family): boolean => rankOf[family] >= 6.5 && !/^d\d$/.test(family);

/** Number of components of a decimal family (`n.` 1, `d2` 2 …), 0 for others. */
export const componentsOf = (family: Family): number =>
  family === 'n.' || family === 'section' || family === 'tiao' ? 1 : /^d\d$/.test(family) ? Number(family[1]) : 0;

/** One way to read a label: `values` are its counters, the last one counts the siblings. */
export interface Reading {
  readonly family: Family;
  readonly values: readonly number[];
  /** How it is written within its family: `.` `、` `)` `()` or nothing; drafters seldom change it. */
  readonly mark: string;
  /** The word the label prints before its number, as printed: `ARTICLE`, `Section`, `附件`. */
  readonly word: string | null;
  /** The number as printed, without word, brackets and stops: `IV`, `4.01`, `a`, `十二`. */
  readonly printed: string;
  /** Added to the score of an accepted label: negative for forms that often are no labels. */
  readonly prior: number;
}

export const lastOf = (values: readonly number[]): number => values.at(-1) ?? 0;
