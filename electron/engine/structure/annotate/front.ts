import type { ClauseNode, Definition, FrontMatter, Party } from '../../../../shared/model.ts';
import type { Span } from '../../../../shared/span.ts';
import { childrenOf, passagesOf, spanIn } from './view.ts';
import type { Passage, TreeView } from './view.ts';

// The front of a contract ends with its preamble; parties may be listed again above the signatures, which is not read.
const frontLength = 9_000;

const titleWord =
  /\b(?:agreement|contract|lease|deed|addendum|amendment|letter|memorandum|terms|policy|note|plan|order|safe|licen[cs]e|certificate|consent|notice|nda|report)\b|合同|协议|契约|租约|合约|书|条款|章程|办法|规定|报告/i;
const noTitle =
  /^(?:exhibit|ex-|schedule|execution (?:copy|version)|draft|confidential|page|source|table of contents|dated|\(|合同编号|编号|目录|附件|[甲乙丙]方)/i;

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
        !noTitle.test(text),
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
  if (best !== undefined && score(best) >= 2) return printed(view, best, 0, best.text.length);
  for (const passage of front.slice(0, 12)) {
    const match =
      /^(?:this |THIS )?((?:[A-Z][\w&'/-]*|and|of|for|the|to) ){0,8}(?:AGREEMENT|Agreement|CONTRACT|Contract|LEASE|Lease)\b/.exec(
        passage.text,
      );
    if (match) return printed(view, passage, 0, match[0].length).replace(/^this /i, '');
  }
  return best === undefined ? null : printed(view, best, 0, best.text.length);
}

const preamble =
  /\b(?:(?:by and )?(?:between|among|amongst)|made (?:and entered into )?by|entered into (?:by|with)|the parties (?:are|to this)|party of the first part)\b/i;
const chineseParty =
  /^(?:\d{1,2}[.、] ?)?(?:([甲乙丙丁]方)(?: ?\(([^()]{1,20})\))?|([\u4e00-\u9fff]{1,6}(?:方|人|者|单位|公司|银行))(?: ?\((?:以下)?(?:简称|称)?[“"]?([^()“”"]{1,12})[”"]?\))?)(?: ?(?:名称|姓名))? ?: ?(.*)$/;
const chineseRole =
  /^(?:甲|乙|丙|丁|出租|承租|委托|受托|买受|出卖|买|卖|借款|贷款|出借|供|需|用人|用工|开发|发包|承包|分包|采购|供应|供货|转让|受让|保证|担保|抵押|质押|许可|被许可|披露|接收|服务|受让|定作|承揽|分销|代理|被代理|数据|劳动|投资|合作|聘|受聘|运营)[^,。:]{0,6}$/;

function partiesOf(view: TreeView, front: readonly Passage[], definitions: readonly Definition[]): Party[] {
  const parties: Party[] = [];
  const add = (name: string, aliases: readonly string[], span: Span): void => {
    const clean = name.replace(/^[\s,;:.，；：、*_()（）-]+|[\s,;:，；：、*_(（-]+$/g, '').replace(/\s+/g, ' ');
    const known = parties.find(
      (party) => (clean !== '' && party.name === clean) || aliases.some((alias) => party.aliases.includes(alias)),
    );
    if (known) return;
    parties.push({ name: clean, aliases: [...aliases], start: span[0], end: span[1] });
  };

  for (const passage of front) {
    const match = chineseParty.exec(passage.text);
    if (!match) continue;
    const role = match[1] ?? match[3] ?? '';
    const other = match[2] ?? match[4];
    if (match[1] === undefined && !chineseRole.test(role)) continue;
    if (other !== undefined && /盖章|签字|签章|章|签名/.test(other)) continue;
    const rest = match[5] ?? '';
    const cut = /(?:。|;| {2,}|(?<=\S) (?=(?:法定代表|地址|住所|联系|电话|身份证|统一社会))|\(以下)/.exec(rest);
    const name = (cut ? rest.slice(0, cut.index) : rest).replace(/_+/g, '').trim();
    if (name.length > 60) continue;
    const from = passage.text.length - rest.length;
    const words =
      name === ''
        ? ''
        : printed(view, passage, from, Math.min(passage.text.length, from + (cut?.index ?? rest.length))).replace(
            /_+/g,
            '',
          );
    const aliases = [role, other].filter((alias) => alias !== undefined && alias !== '') as string[];
    add(words, aliases, spanIn(passage, 0, passage.text.length));
    if (parties.length >= 6) break;
  }
  if (parties.length > 0) return parties;

  for (const passage of front) {
    if (!preamble.test(passage.text) && !/^(?:\(?\d\)?|[A-Z])[.)]? ?[A-Z].{10,}\(["“]/.test(passage.text)) continue;
    const [from, to] = spanIn(passage, 0, passage.text.length);
    const here = definitions.filter((one) => one.start >= from && one.end <= to + 1);
    const named = quotedParties(passage, here);
    for (const { name, aliases, start, end } of named)
      add(printed(view, passage, name[0], name[1]), aliases, spanIn(passage, start, end));
    if (parties.length >= 2) break;
  }
  return parties;
}

const nameBefore =
  /(?:\b(?:between|among|amongst|and|by|with|to|from|party)\b:?|;|,? (?:on the one hand|on the other hand),?|\(\d\)|^\(?\d{1,2}[.)]|^) ?((?:[A-Z0-9“"][\w.&'’/-]*|of|and|the|de|for|d\/b\/a|,|Inc\.?|LLC|L\.P\.|Ltd\.?)(?:[ ,]+(?:[A-Z0-9&][\w.&'’/()-]*|of|and|the|de|for|d\/b\/a|Inc\.?|LLC|L\.P\.|Ltd\.?|&)){0,11})/;
const roleName = /\b(?:agreement|effective date|date|term|party|parties|contract|lease|amendment|closing|act)\b/i;

function quotedParties(
  passage: Passage,
  definitions: readonly Definition[],
): { name: Span; aliases: string[]; start: number; end: number }[] {
  const found: { name: Span; aliases: string[]; start: number; end: number }[] = [];
  const { text } = passage;
  const start = preamble.exec(text)?.index ?? 0;
  let at = start;
  const bracket =
    /\((?:[^()"“”]{0,60})["“]([^"“”]{1,60})["”][^()]{0,80}\)|,? ?(?:hereinafter|herein)[^"“”.;]{0,50}["“]([^"“”]{1,60})["”]\)?/g;
  bracket.lastIndex = start;
  for (let match = bracket.exec(text); match !== null; match = bracket.exec(text)) {
    const alias = (match[1] ?? match[2] ?? '').replace(/[,.]$/, '');
    const lead = text.slice(at, match.index);
    const offset = at;
    at = match.index + match[0].length;
    if (roleName.test(alias) || !definitions.some((one) => one.term === alias || one.aliases.includes(alias))) continue;
    // the name is the first capitalised run of the stretch since the last party
    const lastJoint = Math.max(lead.search(/\b(?:between|among)\b/i), 0);
    const stretch = lead.slice(lastJoint);
    const name = nameBefore.exec(stretch);
    if (!name?.[1]) continue;
    const joint = /^(?:(?:and|by|with|of|the|between|among|,)[ ,]+)+/i.exec(name[1])?.[0].length ?? 0;
    const full = name[1].slice(joint);
    const nameStart = offset + lastJoint + name.index + name[0].length - full.length;
    const words = full
      .replace(/,? (?:and|of|the|for)$/i, '')
      .replace(/[, ]+(?:a|an)$/, '')
      .replace(/,$/, '');
    found.push({ name: [nameStart, nameStart + words.length], aliases: [alias], start: nameStart, end: at });
    if (found.length >= 8) break;
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
  /\b(?:governed|construed|interpreted)\b[^.;]{0,120}\b(?:laws?|statutes)\b|\blaws? of [^.;]{0,80}\b(?:shall )?(?:govern|apply)\b|(?:适用|受|依照|依据|按照)[^。;]{0,20}(?:中华人民共和国|中国|香港|台湾|澳门|大陆)[^。;]{0,12}(?:法律|法规|法)(?:[^。;]{0,12}(?:管辖|解释|约束|执行))?/i;
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
