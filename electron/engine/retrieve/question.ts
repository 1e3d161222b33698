import type { Language } from '../../../shared/model.ts';
import { chineseNumeralClass, numberTokens } from '../structure/number.ts';
import { chineseShare } from '../structure/annotate/language.ts';
import { fold } from './fold.ts';
import { lexicalTerms } from './terms.ts';
import { expansionTerms } from './thesaurus.ts';

/** What a question asks for as a whole, read from its form. */
export type Reach = 'passage' | 'list' | 'count' | 'absence';

/** A question as retrieval uses it. */
export interface Understood {
  readonly text: string;
  readonly language: Language;
  /** What it is about: the text without the frame of asking. */
  readonly matter: string;
  /** Index terms of its words, question words left out. */
  readonly terms: readonly string[];
  /** Index terms of words that mean the same or the same in the other language; none of `terms`. */
  readonly expansion: readonly string[];
  /** Clause numbers it names, as token lists (`numberTokens`). */
  readonly numbers: readonly (readonly string[])[];
  /** Amounts and percentages as written. */
  readonly amounts: readonly string[];
  /** Dates and periods as written. */
  readonly dates: readonly string[];
  /** Words in quotation marks. */
  readonly quoted: readonly string[];
  /** `passage`, or a question over every clause: a list, a count, "is there any". */
  readonly reach: Reach;
  /** The question is put in the negative ("not required", 不用). */
  readonly negated: boolean;
}

/** Words that only ask. Left in, their bigrams would match 是否, 多少 and the like all over a contract. */
const ASKING_ZH =
  /请问|一下|有没有|能不能|可不可以|可以不可以|是不是|要不要|用不用|算不算|会不会|该不该|得不得|需不需要|为什么|凭什么|什么时候|什么|怎么样|怎么办|怎么|怎样|如何|多少|多久|多长|几个|几天|哪些|哪个|哪家|哪里|哪儿|哪|谁|是否|到底|究竟|如果|要是|的话|我们|咱们|你们|他们|它们|人家|这个|那个|这种|那种|吗|呢|吧|啊|呀|嘛|么|还是|或者|以及|还有|还能|还要|可以|能够|应该|是|了|的/g;
const ASKING_EN =
  /\b(?:please|tell me|what|which|who(?:se|m)?|when|where|why|how (?:much|many|long|often|soon|far)|how|is there|are there|does|do|did|can|could|may we|may i|am i|we|us|our|i|me|my|they|them|their|you|your|someone|anyone|anything|something|exactly|actually|happens?|supposed|allowed|kind|sort|thing|things|say|says|said|get|gets|got)\b/gi;

/**
 * The frame around what is asked: "is there a … clause in this contract", 这份合同里有没有约定…. Every contract speaks of
 * contracts and clauses, so these words pull any search towards its closing provisions.
 */
const FRAME =
  /^(?:(?:is|are|was|were) there (?:an?y?|some)?\b|(?:do|does) (?:the|this|our|my) (?:contract|agreement|document|nda|lease|deal|sla)\b(?: (?:provide for|include|contain|have|say|specify|mention|require|allow|deal with|cover))?(?: (?:anything about|an?y?)\b)?)|\b(?:in|under|of|for|by|within|to) (?:the|this|our|my) (?:contract|agreement|document)\b|\b(?:clauses?|provisions?|included|specified|mentioned|stated|contained)\b|(?:这|该|本|此)(?:份|个)?(?:合同|协议|文件)(?:里面?|中|上|当中)?|(?:合同|协议)(?:里面?|中|上|当中)(?:有没有|是否|有无)?(?:写了?|约定了?|规定了?|说了?|提到)?|(?:有没有|是否|有无)(?:写明?|约定|规定|说明|提到)|的?条款/giu;

const LABEL = String.raw`\d+(?:\.\d+)*(?:\s?\([a-z\d]{1,4}\))*`;
const CHINESE = `[${chineseNumeralClass}\\d]+`;
const NUMBER_PATTERNS: readonly RegExp[] = [
  new RegExp(`(?:sections?|clauses?|articles?|paragraphs?|sec\\.|art\\.|§§?)\\s*(${LABEL}|[ivxlc]+\\b)`, 'giu'),
  new RegExp(`\\b(\\d+(?:\\.\\d+)+(?:\\s?\\([a-z\\d]{1,4}\\))*|\\d+(?:\\s?\\([a-z\\d]{1,4}\\))+)(?![\\d%])`, 'giu'),
  new RegExp(
    `((?:schedule|annex|exhibit|appendix|attachment)\\s+(?:\\d+|[a-z])(?:,?\\s+(?:paragraph\\s+)?${LABEL})?)\\b`,
    'giu',
  ),
  new RegExp(`(第\\s*${CHINESE}\\s*条(?:\\s*第?\\s*[（(]?${CHINESE}[)）]?\\s*[款项目])*|${LABEL}(?=\\s*条))`, 'gu'),
  new RegExp(
    `((?:附件|附录|附表)\\s*(?:${CHINESE}|[A-Za-z])(?:\\s*第?\\s*(?:${LABEL}|${CHINESE})\\s*[条项款]?)?)`,
    'gu',
  ),
];

