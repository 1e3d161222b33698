import { formatNumber } from './numberFormat.ts';
import { indentOf, overlay, runProperties } from './styles.ts';
import type { Indent, ParagraphProperties, ParagraphStyle, Styles } from './styles.ts';
import { child, childrenOf, integer, toggle, valueOf } from './xml.ts';
import type { XmlElement } from './xml.ts';
import { symbolText } from './symbols.ts';

interface Level {
  readonly start: number;
  readonly format: string;
  /** Digits of a custom format that pads with zeros. */
  readonly padding: number;
  readonly text: string;
  readonly suffix: 'tab' | 'space' | 'nothing';
  readonly legal: boolean;
  /** From 1; 0 never restarts; undefined restarts after any higher level. */
  readonly restart: number | undefined;
  readonly style: string | undefined;
  readonly indent: Indent | undefined;
  readonly hidden: boolean;
}

interface AbstractList {
  readonly id: string;
  readonly levels: ReadonlyMap<number, Level>;
  readonly single: boolean;
  readonly styleLink: string | undefined;
}

interface List {
  readonly id: number;
  readonly abstract: AbstractList;
  readonly overrides: ReadonlyMap<number, { readonly start: number | undefined; readonly level: Level | undefined }>;
}

/** Where a paragraph stands in a list. */
export interface Numbered {
  readonly list: List;
  readonly level: number;
  /** Indent that the level gives its paragraphs. */
  readonly indent: Indent | undefined;
  /** The list comes from the paragraph itself, not from its style. */
  readonly direct: boolean;
  /** For a list from a style: how far up the chain of styles it stands. */
  readonly depth: number;
}

export interface Label {
  readonly text: string;
  /** Counters are shared by all lists with this name. */
  readonly list: string;
  /** From 0. */
  readonly depth: number;
  readonly suffix: 'tab' | 'space' | 'nothing';
}

/** The lists of a document: ECMA-376 part 1, 17.9. */
export class Numbering {
  readonly #lists = new Map<number, List>();

  constructor(part: XmlElement | null, styles: Styles) {
    const abstracts = new Map<string, AbstractList>();
    for (const element of childrenOf(part ?? undefined, 'w:abstractNum')) {
      const list = abstractList(element);
      abstracts.set(list.id, list);
    }
    const elements = childrenOf(part ?? undefined, 'w:num');
    const abstractOf = (numId: number | undefined): string | undefined =>
      valueOf(
        elements.find((each) => integer(each.attributes['w:numId']) === numId),
        'w:abstractNumId',
      );
    const resolve = (id: string, seen: readonly string[] = []): AbstractList | undefined => {
      const list = abstracts.get(id);
      if (!list || list.styleLink === undefined || seen.includes(id)) return list;
      const target = abstractOf(styles.numbering(list.styleLink));
      return (target === undefined ? undefined : resolve(target, [...seen, id])) ?? list;
    };
    for (const element of elements) {
      const id = integer(element.attributes['w:numId']);
      const abstract = resolve(valueOf(element, 'w:abstractNumId') ?? '');
      if (id === undefined || !abstract || this.#lists.has(id)) continue;
      const overrides = new Map<number, { start: number | undefined; level: Level | undefined }>();
      for (const override of childrenOf(element, 'w:lvlOverride')) {
        const level = child(override, 'w:lvl');
        overrides.set(integer(override.attributes['w:ilvl']) ?? 0, {
          start: integer(valueOf(override, 'w:startOverride')),
          level: level ? levelOf(level) : undefined,
        });
      }
      this.#lists.set(id, { id, abstract, overrides });
    }
  }

  /**
   * The list and level of a paragraph, or null where it has no number. `numId` and level are looked for apart, each at
   * the nearest place that gives it: the paragraph, then its style, then what that is based on. A level that names the
   * style as its own wins over the style's level.
   */
  place(own: ParagraphProperties, chain: readonly ParagraphStyle[]): Numbered | null {
    const depth = chain.findIndex((style) => style.paragraph.numId !== undefined);
    const direct = own.numId !== undefined;
    const numId = own.numId ?? chain[depth]?.paragraph.numId;
    if (numId === undefined || numId === 0) return null;
    const list = this.#lists.get(numId);
    if (!list) return null;
    const level = list.abstract.single ? 0 : clampLevel(own.level ?? this.#levelFromStyles(list, chain) ?? 0);
    return { list, level, indent: definition(list, level)?.indent, direct, depth };
  }

  #levelFromStyles(list: List, chain: readonly ParagraphStyle[]): number | undefined {
    for (const style of chain) {
      for (const level of Array.from({ length: 9 }, (_, index) => index))
        if (definition(list, level)?.style === style.id) return level;
      if (style.paragraph.level !== undefined) return style.paragraph.level;
    }
    return undefined;
  }
}

const clampLevel = (level: number): number => Math.min(8, Math.max(0, level));

const definition = (list: List, level: number): Level | undefined =>
  list.overrides.get(level)?.level ?? list.abstract.levels.get(level);

function abstractList(element: XmlElement): AbstractList {
  const levels = new Map<number, Level>();
  for (const level of childrenOf(element, 'w:lvl'))
    levels.set(integer(level.attributes['w:ilvl']) ?? 0, levelOf(level));
  return {
    id: element.attributes['w:abstractNumId'] ?? '',
    levels,
    single: valueOf(element, 'w:multiLevelType') === 'singleLevel',
    styleLink: valueOf(element, 'w:numStyleLink'),
  };
}

function levelOf(element: XmlElement): Level {
  // Word writes custom formats as a choice with a plain format to fall back on.
  const choice = child(child(element, 'mc:AlternateContent'), 'mc:Choice');
  const format = child(choice, 'w:numFmt') ?? child(element, 'w:numFmt');
  const run = runProperties(child(element, 'w:rPr'));
  const kind = format?.attributes['w:val'] ?? 'decimal';
  const custom = kind === 'custom' ? /^(0*)1\b/u.exec(format?.attributes['w:format'] ?? '') : null;
  const text = child(element, 'w:lvlText')?.attributes;
  const suffix = valueOf(element, 'w:suff');
  return {
    start: integer(valueOf(element, 'w:start')) ?? 0,
    format: kind === 'custom' ? 'decimal' : kind,
    padding: custom ? (custom[1] as string).length + 1 : 0,
    text:
      kind === 'bullet'
        ? symbolText(text?.['w:val'] ?? '', run.font) || pictureBullet(element)
        : (text?.['w:val'] ?? ''),
    suffix: suffix === 'space' || suffix === 'nothing' ? suffix : 'tab',
    legal: toggle(element, 'w:isLgl') ?? false,
    restart: integer(valueOf(element, 'w:lvlRestart')),
    style: valueOf(element, 'w:pStyle'),
    indent: indentOf(child(child(element, 'w:pPr'), 'w:ind')),
    hidden: run.vanish ?? false,
  };
}

const pictureBullet = (element: XmlElement): string => (child(element, 'w:lvlPicBulletId') ? '•' : '');

/** Counts the lists of one story: the body, the notes, or one text box. */
export class ListCounter {
  readonly #counters = new Map<string, (number | undefined)[]>();
  readonly #started = new Set<string>();

