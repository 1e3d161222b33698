import { SaxesParser } from 'saxes';
import { AppError } from '../../../shared/error.ts';
import { deepestXml, mostXmlElements } from '../limits.ts';

/** An element with canonical prefixes (`w:p`, `mc:Choice`), whatever prefixes the file declares. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: (XmlElement | string)[];
}

/** Transitional and strict namespaces share a prefix. */
const prefixes: Readonly<Record<string, string>> = {
  'http://schemas.openxmlformats.org/wordprocessingml/2006/main': 'w',
  'http://purl.oclc.org/ooxml/wordprocessingml/main': 'w',
  'http://schemas.openxmlformats.org/officeDocument/2006/relationships': 'r',
  'http://purl.oclc.org/ooxml/officeDocument/relationships': 'r',
  'http://schemas.openxmlformats.org/officeDocument/2006/math': 'm',
  'http://purl.oclc.org/ooxml/officeDocument/math': 'm',
  'http://schemas.openxmlformats.org/drawingml/2006/main': 'a',
  'http://purl.oclc.org/ooxml/drawingml/main': 'a',
  'http://schemas.openxmlformats.org/markup-compatibility/2006': 'mc',
  'http://schemas.microsoft.com/office/word/2010/wordml': 'w14',
  'http://schemas.microsoft.com/office/word/2010/wordprocessingShape': 'wps',
  'urn:schemas-microsoft-com:vml': 'v',
  'http://schemas.openxmlformats.org/package/2006/relationships': '',
  'http://www.w3.org/XML/1998/namespace': 'xml',
};

/** Parses one XML part as a whole. Errors as `XmlReader`. */
export function parseXml(bytes: Uint8Array, part: string): XmlElement {
  const reader = new XmlReader(part);
  reader.write(decodeXml(bytes));
  return reader.close();
}

/**
 * Builds elements from XML that comes in slices. With `onBlock`, each grandchild of the root is handed over when it is
 * complete and then forgotten, so that a long body is never held as a whole. Document type declarations are refused,
 * so no entity but the five of XML exists. Throws `FILE_DAMAGED` or `LIMIT_EXCEEDED`.
 */
export class XmlReader {
  readonly #parser: SaxesParser<{ xmlns: true }>;
  readonly #open: XmlElement[] = [];
  readonly #part: string;
  #root: XmlElement | null = null;
  #elements = 0;

  constructor(part: string, onBlock?: (block: XmlElement) => void) {
    this.#part = part;
    this.#parser = new SaxesParser({ xmlns: true });
    const open = this.#open;
    this.#parser.on('error', (error) => {
      throw new AppError('FILE_DAMAGED', `${part} is not well-formed`, undefined, { cause: error });
    });
    this.#parser.on('doctype', () => {
      throw new AppError('FILE_DAMAGED', `${part}: document type declarations are not allowed`);
    });
    this.#parser.on('opentag', (tag) => {
      this.#elements++;
      this.#checkLimits();
      const attributes: Record<string, string> = {};
      for (const { uri, local, value } of Object.values(tag.attributes)) attributes[canonical(uri, local)] = value;
      open.push({ name: canonical(tag.uri, tag.local), attributes, children: [] });
    });
    const addText = (text: string): void => {
      open.at(-1)?.children.push(text);
    };
    this.#parser.on('text', addText);
    this.#parser.on('cdata', addText);
    this.#parser.on('closetag', () => {
      const element = open.pop() as XmlElement;
      const parent = open.at(-1);
      if (!parent) this.#root = element;
      else if (onBlock && open.length === 2) onBlock(element);
      else parent.children.push(element);
    });
  }

  write(slice: string): void {
    this.#parser.write(slice);
  }

  /** The root; without its grandchildren where `onBlock` took them. */
  close(): XmlElement {
    this.#parser.close();
    if (!this.#root) throw new AppError('FILE_DAMAGED', `${this.#part} has no root element`);
    return this.#root;
  }

  #checkLimits(): void {
    const limit = this.#open.length >= deepestXml ? deepestXml : mostXmlElements;
    if (this.#open.length >= deepestXml || this.#elements > mostXmlElements)
      throw new AppError('LIMIT_EXCEEDED', `${this.#part} has too many or too deep elements`, { limit });
  }
}

const canonical = (uri: string, local: string): string => {
  const prefix = prefixes[uri];
  return prefix === undefined ? (uri === '' ? local : `?:${local}`) : prefix === '' ? local : `${prefix}:${local}`;
};

export function decodeXml(bytes: Uint8Array): string {
  const [a, b] = bytes;
  const encoding = a === 0xff && b === 0xfe ? 'utf-16le' : a === 0xfe && b === 0xff ? 'utf-16be' : 'utf-8';
  return new TextDecoder(encoding).decode(bytes);
}

export const child = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  element?.children.find((each): each is XmlElement => typeof each !== 'string' && each.name === name);

export const childrenOf = (element: XmlElement | undefined, name?: string): XmlElement[] =>
  element?.children.filter(
    (each): each is XmlElement => typeof each !== 'string' && (name === undefined || each.name === name),
  ) ?? [];

export const textOf = (element: XmlElement): string =>
  element.children.map((each) => (typeof each === 'string' ? each : textOf(each))).join('');

/** `w:val` of a child, for instance the style id in `<w:pStyle w:val="Heading1"/>`. */
export const valueOf = (element: XmlElement | undefined, name: string): string | undefined =>
  child(element, name)?.attributes['w:val'];

/** An on/off property: absent is undefined, present without a value is on. */
export function toggle(element: XmlElement | undefined, name: string): boolean | undefined {
  const found = child(element, name);
  if (!found) return undefined;
  return !['0', 'false', 'off', 'none'].includes(found.attributes['w:val'] ?? '1');
}

export function integer(value: string | undefined): number | undefined {
  const number = Number.parseInt(value ?? '', 10);
  return Number.isFinite(number) ? number : undefined;
}

/** A measure in points: twips as plain numbers, or with a unit as strict files write them ("12.5pt", "2cm"). */
export function points(value: string | undefined): number | undefined {
  const match = /^(-?\d+(?:\.\d+)?)(pt|cm|mm|in|pc|pi)?$/u.exec(value ?? '');
  if (!match) return undefined;
  const units: Readonly<Record<string, number>> = { pt: 1, cm: 72 / 2.54, mm: 72 / 25.4, in: 72, pc: 12, pi: 12 };
  return Number(match[1]) * (match[2] === undefined ? 1 / 20 : (units[match[2]] as number));
}
