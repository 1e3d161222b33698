import { isHan } from './blockText.ts';
import type { BlockText } from './blockText.ts';
import type { Candidate } from './candidate.ts';
import { append, draft, isNumbered, isSection, ownText } from './draft.ts';
import type { Draft } from './draft.ts';
import {
  firstLineEnd,
  goesOnWith,
  headingDraft,
  lineage,
  ownerOf,
  rankParent,
  sectionOf,
  sectionPath,
  signatureCut,
  tailText,
} from './draftTree.ts';
import { isItem, lastOf } from './family.ts';
import { flushTarget } from './flush.ts';
import { closeUp, headingSign, ownHeading } from './heading.ts';
import type { BodyStyle } from './heading.ts';
import {
  closesWithColon,
  endsOpen,
  isDefinition,
  isRecital,
  isRecitalHeading,
  signatureLine,
  signatureOpening,
} from './marks.ts';
import type { Accepted } from './sequence.ts';
import { signingBlocks } from './signature.ts';
import { titleBlocks } from './title.ts';

/** Builds the drafts of a document from the accepted labels and everything that has none. */
export class Assembler {
  readonly root = draft({ kind: 'root' });
  readonly #notes: { node: Draft; anchor: number | null }[] = [];
  readonly #byCandidate = new Map<number, Draft>();
  readonly #candidates: readonly Candidate[];
  readonly #accepted: readonly Accepted[];
  readonly #body: BodyStyle;
  /** Index of the candidate that closes the recitals. */
  readonly #barrier: number;
  /** Blocks that read as headings, accepted as scopes or not. */
  readonly #headings: ReadonlySet<number>;
  #current: Draft = this.root;
  #table: { id: number; node: Draft } | null = null;
  #signature: Draft | null = null;
  #signatureOpen = false;
  /** Blocks near a line to sign on. */
  #signing: ReadonlySet<number> = new Set();
  #next = 0;

  constructor(candidates: readonly Candidate[], accepted: readonly Accepted[], body: BodyStyle) {
    this.#candidates = candidates;
    this.#accepted = accepted;
    this.#body = body;
    this.#headings = new Set(candidates.filter((c) => c.kind === 'heading').map((c) => c.block.index));
    const barrier = candidates.findIndex((c) => c.kind === 'barrier');
    this.#barrier = barrier < 0 ? Infinity : barrier;
  }

  build(blocks: readonly BlockText[]): Draft {
    this.#signing = signingBlocks(blocks);
    const title = this.#takeTitle(blocks);
    for (const view of blocks) {
      if (view.first >= view.text.length) continue;
      if (title.has(view.index)) {
        this.root.own.push({ view, from: view.first, to: view.text.length });
        continue;
      }
      this.#block(view);
    }
    this.#placeNotes();
    return this.root;
  }

  /** Levels accepted in this block, in order. */
  #levelsIn(view: BlockText): Accepted[] {
    const levels: Accepted[] = [];
    while (this.#next < this.#accepted.length) {
      const level = this.#accepted[this.#next] as Accepted;
      if (this.#candidates[level.candidate]?.block !== view) break;
      levels.push(level);
      this.#next++;
    }
    return levels;
  }

