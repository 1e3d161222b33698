import type { BlockText } from './blockText.ts';
import { candidate } from './candidate.ts';
import type { Candidate } from './candidate.ts';

export interface Barrier {
  readonly view: BlockText;
  /** Where the operative part begins; 0 if the whole block belongs to it. */
  readonly at: number;
}

const agreement =
  /\bNOW,?\s+THEREFORE\b|\b(?:agrees?|agreed|covenants?)(?:\s+and\s+\w+)?\s+(?:\w+\s+)?as\s+follows\b|\bIT\s+IS\s+(?:HEREBY\s+)?AGREED\b|(?:达成|訂立|订立|签订|約定|约定|協議|协议|簽訂)(?:本|以下|如下|下列)[^。\n]{0,24}[:：。]|(?:特)?(?:达成|訂立|订立|签订)(?:本合同|本协议)/i;

/** The first words that close recitals, if recitals stand before them. */
export function barrierBlock(blocks: readonly BlockText[]): Barrier | null {
  let recitals = false;
  for (const view of blocks.slice(0, 200)) {
    const { text } = view;
    const at = text.search(/\bNOW,?\s+THEREFORE\b/i);
    const opens = /\bWHEREAS\b|\bRECITALS?\b|^\W*(?:Whereas|Recitals?|Background)\b\W*$|鉴于|鑒於|鑑於/m.exec(text);
    if (opens) recitals = true;
    if (at < 0 && (!recitals || (opens && !agreement.test(text.slice(opens.index))))) continue;
    const hit = at >= 0 ? at : text.search(agreement);
    if (hit >= 0 && (opens === null || hit > opens.index)) {
      const before = text.slice(0, hit).trim();
      return { view, at: before === '' || opens === null ? 0 : hit };
    }
  }
  return null;
}

export function barrierCandidate({ view, at }: Barrier): Candidate {
  const from = Math.max(at, view.first);
  return { ...candidate(view, from, from, 'block', [], 0, true, false), kind: 'barrier' };
}
