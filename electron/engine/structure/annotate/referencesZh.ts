import { chineseNumeralClass } from '../number.ts';
import type { Base, Place, ReferenceFound } from './referenceForms.ts';

const numeral = `(?:[${chineseNumeralClass}]+|\\d{1,3}(?:\\.\\d{1,3})*)`;
const value = `(?:\\( ?${numeral} ?\\)|${numeral}(?:\\([\\da-z${chineseNumeralClass}]{1,3}\\))*)`;
const glue = ' ?(?:、|,|及|和|与|或者?|以及|至|到|-|~|—+) ?';
/** 第三条, 第（一）、（二）项, 第三至五条, 第5.1条; groups: the numbers, the unit. */
const piece = `第 ?(${value}(?:${glue}第?${value}){0,12}) ?(条款|条|款|项|目|章|节|部分|编|点|段)`;
const pieceHere = new RegExp(piece, 'y');
const loose = new RegExp(`(\\d{1,3}(?:\\.\\d{1,3}){1,4}(?:\\([\\da-z]{1,3}\\))*) ?(条款|条|款|项|节|点)`, 'y');
const start = new RegExp(
  `第(?= ?[(${chineseNumeralClass}\\d])|(?<![\\d.])\\d{1,3}(?:\\.\\d{1,3}){1,4}(?:\\([\\da-z]{1,3}\\))*(?= ?(?:条|款|项|节))|附(?:件|录|表|图)(?!_)|本(?:附(?:件|录|表|图)|条款|条(?![件例])|款(?![项式])|项(?!目)|章(?!程)|节(?![点日目约能]))|(?<![目之以日年天预提当此付货交向])[前上](?:[一二两三]|述[二两三])?(?:条(?!件)|款(?!项)|项(?!目))|(?<=(?:条款|见|按照|依照|依据|根据|按|依|违反|适用|符合|上述|本合同|本协议|至|和|及|、)(?:第)?) ?\\d{1,2}(?:\\.\\d{1,3}){1,4}(?![\\d%.]|(?:元|万|亿|倍|折|米|平|吨|公|千|小时|天|日|个|年|月|版|%|‰))|《`,
  'g',
);

const rank: Readonly<Record<string, number>> = {
  编: 0,
  部分: 1,
  章: 2,
  节: 3,
  条款: 4,
  条: 4,
  款: 5,
  段: 5,
  项: 6,
  点: 6,
  目: 7,
};

const annexHere = new RegExp(
  `附(件|录|表|图) ?(?:(${numeral}(?:[-.]\\d{1,2})*|\\( ?${numeral} ?\\)|[A-Z]{1,2}(?:-?\\d{1,2})?(?![A-Za-z])|[IVX]{1,4}(?![A-Za-z]))(?![年月日份页元]))?(?:(?: ?[:、]? ?|(?:样式|格式)?的? ?)《([^《》]{1,40})》)?`,
  'y',
);
const lawTitle = /(?:法|法典|条例|规定|办法|解释|细则|规则|批复|公约|宪法|准则|通则)(?: ?\([^()]{0,24}\))?$/;
const lawBefore =
  /(?:法典|[法民]通则|[法刑]分则|[法民]总则|(?<![无方办依合违做用算立执看想书说守司枪])法|(?<![本])(?:条例|细则)|(?<=[\u4e00-\u9fff]{4})(?<!本)(?:规定|办法|解释))(?: ?\([^()]{0,20}\))?(?:的|中)? ?$/;
const otherDocument =
  /(?:主合同|原合同|原协议|施工合同|分包合同|框架协议|主协议|补充协议|租赁合同|买卖合同|章程)(?:的|中|之)? ?$/;

/** 专用合同附录一: the annex of another contract. */
const otherContract = /(?:专用|通用|主|原|框架|施工|总包|分包|租赁|买卖)(?:合同|协议)(?:条款)?(?:的|之|中)? ?$/;
/** 本协议附件保修声明: an annex named without marks. */
const namedHere = /^([\u4e00-\u9fff]{2,10}?(?:声明|清单|说明|标准|表|协议|方案|指南|规范|报价|函|书))(?=[为,。;、)]|$)/;

interface Chain {
  readonly units: { readonly unit: string; readonly numbers: readonly string[]; readonly ranges: readonly boolean[] }[];
  readonly end: number;
}