  #block(view: BlockText): void {
    const { kind } = view.block;
    if (kind === 'note') {
      const node = draft({ kind: 'note' });
      node.own.push({ view, from: view.first, to: view.text.length });
      this.#notes.push({ node, anchor: view.block.note?.anchor ?? null });
      return;
    }
    if (kind === 'cell') {
      this.#cell(view);
      return;
    }
    this.#table = null;
    const levels = this.#levelsIn(view);
    const scope = levels[0]?.family === 'scope' ? levels[0] : null;
    if (scope && this.#current.alone) {
      // The title of an annex or clause on the line below its number.
      this.#finishAlone(view, view.first, view.text.length);
      this.#byCandidate.set(scope.candidate, this.#current);
      return;
    }
    if (scope) {
      this.#heading(view, scope);
      return;
    }
    const cuts: { at: number; level: Accepted | null }[] = levels.map((level) => ({
      at: this.#candidates[level.candidate]?.at ?? view.first,
      level,
    }));
    const closing = this.#candidates[this.#barrier];
    if (closing?.block === view && closing.at > view.first && cuts.every((cut) => cut.at !== closing.at)) {
      cuts.push({ at: closing.at, level: null });
      cuts.sort((a, b) => a.at - b.at);
    }
    const firstCut = cuts[0]?.at ?? view.text.length;
    const leads = cuts.length > 0 && /^[^\p{L}\p{N}]*$/u.test(view.text.slice(view.first, firstCut));
    if (!leads) this.#unlabelled(view, view.first, firstCut);
    cuts.forEach(({ at, level }, i) => {
      const from = i === 0 && leads ? view.first : at;
      const to = cuts[i + 1]?.at ?? view.text.length;
      if (level !== null) {
        this.#labelled(level, this.#candidates[level.candidate] as Candidate, view, from, to);
        return;
      }
      // The operative words belong to no recital.
      this.#current = lineage(this.#current).find((d) => d.kind === 'annex') ?? this.root;
      this.#unlabelled(view, from, to);
    });
    if (levels.length > 0) this.#trimInline(view);
  }

  #labelled(level: Accepted, cut: Candidate, view: BlockText, from: number, to: number): void {
    this.#closeSignature();
    const reading = level.reading;
    if (reading === null) return;
    const kind =
      level.family === 'annex'
        ? 'annex'
        : isItem(reading.family)
          ? 'item'
          : clauseKinds.has(reading.family)
            ? 'part'
            : 'clause';
    const node = draft({
      kind,
      label: view.raw.slice(cut.at, cut.end).trim(),
      reading,
      inline: level.inline && isItem(reading.family) && cut.at > view.first,
    });
    const ends = signatureCut(view.text, cut.end, to);
    const wordsEnd = ends ?? to;
    node.own.push({ view, from, to: wordsEnd });
    const words = view.text.slice(cut.end, wordsEnd);
    if (words.trim() === '') {
      node.alone = true;
      node.bare = true;
    } else {
      const firstLine = kind === 'annex' ? firstLineEnd(view, cut.end, wordsEnd) : wordsEnd;
      const heading = ownHeading(
        view.text,
        cut.end,
        firstLine,
        view.block.style.headingLevel !== null || view.block.style.bold,
      );
      if (heading) {
        node.heading = closeUp(view.raw.slice(heading.from, heading.to));
        node.bare = heading.whole && firstLine === wordsEnd;
      }
    }
    if (level.candidate < this.#barrier && this.#barrier < Infinity && isRecital(words)) node.kind = 'recital';
    append(this.#parentFor(level, node, view), node);
    this.#byCandidate.set(level.candidate, node);
    this.#current = node;
    if (ends !== null) this.#openSignature(view, ends, to);
  }

  /** The node that a labelled one stands under: its level's parent, or the paragraph there that announces the list. */
  #parentFor(level: Accepted, node: Draft, view: BlockText): Draft {
    let parent = level.above === null ? this.root : (this.#byCandidate.get(level.above.candidate) ?? this.root);
    const reading = node.reading;
    if (reading === null || node.kind === 'annex') return parent;
    if (isSection(parent)) {
      const section = sectionOf(parent);
      const recitals =
        section.headingRank !== null && isRecitalHeading(section.heading ?? '') && level.candidate < this.#barrier;
      const sibling = section.children.at(-1)?.reading;
      const goesOn = sibling === undefined ? section.children.length === 0 : sibling?.family === reading.family;
      if (isItem(reading.family) || (recitals && goesOn)) {
        parent = section;
        if (recitals) node.kind = 'recital';
      }
    }
    const last = parent.children.findLast((c) => c.kind !== 'table' && c.kind !== 'note');
    if (last === undefined || last.reading !== null || (last.kind !== 'paragraph' && last.kind !== 'definition'))
      return parent;
    const sibling = last.children.findLast((c) => c.reading !== null);
    if (sibling?.reading?.family === reading.family) {
      return lastOf(reading.values) > lastOf(sibling.reading.values) ? last : parent;
    }
    if (!isItem(reading.family)) {
      if (reading.family !== 'n.' || isSection(parent) || !closesWithColon(ownText(last))) return parent;
    }
    const inside = last.own.some((range) => range.view === view);
    if (inside || lastOf(reading.values) === 1) return last;
    return parent;
  }

  #unlabelled(view: BlockText, from: number, to: number): void {
    const text = view.text.slice(from, to).trim();
    if (text === '') return;
    if (this.#current.alone) {
      this.#finishAlone(view, from, to);
      return;
    }
    if (this.#signatureText(view, from, to, text)) return;
    const ends = signatureCut(view.text, from + 1, to);
    const wordsEnd = ends ?? to;
    const sign =
      from === view.first && to === view.text.length && this.#headings.has(view.index)
        ? headingSign(view, this.#body)
        : null;
    if (sign) this.#looseHeading(view, sign.rank);
    else this.#paragraph(view, from, wordsEnd);
    if (ends !== null) this.#openSignature(view, ends, to);
  }

  /** Words of a label that stands alone on the line above. */
  #finishAlone(view: BlockText, from: number, to: number): void {
    const node = this.#current;
    node.alone = false;
    node.own.push({ view, from, to });
    const heading = ownHeading(view.text, from, to, view.block.style.bold || view.block.style.headingLevel !== null);
    node.heading = heading ? closeUp(view.raw.slice(heading.from, heading.to)) : null;
    node.bare = heading?.whole ?? false;
  }

  /** A heading under which numbers start anew. */
  #heading(view: BlockText, level: Accepted): void {
    this.#closeSignature();
    const container = level.above === null ? this.root : (this.#byCandidate.get(level.above.candidate) ?? this.root);
    const node = headingDraft(view, level.rank, true);
    append(rankParent(sectionPath(container), level.rank), node);
    this.#byCandidate.set(level.candidate, node);
    this.#current = node;
  }

  /** A heading that does not touch the numbers around it. */
  #looseHeading(view: BlockText, rank: number): void {
    this.#closeSignature();
    const node = headingDraft(view, rank, false);
    const open = lineage(this.#current);
    const numbered = open.find((d) => isNumbered(d) && d.kind !== 'item');
    const container = open.find((d) => (isSection(d) && d.headingRank === null) || d.scope) ?? this.root;
    const upcoming = this.#accepted[this.#next];
    const beside =
      upcoming !== undefined &&
      this.#candidates[upcoming.candidate]?.block.index === view.index + 1 &&
      upcoming.family !== 'scope';
    let parent: Draft;
    if (beside && numbered !== undefined && upcoming.family !== 'annex') {
      parent = upcoming.above === null ? this.root : (this.#byCandidate.get(upcoming.above.candidate) ?? this.root);
    } else if (numbered === undefined || rank < 10) parent = rankParent(sectionPath(container), rank);
    else parent = rankParent(open.slice(0, open.indexOf(numbered) + 1), rank, numbered);
    append(parent, node);
    this.#current = node;
  }

  #paragraph(view: BlockText, from: number, to: number): void {
    const text = view.text.slice(from, to).trim();
    if (text === '') return;
    const at = this.#current;
    const kind = isRecital(text) ? 'recital' : isDefinition(text) ? 'definition' : 'paragraph';
    const range = { view, from, to };
    const add = (parent: Draft): void => {
      if (kind === 'paragraph' && goesOnWith(at, parent, view, text)) {
        at.own.push(range);
        return;
      }
      const inRecitals =
        parent.headingRank !== null &&
        isRecitalHeading(parent.heading ?? '') &&
        !/^\W*(?:NOW|Therefore|因此|为此)/i.test(text);
      const node = draft({ kind: inRecitals ? 'recital' : kind });
      node.own.push(range);
      append(parent, node);
      this.#current = node;
    };
    if (isSection(at)) {
      add(sectionOf(at));
      return;
    }
    if (!isNumbered(at)) {
      add(at.parent ?? this.root);
      return;
    }
    const upcoming = this.#accepted[this.#next];
    const goesOn = (node: Draft): boolean => upcoming !== undefined && this.#continues(upcoming, node);
    const target = flushTarget(at, view, text, goesOn);
    if (!isNumbered(target)) add(target.parent ?? this.root);
    else if (target.reading?.family === 'tiao') add(target);
    else {
      const children = target.children.filter((c) => c.kind !== 'table' && c.kind !== 'note');
      const paragraphs = children.some((c) => c.reading === null);
      if (kind !== 'paragraph' && (children.length === 0 || paragraphs)) add(target);
      else if (target.bare && children.every((c) => c.reading === null)) add(target);
      else if (paragraphs && target !== at) add(target);
      else target.own.push(range);
    }
  }

  /** True if the next label is the next item of the list that `node` stands in. */
  #continues(upcoming: Accepted, node: Draft): boolean {
    const { reading } = node;
    if (reading === null || upcoming.reading === null || upcoming.reading.family !== reading.family) return false;
    const above = upcoming.above === null ? this.root : this.#byCandidate.get(upcoming.above.candidate);
    const parent =
      node.parent !== null && node.parent.reading === null && !isSection(node.parent)
        ? node.parent.parent
        : node.parent;
    return (above === node.parent || above === parent) && lastOf(upcoming.reading.values) > lastOf(reading.values);
  }

  #cell(view: BlockText): void {
    const id = view.block.cell?.table ?? -1;
    const range = { view, from: view.first, to: view.text.length };
    if (this.#table?.id === id) {
      this.#table.node.own.push(range);
      return;
    }
    if (this.#signatureOpen && !this.#signing.has(view.index)) this.#closeSignature();
    const at = this.#signatureOpen && this.#signature ? this.#signature : this.#current;
    if (at.kind === 'signature') {
      at.own.push(range);
      this.#table = { id, node: at };
      return;
    }
    this.#current.alone = false;
    const parent = isSection(at) || isNumbered(at) ? at : (at.parent ?? this.root);
    const node = append(isSection(parent) ? sectionOf(parent) : parent, draft({ kind: 'table' }));
    node.own.push(range);
    this.#table = { id, node };
  }

  #signatureText(view: BlockText, from: number, to: number, text: string): boolean {
    const range = { view, from, to };
    const opens =
      signatureOpening.test(text.slice(0, 120)) || (this.#seenBody() && signatureLine.test(text) && text.length < 200);
    if (this.#signatureOpen && this.#signature) {
      const short = text.length < (isHan(text) ? 60 : 160) && !/[。；;]$/.test(text);
      if (opens || (short && this.#signing.has(view.index)) || signatureLine.test(text)) {
        this.#signature.own.push(range);
        return true;
      }
      this.#closeSignature();
      return false;
    }
    if (!opens) return false;
    this.#openSignature(view, from, to);
    return true;
  }

  #seenBody(): boolean {
    return this.#accepted.length > 0
      ? this.#next >= this.#accepted.length * 0.6 && this.#next > 0
      : this.#current !== this.root;
  }

  #openSignature(view: BlockText, from: number, to: number): void {
    const annex = lineage(this.#current).find((d) => d.kind === 'annex') ?? this.root;
    if (!this.#signatureOpen || this.#signature === null) {
      this.#signature = append(annex, draft({ kind: 'signature' }));
      this.#signatureOpen = true;
    }
    this.#signature.own.push({ view, from, to });
  }

  #closeSignature(): void {
    if (!this.#signatureOpen) return;
    this.#signatureOpen = false;
    this.#current = this.#signature?.parent ?? this.root;
  }

  /** A list run into a sentence ends with its sentence; what follows is the parent's own text again. */
  #trimInline(view: BlockText): void {
    const node = this.#current;
    if (!node.inline || node.parent === null || node.children.length > 0) return;
    const siblings = node.parent.children.filter(
      (c) => c.reading?.family === node.reading?.family && c.own[0]?.view === view,
    );
    if (siblings.length < 2 || !siblings.slice(0, -1).every((s) => endsOpen(tailText(s)))) return;
    const range = node.own.at(-1);
    if (range === undefined || range.view !== view) return;
    const stop = /[.。][)"”’]?(?=\s+["“([]?\p{Lu}|\s*\p{Lo})/u.exec(view.text.slice(range.from + 4, range.to));
    if (!stop) return;
    const end = range.from + 4 + stop.index + stop[0].length;
    if (view.text.slice(end, range.to).trim() === '') return;
    if (/\b(?:Inc|Ltd|Co|Corp|No|Nos|U\.S|e\.g|i\.e|Mr|Mrs|Dr|St)\.$/.test(view.text.slice(range.from, end))) return;
    node.own[node.own.length - 1] = { ...range, to: end };
    node.parent.own.push({ view, from: end, to: range.to });
    this.#current = node.parent;
  }

  #placeNotes(): void {
    for (const { node, anchor } of this.#notes) {
      const owner = anchor === null ? null : ownerOf(this.root, anchor);
      append(owner ?? this.root, node);
    }
  }

  /** Blocks that are the document's title. */
  #takeTitle(blocks: readonly BlockText[]): Set<number> {
    const first = this.#accepted[0];
    const candidate = first === undefined ? undefined : this.#candidates[first.candidate];
    const title = titleBlocks(blocks, this.#body, candidate?.block.index ?? Infinity, first?.family === 'scope');
    // A scope opened by the title is no part of the tree.
    for (const opened of this.#accepted) {
      const heading = this.#candidates[opened.candidate];
      if (opened.family === 'scope' && heading && title.has(heading.block.index)) {
        this.#byCandidate.set(opened.candidate, this.root);
        this.#next++;
      } else break;
    }
    return title;
  }
}

const clauseKinds: ReadonlySet<string> = new Set(['part', 'book', 'subbook', 'chapter', 'division']);
