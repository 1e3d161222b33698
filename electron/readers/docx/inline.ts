import type { FlowRun } from '../../engine/layout/flow.ts';
import { mathText } from './math.ts';
import { fateInside } from './revisions.ts';
import type { Fate } from './revisions.ts';
import { runProperties } from './styles.ts';
import type { RunProperties } from './styles.ts';
import type { Story, StoryState } from './story.ts';
import { symbolCharacter, symbolText } from './symbols.ts';
import { child, childrenOf, textOf, valueOf } from './xml.ts';
import type { XmlElement } from './xml.ts';

/** Text smaller than this many points is not meant to be read. */
const smallestShown = 1;

/** What a paragraph brings along besides its runs: boxes that float beside it, notes it refers to. */
export interface Inline {
  readonly runs: FlowRun[];
  readonly boxes: XmlElement[];
  /** Relationships of the pictures in it. */
  readonly pictures: string[];
  readonly notes: {
    readonly kind: 'footnote' | 'endnote';
    readonly id: string;
    readonly mark: string;
    readonly key: string;
  }[];
  /** A part of it is a table of contents. */
  contents: boolean;
}

interface Context {
  readonly state: StoryState;
  readonly style: string | undefined;
  readonly shaded: boolean;
  readonly fate: Fate;
}

/** Reads the inline content of a paragraph as Word shows it. */
export function readInline(
  children: XmlElement['children'],
  story: Story,
  state: StoryState,
  style: string | undefined,
  shaded: boolean,
): Inline {
  const reader = new InlineReader(story);
  reader.readAll(children, { state, style, shaded: shaded || state.shaded, fate: state.hidden ? 'excluded' : 'shown' });
  return reader.result;
}

class InlineReader {
  readonly result: Inline = { runs: [], boxes: [], pictures: [], notes: [], contents: false };
  readonly #story: Story;

  constructor(story: Story) {
    this.#story = story;
  }

  readAll(children: XmlElement['children'], context: Context): void {
    for (const each of children) if (typeof each !== 'string') this.#read(each, context);
  }

  #read(element: XmlElement, context: Context): void {
    const fate = fateInside(element.name, this.#story.view);
    if (fate !== null) {
      if (fate !== 'gone')
        this.readAll(element.children, { ...context, fate: context.fate === 'excluded' ? 'excluded' : fate });
      else this.#skimFields(element);
      return;
    }
    switch (element.name) {
      case 'w:r':
        this.#run(element, context);
        return;
      case 'w:hyperlink':
      case 'w:smartTag':
      case 'w:customXml':
      case 'w:dir':
      case 'w:bdo':
        this.readAll(element.children, context);
        return;
      case 'w:sdt':
        this.readAll(child(element, 'w:sdtContent')?.children ?? [], context);
        return;
      case 'w:fldSimple':
        this.#story.fields.begin(element.attributes['w:instr'] ?? '', child(element, 'w:ffData'));
        this.#story.fields.separate();
        this.readAll(element.children, context);
        this.#add(this.#story.fields.end(), {}, context);
        return;
      case 'mc:AlternateContent':
        this.readAll(alternative(element), context);
        return;
      case 'm:oMath':
      case 'm:oMathPara':
        this.#add(mathText(element), this.#story.styles.run(context.style, undefined, {}), context);
        return;
      default:
    }
  }

