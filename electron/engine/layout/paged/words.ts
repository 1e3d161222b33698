import type { Box } from '../sourceText.ts';
import type { GlyphRun, PageRuns, RunFont } from './runs.ts';

/** The direction of reading on a page: u runs along a line, v from line to line, both in points. */
export interface Frame {
  /** Degrees clockwise. */
  readonly angle: number;
  readonly cos: number;
  readonly sin: number;
}

/** A glyph run in the frame of its page. */
export interface Word {
  readonly text: string;
  readonly u0: number;
  readonly u1: number;
  /** Baseline. */
  readonly v: number;
  readonly size: number;
  readonly bold: boolean;
  readonly italic: boolean;
  /** A space glyph stands before it. */
  readonly spaced: boolean;
  readonly underline: boolean;
  readonly heading: number | null;
  readonly artifact: boolean;
  /** Smaller and above the baseline of its line: the mark of a note. */
  readonly raised: boolean;
}

/** A thin line along the direction of reading. */
export interface AcrossRule {
  readonly u0: number;
  readonly u1: number;
  readonly v: number;
}

/** Words on one baseline, in the order of u. */
export interface Row {
  readonly page: number;
  readonly frame: Frame;
  readonly words: readonly Word[];
  readonly u0: number;
  readonly u1: number;
  readonly v: number;
  /** Size of most of its characters. */
  readonly size: number;
  /** Smallest and largest size but for raised marks. */
  readonly sizes: readonly [least: number, most: number];
  readonly bold: boolean;
  readonly italic: boolean;
  readonly underline: boolean;
  /** Level of the heading that the tags of the file make all of it. */
  readonly heading: number | null;
  readonly artifact: boolean;
  /** Lines to fill in, drawn at the baseline where no words are. */
  readonly blanks: readonly AcrossRule[];
  /** As people read it. */
  readonly text: string;
}

export const frameOf = (angle: number): Frame => {
  const radians = (angle * Math.PI) / 180;
  // Exact for the right angles, so that boxes of upright text stay exact.
  if (angle % 90 === 0) {
    return { angle, cos: [1, 0, -1, 0][angle / 90] ?? 1, sin: [0, 1, 0, -1][angle / 90] ?? 0 };
  }
  return { angle, cos: Math.cos(radians), sin: Math.sin(radians) };
};

/** Share of the em above and below the baseline that a line of text takes. */
const ascent = 0.8;
const descent = 0.22;

/** The box on the page of a stretch of a line. */
export function boxOf(frame: Frame, u0: number, u1: number, v: number, size: number): Box {
  const v0 = v - ascent * size;
  const v1 = v + descent * size;
  if (frame.angle === 0) return [round(u0), round(v0), round(u1 - u0), round(v1 - v0)];
  const { cos, sin } = frame;
  const xs = [u0 * cos - v0 * sin, u1 * cos - v0 * sin, u0 * cos - v1 * sin, u1 * cos - v1 * sin];
  const ys = [u0 * sin + v0 * cos, u1 * sin + v0 * cos, u0 * sin + v1 * cos, u1 * sin + v1 * cos];
  const x = Math.min(...xs);
  const y = Math.min(...ys);
  return [round(x), round(y), round(Math.max(...xs) - x), round(Math.max(...ys) - y)];
}

const round = (n: number): number => Math.round(n * 100) / 100;

export function toWord(run: GlyphRun, frame: Frame, fonts: readonly RunFont[]): Word {
  const font = fonts[run.font];
  const u0 = run.x * frame.cos + run.y * frame.sin;
  return {
    text: run.text,
    u0,
    u1: u0 + run.width,
    v: run.y * frame.cos - run.x * frame.sin,
    size: run.size,
    bold: run.heavy || font?.bold === true,
    italic: font?.italic === true,
    spaced: run.spaced,
    underline: false,
    heading: run.heading,
    artifact: run.artifact,
    raised: false,
  };
}

/** Runs of a page by direction of writing; the direction of most characters comes first. */
export function byDirection(page: PageRuns): { frame: Frame; runs: GlyphRun[] }[] {
  const groups = new Map<number, { frame: Frame; runs: GlyphRun[]; characters: number }>();
  for (const run of page.runs) {
    if (run.hidden !== null || run.overprint) continue;
    // Scans and OCR give lines that are a degree or two off.
    const angle = snapped(run.angle);
    let group = groups.get(angle);
    if (!group) groups.set(angle, (group = { frame: frameOf(angle), runs: [], characters: 0 }));
    group.runs.push(run);
    group.characters += run.text.length;
  }
  return [...groups.values()].sort((a, b) => b.characters - a.characters);
}

function snapped(angle: number): number {
  const nearest = Math.round(angle / 90) * 90;
  return Math.abs(angle - nearest) <= 2 ? nearest % 360 : angle;
}

