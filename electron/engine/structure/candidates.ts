import { annexCandidate, innerAnnexes, openingAt, weighAnnexes } from './annexes.ts';
import { barrierBlock, barrierCandidate } from './barrier.ts';
import type { BlockText } from './blockText.ts';
import { isHan } from './blockText.ts';
import { candidate } from './candidate.ts';
import type { Candidate } from './candidate.ts';
import { headingSign, plainRank, titleShare } from './heading.ts';
import type { BodyStyle } from './heading.ts';
import { inlineCandidate, inlinePlaces } from './inline.ts';
import { readAnnex, readLabel } from './labels.ts';
import { closesWithColon, isFormLine } from './marks.ts';
import { countBefore, judgeAfter, mentionAfter, referenceBefore, separatedBefore, stopBefore } from './surroundings.ts';

/** Finds every place that may start a node, in reading order. */
export function findCandidates(blocks: readonly BlockText[], body: BodyStyle): Candidate[] {
  const found: Candidate[] = [];
  let fresh = true;
  let barrier = barrierBlock(blocks);
  let heading = -2;
  let listing = false;
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
    if (annex) {
      found.push(annex);
      scanLines(view, blocks, fresh, false, annex.end, found, true);
    } else {
      const behind = heading === view.index - 1;
      scanLines(view, blocks, fresh, leadIn, auto ? auto.end : view.first, found, auto !== null);
      const opening = found[before];
      if (behind && opening !== undefined && opening.at === openingAt(view.text, view.first)) {
        found[before] = { ...opening, behindHeading: true };
      }
      if (found.length === before || found[before]?.at !== view.first) {
        const made = headingCandidate(view, blocks, body);
        listing = made !== null && made.rank === plainRank && isListed(view, blocks, body, listing);
        if (made && !listing) {
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

/** Short lines behind a colon, one after the other, are the parts of a list and not headings. */
function isListed(view: BlockText, blocks: readonly BlockText[], body: BodyStyle, listing: boolean): boolean {
  const previous = blocks[view.index - 1];
  const next = blocks[view.index + 1];
  const announced = previous !== undefined && closesWithColon(previous.text) && !isFormLine(previous.text);
  return (announced || listing) && next !== undefined && headingSign(next, body)?.rank === plainRank;
}

/** Title Case alone also marks names and addresses: text must follow, and the line before must be complete. */
function standsOver(view: BlockText, next: BlockText, blocks: readonly BlockText[]): boolean {
  const before = blocks[view.index - 1]?.text.trim() ?? '';
  if (before !== '' && !/[.;:!?)”"]$/.test(before)) return false;
  const text = next.text.trim();
  return readLabel(next.text, next.first) !== null || (text.length >= 60 && /[.;:)”"]$/.test(text));
}

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
