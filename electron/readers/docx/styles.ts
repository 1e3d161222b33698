import { child, childrenOf, integer, points, toggle, valueOf } from './xml.ts';
import type { XmlElement } from './xml.ts';

/** Properties of runs that matter here; undefined where nothing is said. */
export interface RunProperties {
  readonly bold?: boolean | undefined;
  readonly italic?: boolean | undefined;
  readonly underline?: boolean | undefined;
  readonly vanish?: boolean | undefined;
  /** Points. */
  readonly size?: number | undefined;
  /** Six hex digits in upper case, or `auto`. */
  readonly color?: string | undefined;
  /** Drawn on a background of its own. */
  readonly shaded?: boolean | undefined;
  readonly font?: string | undefined;
}

/** Distances in points. */
export interface Indent {
  readonly left?: number | undefined;
  /** Positive: first line set in; negative: hanging. */
  readonly first?: number | undefined;
}

export interface ParagraphProperties {
  readonly numId?: number | undefined;
  readonly level?: number | undefined;
  readonly indent?: Indent | undefined;
  readonly align?: 'left' | 'center' | 'right' | 'justify' | undefined;
  /** From 0; 9 is body text. */
  readonly outline?: number | undefined;
  readonly spaceBefore?: number | undefined;
  readonly shaded?: boolean | undefined;
}

export interface ParagraphStyle {
  readonly id: string;
  /** As people see it: `Heading 1`, `List Number`. */
  readonly name: string;
  readonly basedOn: string | undefined;
  readonly paragraph: ParagraphProperties;
  readonly run: RunProperties;
}

/** Toggles of a paragraph style and a character style cancel each other out: ECMA-376 part 1, 17.7.3. */
const toggles = ['bold', 'italic', 'vanish'] as const;

export class Styles {
  readonly defaults: RunProperties;
  readonly defaultParagraph: ParagraphProperties;
  readonly #styles = new Map<string, ParagraphStyle>();
  readonly #numberings = new Map<string, number>();
  readonly #shadedTables = new Set<string>();
  /** Table styles whose first row looks different. */
  readonly #headedTables = new Set<string>();
  readonly #runs = new Map<string, RunProperties>();
  #defaultStyle: string | undefined;

  constructor(part: XmlElement | null) {
    const defaults = child(part ?? undefined, 'w:docDefaults');
    this.defaults = runProperties(child(child(defaults, 'w:rPrDefault'), 'w:rPr'));
    this.defaultParagraph = paragraphProperties(child(child(defaults, 'w:pPrDefault'), 'w:pPr'));
    for (const style of childrenOf(part ?? undefined, 'w:style')) {
      const id = style.attributes['w:styleId'];
      if (id === undefined) continue;
      const type = style.attributes['w:type'] ?? 'paragraph';
      const properties = child(style, 'w:pPr');
      if (type === 'numbering') {
        const numId = integer(valueOf(child(properties, 'w:numPr'), 'w:numId'));
        if (numId !== undefined) this.#numberings.set(id, numId);
      } else if (type === 'table') {
        if (hasShading(style)) this.#shadedTables.add(id);
        if (hasHead(style)) this.#headedTables.add(id);
      }
      this.#styles.set(id, {
        id,
        name: displayName(valueOf(style, 'w:name') ?? id),
        basedOn: valueOf(style, 'w:basedOn'),
        paragraph: paragraphProperties(properties),
        run: runProperties(child(style, 'w:rPr')),
      });
      const isDefault = ['1', 'true', 'on'].includes(style.attributes['w:default'] ?? '');
      if (type === 'paragraph' && isDefault) this.#defaultStyle ??= id;
    }
  }

  /** The style and those it is based on, nearest first; the default style where `id` is unknown. */
  chain(id: string | undefined): ParagraphStyle[] {
    const chain: ParagraphStyle[] = [];
    let next = id !== undefined && this.#styles.has(id) ? id : this.#defaultStyle;
    while (next !== undefined) {
      const style = this.#styles.get(next);
      if (!style || chain.includes(style)) break;
      chain.push(style);
      next = style.basedOn;
    }
    return chain;
  }

  /** `numId` of a numbering style. */
  numbering(id: string): number | undefined {
    return this.#numberings.get(id);
  }

  isShadedTable(id: string | undefined): boolean {
    return this.#tableChain(id).some((each) => this.#shadedTables.has(each));
  }

  isHeadedTable(id: string | undefined): boolean {
    return this.#tableChain(id).some((each) => this.#headedTables.has(each));
  }

  #tableChain(id: string | undefined): string[] {
    return id !== undefined && this.#styles.has(id) ? this.chain(id).map((style) => style.id) : [];
  }

  /** Properties of a run from defaults, paragraph style, character style and its own, in that order of strength. */
  run(paragraphStyle: string | undefined, characterStyle: string | undefined, own: RunProperties): RunProperties {
    const key = `${paragraphStyle ?? ''}\0${characterStyle ?? ''}`;
    let base = this.#runs.get(key);
    if (!base) {
      const fromParagraph = this.#collect(this.chain(paragraphStyle));
      const fromCharacter =
        characterStyle === undefined || !this.#styles.has(characterStyle)
          ? {}
          : this.#collect(this.chain(characterStyle));
      const mixed = overlay(overlay(this.defaults, fromParagraph), fromCharacter);
      const crossed = Object.fromEntries(
        toggles.map((name) => [
          name,
          (fromParagraph[name] ?? false) !== (fromCharacter[name] ?? false) || (this.defaults[name] ?? false),
        ]),
      );
      base = { ...mixed, ...crossed };
      this.#runs.set(key, base);
    }
    return overlay(base, own);
  }

  #collect(chain: readonly ParagraphStyle[]): RunProperties {
    return chain.reduceRight<RunProperties>((sum, style) => overlay(sum, style.run), {});
  }
}

