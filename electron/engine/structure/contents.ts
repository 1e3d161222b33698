import type { BlockText } from './blockText.ts';
import { readAnnex, readLabel } from './labels.ts';

const contentsTitle =
  /^[^\p{L}]{0,3}(?:table\s+of\s+contents|contents|index|目\s*[录錄次])(?:\s*\(?(?:continued|cont['’]?d|续|續|page)\)?\.?)?[^\p{L}]{0,3}$/iu;
/** Dot leaders or a wide gap, then a page number. */
const leader =
  /[.…]{8,}\s*$|(?:[.…·‥_]{3,}|(?:\.\s){3,}|\t|\s{3,})\s*(?:[-–]\s*)?(?:\d{1,4}|[ivxlc]{1,6})(?:\s*[-–])?\s*$/i;
const pageEnd = /\S\s+\d{1,3}\s*$/;

/** Page numbers and column heads between the lines of a table of contents. */
const furniture = /^(?:page|[ivxlc]{1,6}|[-–]?\s*\d{1,3}\s*[-–]?|页码?|頁碼?)$/i;

const comparable = (text: string): string =>
  text
    .replace(leader, '')
    .replace(/\s+\d{1,3}\s*$/, '')
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .toLowerCase();

/**
 * Indices of the blocks that are a table of contents: lines with leaders and page numbers, or under a title such as
 * 目录 a run of short lines that stand again further down.
 */
export function contentsBlocks(blocks: readonly BlockText[]): Set<number> {
  const found = new Set<number>();
  const limit = Math.min(blocks.length, 400);
  const keys = new Map<string, number>();
  blocks.forEach((view, n) => {
    if (view.text.length < 200) keys.set(comparable(view.text), n);
  });
  let i = 0;
  while (i < limit) {
    const view = blocks[i];
    if (view === undefined) break;
    if (isContentsPage(view.text)) {
      found.add(view.index);
      i++;
      continue;
    }
    const titled =
      view.text.length < 60
        ? contentsTitle.test(view.text.trim())
        : view.text.length < 300 && /\bTABLE OF CONTENTS\b/.test(view.text);
    const start = titled ? i + 1 : i;
    const end = runEnd(blocks, start, titled, keys);
    const least = titled ? 2 : 4;
    if (end - start >= least) {
      for (let k = i; k < end; k++) found.add((blocks[k] as BlockText).index);
      i = end;
    } else i++;
  }
  return found;
}

/** From a title over its page number to the next label: `Definitions 2 1.2 Term 3 ARTICLE 2`. */
const toNextEntry =
  /[\p{L})\]"”*’'.…]\s{0,3}[.…\s]*\d{1,3}\s+(?=\d{1,2}\.|article|section|part|chapter|exhibit|schedule|annex|appendix|第|附)/giu;

/** A whole page of contents that the source put on one line. */
function isContentsPage(text: string, titled = false): boolean {
  if (text.length < 40) return false;
  const dots = (text.match(/(?:[.…]{4,}|(?:\. ){4,})\s*\d{1,3}/g) ?? []).length;
  if (dots >= 3 && text.length / dots < 160) return true;
  const entries = (text.match(toNextEntry) ?? []).length;
  const headed = titled || /\bTABLE OF CONTENTS\b/i.test(text.slice(0, 120));
  return entries >= (headed ? 1 : 5) && text.length / (entries + 1) < (headed ? 130 : 75);
}

/** So many entries must lie between two lines of one title before the second can be the body. */
const leastEntries = 4;

const proseVerb = /\b(?:shall|will|is|are|means|agrees?|may|must|has|have)\b|(?:应当|应|不得|是指)/;

interface Entry {
  /** Label and first word, the mark of an entry that comes again at its clause. */
  readonly key: string;
  /** The first words of the title, for bodies that number otherwise. */
  readonly title: string;
}

/** The label that opens a line of contents, behind a page number or the word Page. */
function entryOf(view: BlockText): Entry | null {
  const lead = /^\s*(?:page\s+)?(?:\d{1,3}\s+(?=\d{1,2}[.\s]|[A-Z]))?/i.exec(view.text)?.[0].length ?? 0;
  for (const from of lead > view.first ? [lead, view.first] : [view.first]) {
    const label = readLabel(view.text, from) ?? readAnnex(view.text, from);
    if (label === null) continue;
    const shown = view.text.slice(from, label.end).replace(/[\s.:、]/g, '');
    const word = /^[\s.:、\-–—"“]*([\p{L}]{1,24})/u.exec(view.text.slice(label.end))?.[1] ?? '';
    const first = /\p{Script=Han}/u.test(word) ? word.slice(0, 4) : word;
    const title = (/^[^\p{L}]*([^.:;。\n]{1,60})/u.exec(view.text.slice(label.end))?.[1] ?? '').replace(
      /\s+\d{1,3}\s*$/,
      '',
    );
    const words = title.match(/[\p{L}&'’-]+/gu) ?? [];
    return { key: `${shown} ${first}`.toLowerCase(), title: words.slice(0, 3).join(' ').toLowerCase() };
  }
  return null;
}

/** End (exclusive) of the run of contents lines that starts at `start`. */
function runEnd(
  blocks: readonly BlockText[],
  start: number,
  titled: boolean,
  keys: ReadonlyMap<string, number>,
): number {
  if (titled) {
    const end = titledEnd(blocks, start);
    if (end > start) return end;
  }
  let misses = 0;
  let last = start;
  const seen = new Set<string>();
  for (let at = start; at < blocks.length; at++) {
    const view = blocks[at] as BlockText;
    const text = view.text.trim();
    if (text === '') continue;
    if (titled && (contentsTitle.test(text) || furniture.test(text))) continue;
    const lines = text.split('\n');
    const key = comparable(text);
    let entry =
      isContentsPage(text, titled) || lines.filter((line) => leader.test(line)).length >= Math.max(1, lines.length / 2);
    if (!entry && titled && text.length < 140) {
      if (key !== '' && seen.has(key)) break;
      entry = (keys.get(key) ?? at) > at || (pageEnd.test(text) && entryOf(view) !== null);
    }
    if (entry) {
      if (key !== '') seen.add(key);
      misses = 0;
      last = at + 1;
    } else if ((!titled && at === start) || ++misses > 2 || text.length > 160) break;
  }
  return last;
}

/** Under a title: everything up to where the first entry stands again, as far as it reads like entries; `start` if it never does. */
function titledEnd(blocks: readonly BlockText[], start: number): number {
  let first: Entry | null = null;
  let from = start;
  while (first === null && from < Math.min(blocks.length, start + 5)) first = entryOf(blocks[from++] as BlockText);
  if (first === null) return start;
  const mark = first;
  let again = from;
  const entries = from + leastEntries;
  const same = (entry: Entry | null, at: number): boolean =>
    entry !== null && (entry.key === mark.key || (at > entries && mark.title !== '' && entry.title === mark.title));
  while (again < blocks.length && !same(entryOf(blocks[again] as BlockText), again)) again++;
  if (again >= blocks.length) return start;
  const later = new Set<string>();
  for (const view of blocks.slice(again)) {
    const entry = entryOf(view);
    if (entry === null) continue;
    later.add(entry.key);
    later.add(`= ${entry.title}`);
  }
  let end = start;
  let prose = 0;
  let misses = 0;
  for (let at = start; at < again; at++) {
    const view = blocks[at] as BlockText;
    const text = view.text.trim();
    if (text === '') continue;
    const entry = entryOf(view);
    if (text.length > 120 && proseVerb.test(text) && !isContentsPage(text, true)) {
      // A running footer may stand between two pages of contents.
      if (++prose > 1 || text.length > 400) break;
      continue;
    }
    prose = 0;
    // Annexes close the contents; their own pages often title them in other words.
    const annex = end > start && text.length < 120 && readAnnex(view.text, view.first) !== null;
    const listed =
      annex || (entry !== null && (later.has(entry.key) || (entry.title.length > 3 && later.has(`= ${entry.title}`))));
    if (
      listed ||
      isContentsPage(text, true) ||
      pageEnd.test(text) ||
      furniture.test(text) ||
      contentsTitle.test(text)
    ) {
      end = at + 1;
      misses = 0;
    } else if (++misses > 2) break;
  }
  return end;
}
