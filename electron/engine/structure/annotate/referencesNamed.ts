import { chineseNumeralClass } from '../number.ts';
import type { Place, ReferenceFound } from './referenceForms.ts';

const headed = (words: string): Place => ({ annex: null, base: { kind: 'headed', words }, word: '', number: '' });

const single = (start: number, end: number, place: Place, weak: boolean): ReferenceFound => ({
  start,
  end,
  kind: place.annex === null ? 'clause' : 'annex',
  places: [{ first: place, last: null }],
  external: false,
  weak,
});

const titledLead =
  /(?:标题|题)(?:分别)?(?:为|是)(?=[“"「])|\b(?:[Ss]ections?|[Cc]lauses?|[Aa]rticles?|[Pp]aragraphs?|provisions?) (?:titled|entitled|headed|captioned) (?=["“])/g;
const quotedHere = /(?:, and |,? and |, |、|和|及|与|或)? ?["“「]([^"“”「」]{1,60})["”」]/y;
/** 本合同之保密条款, 协议的抗辩和补偿条款, 《分销商协议》违约责任条款 */
const named =
  /(?:本?(?:合同|协议)|《([^《》]{1,30})》)(?:中|项下)?(?:有?关)?(?:之|的|关于)?(?![及和与或本该上前各全所任其相有约第])([\u4e00-\u9fff]{2,14}?)条款/g;
/** 附件指明的“授权范围”, 本合同附件中约定的“收费标准” */
const inAnnex =
  /附件(?:中|内|里)?(?:所|明确)?(?:指明|规定|约定|载明|列明|说明|描述)的? ?[“"「]([^“”"「」]{1,30})[”"」]/g;

/** References by the words of a heading, in order; `title` is the document's own title. */
export function headingReferences(text: string, title: string): ReferenceFound[] {
  const found: ReferenceFound[] = [];
  for (const lead of text.matchAll(titledLead)) {
    quotedHere.lastIndex = lead.index + lead[0].length;
    for (let match = quotedHere.exec(text); match?.[1] !== undefined; match = quotedHere.exec(text)) {
      const end = quotedHere.lastIndex;
      found.push(single(end - match[1].length - 2, end, headed(match[1].replace(/[.,]$/, '')), false));
      quotedHere.lastIndex = end;
    }
  }
  for (const match of text.matchAll(named)) {
    const words = match[2] ?? '';
    if (match[1] !== undefined && match[1].replace(/\s/g, '') !== title) continue;
    found.push(single(match.index, match.index + match[0].length, headed(words), true));
  }
  for (const match of text.matchAll(inAnnex)) {
    const place: Place = { annex: `《${match[1] ?? ''}》`, base: null, word: '', number: '' };
    found.push(single(match.index, match.index + match[0].length, place, false));
  }
  return found;
}

const numeral = `(?:[${chineseNumeralClass}]{1,3}|\\d{1,2}|[a-z]|[ivx]{1,4})`;
const unit = '(?:项(?!目)|目(?![标的录])|点|款(?![项式])|条(?![件款]))';
const bracketed = new RegExp(
  `((?:上述|前述|以上|下述|下列)的?)?第?((?:\\( ?${numeral} ?\\)${unit}?(?:、|,|及|和|与|或者?|以及|至|到|-|~)?){1,12})`,
  'g',
);
const bracketNumber = new RegExp(`(至|到|-|~)?\\( ?(${numeral}) ?\\)`, 'g');
const items = /(?:上述|前述|以上)(?:的)?(?:任何|任一|各项|各种|所有|全部|几种)?(?:情形|情况|事项|事由)(?:之一)?/g;

/** 上述（1）（2）项, （1）项, 上述任何情形: items that are named without their clause. */
export function itemReferences(text: string): ReferenceFound[] {
  const found: ReferenceFound[] = [];
  for (const match of text.matchAll(bracketed)) {
    const list = (match[2] ?? '').replace(/[^)项目点款条]+$/, '');
    const ended = new RegExp(`${unit}$`).test(list);
    // the label of the line itself, or a bracket that is no item
    if (!ended || (match.index === 0 && match[1] === undefined)) continue;
    const places: { first: Place; last: Place | null }[] = [];
    for (const [, range, number] of list.matchAll(bracketNumber)) {
      const place: Place = { annex: null, base: null, word: '项', number: `(${number ?? ''})` };
      const before = places.at(-1);
      if (range !== undefined && before && before.last === null) before.last = place;
      else places.push({ first: place, last: null });
    }
    const end = match.index + match[0].length - ((match[2] ?? '').length - list.length);
    if (places.length > 0) found.push({ start: match.index, end, kind: 'clause', places, external: false, weak: true });
  }
  for (const match of text.matchAll(items)) {
    const place: Place = { annex: null, base: { kind: 'items' }, word: '', number: '' };
    found.push(single(match.index, match.index + match[0].length, place, true));
  }
  return found;
}

const agreed =
  /(?:签订|签署|订立)的(?!本|该|任何|书面|正式|所有|上述|各|有关|相关|其他|一切|全部)([\u4e00-\u9fff]{2,14}?(?:协议书?|合同书?|承诺书|确认书))(?!书)/g;

/** Other agreements that are named without marks: 按照双方签订的质量承诺协议. */
export function agreementReferences(text: string): ReferenceFound[] {
  return Array.from(text.matchAll(agreed), (match): ReferenceFound => {
    const words = match[1] ?? '';
    const start = match.index + match[0].length - words.length;
    return { start, end: start + words.length, kind: 'document', places: [], external: true, weak: false };
  });
}
