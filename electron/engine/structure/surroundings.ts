import { isHan } from './blockText.ts';
import type { Place } from './candidate.ts';
import type { Family, Reading } from './family.ts';
import { titleShare } from './heading.ts';

/** What the words before and after a label say about it. */

/** What cannot follow a number that labels a clause: units, money, dates. */
export const unitAfter =
  /^[ \t]*(?:%|‰|percent|per cent|million|billion|thousand|hundred|years?\b|months?\b|days?\b|hours?\b|weeks?\b|business days|p\.?m\b|a\.?m\b|st\b|nd\b|rd\b|th\b|usd|us\$|dollars?\b|euros?\b|mg\b|kg\b|km\b|mm\b|cm\b|[年月日号時时分秒天周週元万萬亿億千百倍％°℃]|个月|個月|小时|小時|周岁|平方|公里|公斤|米|吨|人民币)/i;
export const monthAfter =
  /^[ \t]*(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\b\.?(?:[ \t]*,?[ \t]*\d|[ \t]*$)/i;
/** Words before a number that make it a reference or a count. */
export const referenceBefore =
  /(?:\b(?:sections?|articles?|clauses?|paragraphs?|paras?\.?|sub-?(?:sections?|clauses?|paragraphs?)|items?|parts?|chapters?|schedules?|exhibits?|annex(?:es)?|appendi(?:x|ces)|rules?|regulations?|nos?\.|numbers?|pages?|steps?|phases?|tiers?|levels?|version|suite|unit|room|box|lines?|under|and|or|to|through|of|in|with|per|than|least|by|from|at|most|about|is|was)|§|[&+=×$€£¥#–-]|[,，、至或和及与於于按第])[ \t\n]*$/i;
export const countBefore =
  /(?:\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand)|[一二三四五六七八九十百千两壹贰叁肆伍陆柒捌玖拾]|\d)[ \t\n]*$/i;
/** Words before a bracketed letter that make it a reference. */
export const itemReferenceBefore =
  /(?:\b(?:sections?|articles?|clauses?|paragraphs?|paras?\.?|sub-?(?:sections?|clauses?|paragraphs?)|items?|parts?|schedules?|exhibits?|rules?|nos?\.|options?|types?|class(?:es)?)|[\w)]|第|[条條款项項])[ \t\n]*$/i;
export const listReferenceBefore =
  /[\d)][ \t]*\([a-z0-9]{1,4}\)[ \t]*(?:,|;|and|or|to|through|及|和|或|至|、|[-–])*[ \t\n]*$/i;
/** What follows a bracketed label that is only mentioned: `(a) and (b)`, `(i) above`. */
export const mentionAfter =
  /^[ \t]*(?:$|[,;.:)\]，。；、）]|(?:and|or|to|through|及|和|或|至)[ \t]*[(（]|(?:above|below|hereof|thereof|of (?:this|the) (?:section|clause|article|paragraph|agreement))\b|[款项項条條目](?=[、,，。；;的所之中規规約约]|$))/i;
export const chineseReferenceAfter =
  /^(?:第|[的所及和或至、,;。中项項款]|规定|規定|约定|約定|以及|之|与|與|以|情形|[(（][一二三四五六七八九十\d]+[)）])/;
/** A semicolon or a stop, then perhaps a conjunction: what parts the items of a list. */
export const separatedBefore = /[;；。.:：][)"”’]*\s*(?:(?:and|or|and\/or|及|和|或|以及|并且|并)[,，]?\s*)?$/i;
export const stopBefore = /[.;:!?。；：！？…][)\]"”’'）】》]*[ \t\n]*$|[)"”】》][ \t\n]*$/;

export const isLatinLower = (c: string | undefined): boolean => c !== undefined && /\p{Ll}/u.test(c);

/** A name and then columns of figures. */
const isFigureRow = (line: string): boolean => /(?:[ \t]+(?:\$?\d[\d,.]*%?|[-–—](?=\s|$))){3}/.test(line);

