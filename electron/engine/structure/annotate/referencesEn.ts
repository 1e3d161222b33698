import type { Base, Place, ReferenceFound } from './referenceForms.ts';

const anchor =
  /(?:\b(?:([Tt]his|THIS) )?(?:the (?:attached|enclosed|annexed) |attached )?(Sections?|SECTIONS?|sections?|Secs?\.|sec\.|Sub-?[Ss]ections?|sub-?sections?|Clauses?|CLAUSES?|clauses?|Sub-?[Cc]lauses?|sub-?clauses?|Articles?|ARTICLES?|articles?|Arts?\.|Paragraphs?|PARAGRAPHS?|paragraphs?|[Pp]aras?\b\.?|[Ss]ub-?paragraphs?|[Ii]tems?|Parts?|PARTS?|Chapters?|Recitals?|Schedules?|SCHEDULES?|schedules?|Exhibits?|EXHIBITS?|exhibits?|Annex(?:es)?|ANNEX(?:ES)?|Appendix|APPENDIX|appendix|Appendices|appendices|Attachments?|ATTACHMENTS?|attachments?|Addendum|ADDENDUM|Addenda|Rules?|Regulations?)|(§§?))(?: |(?=[(\d]))(?:[Nn]os?\. ?|[Nn]umbers? |# ?)?/g;

const clauseNumber =
  /(?:\d{1,5}(?:\.\d{1,3})*(?:\.[a-z]{1,4}\b)*(?:\.[ivxlc]{1,5}\b)*(?:[A-Z]|[a-z](?=\.?(?:[,;:)\s]|$)))?(?![\w])|[IVXLC]{1,6}\b(?:\.\d{1,3})*|[A-Z]\b(?:[.-]\d{1,3}(?:\.\d{1,3})*)?|(?=\())(?:\((?:[a-z]{1,4}|\d{1,3}|[A-Z]{1,4})\))*/y;
const spacedItem =
  /(?: \((?:[a-z]{1,4}|\d{1,2}|[A-Z]{1,2})\)(?:\((?:[a-z]{1,4}|\d{1,2}|[A-Z]{1,2})\))*)+(?= ?(?:[,.;:)\]]|$|(?:and|or|to|of|above|below|hereof|herein|shall|is|are|will|may|in|for|thereof)\b))/y;