function splitNumbers(list: string): { numbers: string[]; ranges: boolean[] } {
  const numbers: string[] = [];
  const ranges: boolean[] = [];
  const each = new RegExp(`(${glue})?第?(${value})`, 'g');
  for (const match of list.matchAll(each)) {
    if (match[2] === undefined) continue;
    numbers.push(match[2].replaceAll(' ', ''));
    ranges.push(match[1] !== undefined && /至|到|-|~|—/.test(match[1]));
  }
  return { numbers, ranges };
}

function chainAt(text: string, at: number): Chain | null {
  const units: Chain['units'] = [];
  let end = at;
  let from = at;
  for (;;) {
    let match: RegExpExecArray | null;
    if (text.charAt(from) === '第') {
      pieceHere.lastIndex = from;
      match = pieceHere.exec(text);
      if (match) end = pieceHere.lastIndex;
    } else if (units.length === 0) {
      loose.lastIndex = from;
      match = loose.exec(text);
      if (match) end = loose.lastIndex;
    } else match = null;
    if (!match?.[1] || !match[2]) break;
    const unit = match[2];
    const previous = units.at(-1);
    if (previous && (rank[unit] ?? 9) <= (rank[previous.unit] ?? 0)) {
      end = from;
      break;
    }
    units.push({ unit, ...splitNumbers(match[1]) });
    // 第二百五十三条之一: an article put in later
    if (unit === '条' && /^之[一二三四五六七八九十]/.test(text.slice(end, end + 2))) end += 2;
    from = end;
    if (
      text.charAt(from) === '之' ||
      text.charAt(from) === '的' ||
      text.charAt(from) === ' ' ||
      text.charAt(from) === ','
    ) {
      if (text.charAt(from + 1) === '第' && text.charAt(from) !== ',') from++;
      else break;
    }
    if (text.charAt(from) !== '第') break;
  }
  return units.length === 0 ? null : { units, end };
}

/** Number of a chain as the tree prints it: 第十二条第（一）项; every unit but the last has one number. */
function placesOf(
  chain: Chain,
  prefix: readonly string[],
  annex: string | null,
  base: Base | null,
): ReferenceFound['places'] {
  const head = [...prefix, ...chain.units.slice(0, -1).map(({ unit, numbers }) => `第${numbers[0] ?? ''}${unit}`)];
  const last = chain.units.at(-1);
  const places: { first: Place; last: Place | null }[] = [];
  if (last === undefined) return places;
  last.numbers.forEach((number, index) => {
    const place: Place = { annex, base, word: last.unit, number: `${head.join('')}第${number}${last.unit}` };
    const before = places.at(-1);
    if (last.ranges[index] === true && before && before.last === null) before.last = place;
    else places.push({ first: place, last: null });
  });
  return places;
}

const joint = /^ ?(、|,|及|和|与|或者?|以及|至|到|-|~|—) ?(?=第)/;

/** References of a Chinese line, in order. */
export function chineseReferences(text: string): ReferenceFound[] {
  const found: ReferenceFound[] = [];
  start.lastIndex = 0;
  for (let match = start.exec(text); match !== null; match = start.exec(text)) {
    const last = found.at(-1);
    const carried =
      last?.external === true && last.kind === 'law' && joined.test(text.slice(last.end, match.index)) ? 'law' : null;
    const one = referenceAt(text, match.index, match[0], carried);
    if (one === null) {
      start.lastIndex = match.index + Math.max(1, match[0].trimEnd().length);
      continue;
    }
    found.push(one);
    start.lastIndex = Math.max(one.end, match.index + 1);
  }
  return found;
}

/** 民法典第五条、第七条: the second one is of the same law. */
const joined = /^ ?(?:、|,|及|和|与|或者?|以及|至|到)? ?$/;

function referenceAt(text: string, at: number, sign: string, carried: 'law' | null): ReferenceFound | null {
  if (sign === '《') return titled(text, at);
  if (sign.startsWith('附')) return annexed(text, at);
  // 本附录一: its own number says which one
  if (sign.startsWith('本附')) {
    const numbered = annexed(text, at + 1);
    if (numbered !== null && numbered.end > at + sign.length) return { ...numbered, start: at };
  }
  if (sign.startsWith('本') || /^[前上]/.test(sign)) return relative(text, at, sign);
  const from = at + (sign.length - sign.trimStart().length);
  const chain = chainAt(text, from);
  if (chain === null) {
    const number = /^\d{1,2}(?:\.\d{1,3}){1,4}/.exec(text.slice(from, from + 16))?.[0];
    if (number === undefined) return null;
    return one(
      from,
      from + number.length,
      [{ first: { annex: null, base: null, word: '', number }, last: null }],
      true,
    );
  }
  const before = text.slice(Math.max(0, from - 24), from);
  const external = lawBefore.test(before)
    ? 'law'
    : carried !== null
      ? carried
      : otherDocument.test(before)
        ? 'document'
        : null;
  return extended(text, from, chain, [], null, null, external);
}

