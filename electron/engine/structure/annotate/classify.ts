import type { ClauseTree, DocumentKind } from '../../../../shared/model.ts';
import type { TreeView } from './view.ts';

// What is read: a contract shows itself in its first pages and in the names of its parties.
const headLength = 24_000;
const titleLength = 400;

interface Sign {
  readonly reason: string;
  readonly weight: number;
  readonly test: (text: Sample) => boolean;
}

interface Sample {
  readonly name: string;
  readonly title: string;
  readonly head: string;
  /** Per thousand words (English) or Han characters (Chinese) of the head. */
  readonly density: (pattern: RegExp) => number;
  readonly numbered: number;
}

const contractWord =
  /\b(?:agreement|contract|lease|tenancy|deed|memorandum of understanding|letter of intent|term sheet|terms (?:of|and) (?:service|conditions|use|sale)|purchase order|statement of work|addendum|amendment|licen[cs]e|guarantee|promissory note|power of attorney|nda|msa|sow|dpa|safe|covenant|warrant)\b|合同|协议|契约|租约|合约|意向书|备忘录|承诺书|委托书|授权书|条款/i;
const generalWord =
  /\b(?:annual report|interim report|report|results|discussion and analysis|financial statements|prospectus|policy|policies|handbook|manual|guide|guidelines?|white ?paper|paper|thesis|newsletter|press release|invoice|minutes|presentation|act|code|statutes?|regulations?|directive|notice|tender)\b|报告|年报|中报|公告|业绩|管理层讨论|财务报表|招股|政策|制度|手册|指南|指引|白皮书|论文|通知|说明书|招标|纪要/i;
const statuteName =
  /(?:法|条例|办法|规定|解释|细则|规则|决定|批复|通则|宪法|章程|修正案)(?:[((（].{0,30}[))）])?(?:\.[a-z]{2,4})?$/;

const signs: readonly Sign[] = [
  { reason: 'file name names a contract', weight: 3, test: (s) => contractWord.test(s.name) },
  { reason: 'file name names another kind of document', weight: -2, test: (s) => generalWord.test(s.name) },
  { reason: 'title names a contract', weight: 3, test: (s) => contractWord.test(s.title) },
  {
    reason: 'title names another kind of document',
    weight: -2,
    test: (s) => generalWord.test(s.title) && !contractWord.test(s.title),
  },
  {
    reason: 'parties are introduced',
    weight: 4,
    test: (s) =>
      /\b(?:by and (?:between|among)|is (?:made|entered) (?:and entered )?into|hereinafter (?:called|referred|collectively)|(?:each|collectively),? (?:a|the) ["“]?part(?:y|ies)|between the parties|parties (?:hereto|agree)|the undersigned)\b/i.test(
        s.head,
      ) ||
      /(?:甲|乙)方(?:\([^)]{0,20}\))? ?[::]|(?:以下|下)(?:简)?称|(?:出租|承租|委托|受托|买受|出卖|借款|贷款|买|卖)(?:人|方)(?:\([^)]{0,20}\))? ?:/.test(
        s.head,
      ),
  },
  {
    reason: 'the text speaks of itself as a contract',
    weight: 3,
    test: (s) =>
      s.density(
        /\bth(?:is|e) (?:agreement|lease|contract|deed|addendum|amendment)\b|本(?:合同|协议|契约|租约|合约)/gi,
      ) >= 1.5,
  },
  {
    reason: 'duties are laid on the parties',
    weight: 2,
    test: (s) =>
      s.density(/\b(?:shall|hereby|herein|hereof|hereto|thereof|party|parties)\b|甲方|乙方|双方|违约/gi) >= 12,
  },
  { reason: 'clauses are numbered', weight: 1, test: (s) => s.numbered >= 0.15 },
  {
    reason: 'enacted, promulgated or in force as law',
    weight: -8,
    test: (s) =>
      (statuteName.test(s.name.replace(/(?:\s*\(\d{4}[-\d]*\))?\.[a-z]+$/i, '')) && !contractWord.test(s.name)) ||
      /(?:本法|本条例|本办法|本规定|本解释|本决定|本细则|本规则)(?:自|所称|规定|由|施行)|(?:人民代表大会|常务委员会|国务院|人民法院|人民检察院).{0,60}(?:通过|公布|施行)|\bbe it enacted\b/i.test(
        s.head,
      ),
  },
  {
    reason: 'reports on a period or a study',
    weight: -4,
    test: (s) =>
      s.density(
        /\b(?:year|quarter|months|period) ended\b|\b(?:compared (?:to|with)|year[- ]on[- ]year|abstract|introduction|references|figure \d|table \d|et al)\b|同比|环比|较去年|去年同期|报告期|期内|截至.{2,16}止/gi,
      ) >= 4,
  },
  {
    reason: 'no word of a contract in the text',
    weight: -3,
    test: (s) => !/\b(?:agreement|contract|lease|parties|party|hereby|shall)\b|合同|协议|甲方|双方/i.test(s.head),
  },
];

/**
 * Contract or general, with the signs that spoke for either side. In doubt a contract: general needs the signs against a
 * contract to outweigh those for one.
 */
export function classify(view: TreeView, name: string): Pick<ClauseTree, 'kind' | 'kindReasons'> {
  let head = '';
  let paragraphs = 0;
  let numbered = 0;
  for (const passage of view.passages) {
    if (head.length > headLength) break;
    head += `${passage.text}\n`;
    paragraphs++;
    if (passage.node.label !== null) numbered++;
  }
  let words = 0;
  for (const _ of head.matchAll(/[A-Za-z]+|[\u3400-\u9fff]/g)) words++;
  const sample: Sample = {
    name: name.replaceAll('_', ' '),
    title: head.slice(0, titleLength).split('\n').slice(0, 4).join('\n'),
    head,
    density: (pattern) => {
      let hits = 0;
      for (const _ of head.matchAll(pattern)) hits++;
      return words === 0 ? 0 : (hits * 1000) / words;
    },
    numbered: paragraphs === 0 ? 0 : numbered / paragraphs,
  };
  const found = signs.filter((sign) => sign.test(sample));
  const score = found.reduce((sum, sign) => sum + sign.weight, 0);
  const kind: DocumentKind = score < 0 ? 'general' : 'contract';
  const spoke = found.filter((sign) => (kind === 'general' ? sign.weight < 0 : sign.weight > 0));
  return { kind, kindReasons: spoke.length === 0 ? ['nothing speaks against a contract'] : spoke.map((s) => s.reason) };
}
