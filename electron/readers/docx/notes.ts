import { formatNumber } from './numberFormat.ts';
import { child, childrenOf, valueOf } from './xml.ts';
import type { XmlElement } from './xml.ts';

type Kind = 'footnote' | 'endnote';

/** Footnotes and endnotes: their texts, and the marks in the order in which the body refers to them. */
export class Notes {
  readonly #texts: Readonly<Record<Kind, ReadonlyMap<string, XmlElement>>>;
  readonly #formats: Readonly<Record<Kind, string>>;
  readonly #counts: Record<Kind, number> = { footnote: 0, endnote: 0 };

  constructor(footnotes: XmlElement | null, endnotes: XmlElement | null, settings: XmlElement | null) {
    const texts = (part: XmlElement | null, kind: Kind): Map<string, XmlElement> =>
      new Map(
        childrenOf(part ?? undefined, `w:${kind}`)
          .filter((note) => !/separator|continuation/iu.test(note.attributes['w:type'] ?? ''))
          .map((note) => [note.attributes['w:id'] ?? '', note]),
      );
    this.#texts = { footnote: texts(footnotes, 'footnote'), endnote: texts(endnotes, 'endnote') };
    const format = (kind: Kind, plain: string): string =>
      valueOf(child(settings ?? undefined, `w:${kind}Pr`), 'w:numFmt') ?? plain;
    this.#formats = { footnote: format('footnote', 'decimal'), endnote: format('endnote', 'lowerRoman') };
  }

  nextMark(kind: Kind): string {
    return formatNumber(++this.#counts[kind], this.#formats[kind]);
  }

  text(kind: Kind, id: string): XmlElement | undefined {
    return this.#texts[kind].get(id);
  }
}
