import type { FlowLayout, FlowParagraph, FlowRun } from '../../engine/layout/flow.ts';
import { AppError } from '../../../shared/error.ts';
import type { CellPlace } from '../../engine/layout/sourceText.ts';
import { longestText, mostParagraphs } from '../limits.ts';
import { FieldStack } from './fields.ts';
import { alternative, readInline } from './inline.ts';
import type { Inline } from './inline.ts';
import { effectiveIndent, ListCounter } from './numbering.ts';
import type { Label, Numbering, Numbered } from './numbering.ts';
import type { Notes } from './notes.ts';
import { fateInside, isGone, propertiesIn } from './revisions.ts';
import type { TrackedChanges } from './revisions.ts';
import { paragraphProperties, runProperties } from './styles.ts';
import type { ParagraphProperties, ParagraphStyle, Styles } from './styles.ts';
import { tableCells } from './table.ts';
import { child, valueOf } from './xml.ts';
import type { XmlElement } from './xml.ts';

/** Where the walk stands: inside which cell, note or box. */
export interface StoryState {
  readonly counter: ListCounter;
  readonly cell: CellPlace | null;
  readonly note: { readonly mark: string; readonly key: string } | null;
  /** On a ground that white text can be read on. */
  readonly shaded: boolean;
  readonly hidden: boolean;
}

/** A paragraph whose mark is not shown, so that the next one goes on in its line. */
interface Unfinished {
  readonly runs: FlowRun[];
  readonly contents: boolean;
  readonly pictures: readonly string[];
  readonly state: StoryState;
  /** Its own look and label hold (a hidden mark); null where the next paragraph's do (a deleted mark). */
  readonly look: Look | null;
}

interface Look {
  readonly style: FlowParagraph['style'];
  readonly label: Label | null;
}

export interface StoryParts {
  readonly styles: Styles;
  readonly numbering: Numbering;
  readonly notes: Notes;
  readonly view: TrackedChanges;
  /** The page has a colour of its own. */
  readonly colouredPage: boolean;
}

/** Walks the block content of a document in reading order and lays it out. */
export class Story {
  readonly styles: Styles;
  readonly view: TrackedChanges;
  readonly notes: Notes;
  readonly colouredPage: boolean;
  readonly fields = new FieldStack();
  /** Content that Word shows from elsewhere and that is not read. */
  skippedParts = 0;
  readonly #numbering: Numbering;
  readonly #layout: FlowLayout;
  readonly #body: StoryState = { counter: new ListCounter(), cell: null, note: null, shaded: false, hidden: false };
  readonly #noteCounter = new ListCounter();
  #after: (() => void)[] = [];
  #unfinished: Unfinished | null = null;
  #tables = 0;
  #paragraphs = 0;

  constructor(parts: StoryParts, layout: FlowLayout) {
    this.styles = parts.styles;
    this.view = parts.view;
    this.notes = parts.notes;
    this.colouredPage = parts.colouredPage;
    this.#numbering = parts.numbering;
    this.#layout = layout;
  }

  /** One block of the body; call `finish` behind the last. */
  readBlock(block: XmlElement): void {
    this.#block(block, this.#body);
    this.#runAfter();
  }

  finish(): void {
    this.#flush();
    this.#runAfter();
  }

  #runAfter(): void {
    if (this.#unfinished) return;
    while (this.#after.length > 0) {
      const after = this.#after;
      this.#after = [];
      for (const read of after) read();
    }
  }