const AMOUNT =
  /(?:[$€£¥￥]|USD|RMB|CNY|EUR|GBP|HKD)\s?\d[\d,.]*(?:\s?(?:million|billion|万|亿))?|\d[\d,.]*\s?(?:%|‰|percent|dollars|yuan|元|万元|亿元|美元)|百分之[^\s，。,.]{1,6}/giu;
const DATE =
  /\d{4}\s?[年/-]\s?\d{1,2}\s?[月/-]\s?(?:\d{1,2}\s?日?)?|\b(?:\d{1,2}\s+)?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s+(?:\d{1,2},?\s+)?\d{4}|\d+\s?(?:个?工作日|天|日|个月|年|周|business days?|days?|weeks?|months?|years?)/giu;
const QUOTED = /“([^”]{1,80})”|"([^"]{1,80})"|「([^」]{1,80})」|『([^』]{1,80})』|《([^》]{1,80})》/gu;

const LIST =
  /\b(?:list|every|each of|all (?:the|of|cases|conditions|events|circumstances|reasons|grounds|exceptions|obligations|fees)|what are (?:all )?the|which (?:events|cases|circumstances|conditions|grounds)|in (?:which|what) (?:cases|circumstances|situations))\b|哪些|哪几|全部列|列出|列举|都有什么|有什么情形|所有的?|全列|逐项/iu;
const COUNT = /\bhow many\b|几(?:种|个|项|条|次|处)|一共多少|总共/iu;
const ABSENCE =
  /\b(?:is|are|was|were) there (?:an?|any|no)\b|\b(?:do|does) (?:it|the|this|our) .{0,40}\b(?:have|contain|include|say|mention|provide|cover|deal)\b|\bany (?:clause|provision|limit|cap|restriction|mention)\b|有没有|有无|是否有|有.{0,12}吗|写了.{0,16}吗|约定了.{0,16}吗|规定了.{0,16}吗/iu;
const NEGATED =
  /\b(?:not|never|no|nor|without|isn't|aren't|doesn't|don't|can't|cannot|won't|unless|except)\b|不(?!同|仅|但|可抗力)|无需|没有|未经|除非|除外|例外|免/iu;

/** Reads the form and the words of a question. Pure: the documents it is put to come in later (`definedTerms`). */
export function understand(question: string): Understood {
  const text = question.normalize('NFKC').trim();
  const share = chineseShare(text);
  const matter = matterOf(text);
  const content = contentOf(matter);
  const terms = [...new Set(lexicalTerms(content))];
  const known = new Set(terms);
  return {
    text,
    matter,
    language: share >= 0.9 ? 'zh' : share <= 0.1 ? 'en' : 'mixed',
    terms,
    expansion: expansionTerms(matter).filter((term) => !known.has(term)),
    numbers: numbersIn(text),
    amounts: matches(text, AMOUNT),
    dates: matches(text, DATE),
    quoted: [...text.matchAll(QUOTED)].map((match) => match.slice(1).find((group) => group !== undefined) ?? ''),
    reach: COUNT.test(text) ? 'count' : LIST.test(text) ? 'list' : ABSENCE.test(text) ? 'absence' : 'passage',
    negated: NEGATED.test(text),
  };
}

/** The question without its frame; all of it when nothing else is left. */
function matterOf(text: string): string {
  const rest = text
    .replace(FRAME, ' ')
    .replace(/\s+/gu, ' ')
    .replace(/^[\s,，]+|[\s?？]+$/gu, '');
  return lexicalTerms(rest).length > 0 ? rest : text;
}

/** The words of a question that can occur in a contract. Falls back on all of it when nothing else is left. */
function contentOf(text: string): string {
  const rest = fold(text).replace(ASKING_ZH, ' ').replace(ASKING_EN, ' ');
  return lexicalTerms(rest).length > 0 ? rest : text;
}

function numbersIn(text: string): string[][] {
  const found = new Map<string, string[]>();
  for (const pattern of NUMBER_PATTERNS) {
    for (const match of text.matchAll(pattern)) {
      const tokens = numberTokens(match[1] ?? match[0]);
      // Generic nouns before the number are how people speak; only annexes are told apart by theirs.
      const key = tokens.join(' ');
      if (tokens.length > 0 && !found.has(key)) found.set(key, tokens);
    }
  }
  return [...found.values()];
}

const matches = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map((match) => match[0].trim());
