import type { BlockText } from './blockText.ts';
import { isHan, sourceOffset } from './blockText.ts';
import type { Family, Reading } from './family.ts';
import { headingSign, plainRank, titleShare } from './heading.ts';
import type { BodyStyle } from './heading.ts';
import { readAnnex, readLabel } from './labels.ts';

/** How strongly the place of a label speaks for it: paragraph start, visual line start, wide gap, behind a stop, mid sentence. */
export type Place = 'auto' | 'block' | 'line' | 'gap' | 'stop' | 'inline';

export interface Candidate {
  readonly kind: 'label' | 'annex' | 'heading' | 'barrier';
  readonly block: BlockText;
  /** Range of the label in the block's text; for headings the whole block. */
  readonly at: number;
  readonly end: number;
  /** Source offset of `at`. */
  readonly offset: number;
  readonly place: Place;
  readonly readings: readonly Reading[];
  /** Added to the score when accepted. */
  readonly prior: number;
  /** Text without a label stands between this and the last label: a list may begin anew. */
  readonly fresh: boolean;
  /** The words before end with a colon. */
  readonly leadIn: boolean;
  /** Word's list and depth. */
  readonly list: { readonly id: string; readonly depth: number } | null;
  /** Heading rank, for headings. */
  readonly rank: number;
  /** In a sentence and not behind a semicolon: it opens a list, but does not go on with one. */
  readonly soft: boolean;
  /** The block before is a heading: the lists above it are over. */
  readonly behindHeading: boolean;
}

/** What cannot follow a number that labels a clause: units, money, dates. */
const unitAfter =
  /^[ \t]*(?:%|‰|percent|per cent|million|billion|thousand|hundred|years?\b|months?\b|days?\b|hours?\b|weeks?\b|business days|p\.?m\b|a\.?m\b|st\b|nd\b|rd\b|th\b|usd|us\$|dollars?\b|euros?\b|mg\b|kg\b|km\b|mm\b|cm\b|[年月日号時时分秒天周週元万萬亿億千百倍％°℃]|个月|個月|小时|小時|周岁|平方|公里|公斤|米|吨|人民币)/i;
const monthAfter =
  /^[ \t]*(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\b\.?(?:[ \t]*,?[ \t]*\d|[ \t]*$)/i;
/** Words before a number that make it a reference or a count. */
const referenceBefore =
  /(?:\b(?:sections?|articles?|clauses?|paragraphs?|paras?\.?|sub-?(?:sections?|clauses?|paragraphs?)|items?|parts?|chapters?|schedules?|exhibits?|annex(?:es)?|appendi(?:x|ces)|rules?|regulations?|nos?\.|numbers?|pages?|steps?|phases?|tiers?|levels?|version|suite|unit|room|box|lines?|under|and|or|to|through|of|in|with|per|than|least|by|from|at|most|about|is|was)|§|[&+=×$€£¥#–-]|[,，、至或和及与於于按第])[ \t\n]*$/i;
const countBefore =
  /(?:\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand)|[一二三四五六七八九十百千两壹贰叁肆伍陆柒捌玖拾]|\d)[ \t\n]*$/i;
/** Words before a bracketed letter that make it a reference. */
const itemReferenceBefore =
  /(?:\b(?:sections?|articles?|clauses?|paragraphs?|paras?\.?|sub-?(?:sections?|clauses?|paragraphs?)|items?|parts?|schedules?|exhibits?|rules?|nos?\.|options?|types?|class(?:es)?)|[\w)]|第|[条條款项項])[ \t\n]*$/i;
const listReferenceBefore =
  /[\d)][ \t]*\([a-z0-9]{1,4}\)[ \t]*(?:,|;|and|or|to|through|及|和|或|至|、|[-–])*[ \t\n]*$/i;