const one = (from: number, end: number, places: ReferenceFound['places'], weak: boolean): ReferenceFound => ({
  start: from,
  end,
  kind: 'clause',
  places,
  external: false,
  weak,
});

/** The chain and what is joined to it: 第十二条第（一）项至第（三）项, 第十二条第一款、第三款, 第三条至第五条. */
function extended(
  text: string,
  from: number,
  chain: Chain,
  prefix: readonly string[],
  annex: string | null,
  base: Base | null,
  external: 'law' | 'document' | null,
): ReferenceFound {
  const places = [...placesOf(chain, prefix, annex, base)];
  let end = chain.end;
  let head = chain;
  for (let more = joint.exec(text.slice(end, end + 6)); more !== null; more = joint.exec(text.slice(end, end + 6))) {
    const next = chainAt(text, end + more[0].length);
    const first = next?.units[0];
    if (next === null || first === undefined) break;
    const range = /至|到|-|~|—/.test(more[1] ?? '');
    const top = rank[head.units[0]?.unit ?? ''] ?? 9;
    const own = rank[first.unit] ?? 9;
    if (own < top || (own === top && !range && base === null && annex === null)) break;
    const shared = head.units.filter(({ unit }) => (rank[unit] ?? 9) < own);
    const lead = [...prefix, ...shared.map(({ unit, numbers }) => `第${numbers.at(-1) ?? ''}${unit}`)];
    const added = placesOf(next, lead, annex, base);
    const open = places.at(-1);
    const target = added[0];
    if (range && open && open.last === null && target)
      places[places.length - 1] = { first: open.first, last: target.first };
    else places.push(...added);
    end = next.end;
    head = { units: [...shared, ...next.units], end };
  }
  if (external !== null) return { start: from, end, kind: external, places: [], external: true, weak: false };
  const lowest = chain.units.at(-1)?.unit ?? '';
  return one(from, end, places, lowest === '点' || lowest === '段' || lowest === '部分' || lowest === '目');
}

/** 《…》: a law or another document, with the article that is named in it; an annex where the title follows 附件. */
function titled(text: string, at: number): ReferenceFound | null {
  const close = text.indexOf('》', at);
  if (close < 0 || close - at > 80) return null;
  const title = text.slice(at + 1, close).replace(/[《〈]/g, '');
  if (title.trim() === '') return null;
  const kind = lawTitle.test(title) && !/(?:合同|协议)/.test(title) ? 'law' : 'document';
  let end = close + 1;
  const gap = /^ ?(?:\([^()]{0,30}\))?(?:的|中|之)? ?(?=第)/.exec(text.slice(end, end + 40));
  if (gap !== null) {
    const chain = chainAt(text, end + gap[0].length);
    if (chain !== null) end = extended(text, at, chain, [], null, null, kind).end;
  }
  const place: Place = { annex: `《${title}》`, base: null, word: '', number: '' };
  const places = kind === 'document' && gap === null ? [{ first: place, last: null }] : [];
  return { start: at, end, kind, places, external: true, weak: false };
}

