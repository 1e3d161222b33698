import type { BlockText } from './blockText.ts';
import { isHan } from './blockText.ts';
import { candidate } from './candidate.ts';
import type { Candidate } from './candidate.ts';
import { readAnnex } from './labels.ts';
import { referenceBefore } from './surroundings.ts';

/** A line that breaks off before the annex it refers to. */
const opensReference = /\b(?:in|of|to|under|with|by|from|per|see|and|or|the|this|as)\s*$/i;

/** A title with the label of the next annex behind it: a list of annexes that lost its line ends. */
const listsNext =
  /(?<!\b(?:to|of|under|in|and|or|the)\s)\b(?:Schedule|Exhibit|Annex|Appendix|Attachment)\s+[A-Z0-9][\w.()-]{0,8}$/;

/** The annex that this paragraph titles, judged by its form and its words; null if it titles none. */
export function annexCandidate(view: BlockText, blocks: readonly BlockText[]): Candidate | null {
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
    const before = blocks[view.index - 1];
    if (before?.block.kind === 'paragraph' && opensReference.test(before.text)) return null;
    if (/^(?:[a-z),;]|\()/.test(rest) && !/^to\b/i.test(rest)) return null;
    // A filing number in the head of a document ("Exhibit 10.1") is not an annex of it.
    if (/^\d+\.\d+[A-Z]?$/.test(reading.printed) && view.index < 10) return null;
    const flattened = line.length > 140;
    if (flattened && !/^[\p{Lu}\d\s"“”()[\]&,./:–-]{3,}/u.test(rest)) return null;
    if (!flattened && /[.;]$/.test(line) && line.split(/\s+/).length > 10) return null;
  }
  // Annex titles one after the other are a list of annexes.
  const run = titleRun(view, blocks, -1) + 1 + titleRun(view, blocks, 1);
  if (run >= 3 || listsNext.test(line === '' ? (blocks[view.index + 1]?.text.trimEnd() ?? '') : line)) prior -= 4;
  else if (run === 2 && titleRun(view, blocks, 1) === 1) prior -= 1.6;
  const made = candidate(view, at, label.end, 'block', label.readings, prior, true, false);
  return { ...made, kind: 'annex' };
}

const innerAnnex =
  /(?<![\w"“])(?:SCHEDULE|EXHIBIT|ANNEX|APPENDIX|ATTACHMENT)[ \t]+["“]?(?:[A-Z]|\d{1,2}|[IVX]{1,4})(?:-\d{1,2})?["”]?(?![\w"”’-])/g;

/** Annex titles in capitals that the source glued to the words before, such as a running header. */
export function innerAnnexes(view: BlockText): Candidate[] {
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
export function openingAt(text: string, at: number): number {
  let i = at;
  while (/[【[*_·•●■◆▪#>《]/.test(text[i] ?? '') && i < at + 4) {
    i++;
    while (text[i] === ' ') i++;
  }
  return i;
}

/** Share of the text behind which annexes are expected. */
const annexZone = 0.5;
/** An entry of a list of annexes is at most so long; more text belongs to the annex itself. */
const longestEntry = 800;

/**
 * An annex that is titled again further down, with others between, was only listed the first time; one that is titled
 * once, behind the body, is believed the more.
 */
export function weighAnnexes(found: readonly Candidate[], blocks: readonly BlockText[]): Candidate[] {
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
    const next = annexes[i + 1]?.offset ?? end;
    const previous = annexes[i - 1]?.offset ?? -Infinity;
    // With its own text behind it, it is the annex, and the later title only a mention that opens a line.
    const listed = next - c.offset <= longestEntry || c.offset - previous <= longestEntry;
    if (last > i && between && listed) return { ...c, prior: c.prior - 2.5 };
    const once = last === i && firstAt.get(key(c)) === i;
    return once && c.offset > end * annexZone && c.prior >= 0 ? { ...c, prior: c.prior + 1.5 } : c;
  });
}
