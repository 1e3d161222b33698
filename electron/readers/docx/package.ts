import { AppError } from '../../../shared/error.ts';
import type { ZipPackage } from '../zip.ts';
import { childrenOf, parseXml } from './xml.ts';
import type { XmlElement } from './xml.ts';

/** Parts of a Word package, found through its relationships, whatever their names. */
export interface WordPackage {
  readonly zip: ZipPackage;
  readonly mainName: string;
  readonly main: Uint8Array;
  readonly styles: XmlElement | null;
  readonly numbering: XmlElement | null;
  readonly settings: XmlElement | null;
  readonly footnotes: XmlElement | null;
  readonly endnotes: XmlElement | null;
  readonly hasComments: boolean;
}

interface Relationship {
  /** Last part of the type URI, which transitional and strict files share: `styles`, `numbering`. */
  readonly type: string;
  readonly target: string;
}

/** Throws `FILE_DAMAGED` where the main part is missing or a part is not well-formed. */
export function openWordPackage(zip: ZipPackage): WordPackage {
  const root = relationshipsOf(zip, '_rels/.rels', '');
  const mainName =
    root.find(({ type, target }) => type === 'officeDocument' && zip.has(target))?.target ?? 'word/document.xml';
  const main = zip.read(mainName);
  if (!main) throw new AppError('FILE_DAMAGED', 'the package has no main document');
  const folder = mainName.slice(0, mainName.lastIndexOf('/') + 1);
  const own = relationshipsOf(zip, `${folder}_rels/${mainName.slice(folder.length)}.rels`, folder);
  const part = (type: string): XmlElement | null => {
    const name = own.find((each) => each.type === type)?.target;
    const bytes = name === undefined ? null : zip.read(name);
    return name === undefined || bytes === null ? null : parseXml(bytes, name);
  };
  return {
    zip,
    mainName,
    main,
    styles: part('styles'),
    numbering: part('numbering'),
    settings: part('settings'),
    footnotes: part('footnotes'),
    endnotes: part('endnotes'),
    hasComments: own.some(({ type }) => type === 'comments'),
  };
}

function relationshipsOf(zip: ZipPackage, name: string, folder: string): Relationship[] {
  const bytes = zip.read(name);
  if (!bytes) return [];
  return childrenOf(parseXml(bytes, name), 'Relationship')
    .filter(({ attributes }) => attributes['TargetMode'] !== 'External')
    .map(({ attributes }) => ({
      type: (attributes['Type'] ?? '').split('/').at(-1) ?? '',
      target: resolve(folder, attributes['Target'] ?? ''),
    }));
}

function resolve(folder: string, target: string): string {
  const path = target.startsWith('/') ? target.slice(1) : folder + target;
  const names: string[] = [];
  for (const name of path.split('/')) {
    if (name === '..') names.pop();
    else if (name !== '.' && name !== '') names.push(name);
  }
  return names.join('/');
}