  /** Takes the next number at this place. Null where the level shows nothing. */
  next({ list, level }: Numbered): Label | null {
    const counters = this.#countersOf(list);
    const override = list.overrides.get(level)?.start;
    const key = `${list.id}:${level}`;
    const current = counters[level];
    if (override !== undefined && !this.#started.has(key)) counters[level] = override;
    else counters[level] = current === undefined ? startOf(list, level) : current + 1;
    this.#started.add(key);
    // Levels that were skipped count as begun.
    for (let higher = 0; higher < level; higher++) counters[higher] ??= startOf(list, higher);
    for (let lower = level + 1; lower < 9; lower++) {
      const restart = definition(list, lower)?.restart;
      if (restart === undefined || level < restart) counters[lower] = undefined;
    }
    const own = definition(list, level);
    if (!own || own.hidden) return null;
    const text = labelText(list, own, level, counters);
    if (text.trim() === '') return null;
    return { text, list: list.abstract.id, depth: level, suffix: own.suffix };
  }

  #countersOf(list: List): (number | undefined)[] {
    let counters = this.#counters.get(list.abstract.id);
    if (!counters) {
      counters = [];
      this.#counters.set(list.abstract.id, counters);
    }
    return counters;
  }
}

const startOf = (list: List, level: number): number =>
  list.overrides.get(level)?.start ?? definition(list, level)?.start ?? 1;

function labelText(list: List, own: Level, level: number, counters: readonly (number | undefined)[]): string {
  if (own.format === 'bullet') return own.text;
  return own.text.replace(/%([1-9])/gu, (_, digit: string) => {
    const index = Number(digit) - 1;
    const source = definition(list, index);
    if (!source || index > level) return '';
    const value = counters[index] ?? source.start;
    if (source.padding > 0 && !own.legal) return String(value).padStart(source.padding, '0');
    // Legal levels print Arabic figures throughout; a format without figures and one with leading zeros stay.
    const format = own.legal && !['none', 'decimalZero'].includes(source.format) ? 'decimal' : source.format;
    return formatNumber(value, format === 'bullet' ? 'none' : format);
  });
}

/** Indent of a paragraph: what is set nearest to it wins, side by side. A list from a style yields to that style. */
export function effectiveIndent(
  own: ParagraphProperties,
  chain: readonly ParagraphStyle[],
  defaults: ParagraphProperties,
  numbered: Numbered | null,
): Indent {
  let indent: Indent = defaults.indent ?? {};
  for (let depth = chain.length - 1; depth >= 0; depth--) {
    if (numbered && !numbered.direct && numbered.depth === depth) indent = overlay(indent, numbered.indent ?? {});
    indent = overlay(indent, chain[depth]?.paragraph.indent ?? {});
  }
  if (numbered?.direct) indent = overlay(indent, numbered.indent ?? {});
  return overlay(indent, own.indent ?? {});
}
