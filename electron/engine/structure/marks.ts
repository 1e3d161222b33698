import { isHan } from './blockText.ts';

/** Signs of what a paragraph is, by its words alone. */

const openQuote = '["“”「『《\'‘]';
const closeQuote = '["”“」』》\'’]';

const englishDefinition = new RegExp(
  `^\\W{0,3}${openQuote}[^"”]{1,90}${closeQuote}[^.;]{0,120}?\\b(?:means?|shall mean|has the meaning|have the meaning|shall have the meaning|is defined|refers to|includes?|shall be|is|are)\\b`,
);
const unquotedDefinition =
  /^[*_]{0,2}[A-Z][\w&’'/()-]*(?: [\w&’'/()-]+){0,7}[*_]{0,2}:?\s+(?:means|shall mean|has the meaning|shall have the meaning)\b/;
const chineseDefinition = new RegExp(
  `^(?:${openQuote}[^"”」』》]{1,40}${closeQuote}|[^，。；：:]{1,24}(?:[（(][^）)]{1,30}[）)])?)\\s*(?:[:：][^。；]{0,24}?)?\\s*(?:是指|系指|指的是|意指|指(?![定示派令导導标標出明向南责責纹紋引])|的含义|等同于)`,
);

/** `“X” means …`, `X：是指 …`. */
export const isDefinition = (text: string): boolean =>
  isHan(text.slice(0, 40))
    ? chineseDefinition.test(text) && !/^(?:该|上述|前述|除非|如果|如|若|但)/.test(text)
    : englishDefinition.test(text) || unquotedDefinition.test(text);

export const isRecital = (text: string): boolean => /^\W{0,3}(?:WHEREAS\b|Whereas\b|鉴于|鑒於|鑑於)/.test(text);

export const isRecitalHeading = (text: string): boolean =>
  /^\W{0,3}(?:recitals?|background|whereas|preamble|witnesseth|w i t n e s s e t h|鉴于|鑒於|鑑於|前言|序言)\W{0,4}$/i.test(
    text.trim(),
  );

/** Headings of the opening that stand beside each other whatever they look like. */
export const isPartHeading = (text: string): boolean =>
  isRecitalHeading(text) ||
  /^\W*(?:between|parties|the parties|agreed terms|it is agreed|operative provisions|definitions|terms and conditions)\W*$/i.test(
    text.trim(),
  );

export const isDefinitionHeading = (text: string): boolean =>
  /\b(?:definitions?|interpretation|defined terms)\b|定义|定義|术语|術語|释义|釋義/i.test(text);

/** Opens the place for signatures. */
export const signatureOpening =
  /\bIN WITNESS WHEREOF\b|\bIN WITNESS THEREOF\b|\bExecuted as (?:a|an) (?:deed|agreement)\b|\bSIGNATURE PAGE\b|[（(]?以下无正文|以下無正文|[（(]?本页无正文|签署页|簽署頁|^[（(]?签字页/;

/** A line to sign on. */
export const signatureLine =
  /^\s*(?:By|Name|Title|Signed|Signature|Its|Per|Witness)\b[^a-z]{0,3}:|^[\s_]{6,}$|\/s\/|[（(](?:签字|盖章|签章|签名|公章|簽字|蓋章|签字\/?盖章|盖章或签字)[^）)]{0,12}[）)]|^(?:甲|乙|丙|丁)\s*方\s*[（(]?(?:签|盖|簽|蓋)|(?:法定代表人|授权代表|委托代理人|授權代表)[^。]{0,20}(?:签|簽)?[^。]{0,6}[:：]\s*_*\s*$|^签(?:订|署)?\s*(?:日期|地点|时间)\s*[:：]/i;

/** A line to fill in: `户名：`, `Name: ____`, `账号：12345`. */
export const isFormLine = (text: string): boolean =>
  /^[^。；;，,:：]{1,24}[:：]\s*[_＿\s\d]*$/.test(text.trim()) &&
  !/下列|以下|如下|包括|应|following|follows|includ/i.test(text);

export const closesWithColon = (text: string): boolean => /[:：][—–-]?\s*$/.test(text);

/** The words before a list announce it, with or without a colon. */
export const isLeadIn = (text: string): boolean =>
  /[:：][—–-]?\s*$/.test(text) ||
  /(?:下列|以下|如下)[^。]{0,30}$/.test(text) ||
  /\b(?:following|as follows)[^.]{0,40}$/i.test(text);

export const endsOpen = (text: string): boolean => /(?:[;；,，、]|\b(?:and|or)|以及|和|或)\s*$/i.test(text);

export const endsClosed = (text: string): boolean => /[.。!！?？][)\]"”’」』）]*\s*$/.test(text);
