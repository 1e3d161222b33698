import type { ClauseNode, Definition, FrontMatter, Party } from '../../../../shared/model.ts';
import type { Span } from '../../../../shared/span.ts';
import { childrenOf, passagesOf, spanIn } from './view.ts';
import type { Passage, TreeView } from './view.ts';

// The front of a contract ends with its preamble; parties may be listed again above the signatures, which is not read.
const frontLength = 9_000;
const mostParties = 8;

const titleWord =
  /\b(?:agreement|contract|lease|deed|addendum|amendment|letter|memorandum|terms|policy|note|plan|order|safe|licen[cs]e|certificate|consent|notice|nda|report)\b|合同|协议|契约|租约|合约|书|条款|章程|办法|规定|报告/i;
// "EXHIBIT 10.1 AGENCY AGREEMENT This Agency Agreement …": the title in front of the preamble.
const opensWithTitle =
  /^(?:(?:EXHIBIT|Exhibit|EX)[ -][\d.()a-z-]+ )?(?:THIS |This )?((?!Proprietary|Confidential|PROPRIETARY|CONFIDENTIAL|This |THIS )(?:(?:[A-Z0-9][\w&'/.-]*|and|of|for|the|to|&) ){0,9}?(?:AGREEMENT|Agreement|CONTRACT|Contract|LEASE|Lease|AMENDMENT|Amendment|STATEMENT)\b(?! and | AND |,))/;
const noTitle =
  /^(?:recitals?\b|whereas|witness|background|parties|article|section|exhibit|ex-|schedule|appendix|addendum|excluding|terms and conditions$|execution (?:copy|version)|draft|confidential|page|source|table of contents|dated|\(|合同编号|编号|目录|附件|来源|注[:：]|[甲乙丙]方|\d{1,2}[.、)] ?\S|[A-Z]\. |[“"]|and$|by$|between)/i;

/** Title, parties, date, governing law and term as the text gives them; null or empty where it does not. */
export function findFront(view: TreeView, definitions: readonly Definition[]): FrontMatter {
  const front: Passage[] = [];
  let length = 0;
  for (const passage of view.passages) {
    if (length > frontLength) break;
    length += passage.text.length;
    front.push(passage);
  }
  return {
    title: titleOf(view, front),
    parties: partiesOf(view, front, definitions),
    date: dateOf(view, front),
    governingLaw: nodeFor(view, lawHeading, lawText)?.id ?? null,
    term: nodeFor(view, termHeading, termText)?.id ?? null,
  };
}

const printed = (view: TreeView, passage: Passage, start: number, end: number): string => {
  let words = '';
  for (let i = start; i < end; i++)
    words += passage.text.charAt(i) === ' ' ? ' ' : view.source.text.charAt(passage.offsets[i] ?? 0);
  return words.trim();
};

function titleOf(view: TreeView, front: readonly Passage[]): string | null {
  const candidates = front
    .slice(0, 12)
    .filter(
      ({ text, block }) =>
        text.length >= 2 &&
        text.length <= 120 &&
        block.kind === 'paragraph' &&
        !/[。;]$|[:：]$/.test(text) &&
        !noTitle.test(text) &&
        !/\.(?:docx?|pdf|md|txt)$/i.test(text),
    );
  const score = ({ text, block, node }: Passage): number =>
    (block.style.headingLevel === 1 ? 2 : block.style.headingLevel === null ? 0 : 1) +
    (block.style.align === 'center' ? 1 : 0) +
    (titleWord.test(text) ? 3 : 0) +
    (text === text.toUpperCase() && /[A-Z]/.test(text) ? 1 : 0) -
    (node.label === null ? 0 : 3) -
    (text.endsWith('.') || /\b(?:is|are|shall|by and between|made|entered)\b/i.test(text) ? 3 : 0);
  let best: Passage | undefined;
  for (const candidate of candidates) if (best === undefined || score(candidate) > score(best)) best = candidate;
  if (best !== undefined && score(best) >= 3) return printed(view, best, 0, best.text.length).replace(/[\s*-]+$/, '');
  for (const passage of front.slice(0, 12)) {
    const match = opensWithTitle.exec(passage.text);
    if (match?.[1] === undefined) continue;
    return printed(view, passage, match[0].length - match[1].length, match[0].length).replace(/[\s-]+$/, '');
  }
  return best === undefined || score(best) < 1 ? null : printed(view, best, 0, best.text.length);
}

const preamble =
  /\b(?:(?:by and )?(?:between|among|amongst)|made (?:and entered into )?by|entered into (?:by|with)|the parties (?:are|to this)|party of the first part)\b/i;
const chineseParty =
  /(?:^|(?<=[\s。;,]))(?:\d{1,2}[.、] ?)?(?:([甲乙丙丁]方)(?: ?\(([^()]{1,20})\))?|([\u4e00-\u9fff]{1,6}(?:方|人|者|单位|公司|银行))(?: ?\((?:以下)?(?:简称|称)?[“"]?([^()“”"]{1,12})[”"]?\))?)(?: ?(?:名称|姓名))? ?: ?/g;
/** A role alone on its line; the name follows under it. */
const chineseRoleLine = /^([甲乙丙丁]方)(?: ?\(([^()]{1,20})\))?$/;
const chineseName = /^(?:单位|公司|企业)?(?:名称|姓名) ?: ?(.*)$/;
const chineseRole =
  /^(?:甲|乙|丙|丁|出租|承租|委托|受托|买受|出卖|买|卖|借款|贷款|出借|供|需|用人|用工|开发|发包|承包|分包|采购|供应|供货|转让|受让|保证|担保|抵押|质押|许可|被许可|披露|接收|服务|定作|承揽|分销|代理|被代理|数据|劳动|投资|合作|聘|受聘|运营)[^,。:]{0,6}$/;
const noRole = /代理人|代表|联系人|负责人|经办人|银行|签字|签章|盖章/;
// What follows the name on its line, or stands there where the name is blank.
const afterName =
  /[。;]| {2,}|(?<=\S) (?=(?:法定代表|地址|住所|联系|电话|身份证|统一社会|证件))|\((?:以下|身份证|统一社会|营业执照|证件)|[,、] ?(?=(?:身份证|统一社会|证件|住所|地址))/;
const noName =
  /^(?:身份证|统一社会|证件|指定|地址|住所|电话|联系|法定|名称|姓名|盖章|签字|\(|the (?:seller|buyer|party))/i;

type AddParty = (name: string, aliases: readonly string[], span: Span) => void;

function partiesOf(view: TreeView, front: readonly Passage[], definitions: readonly Definition[]): Party[] {
  const parties: Party[] = [];
  const add: AddParty = (name, aliases, span) => {
    const clean = name.replace(/^[\s,;:.，；：、*_()（）-]+|[\s,;:，；：、*_(（-]+$/g, '').replace(/\s+/g, ' ');
    const known = parties.findIndex(
      (party) => (clean !== '' && party.name === clean) || aliases.some((alias) => party.aliases.includes(alias)),
    );
    const before = parties[known];
    if (before === undefined) parties.push({ name: clean, aliases: [...aliases], start: span[0], end: span[1] });
    else if (before.name === '' && clean !== '')
      parties[known] = { ...before, name: clean, start: span[0], end: span[1] };
  };
  front.forEach((passage, index) => chineseParties(view, passage, front.slice(index + 1, index + 4), add));
  if (parties.length > 0) return parties.slice(0, mostParties);

  for (const passage of front) {
    if (!preamble.test(passage.text) && !/^(?:\(?\d\)?|[A-Z])[.)]? ?[A-Z].{10,}\(["“]/.test(passage.text)) continue;
    const [from, to] = spanIn(passage, 0, passage.text.length);
    const here = definitions.filter((one) => one.start >= from && one.end <= to + 1);
    for (const { name, aliases, start, end } of quotedParties(passage, here))
      add(printed(view, passage, name[0], name[1]), aliases, spanIn(passage, start, end));
    if (parties.length >= 2) break;
  }
  return parties.slice(0, mostParties);
}

function chineseParties(view: TreeView, passage: Passage, below: readonly Passage[], add: AddParty): void {
  const { text } = passage;
  const given = (...names: (string | undefined)[]): string[] =>
    names.filter((name): name is string => name !== undefined && name !== '' && !noRole.test(name));
  const alone = chineseRoleLine.exec(text);
  if (alone) {
    const named = below.find((one) => chineseName.test(one.text));
    const words = named === undefined ? '' : (chineseName.exec(named.text)?.[1] ?? '').replace(/_+/g, '').trim();
    const name =
      named === undefined || words === '' ? '' : printed(view, named, named.text.indexOf(words), named.text.length);
    add(name, given(alone[1], alone[2]), spanIn(passage, 0, text.length));
    return;
  }
  const found = [...text.matchAll(chineseParty)];
  if (found[0]?.index !== 0) return;
  found.forEach((match, index) => {
    const role = match[1] ?? match[3] ?? '';
    if (match[1] === undefined && (!chineseRole.test(role) || noRole.test(role))) return;
    const aliases = given(role, match[2] ?? match[4]);
    if (aliases.length === 0 || noRole.test(match[2] ?? match[4] ?? '')) return;
    const from = match.index + match[0].length;
    const rest = text.slice(from, found[index + 1]?.index ?? text.length);
    const end = from + (afterName.exec(rest)?.index ?? rest.length);
    if (end - from > 60) return;
    const name =
      end > from && !noName.test(text.slice(from, end)) ? printed(view, passage, from, end).replace(/_+/g, '') : '';
    add(name, aliases, spanIn(passage, match.index, Math.max(end, match.index + 1)));
  });
}

const partyName =
  /^((?:[A-Z0-9][\w.&'’/-]*|d\/b\/a)(?:[ ,]+(?:[A-Z0-9&][\w.&'’/-]*|\([A-Z][\w .]{1,24}\)|of|and|the|de|for|d\/b\/a|&)){0,11})/;
const joiners =
  /^(?:[\s,;:.)"”]|\(\d{1,2}\)|\b(?:between|among|amongst|and|by|with|the|both|of the one part|on the one hand|on the other hand|on the other|party of the first part|is made|entered into|this agreement)\b)+/i;
const roleName =
  /\b(?:agreement|effective date|date|term|part(?:y|ies)|contract|lease|amendment|closing|act|stock|shares|notes?|sec|marks?|products?|services?)\b/i;
const listEnd = /\b(?:whereas|recitals?|witnesseth|background|agree as follows|now,? therefore)\b/i;
// Behind the name: "a Delaware corporation", an address, a registration number.
const nameTail = /,? (?:an?|and|of|the|for|having|with|whose|located|organi[sz]ed|incorporated)$|,$/i;

interface NamedParty {
  readonly name: Span;
  readonly aliases: string[];
  readonly start: number;
  readonly end: number;
}

/** Parties of a preamble: a name, what it is, and its short name in brackets. */
function quotedParties(passage: Passage, definitions: readonly Definition[]): NamedParty[] {
  const found: NamedParty[] = [];
  const { text } = passage;
  const opening = preamble.exec(text);
  let at = opening === null ? 0 : opening.index;
  const bracket =
    /\((?:[^()"“”]{0,60})["“]([^"“”]{1,60})["”][^()]{0,80}\)|,? ?(?:hereinafter|herein)[^"“”.;]{0,50}["“]([^"“”]{1,60})["”]\)?/g;
  bracket.lastIndex = at;
  for (let match = bracket.exec(text); match !== null && found.length < mostParties; match = bracket.exec(text)) {
    const alias = (match[1] ?? match[2] ?? '').replace(/[,.]$/, '');
    const lead = text.slice(at, match.index);
    if (listEnd.test(lead)) break;
    const offset = at;
    at = match.index + match[0].length;
    if (roleName.test(alias) || !definitions.some((one) => one.term === alias || one.aliases.includes(alias))) continue;
    const joint = /.*\b(?:between|among|amongst)\b/i.exec(lead)?.[0].length ?? 0;
    const skipped = joint + (joiners.exec(lead.slice(joint))?.[0].length ?? 0);
    const name = partyName.exec(lead.slice(skipped))?.[1]?.replace(nameTail, '').replace(nameTail, '');
    if (name === undefined || name.length < 2) continue;
    found.push({
      name: [offset + skipped, offset + skipped + name.length],
      aliases: [alias],
      start: offset + skipped,
      end: at,
    });
  }
  return found;
}

const month =
  '(?:January|February|March|April|May|June|July|August|September|October|November|December|Jan\\.?|Feb\\.?|Mar\\.?|Apr\\.?|Aug\\.?|Sept?\\.?|Oct\\.?|Nov\\.?|Dec\\.?)';
const englishDate = `(?:${month} \\d{1,2}(?:st|nd|rd|th)?,? ?\\d{4}|(?:the )?\\d{1,2}(?:st|nd|rd|th)? (?:day )?(?:of )?${month},? \\d{4}|\\d{1,2}[/.-]\\d{1,2}[/.-]\\d{2,4}|\\d{4}-\\d{2}-\\d{2})`;
const chineseDate =
  '(?:\\d{4}|[〇零○一二三四五六七八九]{4}) ?年 ?(?:\\d{1,2}|[一二三四五六七八九十]{1,3}) ?月 ?(?:(?:\\d{1,2}|[一二三四五六七八九十]{1,3}) ?日)?';
const datePatterns: readonly RegExp[] = [
  new RegExp(`\\b(?:dated|made|entered|effective|executed|date|as of|on)\\b[^.;]{0,80}?(${englishDate})`, 'i'),
  new RegExp(`(?:签订|签署|订立|日期|于)[^。;]{0,12}?(${chineseDate})`),
  new RegExp(`^(${englishDate})$`, 'i'),
  new RegExp(`^(${chineseDate})$`),
];

function dateOf(view: TreeView, front: readonly Passage[]): FrontMatter['date'] {
  for (const pattern of datePatterns) {
    for (const passage of front) {
      const match = pattern.exec(passage.text.slice(0, 1500));
      if (!match?.[1]) continue;
      const at = match.index + match[0].lastIndexOf(match[1]);
      const [start, end] = spanIn(passage, at, at + match[1].length);
      return { text: printed(view, passage, at, at + match[1].length), start, end };
    }
  }
  return null;
}

const lawHeading =
  /\b(?:governing law|applicable law|choice of law|law and jurisdiction|governing)\b|适用法律|法律适用|准据法|管辖法律/i;
const lawText =
  /\b(?:governed|construed|interpreted)\b[^.;]{0,120}\b(?:laws?|statutes)\b|\blaws? of [^.;]{0,80}\b(?:shall )?(?:govern|apply)\b|适用[^。;,《]{0,16}(?:中华人民共和国|中国|香港|台湾|澳门|大陆)[^。;《]{0,12}(?:法律|法规|法)|受[^。;,《]{0,20}(?:法律|法规)[^。;]{0,8}(?:管辖|约束)/i;
const termHeading =
  /^(?:(?:the |initial )?term(?: (?:and|&|of) .{2,40})?|duration(?: .{2,40})?|term;? termination|(?:合同|协议|本合同|本协议|租赁|服务|合作|劳动合同|授权|委托|借款|有效)?的?(?:期限|有效期限?|租期|存续期间?)(?:[和与及].{1,10})?)$/i;
const termText =
  /\b(?:the |initial )?term of this (?:agreement|lease|contract)\b[^.;]{0,80}\b(?:is|shall|commence|begin|continue)|\bthis (?:agreement|lease|contract)\b[^.;]{0,120}\b(?:remain in (?:full )?(?:force|effect)|continue (?:in (?:force|effect)|for)|commence)|(?:合同|协议|租赁|服务|合作|劳动合同)(?:的)?(?:期限|有效期|租期)(?:为|自|从|是|:)|有效期(?:为|自)|租期(?:为|自|共)/i;

/** The clause with such a heading, else the first one whose text says so; annexes only where nothing else does. */
function nodeFor(view: TreeView, heading: RegExp, text: RegExp): ClauseNode | undefined {
  const headed = view.nodes.find(
    (node) =>
      node.heading !== null && node.heading.length <= 60 && heading.test(node.heading.trim()) && node.kind !== 'annex',
  );
  if (headed) {
    const child = childrenOf(view, headed).find((one) =>
      passagesOf(view, one).some((passage) => text.test(passage.text)),
    );
    return passagesOf(view, headed).some((passage) => text.test(passage.text)) ? headed : (child ?? headed);
  }
  return view.passages.find(
    (passage) => passage.node.parent !== null && passage.node.kind !== 'signature' && text.test(passage.text),
  )?.node;
}
