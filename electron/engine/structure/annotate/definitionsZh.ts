import type { Span } from '../../../../shared/span.ts';
import type { Line, TermFound } from './definitions.ts';
import { isHan } from './fold.ts';
import type { Quoted } from './quotes.ts';

const hasHan = (text: string): boolean => {
  for (let i = 0; i < text.length; i++) if (isHan(text.charCodeAt(i))) return true;
  return false;
};

const joint = /^ ?(?:、|,|或者?|及|和|与|以及|\/|和\/或|\( ?(?:或|即|简称|下称)? ?) ?$/;

// 指 also begins other words: 指定 (designate), 指示, 指导 …
const notPoint = '(?![定示导令派引标纹数明挥向责控教点南])';
const verb = new RegExp(
  `^ ?(?:\\([^()]{0,60}\\))? ?(?:一词|等词语?|一语|术语|用语)?,? ?:? ?(?:在本[^。“”,]{0,14}[中内下])?,?(?:均|仅|应|特|统一|皆|即|则|专|也|亦)?(?:(?:是|系)指|(?:是|系|为)?(?:指的是|指${notPoint}|意指|意为))` +
    '|^ ?(?:一词|等词语?)?(?:应|均|应当)?(?:具有|定义为|理解为|解释为|所指的?[为是])',
);
const weakVerb = /^ ?(?:一词)?,?(?:应|还|均|亦|也|不|并不)?(?:包括|包含|不包括|等同于)/;
const colon = /^ ?: ?\S/;

const shortLead =
  /(?:(?:以下|下|上)(?:文)?(?:合并|单独|共同|分别|[简统合单总并均各亦也又])*称(?:之)?(?:为|作)?|(?:简|统|合|单独|单|总|并|共同|分别)(?:被|并|合|单|简)*称(?:之)?(?:为|作)?|\((?:以下)?(?:合|统|简|下|单)?称(?:为)?|\( ?即)[ :,]?$/;
const shortName =
  /(?:(?:以下|下文?)(?:合并|单独|共同|分别|[简统合单总并均])*称(?:之)?(?:为|作)?|\(简称(?:为)?) ?:? ?([^,。;:、()“”"「」 ]{1,20}?)(?: ?(?=[),。;、]|$))/g;

const own = '本(?:合同|协议|契约|租约|条款|条|款|项|章|节|部分|附件|附录|附表|文件|办法|规则)';
const saidHere = new RegExp(
  `(?:${own}(?:条款)?(?:中|内|项下|里)?|此处|这里|其中)所[称指述用](?:的)? ?(?!.{0,6}规定)[“"「『]?([^,。;:“”"「」()]{1,24}?)[”"」』]?(?:\\([^()]{0,30}\\))?,? ?(?:即[^,。]{1,20},)?(?:均|仅|应|特)?(?:是指|系指|指的是|指${notPoint}|包括|即为?|为|系)`,
  'g',
);
const unquotedStart = new RegExp(
  `^(?:第?[\\d.一二三四五六七八九十]{1,8}[条款项、.:) ]*|\\([\\d一二三四五六七八九十a-z]{1,4}\\) ?)?(?:为${own}[^,]{0,12},|(?:一般|通常)(?:而言|来说|情况下)?,|原则上,|就${own}[^,]{0,8}而言,|除[^,]{0,24}外,|在?${own}(?:条款)?(?:中|内|项下|里)?(?:的|,)?)?([^,。;:“”"「」()、]{1,18}?)(?:\\([^()]{0,40}\\))?,? ?:? ?(是指|系指|指的是|均指|特指|指${notPoint})`,
);
const listed = /^(?:[\d.]{1,8} ?|\([\d一二三四五六七八九十]{1,3}\) ?)?([^,。;:“”"「」、]{1,20}?) ?: ?\S/;
/** 乙方客户定义：… */
const titledMeaning =
  /^(?:[\d.]{1,8} ?|\([\d一二三四五六七八九十]{1,3}\) ?)?[“"]?([^,，。;:“”"「」、]{2,16}?)[”"]?的?(?:定义|释义)(?:为|是)? ?: ?\S/;
/** ROI=投资额/佣金, X等于字母的高度 */
const equation =
  /(?:^|[(,。;:、]) ?((?=[^=]*[A-Za-z\u4e00-\u9fff])[A-Za-z][A-Za-z0-9]{0,9}|[\u4e00-\u9fff]{2,10}(?= ?=)) ?(?:= ?(?=[^=\s\d])|等于)(?=[^,。;]{0,40}[\u4e00-\u9fff])/g;
const pointer = /^(?:这|该|此|其|上述|前述|那|之|所谓?$|就|在|按|由|对|如|若|应|可|并|且|但|或)/;
const verbal = /[如若按不未将对被经即且并]|可以|(?<!供)应(?![商用变])|进行|要求|通过/;

/** Terms that a Chinese line defines. */
export function chineseDefinitions(line: Line): TermFound[] {
  const found: TermFound[] = [];
  if (!hasHan(line.text)) return found;
  const taken = (start: number, end: number): boolean =>
    found.some((term) => term.names.some(([s, e]) => s < end && start < e));
  const quotes = line.quotes.filter(
    (quote) => quote.end - quote.start <= 40 && !/[。;!?]/.test(line.text.slice(quote.start, quote.end)),
  );
  for (let i = 0; i < quotes.length; i++) i = quoted(line, quotes, i, found);

  for (const match of line.text.matchAll(saidHere)) {
    const name = match[1];
    if (name === undefined || !hasHan(name)) continue;
    const start = match.index + match[0].lastIndexOf(name, match[0].length - 1);
    if (!taken(start, start + name.length)) found.push({ names: [[start, start + name.length]], defines: true });
  }
  for (const match of line.text.matchAll(equation)) {
    const name = match[1] ?? '';
    const start = match.index + match[0].indexOf(name);
    if (!taken(start, start + name.length)) found.push({ names: [[start, start + name.length]], defines: true });
  }
  for (const match of line.text.matchAll(shortName)) {
    const name = match[1];
    if (name === undefined || name === '') continue;
    const start = match.index + match[0].trimEnd().length - name.length;
    if (!taken(start, start + name.length)) found.push({ names: [[start, start + name.length]], defines: false });
  }
  for (const [start, end] of line.sentences) {
    const sentence = line.text.slice(start, Math.min(end, start + 120));
    const match = unquotedStart.exec(sentence);
    const name = match?.[1];
    if (match && name !== undefined && isName(name, match[2] ?? '')) {
      const from = start + match[0].lastIndexOf(name, match[0].length - (match[2]?.length ?? 0) - 1);
      if (!taken(from, from + name.length)) found.push({ names: alternatives(name, from), defines: true });
    } else if (titledMeaning.test(sentence)) {
      const words = titledMeaning.exec(sentence)?.[1] ?? '';
      const from = start + sentence.indexOf(words);
      if (hasHan(words) && !taken(from, from + words.length))
        found.push({ names: [[from, from + words.length]], defines: true });
    } else if (line.area && start === line.sentences[0]?.[0]) {
      const item = listed.exec(sentence);
      const words = item?.[1];
      if (
        !item ||
        words === undefined ||
        !(hasHan(words) || (/^[A-Za-z][A-Za-z0-9]{1,9}$/.test(words) && hasHan(sentence.slice(item[0].length - 1)))) ||
        verbal.test(words) ||
        /(?:定义|如下|下列|以下|含义)/.test(words)
      )
        continue;
      const from = start + item[0].indexOf(words);
      if (!taken(from, from + words.length)) found.push({ names: [[from, from + words.length]], defines: true });
    }
  }
  return found;
}

/** 天或日：是指…: two names of one thing. */
function alternatives(name: string, from: number): Span[] {
  const at = name.search(/或|\//);
  if (at < 1 || name.length > 9 || at === name.length - 1) return [[from, from + name.length]];
  return [
    [from, from + at],
    [from + at + 1, from + name.length],
  ];
}

const isName = (name: string, sign: string): boolean =>
  hasHan(name) &&
  !pointer.test(name) &&
  (sign !== '指' || !verbal.test(name)) &&
  !/^(?:如|若).|(?:以上|以下|是否)/.test(name);

function quoted(line: Line, quotes: readonly Quoted[], index: number, found: TermFound[]): number {
  const first = quotes[index];
  if (first === undefined) return index;
  const lead = line.text.slice(Math.max(0, first.open - 16), first.open);
  const names: Span[] = [[first.start, first.end]];
  let last = index;
  for (let next = quotes[last + 1]; next !== undefined; next = quotes[last + 1]) {
    if (!joint.test(line.text.slice((quotes[last]?.close ?? 0) + 1, next.open))) break;
    names.push([next.start, next.end]);
    last++;
  }
  const close = (quotes[last]?.close ?? first.close) + 1;
  const inBracket = line.text.charAt(close) === ')' && first.bracket < first.open - 40 ? close + 1 : close;
  const after = line.text.slice(inBracket, inBracket + 90);
  const around = hasHan(line.text.slice(first.start, first.end)) || hasHan(after) || hasHan(lead);
  if (!around) return index;

  // a short name: 以下简称“X”, (“X”); the words about "who calls it so" are none: 被称为, 可能称为
  const short =
    shortLead.test(lead) &&
    (!/(?:被|可能|通常|俗|又|也)(?:[^,。(]{0,4})称(?:为)?$/.test(lead) ||
      /(?:分别|共同|以下|单独|统)(?:被|并|合|单|简)*称(?:为)?$/.test(lead));
  // 由签字栏所列“A”与“B”签署: the names stand for what is written there
  if (/(?:所列|所示|所载|载明|所填|列明)的? ?$/.test(lead) && /^ ?(?:签署|签订|订立|之间|共同|双方|,|于)/.test(after)) {
    for (const name of names) found.push({ names: [name], defines: false });
    return last;
  }
  const bare =
    first.bracket === first.open - 1 && /^ ?[),,;]/.test(line.text.slice(close, close + 2)) && first.bracket > 0;
  if (short || (bare && (line.text.charAt(close) === ')' || names.length > 1))) {
    found.push({ names, defines: false });
    return last;
  }
  const sentence = line.sentences.findLast(([start]) => start <= first.open);
  const before = line.text.slice(sentence?.[0] ?? 0, first.open);
  const opens =
    before.length <= 30 &&
    /^(?:第?[\d.一二三四五六七八九十]{0,8}[条款项、.:) ]*|\([^()]{1,4}\) ?|.{0,12}本(?:合同|协议|条|款)[^,。]{0,8},?(?:所称的?)?)$/.test(
      before,
    );
  if (
    verb.test(after) ||
    (opens && weakVerb.test(after)) ||
    (line.area && opens && colon.test(after)) ||
    (line.area && opens && names.length === 1 && /^ ?(?:是|为|即)/.test(after))
  ) {
    found.push({ names, defines: true });
    return last;
  }
  return index;
}