/** What follows a bracketed label that is only mentioned: `(a) and (b)`, `(i) above`. */
const mentionAfter =
  /^[ \t]*(?:$|[,;.:)\]，。；、）]|(?:and|or|to|through|及|和|或|至)[ \t]*[(（]|(?:above|below|hereof|thereof|of (?:this|the) (?:section|clause|article|paragraph|agreement))\b|[款项項条條目](?=[、,，。；;的所之中規规約约]|$))/i;
const chineseReferenceAfter =
  /^(?:第|[的所及和或至、,;。中项項款]|规定|規定|约定|約定|以及|之|与|與|以|情形|[(（][一二三四五六七八九十\d]+[)）])/;
/** A semicolon or a stop, then perhaps a conjunction: what parts the items of a list. */
const separatedBefore = /[;；。.:：][)"”’]*\s*(?:(?:and|or|and\/or|及|和|或|以及|并且|并)[,，]?\s*)?$/i;
const stopBefore = /[.;:!?。；：！？…][)\]"”’'）】》]*[ \t\n]*$|[)"”】》][ \t\n]*$/;

const isLatinLower = (c: string | undefined): boolean => c !== undefined && /\p{Ll}/u.test(c);

/** Finds every place that may start a node, in reading order. */
export function findCandidates(blocks: readonly BlockText[], body: BodyStyle): Candidate[] {
  const found: Candidate[] = [];
  let fresh = true;
  let barrier = barrierBlock(blocks);
  let heading = -2;
  for (const view of blocks) {
    if (view.block.kind !== 'paragraph' || view.first >= view.text.length) {
      fresh = true;
      continue;
    }
    const before = found.length;
    const previous = blocks[view.index - 1];
    if (barrier !== null && view === barrier.view && barrier.at === 0) {
      found.push(barrierCandidate(barrier));
      barrier = null;
    }
    const leadIn = previous !== undefined && previous.block.kind === 'paragraph' && /[:：]\s*$/.test(previous.text);
    const auto = automatic(view, fresh, leadIn);
    if (auto) found.push({ ...auto, behindHeading: heading === view.index - 1 });
    const annex = auto ? null : annexCandidate(view, blocks);
    if (annex) found.push(annex);
    else {
      const behind = heading === view.index - 1;
      scanLines(view, blocks, fresh, leadIn, auto ? auto.end : view.first, found, auto !== null);
      const opening = found[before];
      if (behind && opening !== undefined && opening.at === openingAt(view.text, view.first)) {
        found[before] = { ...opening, behindHeading: true };
      }
      if (found.length === before || found[before]?.at !== view.first) {
        const made = headingCandidate(view, blocks, body);
        if (made) {
          found.splice(before, 0, made);
          heading = view.index;
        }
      }
    }
    if (barrier !== null && view === barrier.view) {
      const { at } = barrier;
      const behind = found.findIndex((c, i) => i >= before && c.at >= at);
      found.splice(behind < 0 ? found.length : behind, 0, barrierCandidate(barrier));
      barrier = null;
    }
    fresh = !found.slice(before).some((c) => c.kind === 'label' && c.at === view.first);
  }
  return weighAnnexes(found, blocks);
}

/** Share of the text behind which annexes are expected. */
const annexZone = 0.5;

/**
 * An annex that is titled again further down, with others between, was only listed the first time; one that is titled
 * once, behind the body, is believed the more.
 */
function weighAnnexes(found: readonly Candidate[], blocks: readonly BlockText[]): Candidate[] {
  const key = (c: Candidate): string => `${c.readings[0]?.word?.toLowerCase() ?? ''} ${c.readings[0]?.printed ?? ''}`;
  const annexes = found.filter((c) => c.kind === 'annex' && c.readings[0]?.printed !== '');
  const lastAt = new Map(annexes.map((c, i) => [key(c), i]));
  const firstAt = new Map(annexes.map((c, i) => [key(c), i] as const).toReversed());
  const order = new Map(annexes.map((c, i) => [c, i]));
  const end = blocks.at(-1)?.pieces.at(-1)?.source ?? 0;
  return found.map((c) => {
    const i = order.get(c);
    if (i === undefined) return c;
    const last = lastAt.get(key(c)) ?? i;
    const between = annexes.slice(i, last).some((other) => key(other) !== key(c));
    if (last > i && between) return { ...c, prior: c.prior - 2.5 };
    const once = last === i && firstAt.get(key(c)) === i;
    return once && c.offset > end * annexZone && c.prior >= 0 ? { ...c, prior: c.prior + 1.5 } : c;
  });
}

