import type { BlockText } from './blockText.ts';
import { isHan } from './blockText.ts';
import { isDefinition, isPartHeading, isRecitalHeading } from './marks.ts';

/** Longest heading without a number: Latin characters, and Han characters. */
const longestLatin = 90;
const longestHan = 30;
/** Longest run-in heading before its stop. */
const longestRunIn = 80;
/** Longest Chinese title that may end with a colon. */
const longestAnnouncing = 8;
const smallWords =
  /^(?:a|an|and|as|at|by|for|from|in|into|of|on|or|the|to|under|upon|with|without|its|per|vs?\.?|between|if|any|no|not|de|&|-|–|—|\/)$/i;
/** Verbs that make a sentence of a line, however it is capitalised. */
const sentenceVerb =
  /\b(?:shall|will|must|may|means?|is|are|was|were|has|have|had|agrees?|does|do|can|cannot|should|would|hereby|includes?|acknowledges?|represents?|warrants?)\b/;
const chineseVerb = /(?:应当|不得|有权|视为|是指|系指|负责|已经|可以|必须|将于|按照.+执行|依照|如有|如果)/;

const sentenceStart =
  /^\W*(?:This|The|Each|Either|Neither|Any|All|If|In|On|Upon|Subject|Except|Unless|For|During|Within|Where|When|As|Such|Every|Both)\b/;