/** Baselines that differ by less than this share of the em are one line. */
const sameBaseline = 0.3;

/** The lines of one direction of writing, from first to last; columns side by side share a row. */
export function toRows(page: number, frame: Frame, words: readonly Word[], rules: readonly AcrossRule[] = []): Row[] {
  const sorted = [...words].sort((a, b) => a.v - b.v || a.u0 - b.u0);
  const groups: Word[][] = [];
  let group: Word[] = [];
  let v = 0;
  let size = 0;
  for (const word of sorted) {
    if (group.length > 0 && word.v - v <= sameBaseline * Math.min(size, word.size)) {
      group.push(word);
    } else {
      group = [word];
      groups.push(group);
      v = word.v;
      size = word.size;
    }
  }
  const lines = joinRaised(groups);
  const blanks = underlineWords(lines, rules);
  return lines.map((g, i) => rowOf(page, frame, g, blanks.get(i)));
}

/** Marks words that stand on a rule, and gives the rules without words by line. `lines` are in the order of v. */
function underlineWords(lines: readonly Word[][], rules: readonly AcrossRule[]): Map<number, AcrossRule[]> {
  const blanks = new Map<number, AcrossRule[]>();
  const sorted = [...rules].sort((a, b) => a.v - b.v);
  let from = 0;
  lines.forEach((words, line) => {
    const { v, size } = words[0]!;
    while (from < sorted.length && sorted[from]!.v < v - 2) from++;
    for (let i = from; i < sorted.length && sorted[i]!.v < v + 0.32 * size; i++) {
      const rule = sorted[i]!;
      if (rule.v < v + 0.02 * size) continue;
      const over = words.flatMap((word, at) => {
        const covered = Math.min(word.u1, rule.u1) - Math.max(word.u0, rule.u0);
        return covered > 0.7 * (word.u1 - word.u0) ? [at] : [];
      });
      if (over.length === 0) {
        if (rule.u1 - rule.u0 > size) blanks.set(line, [...(blanks.get(line) ?? []), rule]);
        continue;
      }
      // The line of a table or a form is longer than the words that stand on it.
      const start = Math.min(...over.map((at) => words[at]!.u0));
      const end = Math.max(...over.map((at) => words[at]!.u1));
      if (end - start < 0.7 * (rule.u1 - rule.u0)) continue;
      for (const at of over) words[at] = { ...words[at]!, underline: true };
    }
  });
  return blanks;
}

/** Puts superscripts and subscripts, which have a baseline of their own, into the line they belong to. */
function joinRaised(groups: Word[][]): Word[][] {
  const kept: Word[][] = [];
  for (let i = 0; i < groups.length; i++) {
    const group = groups[i]!;
    const size = Math.max(...group.map((w) => w.size));
    const host = [groups[i + 1], groups[i - 1]].find((candidate) => {
      const first = candidate?.[0];
      if (!first || first.size * 0.85 < size || Math.abs(first.v - group[0]!.v) > 0.75 * first.size) return false;
      return group.every((w) => candidate.some((c) => w.u0 < c.u1 + 0.6 * c.size && w.u1 > c.u0 - 0.6 * c.size));
    });
    if (!host) {
      kept.push(group);
      continue;
    }
    const above = host[0]!.v > group[0]!.v;
    const moved = group.map((w) => ({ ...w, v: host[0]!.v, raised: above }));
    host.push(...moved);
  }
  return kept;
}

const noBlanks: readonly AcrossRule[] = [];

export function rowOf(page: number, frame: Frame, words: Word[], blanks: readonly AcrossRule[] = noBlanks): Row {
  words.sort((a, b) => a.u0 - b.u0);
  let u1 = -Infinity;
  let bold = 0;
  let italic = 0;
  let underline = 0;
  let characters = 0;
  const first = words[0]!;
  let mainSize = first.size;
  let uniform = true;
  let least = Infinity;
  let most = 0;
  for (const word of words) {
    const n = word.text.length;
    if (word.u1 > u1) u1 = word.u1;
    characters += n;
    if (word.bold) bold += n;
    if (word.italic) italic += n;
    if (word.underline) underline += n;
    if (word.size !== first.size) uniform = false;
    if (word.size < least && !word.raised) least = word.size;
    if (word.size > most && !word.raised) most = word.size;
  }
  if (!uniform) mainSize = commonSize(words);
  let { v } = first;
  if (first.size !== mainSize) v = words.find((w) => w.size === mainSize)?.v ?? v;
  return {
    page,
    frame,
    words,
    u0: first.u0,
    u1,
    v,
    size: mainSize,
    sizes: most > 0 ? [least, most] : [mainSize, mainSize],
    bold: bold >= 0.8 * characters,
    italic: italic >= 0.8 * characters,
    underline: underline >= 0.8 * characters,
    heading: first.heading !== null && words.every((w) => w.heading === first.heading) ? first.heading : null,
    artifact: first.artifact && words.every((w) => w.artifact),
    blanks,
    text: textOf(words),
  };
}

