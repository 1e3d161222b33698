import type { RunFont } from '../../engine/layout/paged/runs.ts';
import type { InterpretedFont } from './interpret.ts';

/** What pdf.js exports of a font with `fontExtraProperties`. */
interface LoadedFont {
  readonly name?: string;
  readonly bold?: boolean;
  readonly black?: boolean;
  readonly italic?: boolean;
  readonly vertical?: boolean;
  readonly fontMatrix?: readonly number[];
}

/** The fonts of one document in the order in which its pages use them. */
export class FontTable {
  readonly list: RunFont[] = [];
  private readonly byId = new Map<string, InterpretedFont>();

  get(id: string, load: () => unknown): InterpretedFont {
    const known = this.byId.get(id);
    if (known) return known;
    const loaded = (load() ?? {}) as LoadedFont;
    const name = (loaded.name ?? '').replace(/^[A-Z]{6}\+/, '');
    const font = { index: this.list.length, vertical: loaded.vertical === true, unit: loaded.fontMatrix?.[0] ?? 0.001 };
    this.list.push({
      name,
      bold: loaded.bold === true || loaded.black === true || boldName.test(name),
      italic: loaded.italic === true || italicName.test(name),
      gothic: gothicName.test(name),
    });
    this.byId.set(id, font);
    return font;
  }
}

const boldName = /bold|black|heavy|semibold|demi(?!light)|[-,]b(?:i|o|d)?$/i;
/** 黑体 by its usual names, also as GBK bytes read as Latin-1. */
const gothicName = /hei(?:ti)?(?![a-z])|黑体|黑體|ºÚÌå|^FZHT/i;
const italicName = /italic|oblique|[-,](?:i|it|bi)$/i;
