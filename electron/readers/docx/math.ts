import { child, childrenOf, textOf, valueOf } from './xml.ts';
import type { XmlElement } from './xml.ts';

/** A formula on one line: `(a+b)/c`, `x^2`, `√(y)`. */
export function mathText(element: XmlElement): string {
  const part = (name: string): string => {
    const found = child(element, name);
    return found ? inner(found) : '';
  };
  switch (element.name) {
    case 'm:r':
      return childrenOf(element, 'm:t').map(textOf).join('');
    case 'm:f':
      return `${grouped(part('m:num'))}/${grouped(part('m:den'))}`;
    case 'm:sSup':
      return `${part('m:e')}^${grouped(part('m:sup'))}`;
    case 'm:sSub':
      return `${part('m:e')}_${grouped(part('m:sub'))}`;
    case 'm:sSubSup':
      return `${part('m:e')}_${grouped(part('m:sub'))}^${grouped(part('m:sup'))}`;
    case 'm:rad':
      return `${part('m:deg')}√${grouped(part('m:e'))}`;
    case 'm:nary': {
      const sign = mathValue(child(element, 'm:naryPr'), 'm:chr') ?? '∫';
      return `${sign}_${grouped(part('m:sub'))}^${grouped(part('m:sup'))} ${part('m:e')}`;
    }
    case 'm:d': {
      const properties = child(element, 'm:dPr');
      const begin = mathValue(properties, 'm:begChr') ?? '(';
      const end = mathValue(properties, 'm:endChr') ?? ')';
      return `${begin}${childrenOf(element, 'm:e').map(inner).join('|')}${end}`;
    }
    case 'm:ctrlPr':
    case 'm:rPr':
      return '';
    default:
      return element.name.endsWith('Pr') ? '' : inner(element);
  }
}

const inner = (element: XmlElement): string => childrenOf(element).map(mathText).join('');

const grouped = (text: string): string => (/^[\p{L}\p{N}.]*$/u.test(text) ? text : `(${text})`);

/** Math properties have their value in the math namespace. */
const mathValue = (element: XmlElement | undefined, name: string): string | undefined =>
  child(element, name)?.attributes['m:val'] ?? valueOf(element, name);