/** Share of the words, small ones aside, that begin with a capital or a figure. */
export function titleShare(text: string): number {
  let words = 0;
  let capital = 0;
  for (const word of text.match(/[\p{L}\p{N}&'’-]+/gu) ?? []) {
    if (smallWords.test(word) && words > 0) continue;
    if (/^\p{N}/u.test(word)) continue;
    words++;
    if (/^\p{Lu}/u.test(word)) capital++;
  }
  if (words === 0) return 0;
  // "This Agreement ends on 30 November" is a sentence for all its capitals.
  return capital < words && sentenceStart.test(text) ? Math.min(0.5, capital / words) : capital / words;
}

/** A line that opens the notes to a form or table; the list below is cited with it. */
const noteHeading = /^(?:备注|備註|说明|說明|附注|附註|注意事项|填表说明)[:：]$/;
export const noteRank = 21;

const spread = /^(?:\p{Script=Han}\s+)+\p{Script=Han}$/u;

/** Words of a heading in one line; Chinese titles that are spread with spaces (合 同 书) are closed up. */
export const closeUp = (text: string): string => {
  const line = text.trim();
  return spread.test(line) ? line.replace(/\s+/g, '') : line.replace(/\s+/g, ' ');
};

/** Capitals that run into a sentence without a stop: `3.1 DELIVERY SCHEDULE Each SOW …`. */
const capsRunIn = /^((?:[\p{Lu}\d][\p{Lu}\d&,;'’()/.-]*[ \t]+){1,12})(?=["“(]?\p{Lu}(?:\p{Ll}|[ \t]\p{Ll}))/u;

/** Words in title case that run into a sentence without a stop: `2. Term This Agreement shall …`. */
const titleRunIn =
  /^((?:[\p{Lu}][\p{L}\p{N}’'/-]*,?|and|or|of|the|to|for|in|on|by|with|upon|&)(?:[ \t]+(?:\p{Lu}[\p{L}\p{N}’'/-]*,?|and|or|of|the|to|for|in|on|by|with|upon|&)){0,8}?)[ \t\n]+(?=(?:This|These|The|Each|Either|Neither|If|Unless|Except|Notwithstanding|Subject to|Upon|In (?:the event|order|addition|consideration|case)|For the purposes?|Nothing|Should|During|Prior to|As (?:of|used|between)|It|There|Both|You|We)\s(?:[\p{Ll}"“(]|Agreement\b|Parties\b|Party\b))/u;
/** No title ends with one of these. */
const openEnd = /(?:^|\s)(?:and|or|of|the|to|for|in|on|by|with|upon|&)$|,$/i;

const isCaps = (text: string): boolean => /\p{Lu}{4}|\p{Lu}{2}.*\p{Lu}{3}/u.test(text) && !/\p{Ll}/u.test(text);

/** Rank of a heading that only its words give away. */
export const plainRank = 20;

/** Lines to fill in, to sign or to write to: `Name:`, `____`, `甲方：`, `Tel. 021-…`. */
export const isForm = (text: string): boolean =>
  /_{3,}|[.…]{6,}|^\s*(?:By|Name|Title|Date|Its|Tel|Fax|E-?mail|Address|Attn|Attention|Per|Signed|Signature)\b\.?\s*:|@|https?:|\/s\//i.test(
    text,
  ) ||
  /[:：]\s*$|^[^。]{1,20}[:：]\s*[_＿\s]/.test(text) ||
  /\S {3,}\S/.test(text) ||
  /(?:盖章|签字|签章|签名|年\s*月\s*日)/.test(text);

/** Word users set whole paragraphs in heading styles; these are no headings. */
const isStyledSentence = (text: string): boolean =>
  /[;；,，。]$/.test(text) || isDefinition(text) || (/[.:：]$/.test(text) && text.split(/\s+/).length > 10);

export interface HeadingSign {
  /** Smaller stands higher: 1–9 outline levels of the file, above 10 by looks. */
  readonly rank: number;
}

/** Looks of the body text of a document, to tell what stands out. */
export interface BodyStyle {
  readonly size: number | null;
  readonly bold: boolean;
}

/**
 * A heading without a number, judged by itself: outline level, or a short line without a stop that stands out by
 * capitals, weight, size or place, or that reads as a title. Null for anything else.
 */
export function headingSign(view: BlockText, body: BodyStyle): HeadingSign | null {
  const { style } = view.block;
  if (view.block.kind !== 'paragraph' || view.block.label !== null) return null;
  const text = closeUp(view.text);
  if (text === '' || !/\p{L}/u.test(text)) return null;
  if (isRecitalHeading(text)) return { rank: style.headingLevel ?? 14 };
  const han = isHan(text);
  const limit = han ? longestHan + (text.match(/[a-z]/gi)?.length ?? 0) : longestLatin;
  if (style.headingLevel !== null && text.length <= 2 * limit && !isStyledSentence(text)) {
    return { rank: style.headingLevel };
  }
  if (text.length > limit || /[。；;，,!?！？…、]$/.test(text) || (isForm(text) && !noteHeading.test(text)))
    return null;
  if (/[。；;!?！？]/.test(text)) return null;
  const larger = style.size !== null && body.size !== null && style.size > body.size * 1.08;
  const bold = style.bold && !body.bold;
  if (han) {
    if (noteHeading.test(text)) return { rank: noteRank };
    if (/[:：]/.test(text) || /^[\d\s.,%-]+/.test(text) || chineseVerb.test(text)) return null;
    if (/^[“"'‘(（【].*[”"'’)）】]$/.test(text) && !/^[【(（]/.test(text)) return null;
    if (/^(?:但|且|或|并|而|其|本合同|本协议|双方|该)/.test(text) && !larger && !bold) return null;
    return { rank: larger ? 11 : bold || style.align === 'center' ? 14 : plainRank };
  }
  if (text.endsWith('.') && !(isCaps(text) || ((bold || style.underline) && titleShare(text) > 0.7))) return null;
  if (/^[a-z]/.test(text) || /:.*\S/.test(text) || /^\d[\d\s.,/-]*$/.test(text)) return null;
  if (sentenceVerb.test(text) && !isCaps(text)) return null;
  // A sentence in capitals is shouted, not a heading.
  const caps = isCaps(text) && text.split(/\s+/).length <= 12;
  if (larger) return { rank: 11 };
  if (caps || isPartHeading(text)) return { rank: 14 };
  if (titleShare(text) < 0.7) return null;
  if (bold || style.align === 'center' || style.underline) return { rank: 15 };
  return text.split(/\s+/).length <= 8 && !/[,\d]/.test(text) ? { rank: plainRank } : null;
}

/** A title that opens a clause on its own line or runs into it: its range in `text`. */
export interface OwnHeading {
  readonly from: number;
  readonly to: number;
  /** Nothing but the heading stands in this paragraph. */
  readonly whole: boolean;
}

/** Heading of a numbered clause whose words after the label are `text[from..to)`; null if it has none. */
export function ownHeading(text: string, from: number, to: number, styled: boolean): OwnHeading | null {
  let a = from;
  while (a < to && /[\s:.\-–—*_]/.test(text[a] ?? '')) a++;
  let b = to;
  while (b > a && /\s/.test(text[b - 1] ?? '')) b--;
  const line = text.slice(a, b);
  if (line === '') return null;
  return isHan(line) ? chineseHeading(line, a, styled) : englishHeading(line, a, styled);
}

function chineseHeading(line: string, at: number, styled: boolean): OwnHeading | null {
  if (line.length <= longestHan + (line.match(/[a-z ]/gi)?.length ?? 0) && !/[。；;，,!?！？…]/.test(line)) {
    const bare = line.replace(/[:：]\s*$/, '');
    // A longer line before a colon announces a list.
    if (bare.length < line.length && bare.length > longestAnnouncing) return null;
    if (/_{2,}| {3,}/.test(bare) || /[:：]/.test(bare)) return runInHan(line, at);
    if (!styled && (chineseVerb.test(bare) || /(?:如下|下列|以下)/.test(bare)) && bare.length > 8) return null;
    return { from: at, to: at + bare.trimEnd().length, whole: true };
  }
  return runInHan(line, at);
}

function runInHan(line: string, at: number): OwnHeading | null {
  const bracket = /^[【〔[](.{1,24}?)[】〕\]]/.exec(line);
  if (bracket) return { from: at, to: at + bracket[0].length, whole: bracket[0].length === line.length };
  const head = /^([^。；;，,:：!?！？]{2,16}?)[:：。]\s*(?=\S)/.exec(line);
  if (!head || /_{2,}| {3,}|如下|下列|^(?:甲方|乙方|丙方|双方)/.test(head[1] ?? '')) return null;
  if (chineseVerb.test(head[1] ?? '') || /[“”"]/.test(head[1] ?? '')) return null;
  return { from: at, to: at + (head[1] ?? '').length, whole: false };
}

function englishHeading(line: string, at: number, styled: boolean): OwnHeading | null {
  if (/(?:[,;]|;\s*(?:and|or))$/.test(line)) return null;
  const bare = line.replace(/[.:;\s]+$/, '');
  const stops = titleShare(bare) >= 0.8 ? /[.?!]\s/ : /[.;:?!]\s/;
  if (bare.length <= longestLatin && !stops.test(bare) && !/[,;]$/.test(line) && !/_{3,}/.test(line)) {
    const verb = sentenceVerb.test(bare) && !isCaps(bare);
    const words = bare.split(/\s+/).length;
    // A line that ends with a colon announces what follows, unless it is plainly a title.
    const titled = line.endsWith(':')
      ? titleShare(bare) >= 0.6 && words <= 6
      : titleShare(bare) >= 0.6 || (styled && words <= 12);
    if (/^["“(]?[\p{Lu}\p{N}]/u.test(bare) && !verb && titled && !line.endsWith('..'))
      if (!line.endsWith('.') || words <= 8 || isCaps(bare)) return { from: at, to: at + bare.length, whole: true };
    if (words <= 4 && /^[\p{Lu}]/u.test(bare) && !/[.;:]$/.test(line) && !verb)
      return { from: at, to: at + bare.length, whole: true };
  }
  const capitals = /^(?:WHEREAS|NOW|PROVIDED|IN WITNESS)\b/.test(line)
    ? ''
    : (capsRunIn.exec(line)?.[1] ?? '').replace(/\s*\b\d{1,3}\.?\s*$/, '').trimEnd();
  if (/\p{Lu}{2,}.*\p{Lu}{2}|\p{Lu}{4}/u.test(capitals) && capitals.length <= longestRunIn) {
    return { from: at, to: at + capitals.replace(/[.,;:]+$/, '').length, whole: false };
  }
  const title = titleRunIn.exec(line.slice(0, longestRunIn + 30))?.[1] ?? '';
  if (title !== '' && /^\p{Lu}/u.test(title) && !openEnd.test(title) && !sentenceStart.test(`${title} `))
    return { from: at, to: at + title.length, whole: false };
  const run = /^(["“]?[\p{Lu}\p{N}][^.:;?!]{0,78}?["”]?)(?:\.|:|\s[-–—]|[.:]?["”])\s+(?=["“([]?[\p{Lu}\p{N}(])/u.exec(
    line.slice(0, longestRunIn + 8),
  );
  if (!run) return null;
  // `PRODUCTS 1. …`: the stop belongs to the label of a list.
  const words = (run[1] ?? '').replace(/\s+\d{1,3}$/, '').trim();
  if (words.length > longestRunIn || (titleShare(words) < 0.6 && words.split(/\s+/).length > 4)) return null;
  if (sentenceVerb.test(words) && !isCaps(words)) return null;
  if (/\b(?:No|Nos|Inc|Ltd|Co|Corp|St|Mr|Ms|Dr|vs?|U\.S)$/.test(words)) return null;
  return { from: at, to: at + words.length, whole: false };
}

/** The words of an unnumbered node as its path entry: its heading or first words, shortened at a word border. */
export function shortWords(text: string, limit = 48): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const first = /^[^。；;]{1,}?(?=[。；;])/.exec(line)?.[0] ?? line;
  const cut = Math.max(4, Math.floor(isHan(first) ? limit / 2 : limit));
  if (first.length <= cut) return first;
  if (isHan(first)) return `${sliceWhole(first, cut)}…`;
  const part = first.slice(0, cut);
  const space = part.lastIndexOf(' ');
  return `${sliceWhole(part, space > cut / 2 ? space : cut)}…`;
}

/** `text.slice(0, end)` that never ends inside a surrogate pair. */
function sliceWhole(text: string, end: number): string {
  const unit = text.charCodeAt(end - 1);
  return text.slice(0, unit >= 0xd800 && unit <= 0xdbff ? end - 1 : end).trimEnd();
}