interface Barrier {
  readonly view: BlockText;
  /** Where the operative part begins; 0 if the whole block belongs to it. */
  readonly at: number;
}

const agreement =
  /\bNOW,?\s+THEREFORE\b|\b(?:agrees?|agreed|covenants?)(?:\s+and\s+\w+)?\s+(?:\w+\s+)?as\s+follows\b|\bIT\s+IS\s+(?:HEREBY\s+)?AGREED\b|(?:达成|訂立|订立|签订|約定|约定|協議|协议|簽訂)(?:本|以下|如下|下列)[^。\n]{0,24}[:：。]|(?:特)?(?:达成|訂立|订立|签订)(?:本合同|本协议)/i;

/** The first words that close recitals, if recitals stand before them. */
function barrierBlock(blocks: readonly BlockText[]): Barrier | null {
  let recitals = false;
  for (const view of blocks.slice(0, 200)) {
    const { text } = view;
    const at = text.search(/\bNOW,?\s+THEREFORE\b/i);
    const opens = /\bWHEREAS\b|\bRECITALS?\b|^\W*(?:Whereas|Recitals?|Background)\b\W*$|鉴于|鑒於|鑑於/m.exec(text);
    if (opens) recitals = true;
    if (at < 0 && (!recitals || (opens && !agreement.test(text.slice(opens.index))))) continue;
    const hit = at >= 0 ? at : text.search(agreement);
    if (hit >= 0 && (opens === null || hit > opens.index)) {
      const before = text.slice(0, hit).trim();
      return { view, at: before === '' || opens === null ? 0 : hit };
    }
  }
  return null;
}

function barrierCandidate({ view, at }: Barrier): Candidate {
  const from = Math.max(at, view.first);
  return { ...candidate(view, from, from, 'block', [], 0, true, false), kind: 'barrier' };
}

function candidate(
  view: BlockText,
  at: number,
  end: number,
  place: Place,
  readings: readonly Reading[],
  prior: number,
  fresh: boolean,
  leadIn: boolean,
): Candidate {
  return {
    kind: 'label',
    block: view,
    at,
    end,
    offset: sourceOffset(view, at),
    place,
    readings,
    prior,
    fresh,
    leadIn,
    list: null,
    rank: 0,
    soft: false,
    behindHeading: false,
  };
}

/** The number that Word computes; a bullet is none. */
function automatic(view: BlockText, fresh: boolean, leadIn: boolean): Candidate | null {
  const { label } = view.block;
  if (label === null) return null;
  const piece = view.pieces.find((p) => label.span[0] >= p.source && label.span[0] < p.source + p.length);
  if (piece === undefined) return null;
  const at = piece.at + label.span[0] - piece.source;
  const end = at + label.span[1] - label.span[0];
  const text = view.text.slice(at, end);
  const annex = readAnnex(text, 0);
  const read = annex ?? readLabel(text, 0) ?? readLabel(`${text}.`, 0);
  if (read === null || read.end < text.trimEnd().length) return null;
  const made = candidate(view, at, end, 'auto', read.readings, 0, fresh, leadIn);
  return { ...made, kind: annex ? 'annex' : 'label', list: { id: label.list, depth: label.depth } };
}