/** 附件二, 附件《…》, 附件二第3.2节. */
function annexed(text: string, at: number): ReferenceFound | null {
  annexHere.lastIndex = at;
  const match = annexHere.exec(text);
  if (!match) return null;
  const name = `附${match[1] ?? '件'}`;
  const owner = otherContract.exec(text.slice(Math.max(0, at - 14), at));
  const number = match[2]?.replace(/[() ]/g, '');
  const title = match[3];
  const annex = `${number === undefined ? (title === undefined ? name : '') : `${name}${number}`}${title === undefined ? '' : `《${title}》`}`;
  if (owner !== null && number !== undefined)
    return { start: at, end: annexHere.lastIndex, kind: 'document', places: [], external: true, weak: false };
  let end = annexHere.lastIndex;
  if (number === undefined && title === undefined) {
    const quoted = /^ ?“([^“”]{1,30})”/.exec(text.slice(end, end + 34));
    if (quoted?.[1] !== undefined)
      return {
        start: at,
        end: end + quoted[0].length,
        kind: 'annex',
        places: [{ first: { annex: `《${quoted[1]}》`, base: null, word: '', number: '' }, last: null }],
        external: false,
        weak: false,
      };
    const untitled = /(?:本合同|本协议)$/.test(text.slice(Math.max(0, at - 3), at))
      ? namedHere.exec(text.slice(end, end + 16))
      : null;
    if (untitled?.[1] !== undefined)
      return {
        start: at,
        end: end + untitled[1].length,
        kind: 'annex',
        places: [{ first: { annex: `《${untitled[1]}》`, base: null, word: '', number: '' }, last: null }],
        external: false,
        weak: false,
      };
    return {
      start: at,
      end: at + name.length,
      kind: 'annex',
      places: [{ first: { annex: name, base: null, word: '', number: '' }, last: null }],
      external: false,
      // 具体见附件 says that there is one
      weak: !(
        /[见参][见照阅]?$/.test(text.slice(Math.max(0, at - 3), at)) &&
        /^[,。;)]?$|^[,。;)]/.test(text.slice(end, end + 1))
      ),
    };
  }
  const gap = /^ ?(?:\([^()]{0,30}\))?(?:的|中的?|之|项下)? ?(?=第|\d)/.exec(text.slice(end, end + 40));
  if (gap !== null) {
    const from = end + gap[0].length;
    const chain = chainAt(text, from);
    if (chain !== null) return { ...extended(text, from, chain, [], annex, null, null), start: at };
    const dotted = /^\d{1,2}(?:\.\d{1,3}){1,4}(?![\d%])/.exec(text.slice(from, from + 16))?.[0];
    if (dotted !== undefined)
      return {
        ...one(
          at,
          from + dotted.length,
          [{ first: { annex, base: null, word: '', number: dotted }, last: null }],
          false,
        ),
      };
  }
  const places: { first: Place; last: Place | null }[] = [
    { first: { annex, base: null, word: '', number: '' }, last: null },
  ];
  // 附件一至附件三, 附件一、二
  const more = new RegExp(
    `^ ?(、|,|和|及|与|至|到|-) ?(?:附${match[1] ?? '件'})? ?(${numeral}|[A-Z](?![A-Za-z]))(?![年月日份页元.、:])`,
  );
  for (;;) {
    const next: RegExpExecArray | null = number === undefined ? null : more.exec(text.slice(end, end + 16));
    if (next === null) break;
    const place: Place = { annex: `${name}${next[2] ?? ''}`, base: null, word: '', number: '' };
    const open = places.at(-1);
    if (/[至到-]/.test(next[1] ?? '') && open) open.last = place;
    else places.push({ first: place, last: null });
    end += next[0].length;
  }
  return { start: at, end, kind: 'annex', places, external: false, weak: false };
}

const counts: Readonly<Record<string, number>> = { 一: 1, 二: 2, 两: 2, 三: 3 };

/** 本条第二款, 前款, 前两款, 前条第（一）项. */
function relative(text: string, at: number, sign: string): ReferenceFound | null {
  const unit = sign.replace(/^(?:本|[前上](?:述)?[一二两三]?)/, '').replace('条款', '条');
  const base: Base = sign.startsWith('本')
    ? { kind: 'this', word: unit }
    : { kind: 'before', word: unit, count: counts[/[一二两三]/.exec(sign)?.[0] ?? '一'] ?? 1 };
  const end = at + sign.length;
  const gap = /^(?:的|中的?)? ?(?=第 ?[(\d一二三四五六七八九十])/.exec(text.slice(end, end + 5));
  if (gap !== null) {
    const chain = chainAt(text, end + gap[0].length);
    if (chain !== null && (rank[chain.units[0]?.unit ?? ''] ?? 9) >= (rank[unit] ?? 0))
      return { ...extended(text, end + gap[0].length, chain, [], null, base, null), start: at };
  }
  const whole = one(at, end, [{ first: { annex: null, base, word: unit, number: '' }, last: null }], true);
  return unit.startsWith('附') ? { ...whole, kind: 'annex' } : whole;
}
