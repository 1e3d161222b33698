import type { ClauseTree, DocumentKind } from '../../../../shared/model.ts';
import { fold } from './fold.ts';
import type { TreeView } from './view.ts';

// What is read: a contract shows itself in its first pages and in the names of its parties.
const headLength = 24_000;
const titleLength = 400;

/** File name without ending, in the folded forms that the patterns know. */
const foldedName = (name: string): string => {
  const bare = name.replace(/\.[A-Za-z]{2,8}$/, '');
  return fold(bare, [[0, bare.length]]).text.replaceAll('_', ' ');
};

/** Score from which a document is general: more than one sign must speak against a contract. */
const general = -3;

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
  /** English words and Han characters of the head. */
  readonly words: number;
}

const contractWord =
  /\b(?:agreement|contract|lease|tenancy|deed|memorandum of understanding|letter of intent|term sheet|terms (?:of|and) (?:service|conditions|use|sale)|purchase order|statement of work|addendum|amendment|licen[cs]e|guarantee|promissory note|power of attorney|nda|msa|sow|dpa|safe|covenant|warrant)\b|合同|协议|契约|租约|合约|意向书|备忘录|承诺书|委托书|授权书|条款/i;
const generalWord =
  /\b(?:annual report|interim report|report|results|discussion and analysis|financial statements|prospectus|policy|policies|handbook|manual|guide|guidelines?|white ?paper|paper|thesis|newsletter|press release|invoice|minutes|presentation|act|code|statutes?|regulations?|directive|tender)\b|报告|年报|中报|公告|业绩|管理层讨论|财务报表|招股|政策|制度|手册|指南|指引|白皮书|论文|通知|说明书|招标|纪要/i;
const lawTitle =
  /^(?:.* )?(?:中华人民共和国|最高人民|国务院|全国人民|.{0,30}关于).*(?:法|条例|办法|规定|解释|细则|规则|决定|批复|通则|安排|意见|纪要)(?:\([^()]*\))*$|^(?:.* )?(?:民法典|宪法|[\u3400-\u9fff]{2,12}法)(?:\([^()]*\))*$/;
const adopted =
  /(?:人民代表大会|常务委员会|国务院|审判委员会|检察委员会).{0,60}(?:通过|公布|施行)|法释 ?[〔([]|主席令|国务院令/;
// Real contracts have more than ten of these in a thousand words, other documents hardly any.
const contractLaw =
  /\b(?:agreements?|contracts?|lease|licen[cs]e[er]?|parties|party|hereby|shall|hereunder|herein|hereto|undersigned|covenants?|employee|company)\b|合同|协议|甲方|乙方|双方|当事人|违约/gi;
const fewestWords = 60;

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
    weight: -16,
    test: ({ name, head }) =>
      (lawTitle.test(name) && !/(?:合同|协议)(?:书|范本)?$/.test(name)) ||
      adopted.test(head.slice(0, 800)) ||
      /(?:本法|本条例|本解释|本细则)(?:自|所称|规定|由)|\bbe it enacted\b/i.test(head.slice(0, 8_000)),
  },
  {
    reason: 'report of a period',
    weight: -6,
    test: ({ title }) =>
      /\b(?:annual|interim|quarterly|half[- ]year(?:ly)?)\b.{0,20}\breport\b|(?:年度|半年度|季度|中期)报告|年报|中报|季报/i.test(
        title,
      ),
  },
  {
    reason: 'public notice or call for tenders',
    weight: -5,
    test: ({ title }) =>
      /\b(?:tender|procurement|contract|public) notice\b|\bpublished notice\b|\binvitation to (?:tender|bid)\b|(?:招标|采购|中标|拍卖)(?:公告|邀请)/i.test(
        title,
      ),
  },
  {
    reason: 'speaks of periods, figures and sources',
    weight: -4,
    test: (s) =>
      s.density(
        /\b(?:year|quarter|months|period) ended\b|\b(?:compared (?:to|with)|year[- ]on[- ]year|abstract|introduction|references|figure \d|table \d|et al)\b|同比|环比|较去年|去年同期|报告期|期内|截至.{2,16}止/gi,
      ) >= 4,
  },
  {
    reason: 'hardly a word of contract law in the text',
    weight: -5,
    test: (s) => s.words >= fewestWords && s.density(contractLaw) < 4,
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
    name: foldedName(name),
    title: head.slice(0, titleLength).split('\n').slice(0, 4).join('\n'),
    head,
    density: (pattern) => {
      let hits = 0;
      for (const _ of head.matchAll(pattern)) hits++;
      return words === 0 ? 0 : (hits * 1000) / words;
    },
    words,
    numbered: paragraphs === 0 ? 0 : numbered / paragraphs,
  };
  const found = signs.filter((sign) => sign.test(sample));
  const score = found.reduce((sum, sign) => sum + sign.weight, 0);
  const kind: DocumentKind = score <= general ? 'general' : 'contract';
  const spoke = found.filter((sign) => (kind === 'general' ? sign.weight < 0 : sign.weight > 0));
  return { kind, kindReasons: spoke.length === 0 ? ['nothing speaks against a contract'] : spoke.map((s) => s.reason) };
}