/** A second copy of a word is drawn no further away, in em. */
const doubleReach = 0.12;

/**
 * Words drawn twice at nearly one place, the old way to print bold: one of them is kept, in bold. `doubles` are the
 * others.
 */
export function withoutDoubles(rows: readonly Row[]): { rows: Row[]; doubles: Row[] } {
  const doubles: Row[] = [];
  const kept = rows.map((row) => {
    const { words } = row;
    const twice = new Set<Word>();
    const bold = new Set<Word>();
    for (let i = 1; i < words.length; i++) {
      const word = words[i]!;
      for (let j = i - 1; j >= 0; j--) {
        const other = words[j]!;
        if (word.u0 - other.u0 > doubleReach * word.size) break;
        if (other.text !== word.text || Math.abs(other.v - word.v) > doubleReach * word.size) continue;
        if (twice.has(other)) continue;
        twice.add(word);
        bold.add(other);
        break;
      }
    }
    if (twice.size === 0) return row;
    doubles.push(
      rowOf(
        row.page,
        row.frame,
        words.filter((w) => twice.has(w)),
      ),
    );
    return rowOf(
      row.page,
      row.frame,
      words.filter((w) => !twice.has(w)).map((w) => (bold.has(w) ? { ...w, bold: true } : w)),
      row.blanks,
    );
  });
  return { rows: kept, doubles };
}

function commonSize(words: readonly Word[]): number {
  const counts = new Map<number, number>();
  for (const { size, text } of words) counts.set(size, (counts.get(size) ?? 0) + text.length);
  let best = words[0]!.size;
  let most = 0;
  for (const [size, count] of counts) {
    if (count > most) {
      most = count;
      best = size;
    }
  }
  return best;
}

export function textOf(words: readonly Word[]): string {
  let text = '';
  let before: Word | null = null;
  for (const word of words) {
    text += before && spaceBetween(before, word) ? ` ${word.text}` : word.text;
    before = word;
  }
  return text;
}

/** Whether a reader sees a space between two neighbours on a line. */
export function spaceBetween(a: Word, b: Word): boolean {
  const em = Math.min(a.size, b.size);
  const gap = b.u0 - a.u1;
  const left = isIdeographic(a.text.charCodeAt(a.text.length - 1));
  const right = isIdeographic(b.text.charCodeAt(0));
  if (left || right) {
    // Justified lines open small gaps between ideographs, and a quarter em stands beside Latin words without a space.
    if (b.spaced) return gap > (left && right ? 0.2 : 0.1) * em;
    return gap > 0.42 * em;
  }
  if (b.raised && !b.spaced) return gap > 0.3 * em;
  // Some files draw a space inside a word, behind a ligature, and take it back.
  if (b.spaced && gap < 0.04 * em && /\p{L}$/u.test(a.text) && /^\p{Ll}/u.test(b.text)) return false;
  return b.spaced ? gap > -0.5 * em : gap > 0.15 * em;
}

/** Characters that are set solid, without spaces between words: Han, kana, and their punctuation. */
export function isIdeographic(unit: number): boolean {
  return (
    (unit >= 0x3001 && unit <= 0x30ff) ||
    (unit >= 0x3105 && unit <= 0x312f) ||
    (unit >= 0x3190 && unit <= 0x9fff) ||
    (unit >= 0xf900 && unit <= 0xfaff) ||
    (unit >= 0xff01 && unit <= 0xff60) ||
    // Halves of the supplementary ideographs, U+20000 to U+3FFFF.
    (unit >= 0xd840 && unit <= 0xd8bf)
  );
}

/** Quotation marks, dashes and dots that both scripts use; the character behind them decides. */
const isNeutral = (unit: number): boolean => unit === 0xb7 || (unit >= 0x2010 && unit <= 0x2026);

/** What stands between two lines of one paragraph: nothing where ideographs meet, else a space. */
export function lineJoin(before: string, after: string): '' | ' ' {
  let i = before.length - 1;
  while (i > 0 && isNeutral(before.charCodeAt(i))) i--;
  let j = 0;
  while (j < after.length - 1 && isNeutral(after.charCodeAt(j))) j++;
  const a = before.charCodeAt(i);
  const b = after.charCodeAt(j);
  const low = a >= 0xdc00 && a <= 0xdfff ? before.charCodeAt(i - 1) : a;
  return isIdeographic(low) || isIdeographic(b) ? '' : ' ';
}