/** What the words after a label say about it; null rules it out. */
export function judgeAfter(reading: Reading, after: string, place: Place, next: string | undefined): number | null {
  const rest = after.replace(/^[ \t]+/, '');
  const spaced = rest.length < after.length || after === '' || after.startsWith('\n');
  const family: Family = reading.family;
  if (reading.word !== null && !/^[第§]/.test(reading.word) && /^[A-Za-z§]/.test(reading.word)) {
    // ARTICLE IV, Section 4.01: in running text they are references.
    if (/^[,;)\]]/.test(rest) || /^\([a-z0-9]{1,4}\)/i.test(rest)) return null;
    if (isLatinLower(rest[0]) && reading.mark === '') return null;
    if (/^\([A-Z]/.test(rest) && /^\([^)]*\)\s*[a-z]/.test(rest)) return null;
    if (/^(?:of|and|or|to)\b/i.test(rest)) return null;
    return place === 'block' ? 0.5 : 0;
  }
  if (['tiao', 'chapter', 'division', 'book', 'subbook', 'part', 'kuan', 'xiang'].includes(family)) {
    if (chineseReferenceAfter.test(rest) && !(spaced && /^[(（]/.test(rest))) {
      if (!spaced || place === 'line' || /^(?:第[^条條款项項]{1,8}[条條款项項]|[的、,;。])/.test(rest)) return null;
    }
    if (place !== 'block' && place !== 'auto' && !spaced && !/^[【“"《]/.test(rest)) return null;
    return place === 'block' ? 0.8 : 0;
  }
  const titled = /^d\d$/.test(family) && /^[ \t]*(?:Years?|Months?|Weeks?|Days?|Hours?)\b/.test(after);
  if (unitAfter.test(after) && !titled && (reading.mark === '' || /^d\d$/.test(family))) return null;
  if (reading.mark === '' && monthAfter.test(after)) return null;
  if (family === 'n.' || family === 'cn') {
    if (reading.mark === '' || family === 'cn') {
      if (/^[,，)\]／/–%-]|^[-–]/.test(rest)) return null;
    }
    if (reading.mark === '' && family === 'n.') {
      if (rest === '') return place === 'block' ? -0.3 : null;
      const line = rest.split('\n')[0] ?? '';
      if (!/^["“([【《]?[\p{Lu}\p{Lo}]/u.test(line)) return null;
      // Three digits, or figures behind the name, are a row of a table.
      if (reading.printed.length > 2 || isFigureRow(line)) return null;
      // A figure over running text is a page number far more often than a label.
      const title = line.length < 78 && !/[.;,。；，]$/.test(line.trim()) && (isHan(line) || titleShare(line) >= 0.6);
      return title ? -0.2 : place === 'block' ? -1.6 : null;
    }
    if (reading.mark === '') {
      if (rest === '') return place === 'block' ? -1.2 : null;
      if (!/^["“([【《]?[\p{Lu}\p{Lo}]/u.test(rest)) return null;
      return -0.2;
    }
    if (isLatinLower(rest[0])) return -0.6;
    return 0;
  }
  if (/^d\d$/.test(family)) {
    if (/^[,;)%\]]|^[-–/]\d/.test(rest)) return null;
    if (/^\d/.test(rest) && !spaced) return null;
    if (/^(?:and|or|to|of|above|below|shall|hereof)\b/.test(rest)) return -1.5;
    if (/^\([a-z0-9]{1,4}\)\s*(?:and|or|of|above|below|shall|,)/.test(rest)) return null;
    return isLatinLower(rest[0]) ? -0.8 : 0;
  }
  if (/^[a-zA-Z]+$/.test(reading.printed) && reading.mark !== '()') {
    // Initials and abbreviations: "e.g.", "U.S.", "A.B. Smith".
    if (!spaced && next !== undefined && !/[\p{Lo}"“]/u.test(next)) return null;
    if (rest === '') return reading.printed.length > 1 ? -1 : -0.3;
    return 0;
  }
  if (reading.mark === '()' && mentionAfter.test(after) && after.trim() !== '')
    return /^[ \t]*[:.]/.test(after) ? 0 : null;
  return 0;
}