const annexNumber =
  /["“'(]?(?!(?:OR|OF|TO|IN|IS|NO|BY|ON|AS|AT|AN|IF)\b)(\d{1,3}(?:[.-]\d{1,3})*[A-Z]?(?:\([a-z0-9]{1,4}\))*|[IVX]{1,5}\b(?:-[A-Z0-9]{1,2}\b)?|[A-Z]{1,2}(?:\b|(?=\d))(?:[-.]?\d{1,3}(?:\.\d{1,3})*)?(?:-[A-Z]\b)?(?:\([a-z0-9]{1,4}\))*)["”')]?/y;

const separator =
  /(?: ?\[[^\][]{1,80}\])?(?: \([A-Z][^()]{2,60}\))?(,? (?:and\/or|and|or|&) (?:also )?|, ?(?:(?:and\/or|and|or|&) )?| ?(?:to and including|through|thru|to|-|—) ?|; ?)(?:(?:of|in|under|with|to|by) )?/y;
const rangeWord = /\b(?:through|thru|to)\b|[-—]/;

// A lone number after "Section 5 and" counts as a section only if it is not the start of something else ("and 30 days").
const follower =
  /^(?: ?(?:[,.;:)\]]|$)|["”']| \([A-Z]|-(?:\d|[A-Z]\d)| (?:and|or|to|through|of|above|below|hereof|herein|hereto|hereunder|shall|is|are|will|may|must|in|for|with|apply|applies|survive|does|do|has|have|by|under|on|at|thereof|that|which|as)\b| \[)/;
const determiner = /^ (?:the|an?|any|all|each|such|its|their|if|in the event|no|to)\b/;

const annexWords = new Set(['schedule', 'exhibit', 'annex', 'appendix', 'attachment', 'addendum']);

/** The word in lower case and singular. */
function singular(word: string): string {
  const lower = word.toLowerCase().replace(/\.$/, '');
  if (lower.startsWith('§')) return 'section';
  if (lower === 'appendices') return 'appendix';
  if (lower === 'annexes') return 'annex';
  if (lower === 'addenda') return 'addendum';
  const one = lower.replace(/s$/, '');
  return ({ sec: 'section', art: 'article', para: 'paragraph' } as Record<string, string>)[one] ?? one;
}

const lawWord =
  'Act|ACT|Code|CODE|Regulations?|Directives?|Convention|Treaty|Ordinance|Statutes?|Laws?|Constitution|Rules|Order|Decree|GDPR|CCPA|CPRA|HIPAA|FCPA|ERISA|UCC|DGCL|TFEU|U\\.?S\\.?C\\.?|C\\.?F\\.?R\\.?|Bankruptcy Code';
const lawAfter = new RegExp(
  `^(?: ?\\[[^\\]]{0,60}\\])?(?:,? ?(?:as amended,? ?)?(?:of|under|to|in|from)? ?(?:(?:the|that|such|any|said) )?)((?:(?:[A-Z0-9][\\w.&'/()-]*|of|and|for|on|the|in|to|\\(EU\\)|\\([A-Z]\\w+\\)),? ){0,10}?(?:${lawWord})(?![\\w-])(?: of \\d{4}| \\d{4}(?:\\/\\d+)?| of [A-Z][a-z]+)?)`,
);
const shortLaw = /^ (?:of|under) (?:the|said) (?:Code|Act|Regulations?|Rules|Law|Statute|\d{4} Act)\b/;
const lawBefore = new RegExp(
  `(?:\\b(?:${lawWord})(?: of \\d{4}| of [A-Z][a-z]+)?|\\d+ U\\.?S\\.?C\\.?(?:A\\.?)?|\\d+ C\\.?F\\.?R\\.?)(?: ?\\([^()]{0,40}\\))?,? ?$`,
);
const here =
  /^ ?(?:hereof|herein|hereto|hereunder|above|below)\b|^ (?:of|in|to|under) this (?:agreement|contract|lease|deed|amendment|addendum|letter|document|license|licence|policy|plan|note|safe|msa|dpa|sow|\w+ agreement)\b/i;
const elsewhere = /^ ?(?:thereof|therein|thereto|thereunder)\b/;
const ofDocument =
  /^ (?:[Oo]f|OF|in|IN|to|TO|under|UNDER|from|FROM) (?:(?:(?:the|THE) (?:schedule|exhibit|annex|appendix|attachment) (?:to|of) )?(?:the|THE|that certain|that|THAT|such|SUCH|said|SAID|its|our|your|each|any|an?) )["“]?((?:[A-Z][\w.&'/-]*|of|and|for|on|the) ?){1,12}/;
const documentWord =
  /(?:Agreement|Contract|Lease|Plan|Charter|Bylaws|By-laws|Certificate|Note|Indenture|Deed|Amendment|Order|Form|Policy|Declaration|Terms|Memorandum|Protocol|Articles|Statement of Work|SOW|SPA|APA|CA|MSA|CDA|AGREEMENT|CONTRACT|LEASE|[A-Z]\w+ Licen[cs]e)\b/;
/** FAR section 2.101, DGCL Section 145: the letters name whose section it is. */
const acronymBefore =
  /\b(?!(?:IN|OF|THE|AND|OR|TO|SEE|PER|ANY|BY|IF|AS|UNDER|THIS|WITH|BOTH|EACH|ALL)\b)([A-Z]{2,6}) $/;
const lawLetters = /^(?:D?FARS?|CFR|USC|IRC|UCC|DGCL|ERISA|GDPR|TFEU|BGB|HGB)$/;
/** … contained in the JV Agreement (including Section 9.3: of that agreement. */
const insideDocument =
  /\b(?:in|of|under|to) (?:the|that|such|said) (?:[A-Z][\w.&'/-]* ){1,6}\((?:including(?:,? without limitation,?)?|in particular,?|see|at) ?$/;
const selfDocument =
  /^ (?:of|in|to|under|from) the (?:Agreement|Contract|Lease|Deed)\b(?! (?:and Plan|dated|between|by and))/;

interface Scan {
  readonly text: string;
  at: number;
}

function numberAt(scan: Scan, annex: boolean): string | null {
  if (annex) {
    annexNumber.lastIndex = scan.at;
    const match = annexNumber.exec(scan.text);
    if (!match?.[1]) return null;
    // a mark is part of the number only in pairs: Schedule "3", but (… this Attachment 6)
    const opened = /^["“'(]/.test(match[0]);
    const closed = /["”')]$/.test(match[0]) && !match[1].endsWith(')');
    scan.at = annexNumber.lastIndex - (closed && !opened ? 1 : 0);
    return match[1];
  }
  clauseNumber.lastIndex = scan.at;
  const match = clauseNumber.exec(scan.text);
  if (!match || match[0] === '') return null;
  let number = match[0];
  scan.at = clauseNumber.lastIndex;
  spacedItem.lastIndex = scan.at;
  const items = spacedItem.exec(scan.text);
  if (items) {
    number += items[0].replaceAll(' ', '');
    scan.at = spacedItem.lastIndex;
  }
  return number;
}

const groupKind = (group: string): string =>
  /^\d/.test(group) ? 'digit' : /^[ivx]{1,5}$/.test(group) ? 'roman' : /^[a-z]/.test(group) ? 'lower' : 'upper';

/** "200(1), (3)": the bracketed number continues the number before it at the level of its own kind. */
function continueNumber(before: string, next: string): string {
  if (!next.startsWith('(')) return next;
  const groups = [...before.matchAll(/\(([^()]*)\)/g)];
  const kind = groupKind(next.slice(1, next.indexOf(')')));
  const like = groups.findLast((group) => {
    const own = groupKind(group[1] ?? '');
    return (
      own === kind ||
      (kind !== 'digit' && own !== 'digit' && own !== 'upper' && kind !== 'upper' && groups.length === 1)
    );
  });
  if (like) return before.slice(0, like.index) + next;
  return groups.length === 0 ? before + next : before.slice(0, groups.at(-1)?.index) + next;
}

interface Listed {
  readonly places: { first: Place; last: Place | null }[];
  readonly end: number;
  readonly number: string;
}

/** Parses `2.1 to 2.4 and 7` at `scan.at`; null if no number stands there. */
function listAt(scan: Scan, word: string, plural: boolean, base: Base | null): Listed | null {
  const annex = annexWords.has(word);
  const first = numberAt(scan, annex);
  if (first === null) return null;
  const place = (number: string): Place =>
    annex ? { annex: `${word} ${number}`, base, word: '', number: '' } : { annex: null, base, word, number };
  const places: { first: Place; last: Place | null }[] = [{ first: place(first), last: null }];
  let before = first;
  let end = scan.at;
  for (;;) {
    separator.lastIndex = end;
    const glue = separator.exec(scan.text);
    if (!glue?.[1]) break;
    scan.at = separator.lastIndex;
    const range = rangeWord.test(glue[1]);
    if (range) {
      // "Section 2.1 to Section 2.4"
      anchor.lastIndex = scan.at;
      const again = /^(?:and including )?([A-Za-z]+)\.? /.exec(scan.text.slice(scan.at, scan.at + 30));
      if (again?.[1] && singular(again[1]) === word) scan.at += again[0].length;
    }
    const from = scan.at;
    const next = numberAt(scan, annex);
    if (next === null || (annex && /^[A-Z]{2}$/.test(next))) break;
    const rest = scan.text.slice(scan.at, scan.at + 24);
    const dotted = next.includes('.') || (next.includes('(') && !next.startsWith('('));
    if (next.startsWith('(')) {
      // "Article 9.4, or (iv) as needed": the enumeration of the sentence, not of the number
      if (!before.includes('(')) break;
      if (!plural && !range && (determiner.test(rest) || !follower.test(rest))) break;
      if (scan.text.charAt(from - 1) === ' ' && determiner.test(rest)) break;
    } else if (annex || !dotted) {
      if (/^[A-Z]/.test(next) && !/^[A-Z]/.test(before.replace(/["“]/g, ''))) break;
      if (!follower.test(rest) || (!plural && !range && !/^ ?(?:[,.;:)]|$)|^ (?:of|above|below|hereof)\b/.test(rest)))
        break;
    }
    const full = continueNumber(before, next);
    const last = places.at(-1);
    if (range && last) last.last = place(full);
    else places.push({ first: place(full), last: null });
    before = full;
    end = scan.at;
  }
  scan.at = end;
  return { places, end, number: first };
}

const withinAnnex =
  /^(?:,? ?\(?(?:of|in|to|under) (?:the )?(?:attached )?|, ?|: ?)?(Schedule|SCHEDULE|schedule|Exhibit|EXHIBIT|exhibit|Annex|ANNEX|Appendix|APPENDIX|appendix|Attachment|ATTACHMENT|attachment|Addendum) /;
const withinClause =
  /^ (?:of|in|under|to) (?:(this) )?(Section|section|Clause|clause|Article|article|paragraph|Paragraph|sub-?[sc]\w+|Sub-?[sc]\w+)s?(?: |(?=[,.;:)]|$))/;
const clauseInAnnex = /^,? ?(?:\(|at |in )?((?:[Pp]art|PART|[Ss]ection|[Pp]aragraph|[Cc]lause|[Ii]tem|[Aa]rticle)s?) /;

/** References of an English line, in order. */
export function englishReferences(text: string): ReferenceFound[] {
  const found: ReferenceFound[] = [];
  anchor.lastIndex = 0;
  let covered = 0;
  for (let match = anchor.exec(text); match !== null; match = anchor.exec(text)) {
    const scan: Scan = { text, at: match.index + match[0].length };
    const next = numbered(text, match, scan, covered);
    if (next) {
      found.push(next);
      covered = next.end;
      anchor.lastIndex = Math.max(next.end, match.index + 1);
    } else anchor.lastIndex = match.index + match[0].length;
  }
  found.push(...bareNumbers(text), ...relativeWords(text), ...lawNames(text));
  found.sort((a, b) => a.start - b.start || b.end - a.end);
  const kept: ReferenceFound[] = [];
  for (const one of found) {
    const last = kept.at(-1);
    if (last !== undefined && one.start < last.end) continue;
    kept.push(one);
  }
  return kept;
}

function numbered(text: string, match: RegExpExecArray, scan: Scan, covered: number): ReferenceFound | null {
  const written = match[2] ?? match[3] ?? '';
  const word = singular(written);
  const plural = /s\.?$/i.test(written) || written === '§§' || /appendices|addenda/i.test(written);
  if (match.index < covered) return null;
  const base: Base | null = null;
  const list = listAt(scan, word, plural, base);
  if (list === null) return null;
  if (
    /^(?:part|item|rule|regulation|annex|schedule|attachment|appendix)$/.test(written) &&
    !/^[\d(A-Z]/.test(list.number)
  )
    return null;
  const start = match.index + (match[1] !== undefined ? match[1].length + 1 : 0);
  const behind = text.slice(list.end, list.end + 260);
  // "Section 12 (Miscellaneous) of the Supply Agreement"
  const titled = annexWords.has(word)
    ? 0
    : (/^ \([A-Z][^()]{2,60}\)(?= (?:of|in|to|under)\b)/i.exec(behind)?.[0].length ?? 0);
  const tail = behind.slice(titled);
  const before = text.slice(Math.max(0, start - 60), start);
  const annex = annexWords.has(word);
  if (word === 'rule' || word === 'regulation') {
    if (!/^(?:\d|[A-Z])/.test(list.number)) return null;
    return outside(start, list.end + (lawAfter.exec(tail)?.[0].length ?? 0), 'law');
  }
  if (!annex) {
    const inner = withinAnnex.exec(tail);
    if (inner?.[1]) {
      const scanAnnex: Scan = { text, at: list.end + titled + inner[0].length };
      const name = numberAt(scanAnnex, true);
      if (name !== null) {
        const holder = `${singular(inner[1])} ${name}`;
        return {
          start,
          end: scanAnnex.at,
          kind: 'clause',
          places: list.places.map(({ first, last }) => ({
            first: { ...first, annex: holder },
            last: last === null ? null : { ...last, annex: holder },
          })),
          external: false,
          weak: false,
        };
      }
    }
    const holder = withinClause.exec(tail);
    if (holder?.[2]) {
      const scanHolder: Scan = { text, at: list.end + titled + holder[0].length };
      const outer = numberAt(scanHolder, false);
      const outerWord = singular(holder[2]);
      const thisBase: Base | null = holder[1] === undefined ? null : { kind: 'this', word: outerWord };
      if (outer !== null) {
        const after = text.slice(scanHolder.at, scanHolder.at + 200);
        if (lawAfter.test(after) && !here.test(after)) return outside(start, scanHolder.at, 'law');
        const join = (place: Place): Place => ({ ...place, word: outerWord, number: `${outer}${wrap(place.number)}` });
        return {
          start,
          end: scanHolder.at,
          kind: 'clause',
          places: list.places.map(({ first, last }) => ({
            first: join(first),
            last: last === null ? null : join(last),
          })),
          external: false,
          weak: false,
        };
      }
      if (thisBase !== null) {
        const rebase = (place: Place): Place => ({ ...place, base: thisBase });
        return {
          start,
          end: list.end + titled + holder[0].trimEnd().length,
          kind: 'clause',
          places: list.places.map(({ first, last }) => ({
            first: rebase(first),
            last: last === null ? null : rebase(last),
          })),
          external: false,
          weak: false,
        };
      }
    }
  } else {
    const inner = clauseInAnnex.exec(tail);
    if (inner?.[1]) {
      const scanInner: Scan = { text, at: list.end + inner[0].length };
      const innerWord = singular(inner[1]);
      const parts = listAt(scanInner, innerWord, /s$/i.test(inner[1]), null);
      const holder = list.places[0]?.first.annex ?? null;
      if (parts && list.places.length === 1 && !/^ (?:of|to) /.test(inner[0])) {
        return {
          start,
          end: parts.end,
          kind: 'clause',
          places: parts.places.map(({ first, last }) => ({
            first: { ...first, annex: holder },
            last: last === null ? null : { ...last, annex: holder },
          })),
          external: false,
          weak: false,
        };
      }
    }
  }
  // "Schedule A6 of Schedule A": the part of a schedule, named like one
  const holder = annex ? withinAnnex.exec(tail) : null;
  if (holder?.[1] !== undefined && / (?:of|in|to|under) /.test(holder[0])) {
    const outer: Scan = { text, at: list.end + holder[0].length };
    if (numberAt(outer, true) !== null)
      return { start, end: outer.at, kind: 'annex', places: list.places, external: false, weak: false };
  }
  const inside = here.test(tail) || selfDocument.test(tail) || match[1] !== undefined;
  if (!inside) {
    if (
      !annex &&
      (lawBefore.test(before) ||
        (lawAfter.test(tail) && !/^,? (?:and|or) /.test(tail) && isLawTail(tail)) ||
        shortLaw.test(tail))
    )
      return outside(start, list.end + titled + (lawAfter.exec(tail)?.[0].length ?? 0), 'law');
    const letters =
      /^sections?$|^§§?$/i.test(written) && written !== written.toUpperCase()
        ? acronymBefore.exec(before)?.[1]
        : undefined;
    if (!annex && letters !== undefined)
      return outside(start - letters.length - 1, list.end, lawLetters.test(letters) ? 'law' : 'document');
    const around = insideDocument.exec(before)?.[0];
    if (!annex && around !== undefined && documentWord.test(around) && !/ the (?:Agreement|Contract) \(/.test(around))
      return outside(start, list.end, 'document');
    if (word === 'schedule' && /^(?:13[DG]|14[A-Z]|TO)$/.test(list.places[0]?.first.annex?.split(' ')[1] ?? ''))
      return outside(start, list.end, 'document');
    if (elsewhere.test(tail)) return outside(start, list.end, 'document');
    const document = ofDocument.exec(tail);
    if (
      document &&
      documentWord.test(document[0]) &&
      !/^ (?:of|in|to|under|from) (?:the )?(?:Agreement|Contract) ?$/.test(document[0].trimEnd())
    )
      return {
        ...outside(
          start,
          list.end + titled + document[0].replace(/(?: (?:of|and|for|on|the))*[ .,]*$/, '').length,
          'document',
        ),
        places: list.places,
      };
  }
  return {
    start,
    end: list.end,
    kind: annex ? 'annex' : 'clause',
    places: list.places,
    external: false,
    weak: /^(?:items?|parts?)$/i.test(written) || /^(?:recital|chapter|schedule|appendix|attachment)/.test(written),
  };
}

/** The law must follow directly ("of the Securities Act", ", 11 U.S.C."), not somewhere later in the sentence. */
const isLawTail = (tail: string): boolean =>
  /^(?: ?\[[^\]]{0,60}\])?(?:,? (?:of|under|to|in|from) |, (?:[A-Z]|\d+ [UC]\.))/.test(tail);

const wrap = (number: string): string => (number.startsWith('(') ? number : `(${number})`);

const outside = (start: number, end: number, kind: 'law' | 'document'): ReferenceFound => ({
  start,
  end,
  kind,
  places: [],
  external: true,
  weak: false,
});

const bare =
  /(?<=\b(?:in|under|of|by|to|with|from|per|see|at|and|or|pursuant to|through|than|either|both) )(\d{1,2}(?:\.\d{1,3}){1,4}(?:\([a-z0-9]{1,4}\))*)(?![\d%])(?! ?(?:%|percent|per cent|million|billion|thousand|times|hours?|days?|months?|years?|basis|GHz|MHz|MB|GB|inch|feet|miles|or (?:later|higher|above|greater)))/g;
const bareItems =
  /(?<![\w.)])(\([a-z]{1,4}\)(?:(?:,? (?:and|or|to|through) |, ?|-)\([a-z]{1,4}\))*) (?:above|below|hereof|of this ([Ss]ection|[Cc]lause|[Aa]rticle|[Pp]aragraph)(?: (\d[\d.]*\d|\d))?)\b/g;

function bareNumbers(text: string): ReferenceFound[] {
  const found: ReferenceFound[] = [];
  for (const match of text.matchAll(bare)) {
    const number = match[1] ?? '';
    found.push({
      start: match.index,
      end: match.index + number.length,
      kind: 'clause',
      places: [{ first: { annex: null, base: null, word: '', number }, last: null }],
      external: false,
      weak: true,
    });
  }
  for (const match of text.matchAll(bareItems)) {
    const scan: Scan = { text, at: match.index };
    const base: Base | null = match[2] === undefined ? null : { kind: 'this', word: match[2].toLowerCase() };
    const list = listAt(scan, 'paragraph', true, base);
    const outer = match[3];
    const whole = (place: Place): Place =>
      outer === undefined
        ? place
        : { ...place, base: null, word: singular(match[2] ?? ''), number: `${outer}${place.number}` };
    if (list)
      found.push({
        start: match.index,
        end: match[2] === undefined ? list.end : match.index + match[0].length,
        kind: 'clause',
        places: list.places.map(({ first, last }) => ({
          first: whole(first),
          last: last === null ? null : whole(last),
        })),
        external: false,
        weak: true,
      });
  }
  return found;
}

const relative =
  /\b(?:[Tt]his|THIS(?= (?:SECTION|CLAUSE|ARTICLE|PARAGRAPH|SCHEDULE|EXHIBIT|ANNEX|APPENDIX)\b)) (SECTION|CLAUSE|ARTICLE|PARAGRAPH|SCHEDULE|EXHIBIT|ANNEX|APPENDIX|Section|section|Sub-?[Ss]ection|Clause|clause|Sub-?[Cc]lause|Article|article|[Pp]aragraph|[Ss]ub-?[Pp]aragraph|Schedule|Exhibit|Annex|Appendix|Attachment|Addendum)\b(?! ?["“(]?\d)|\b[Tt]he (?:immediately )?(?:preceding|previous|foregoing|prior) (sentences?|paragraphs?|[Ss]ections?|[Cc]lauses?|sub-?paragraphs?|[Aa]rticle)\b|\b(?:[Tt]he )?(foregoing)\b(?! (?:\w+ ){0,3}(?:sentences?|paragraphs?|sections?|clauses?|sub-?paragraphs?|articles?)\b)/g;

function relativeWords(text: string): ReferenceFound[] {
  const found: ReferenceFound[] = [];
  for (const match of text.matchAll(relative)) {
    let base: Base;
    if (match[1] !== undefined) base = { kind: 'this', word: match[1].toLowerCase() };
    else if (match[2] !== undefined)
      base = /^sentence/i.test(match[2])
        ? { kind: 'foregoing' }
        : { kind: 'before', word: singular(match[2]), count: 1 };
    else base = { kind: 'foregoing' };
    const annex = match[1] !== undefined && annexWords.has(match[1].toLowerCase());
    found.push({
      start: match.index,
      end: match.index + match[0].length,
      kind: annex ? 'annex' : 'clause',
      places: [{ first: { annex: null, base, word: '', number: '' }, last: null }],
      external: false,
      weak: true,
    });
  }
  return found;
}

const actName =
  /\b((?:(?:[A-Z][A-Za-z.&'-]*|U\.S\.|of|and|for|on|in),? ){1,9})(Act|Code|Ordinance|Convention)\b(?!s)(?: of (?:19|20)\d{2}| (?:19|20)\d{2})?/g;
const codeName =
  /\b(?:Bankruptcy|Revenue|Commercial|Civil|Penal|Criminal|Labou?r|Corporations?|Insurance|Government|Tax|Business and Professions|Health and Safety|Procedure|Evidence|Education|Family|Probate|Statutory|Corporation) $/;
const euName = /\b(?:Regulation|Directive) (?:\((?:EU|EC|EEC)\) )?(?:No\.? )?\d{2,4}\/\d{2,4}(?:\/(?:EU|EC|EEC))?/g;
const usc =
  /\b\d{1,2} (?:U\.? ?S\.? ?C\.?(?:A\.?)?|C\.? ?F\.? ?R\.?)(?: (?:§§?|[Ss]ections?|[Pp]arts?))? ?\d+[\w.-]*(?:\([a-z0-9]+\))*/g;
const shortAct = /\b(?:GDPR|CCPA|HIPAA|FCPA|ERISA|Dodd-Frank|Sarbanes-Oxley)\b/g;

function lawNames(text: string): ReferenceFound[] {
  const found: ReferenceFound[] = [];
  for (const match of text.matchAll(actName)) {
    const lead = match[1] ?? '';
    if (match[2] === 'Code' && !codeName.test(lead)) continue;
    const words = lead.replace(/^(?:(?:of|and|for|on|in|The|Such|This|Any|Each|If|In|Under),? )+/, '');
    if (!/[A-Z]/.test(words)) continue;
    const from = match.index + lead.length - words.length;
    found.push(outside(from, match.index + match[0].length, 'law'));
  }
  for (const pattern of [euName, usc, shortAct])
    for (const match of text.matchAll(pattern)) found.push(outside(match.index, match.index + match[0].length, 'law'));
  return found;
}
