import type { ClauseNode } from '../../../shared/model.ts';

/** What is added to a candidate's relevance for what kind of words it holds; fitted like the weights of `fuse.ts`. */
const PRIORS = {
  /** It binds, permits, defines or provides: a rule, not a title, a name or an address. */
  rule: 0.07,
  /** It ends like a sentence. */
  sentence: 0.03,
  /** Too short to say anything: a heading, a blank, a party's name. */
  short: -0.09,
  fragment: -0.04,
  /** Recitals tell why, clauses tell what. */
  recital: -0.04,
  /** A table's cells share many words with any question and rarely state a rule. */
  table: -0.05,
  /** It holds what the question asks for. */
  period: 0.12,
  amount: 0.07,
  permission: 0.07,
  definition: 0.07,
} as const;

const SHORT = { en: 60, zh: 20 } as const;
const FRAGMENT = { en: 30, zh: 10 } as const;

const RULE =
  /\b(?:shall|must|may|will|agrees?|entitled|required|liable|responsible|cannot|means)\b|应|须|不得|有权|可以|由.{1,10}承担|负责|视为|是指|必须|无权|赔偿|支付|按/iu;
const SENTENCE_END = /[。.;；!！]["”’』」）)\]]*\s*$/u;

/** The four things a question can ask for that a clause visibly holds or not. */
const ASKED = [
  {
    prior: PRIORS.period,
    question:
      /how long|how (?:many|far|soon|fast|quickly|often)|\bwhen\b|deadline|\buntil\b|多久|多长|几天|几个?月|几年|什么时候|何时|期限|最迟|提前/iu,
    clause:
      /\d+\s*\)?\s*(?:个?工作日|天|日|个月|年|小时|周|business days?|calendar days?|days?|weeks?|months?|years?|hours?|minutes?)|[一二三四五六七八九十]+(?:日|天|个月|年|周)|\b(?:thirty|sixty|ninety|ten|five|fifteen|seven|twelve|one|two|three)\b.{0,8}(?:day|month|year|week|hour)/iu,
  },
  {
    prior: PRIORS.amount,
    question:
      /how much|what (?:fee|price|rate|percentage|amount|penalty|interest)|\bcost|\bcredit|\bcut\b|\bpaid\b|\bpay\b|多少钱|多少|几成|罚|费用|提成|价|钱/iu,
    clause: /[$€£¥￥%‰]|\d[\d,.]*\s*(?:元|万元|percent|dollars)|百分之|\bpercent\b|元/iu,
  },
  {
    prior: PRIORS.permission,
    question:
      /^(?:can|may|could|am i|are we|is it|do we|does|do i|must)\b|\bcan (?:we|i|they|the)\b|\ballowed\b|能不能|可不可以|能否|可以|要不要|用不用|是否|行不行|能.*吗|要.*吗|算不算|算.*吗/iu,
    clause:
      /\b(?:may|shall not|must not|without.{0,20}consent|entitled|permitted|prohibited|right to)\b|有权|不得|可以|可|同意|禁止|许可|允许|无权/iu,
  },
  {
    prior: PRIORS.definition,
    question:
      /counts? as|considered|\bmean(?:s|ing)?\b|definition|qualif|treated as|算不算|算.{0,12}(?:吗|不)|是不是|指什么|什么是|包不包括|够不够/iu,
    clause: /\b(?:means?|refers? to|includes?|defined)\b|是指|系指|指的?是|定义|包括|视为|属于/iu,
  },
] as const;

/** Sum of the priors that hold for the words of a clause, given the question; between -0.25 and 0.45. */
export function statementPrior(
  words: string,
  kind: ClauseNode['kind'],
  language: 'en' | 'zh',
  question: string,
): number {
  const length = words.trim().length;
  let sum = 0;
  if (RULE.test(words)) sum += PRIORS.rule;
  if (SENTENCE_END.test(words)) sum += PRIORS.sentence;
  if (length < SHORT[language]) sum += PRIORS.short;
  if (length < FRAGMENT[language]) sum += PRIORS.fragment;
  if (kind === 'recital') sum += PRIORS.recital;
  if (kind === 'table') sum += PRIORS.table;
  for (const asked of ASKED) if (asked.question.test(question) && asked.clause.test(words)) sum += asked.prior;
  return sum;
}