  #blocks(children: XmlElement['children'], state: StoryState): void {
    for (const each of children) if (typeof each !== 'string') this.#block(each, state);
  }

  #block(element: XmlElement, state: StoryState): void {
    const fate = fateInside(element.name, this.view);
    if (fate !== null) {
      if (fate === 'shown') this.#blocks(element.children, state);
      return;
    }
    switch (element.name) {
      case 'w:p':
        this.#paragraph(element, state);
        return;
      case 'w:tbl':
        this.#flush();
        this.#table(element, state);
        return;
      case 'w:sdt':
        this.#blocks(child(element, 'w:sdtContent')?.children ?? [], state);
        return;
      case 'w:customXml':
      case 'w:smartTag':
        this.#blocks(element.children, state);
        return;
      case 'mc:AlternateContent':
        this.#blocks(alternative(element), state);
        return;
      case 'w:altChunk':
      case 'w:subDoc':
        this.skippedParts++;
        return;
      default:
    }
  }

  #table(table: XmlElement, state: StoryState): void {
    const style = valueOf(child(table, 'w:tblPr'), 'w:tblStyle');
    const cells = tableCells(table, this.view, this.styles.isHeadedTable(style));
    if (cells.length === 0) return;
    const index = this.#tables++;
    const shaded = state.shaded || this.styles.isShadedTable(style);
    for (const cell of cells) {
      const { row, column, rowSpan, columnSpan, header } = cell;
      this.#blocks(cell.content.children, {
        ...state,
        cell: { table: index, row, column, rowSpan, columnSpan, header },
        shaded: shaded || cell.shaded,
        hidden: state.hidden || cell.covered,
      });
      this.#flush();
    }
  }

  #paragraph(element: XmlElement, state: StoryState): void {
    this.#paragraphs++;
    if (this.#paragraphs > mostParagraphs)
      throw new AppError('LIMIT_EXCEEDED', 'the document has too many paragraphs', { limit: mostParagraphs });
    const written = child(element, 'w:pPr');
    const markProperties = child(written, 'w:rPr');
    const properties = propertiesIn(written, 'w:pPrChange', 'w:pPr', this.view);
    const own = paragraphProperties(properties);
    const styleId = valueOf(properties, 'w:pStyle');
    const chain = this.styles.chain(styleId);
    const shaded = own.shaded ?? chain.some((style) => style.paragraph.shaded === true);
    const inline = readInline(element.children, this, state, styleId, shaded);
    this.#queue(inline, state);

    const before = this.#unfinished;
    this.#unfinished = null;
    const runs = before ? [...before.runs, ...inline.runs] : inline.runs;
    const pictures = before ? [...before.pictures, ...inline.pictures] : inline.pictures;
    const contents = inline.contents || (before?.contents ?? false);
    const shows = inline.runs.some((run) => run.excluded === null && run.text.trim() !== '');

    if (isGone(markProperties, this.view)) {
      this.#unfinished = { runs, contents, pictures, state, look: before?.look ?? null };
      return;
    }
    const look = before?.look ?? this.#look(own, chain, state, inline, properties, markProperties, shows);
    const markHidden = this.styles.run(styleId, undefined, runProperties(markProperties)).vanish === true;
    if (markHidden && shows) {
      this.#unfinished = { runs, contents, pictures, state, look };
      return;
    }
    this.#add(runs, contents, pictures, state, look);
  }

  #look(
    own: ParagraphProperties,
    chain: readonly ParagraphStyle[],
    state: StoryState,
    inline: Inline,
    properties: XmlElement | undefined,
    markProperties: XmlElement | undefined,
    shows: boolean,
  ): Look {
    const numbered = state.hidden ? null : this.#numbering.place(own, chain);
    const style = this.#style(own, chain, numbered);
    const hiddenMark = !shows && runProperties(markProperties).vanish === true;
    const sectionBreak = !shows && child(properties, 'w:sectPr') !== undefined;
    // Word passes over paragraphs that it does not show, and over those that only end a section.
    const counts = numbered !== null && !hiddenMark && !sectionBreak && !inline.contents;
    return { style, label: counts ? state.counter.next(numbered) : null };
  }

  #style(
    own: ParagraphProperties,
    chain: readonly ParagraphStyle[],
    numbered: Numbered | null,
  ): FlowParagraph['style'] {
    const { defaultParagraph } = this.styles;
    const nearest = <K extends keyof ParagraphProperties>(name: K): ParagraphProperties[K] =>
      own[name] ??
      chain.find((style) => style.paragraph[name] !== undefined)?.paragraph[name] ??
      defaultParagraph[name];
    const indent = effectiveIndent(own, chain, defaultParagraph, numbered);
    const left = indent.left ?? 0;
    const named = chain.map((style) => /^Heading ([1-9])$/u.exec(style.name)?.[1]).find((level) => level !== undefined);
    const outline = nearest('outline') ?? (named === undefined ? undefined : Number(named) - 1);
    return {
      headingLevel: outline === undefined || outline > 8 ? null : outline + 1,
      align: nearest('align') ?? null,
      indent: left,
      firstIndent: left + (indent.first ?? 0),
      spaceBefore: nearest('spaceBefore') ?? null,
      name: chain[0]?.name ?? null,
    };
  }

  /** Boxes and notes follow the paragraph, or the table, that they belong to. */
  #queue(inline: Inline, state: StoryState): void {
    for (const box of inline.boxes)
      this.#after.push(() => {
        this.#blocks(box.children, {
          counter: new ListCounter(),
          cell: null,
          note: state.note,
          shaded: true,
          hidden: state.hidden,
        });
        this.#flush();
      });
    for (const { kind, id, mark, key } of inline.notes)
      this.#after.push(() => {
        const note = this.notes.text(kind, id);
        if (!note) return;
        this.#blocks(note.children, {
          counter: this.#noteCounter,
          cell: null,
          note: { mark, key },
          shaded: false,
          hidden: false,
        });
        this.#flush();
      });
  }

  #add(runs: readonly FlowRun[], contents: boolean, pictures: readonly string[], state: StoryState, look: Look): void {
    const isContents =
      contents || /^TOC (?:\d|Heading)|^Table of (?:Figures|Authorities)/iu.test(look.style.name ?? '');
    this.#layout.add({
      runs,
      pictures,
      label: look.label && {
        text: look.label.text,
        list: look.label.list,
        depth: look.label.depth,
        gap: look.label.suffix !== 'nothing',
      },
      excluded: isContents ? 'toc' : null,
      style: look.style,
      cell: state.cell,
      note: state.note,
    });
    if (this.#layout.length > longestText)
      throw new AppError('LIMIT_EXCEEDED', 'the document has too much text', { limit: longestText });
  }

  /** Ends a paragraph whose mark is gone where no other paragraph follows. */
  #flush(): void {
    const open = this.#unfinished;
    this.#unfinished = null;
    if (!open || open.runs.every((run) => run.text.trim() === '')) return;
    const look = open.look ?? { style: this.#style({}, this.styles.chain(undefined), null), label: null };
    this.#add(open.runs, open.contents, open.pictures, open.state, look);
  }
}