/** `over` on top of `base`; what `over` leaves open stays. */
export function overlay<T extends object>(base: T, over: T): T {
  const merged = { ...base };
  for (const key of Object.keys(over) as (keyof T)[]) if (over[key] !== undefined) merged[key] = over[key];
  return merged;
}

const displayName = (name: string): string =>
  name.replace(/^(?:heading|toc|title|list)\b/u, (word) =>
    word === 'toc' ? 'TOC' : word.charAt(0).toUpperCase() + word.slice(1),
  );

export function runProperties(element: XmlElement | undefined): RunProperties {
  if (!element) return {};
  const size = points10(valueOf(element, 'w:sz'));
  const underline = valueOf(element, 'w:u');
  const color = valueOf(element, 'w:color');
  const fonts = child(element, 'w:rFonts')?.attributes;
  const highlight = valueOf(element, 'w:highlight');
  return {
    bold: toggle(element, 'w:b'),
    italic: toggle(element, 'w:i'),
    vanish: toggle(element, 'w:vanish'),
    underline: underline === undefined ? undefined : underline !== 'none',
    size,
    color: color?.toUpperCase(),
    shaded:
      isShaded(child(element, 'w:shd')) || (highlight !== undefined && highlight !== 'none' && highlight !== 'white')
        ? true
        : undefined,
    font: fonts?.['w:ascii'] ?? fonts?.['w:hAnsi'],
  };
}

/** Half-points, or a measure with a unit. */
function points10(value: string | undefined): number | undefined {
  const half = Number(value);
  return value === undefined ? undefined : Number.isFinite(half) ? half / 2 : points(value);
}

export function paragraphProperties(element: XmlElement | undefined): ParagraphProperties {
  if (!element) return {};
  const number = child(element, 'w:numPr');
  return {
    numId: integer(valueOf(number, 'w:numId')),
    level: integer(valueOf(number, 'w:ilvl')),
    indent: indentOf(child(element, 'w:ind')),
    align: alignment(valueOf(element, 'w:jc')),
    outline: integer(valueOf(element, 'w:outlineLvl')),
    spaceBefore: points(child(element, 'w:spacing')?.attributes['w:before']),
    shaded: isShaded(child(element, 'w:shd')) ? true : undefined,
  };
}

/** A hundredth of a character is read as one of the usual 10.5 point type. */
const pointsPerCharacter = 10.5;

export function indentOf(element: XmlElement | undefined): Indent | undefined {
  if (!element) return undefined;
  const { attributes } = element;
  const measure = (twips: string, characters: string): number | undefined => {
    const count = integer(attributes[characters]);
    // Characters win over twips where both stand, unless they are zero.
    return count !== undefined && count !== 0 ? (count / 100) * pointsPerCharacter : points(attributes[twips]);
  };
  const hanging = measure('w:hanging', 'w:hangingChars');
  const first = measure('w:firstLine', 'w:firstLineChars');
  return {
    left: measure('w:left', 'w:leftChars') ?? measure('w:start', 'w:startChars'),
    first: hanging !== undefined && hanging !== 0 ? -hanging : (first ?? (hanging === 0 ? 0 : undefined)),
  };
}

function alignment(value: string | undefined): ParagraphProperties['align'] {
  switch (value) {
    case undefined:
      return undefined;
    case 'center':
      return 'center';
    case 'right':
    case 'end':
      return 'right';
    case 'both':
    case 'distribute':
    case 'lowKashida':
    case 'mediumKashida':
    case 'highKashida':
    case 'thaiDistribute':
      return 'justify';
    default:
      return 'left';
  }
}

/** True for a fill that white text could stand on. */
export function isShaded(element: XmlElement | undefined): boolean {
  if (!element) return false;
  const { 'w:fill': fill = 'auto', 'w:val': pattern = 'clear', 'w:themeFill': theme } = element.attributes;
  if (pattern === 'solid') return true;
  if (theme !== undefined && !['background1', 'light1', 'none'].includes(theme)) return true;
  return !['AUTO', 'FFFFFF', ''].includes(fill.toUpperCase());
}

function hasShading(element: XmlElement): boolean {
  return childrenOf(element).some((each) => (each.name === 'w:shd' ? isShaded(each) : hasShading(each)));
}

function hasHead(style: XmlElement): boolean {
  const first = childrenOf(style, 'w:tblStylePr').find(({ attributes }) => attributes['w:type'] === 'firstRow');
  return first !== undefined && (toggle(child(first, 'w:rPr'), 'w:b') === true || hasShading(first));
}