  /** Deleted stretches may hold the ends of fields that go on behind them. */
  #skimFields(element: XmlElement): void {
    for (const each of childrenOf(element)) {
      if (each.name === 'w:fldChar') this.#fieldCharacter(each);
      else this.#skimFields(each);
    }
  }

  #run(run: XmlElement, context: Context): void {
    const properties = child(run, 'w:rPr');
    const effective = this.#story.styles.run(context.style, valueOf(properties, 'w:rStyle'), runProperties(properties));
    this.#runContent(run.children, effective, context);
  }

  #runContent(children: XmlElement['children'], properties: RunProperties, context: Context): void {
    const fields = this.#story.fields;
    for (const each of children) {
      if (typeof each === 'string') continue;
      switch (each.name) {
        case 'w:t':
          this.#add(symbolText(wordText(each), properties.font), properties, context);
          break;
        case 'w:delText':
          // Outside a revision element it is the rest of a change that was damaged by another program.
          if (context.fate === 'excluded' || this.#story.view === 'original')
            this.#add(wordText(each), properties, context);
          break;
        case 'w:tab':
        case 'w:ptab':
          this.#add('\t', properties, context);
          break;
        case 'w:br':
        case 'w:cr':
          this.#add('\n', properties, context);
          break;
        case 'w:noBreakHyphen':
          this.#add('-', properties, context);
          break;
        case 'w:sym':
          this.#add(
            symbolCharacter(Number.parseInt(each.attributes['w:char'] ?? '', 16) || 0x25aa, each.attributes['w:font']),
            properties,
            context,
          );
          break;
        case 'w:fldChar':
          this.#add(this.#fieldCharacter(each), properties, context);
          break;
        case 'w:instrText':
          fields.addInstruction(textOf(each));
          break;
        case 'w:footnoteReference':
        case 'w:endnoteReference':
          this.#noteMark(each, properties, context);
          break;
        case 'w:footnoteRef':
        case 'w:endnoteRef':
          if (context.state.note) this.#add(bracketed(context.state.note.mark), properties, context, 'note');
          break;
        case 'w:ruby':
          this.readAll(child(each, 'w:rubyBase')?.children ?? [], context);
          break;
        case 'w:drawing':
        case 'w:pict':
        case 'w:object':
          if (fields.inCode || context.fate !== 'shown') break;
          this.result.boxes.push(...textBoxes(each));
          this.result.pictures.push(...pictures(each));
          break;
        case 'mc:AlternateContent':
          this.#runContent(alternative(each), properties, context);
          break;
        default:
      }
    }
  }

  #fieldCharacter(element: XmlElement): string {
    const { fields } = this.#story;
    switch (element.attributes['w:fldCharType'] ?? '') {
      case 'begin':
        fields.begin('', child(element, 'w:ffData'));
        return '';
      case 'separate':
        fields.separate();
        return '';
      case 'end':
        return fields.end();
      default:
        return '';
    }
  }

  #noteMark(reference: XmlElement, properties: RunProperties, context: Context): void {
    if (this.#story.fields.inCode) return;
    const kind = reference.name === 'w:footnoteReference' ? 'footnote' : 'endnote';
    const id = reference.attributes['w:id'] ?? '';
    const custom = ['1', 'true', 'on'].includes(reference.attributes['w:customMarkFollows'] ?? '');
    const mark = custom ? '' : this.#story.notes.nextMark(kind);
    const key = `${kind} ${id}`;
    if (context.fate === 'shown') this.result.notes.push({ kind, id, mark, key });
    this.#add(custom ? '' : bracketed(mark), properties, context, 'note', key);
  }

  #add(
    text: string,
    properties: RunProperties,
    context: Context,
    origin?: FlowRun['origin'],
    mark: string | null = null,
  ): void {
    if (text === '' || this.#story.fields.inCode) return;
    const hidden = properties.vanish === true || this.#isInvisible(properties, context);
    this.#story.fields.show();
    if (this.#story.fields.inContents) this.result.contents = true;
    this.result.runs.push({
      text,
      origin: origin ?? (this.#story.fields.inResult ? 'field' : 'typed'),
      excluded:
        hidden || (context.fate === 'excluded' && context.state.hidden)
          ? 'hidden'
          : context.fate === 'excluded'
            ? 'other'
            : null,
      bold: properties.bold ?? false,
      italic: properties.italic ?? false,
      underline: properties.underline ?? false,
      size: properties.size ?? null,
      mark,
    });
  }

  /** White on white, or too small to see. */
  #isInvisible({ color, shaded, size }: RunProperties, context: Context): boolean {
    if (size !== undefined && size <= smallestShown) return true;
    return color === 'FFFFFF' && shaded !== true && !context.shaded && !this.#story.colouredPage;
  }
}

/** Marks in Word stand raised; plain digits behind a word or an amount would change it. */
const bracketed = (mark: string): string =>
  /^[\p{L}\p{N}]+$/u.test(mark) && !/^[①-⓿]/u.test(mark) ? `[${mark}]` : mark;

/** Word trims text that does not ask for its white space, and takes line ends in it as spaces. */
function wordText(element: XmlElement): string {
  const text = textOf(element).replace(/[\r\n]+/gu, ' ');
  return element.attributes['xml:space'] === 'preserve' ? text : text.replace(/^[ \t]+|[ \t]+$/gu, '');
}

/** One of the alternatives, the first that holds anything: both show the same. */
export function alternative(element: XmlElement): XmlElement['children'] {
  const choices = [...childrenOf(element, 'mc:Choice'), ...childrenOf(element, 'mc:Fallback')];
  return choices.find((choice) => childrenOf(choice).length > 0)?.children ?? [];
}

/** The contents of text boxes in a drawing, each once. */
function textBoxes(element: XmlElement): XmlElement[] {
  if (element.name === 'w:txbxContent') return [element];
  const inside = element.name === 'mc:AlternateContent' ? alternative(element) : element.children;
  return inside.flatMap((each) => (typeof each === 'string' ? [] : textBoxes(each)));
}

function pictures(element: XmlElement): string[] {
  if (element.name === 'w:txbxContent') return [];
  const id =
    element.name === 'a:blip'
      ? element.attributes['r:embed']
      : element.name === 'v:imagedata'
        ? element.attributes['r:id']
        : undefined;
  const inside = element.name === 'mc:AlternateContent' ? alternative(element) : element.children;
  return [
    ...(id === undefined ? [] : [id]),
    ...inside.flatMap((each) => (typeof each === 'string' ? [] : pictures(each))),
  ];
}