function annexCandidate(view: BlockText, blocks: readonly BlockText[]): Candidate | null {
  const at = openingAt(view.text, view.first);
  const label = readAnnex(view.text, at);
  if (label === null) return null;
  const reading = label.readings[0];
  if (reading === undefined) return null;
  const rest = view.text.slice(label.end).trim();
  const line = rest.split('\n')[0] ?? '';
  const chinese = isHan(reading.word ?? '');
  let prior = 0;
  if (chinese) {
    if (/^(?:[的所中和及与或、，,。；;]|中|规定|约定|为|是|如|见|之|项下|内|上|作为|与|构成|均|应|经|系|由)/.test(rest))
      return null;
    if (/[。；;，,]/.test(line) || line.length > 40) return null;
    if (reading.printed === '' && !/[:：《(\s]/.test(view.text.slice(label.end - 1, label.end + 1)) && rest !== '')
      return null;
  } else {
    if (/^(?:[a-z),;]|\()/.test(rest) && !/^to\b/i.test(rest)) return null;
    // A filing number in the head of a document ("Exhibit 10.1") is not an annex of it.
    if (/^\d+\.\d/.test(reading.printed) && view.index < 10) return null;
    const flattened = line.length > 140;
    if (flattened && !/^[\p{Lu}\d\s"“”()[\]&,./:–-]{3,}/u.test(rest)) return null;
    if (!flattened && /[.;]$/.test(line) && line.split(/\s+/).length > 10) return null;
  }
  // Annex titles one after the other are a list of annexes.
  const run = titleRun(view, blocks, -1) + 1 + titleRun(view, blocks, 1);
  if (run >= 3) prior -= 4;
  else if (run === 2 && titleRun(view, blocks, 1) === 1) prior -= 1.6;
  const made = candidate(view, at, label.end, 'block', label.readings, prior, true, false);
  return { ...made, kind: 'annex' };
}

const innerAnnex =
  /(?<![\w"“])(?:SCHEDULE|EXHIBIT|ANNEX|APPENDIX|ATTACHMENT)[ \t]+["“]?(?:[A-Z]|\d{1,2}|[IVX]{1,4})(?:-\d{1,2})?["”]?(?![\w"”’-])/g;

/** Annex titles in capitals that the source glued to the words before, such as a running header. */
function innerAnnexes(view: BlockText): Candidate[] {
  const made: Candidate[] = [];
  for (const hit of view.text.matchAll(innerAnnex)) {
    const at = hit.index;
    if (at <= view.first) continue;
    const label = readAnnex(view.text, at);
    if (label === null) continue;
    const before = view.text.slice(view.first, at);
    const after = view.text.slice(label.end, label.end + 60);
    const title = /^\s*$/.test(after) || /^\s*[-–—:(“"]?\s*\p{Lu}[\p{Lu}\p{Ll}]/u.test(after);
    const header = before.length < 60 && !/[.;:,]\s*$/.test(before) && titleWords(before);
    const gap =
      /(?:\s{3,}|[.;!?)"”]\s+|\n)$/.test(before.slice(-48)) && !referenceBefore.test(before.slice(-48).trimEnd());
    if (!title || (!header && !gap)) continue;
    made.push({
      ...candidate(view, at, label.end, 'gap', label.readings, header ? 0 : -0.6, true, false),
      kind: 'annex',
    });
  }
  return made;
}

const titleWords = (text: string): boolean =>
  (text.match(/[\p{L}]+/gu) ?? []).every((word) => /^(?:\p{Lu}|of|and|the|for|to)/u.test(word));

/** How many blocks beside this one, in one direction, are annex titles as well. */
function titleRun(view: BlockText, blocks: readonly BlockText[], step: 1 | -1): number {
  let count = 0;
  for (let i = view.index + step; count < 3; i += step) {
    const other = blocks[i];
    if (other === undefined || other.block.kind !== 'paragraph' || other.text.length > 160) break;
    if (readAnnex(other.text, openingAt(other.text, other.first)) === null) break;
    count++;
  }
  return count;
}

/** Skips what may stand before a label on its line: quotation marks, brackets, bullets. */
function openingAt(text: string, at: number): number {
  let i = at;
  while (/[【[*_·•●■◆▪#>《]/.test(text[i] ?? '') && i < at + 4) {
    i++;
    while (text[i] === ' ') i++;
  }
  return i;
}

function headingCandidate(view: BlockText, blocks: readonly BlockText[], body: BodyStyle): Candidate | null {
  const sign = headingSign(view, body);
  if (sign === null) return null;
  if (sign.rank >= 14) {
    // By its words alone a line is a heading only if it stands over something longer, a list or a table.
    const next = blocks[view.index + 1];
    if (next === undefined) return null;
    const over =
      next.block.kind === 'cell' ||
      next.text.trim().length > view.text.trim().length * 1.2 + 6 ||
      readLabel(next.text, next.first) !== null ||
      headingSign(next, body) !== null;
    if (!over || (sign.rank === plainRank && !isHan(view.text) && !standsOver(view, next, blocks))) return null;
  }
  const made = candidate(view, view.first, view.text.length, 'block', [], 0, true, false);
  return { ...made, kind: 'heading', rank: sign.rank };
}

/** Title Case alone also marks names and addresses: text must follow, and the line before must be complete. */
function standsOver(view: BlockText, next: BlockText, blocks: readonly BlockText[]): boolean {
  const before = blocks[view.index - 1]?.text.trim() ?? '';
  if (before !== '' && !/[.;:!?)”"]$/.test(before)) return false;
  const text = next.text.trim();
  return readLabel(next.text, next.first) !== null || (text.length >= 60 && /[.;:)”"]$/.test(text));
}

const inlinePlaces =
  /(?<![\w.(/-])\d{1,3}(?:(?:\.\d{1,3}){1,5}\.?(?!\d)|[.、)])|[(][ \t]?(?:[a-zA-Z]{1,5}|\d{1,2}|[一二三四五六七八九十]{1,3})[ \t]?\)|[①-⑳⑴-⒛㈠-㈩]|(?<![\w.(/'’-])[a-zA-Z]{1,4}[.)](?=\s)|(?:ARTICLE|Article|SECTION|Section|§|PART|Part)[ \t]*(?:[-–—][ \t]*|[ \t])[\dIVXLC]+|第[ \t]?[一二三四五六七八九十百零〇\d]+[ \t]?[编章节条條節]|[一二三四五六七八九十]{1,3}、/g;

function scanLines(
  view: BlockText,
  blocks: readonly BlockText[],
  fresh: boolean,
  leadIn: boolean,
  from: number,
  found: Candidate[],
  hasLabel: boolean,
): void {
  const { text } = view;
  const starts = new Set(view.lines);
  const seen = new Set<number>();
  if (!hasLabel) {
    for (const line of view.lines) {
      const at = line === view.first ? openingAt(text, line) : line;
      const made = lineCandidate(view, at, line === view.first ? 'block' : 'line', blocks, fresh, leadIn);
      if (made === null) continue;
      seen.add(made.at);
      found.push(made);
    }
  } else {
    for (const line of view.lines) {
      if (line <= from) continue;
      const made = lineCandidate(view, line, 'line', blocks, fresh, leadIn);
      if (made) {
        seen.add(line);
        found.push(made);
      }
    }
  }
  const count = found.length;
  for (const made of innerAnnexes(view)) {
    if (seen.has(made.at)) continue;
    seen.add(made.at);
    found.push(made);
  }
  inlinePlaces.lastIndex = from;
  for (let hit = inlinePlaces.exec(text); hit !== null; hit = inlinePlaces.exec(text)) {
    const at = hit.index;
    if (at <= view.first || starts.has(at) || seen.has(at)) continue;
    const made = inlineCandidate(view, at);
    if (made === null) continue;
    found.push(made);
    inlinePlaces.lastIndex = Math.max(made.end, inlinePlaces.lastIndex - 1);
  }
  if (found.length > count && count > 0) {
    const mine = found.filter((c) => c.block === view).sort((a, b) => a.at - b.at);
    const keep = found.length - mine.length;
    found.length = keep;
    found.push(...mine);
  }
}

/** A label at the start of a paragraph or of a visual line inside one. */
function lineCandidate(
  view: BlockText,
  at: number,
  place: 'block' | 'line',
  blocks: readonly BlockText[],
  fresh: boolean,
  leadIn: boolean,
): Candidate | null {
  const { text } = view;
  const previous = blocks[view.index - 1];
  const label = readLabel(text, at);
  if (label === null) return null;
  const after = text.slice(label.end, label.end + 80);
  let prior = 0;
  if (place === 'line') {
    const before = text.slice(Math.max(0, at - 48), at);
    const bracketed = label.readings.every((r) => r.mark === '()' || r.family === 'circled');
    // Wrapped by the page, not by the drafter: judged like any other place inside the sentence.
    if (bracketed && !separatedBefore.test(before)) return inlineCandidate(view, at);
    if (bracketed)
      return candidate(
        view,
        at,
        label.end,
        place,
        label.readings,
        mentionAfter.test(after) && after.trim() !== '' ? -2 : 0,
        fresh,
        /[:：]\s*$/.test(before),
      );
    if (referenceBefore.test(before) || countBefore.test(before)) return null;
    if (!stopBefore.test(before)) prior -= 1;
  } else if (previous !== undefined && previous.block.kind === 'paragraph') {
    const before = previous.text.slice(-40);
    // A paragraph broken by its source may go on with a figure.
    if (
      /(?:\b(?:sections?|clauses?|articles?|paragraphs?|of|and|or|the|to)|§|第)\s*$/i.test(before) &&
      !/^\s*(?:section|article)/i.test(text.slice(at))
    )
      prior -= 1.5;
  }
  if (label.end >= text.trimEnd().length && label.readings.every((r) => r.mark === '' && r.family === 'n.')) {
    if (!titleBelow(view, blocks)) return null;
  }
  const readings = label.readings.filter((reading) => {
    const judged = judgeAfter(reading, after, place, text[label.end]);
    return judged !== null;
  });
  if (readings.length === 0) return null;
  const first = readings[0];
  if (first === undefined) return null;
  prior += judgeAfter(first, after, place, text[label.end]) ?? 0;
  return candidate(
    view,
    at,
    label.end,
    place,
    readings,
    prior,
    fresh,
    place === 'line' ? /[:：]\s*$/.test(text.slice(0, at)) : leadIn,
  );
}

/** A figure on a line of its own is a label only over a title; else it is a page number. */
function titleBelow(view: BlockText, blocks: readonly BlockText[]): boolean {
  const next = blocks[view.index + 1];
  if (next === undefined || next.block.kind !== 'paragraph') return false;
  const text = next.text.trim();
  if (
    text.length < 2 ||
    text.length > 70 ||
    /[.;,。；，]$/.test(text) ||
    (readLabel(next.text, next.first) ?? readAnnex(next.text, next.first)) !== null
  )
    return false;
  return isHan(text) || titleShare(text) >= 0.6;
}

/** What the words after a label say about it; null rules it out. */
function judgeAfter(reading: Reading, after: string, place: Place, next: string | undefined): number | null {
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
  if (unitAfter.test(after) && (reading.mark === '' || /^d\d$/.test(family))) return null;
  if (reading.mark === '' && monthAfter.test(after)) return null;
  if (family === 'n.' || family === 'cn') {
    if (reading.mark === '' || family === 'cn') {
      if (/^[,，)\]／/–%-]|^[-–]/.test(rest)) return null;
    }
    if (reading.mark === '' && family === 'n.') {
      if (rest === '') return place === 'block' ? -0.3 : null;
      const line = rest.split('\n')[0] ?? '';
      if (!/^["“([【《]?[\p{Lu}\p{Lo}]/u.test(line)) return null;
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

/** A label inside a line: a list run into its paragraph, or a paragraph glued to the one before. */
function inlineCandidate(view: BlockText, at: number): Candidate | null {
  const { text } = view;
  const label = readLabel(text, at);
  if (label === null) return null;
  const reading = label.readings[0];
  if (reading === undefined) return null;
  const before = text.slice(Math.max(0, at - 48), at);
  const after = text.slice(label.end, label.end + 80);
  const gap = /(?:[ \t]{3,}|\n)$/.test(before) || /[.;:!?)"”] {2,}$/.test(before);
  const stop = stopBefore.test(before);
  const bracketed = reading.mark === '()' || reading.family === 'circled';
  let prior = 0;
  if (bracketed || (reading.mark === ')' && reading.family !== 'n.')) {
    if (itemReferenceBefore.test(before) && !/[)"”]\s+$/.test(before)) {
      if (
        !/\s$/.test(before) ||
        /\b(?:sections?|clauses?|articles?|paragraphs?|sub-?\w+|items?|schedules?|exhibits?)\s*$/i.test(before)
      ) {
        if (!(isHan(before.slice(-1)) && !/[第条條款项項\d]$/.test(before))) return null;
      }
    }
    if (listReferenceBefore.test(before) && !stop) return null;
    if (/^\d/.test(reading.printed) && countBefore.test(before)) return null;
    if (reading.family === '(cn)' && /[第条條款项項]\s*$/.test(before)) return null;
    if (reading.family === '(cn)' || reading.family === '(n)') {
      if (!/[\s:：;；,，。.、)）]$/.test(before)) prior -= 0.8;
    }
    if (mentionAfter.test(after)) return null;
    if (/^[a-z]{2,}$/i.test(reading.printed) && label.readings.every((r) => r.family !== '(i)' && r.family !== '(I)'))
      prior -= 0.6;
    if (reading.printed.length === 1 && /^s\b/.test(reading.printed)) return null;
    if (reading.mark === ')') {
      if (!/\s$/.test(before) && !isHan(before)) return null;
      if (/\([^)]*$/.test(before)) return null;
      prior -= 0.3;
    }
    const made = candidate(
      view,
      at,
      label.end,
      gap ? 'gap' : stop ? 'stop' : 'inline',
      label.readings,
      prior,
      true,
      /[:：]\s*$/.test(before),
    );
    return { ...made, soft: !gap && !separatedBefore.test(before) };
  }
  if (referenceBefore.test(before) && !gap) return null;
  if (/[a-z一-龥][ \t\n]*$/i.test(before) && countBefore.test(before) && !gap && !stop) return null;
  if (!stop && !gap) {
    // Behind a word only decimals such as 1.1 can be labels: their heading may lack a stop.
    const capitals =
      reading.word !== null && /^[A-Z]{4,}$/.test(reading.word) && /^\s*[-–—:.]?\s*\p{Lu}{2}/u.test(after);
    if (!/^d\d$/.test(reading.family) && reading.family !== 'n.' && !capitals) return null;
    if (!/\s$/.test(before) || isHan(before.slice(-2))) return null;
    prior -= reading.family === 'n.' ? 0.9 : 0.5;
  }
  if (reading.mark === '' && !/^d\d$/.test(reading.family) && reading.word === null) return null;
  if (!/^["“([【《\s–—:-]*[\p{Lu}\p{Lo}]/u.test(after) && !/^\s*$/.test(after)) {
    if (!gap) return null;
    prior -= 0.6;
  }
  if (!/^\s/.test(after) && !isHan(after[0] ?? '') && !/^["“【《]/.test(after)) return null;
  const readings = label.readings.filter((r) => judgeAfter(r, after, 'gap', text[label.end]) !== null);
  const first = readings[0];
  if (first === undefined) return null;
  prior += judgeAfter(first, after, 'gap', text[label.end]) ?? 0;
  return candidate(
    view,
    at,
    label.end,
    gap ? 'gap' : stop ? 'stop' : 'inline',
    readings,
    prior,
    true,
    /[:：]\s*$/.test(before),
  );
}
