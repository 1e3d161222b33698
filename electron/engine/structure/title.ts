import type { BlockText } from './blockText.ts';
import { headingSign } from './heading.ts';
import type { BodyStyle } from './heading.ts';
import { isPartHeading } from './marks.ts';

/** Longest title line, and the most lines a title has. */
const longestTitle = 120;
const mostLines = 3;
/** The title stands among so many first blocks. */
const searched = 12;

const namesDocument =
  /\b(?:agreement|contract|lease|deed|amendment|addendum|terms|policy|order form|letter|memorandum|license|plan|certificate|notice)\b|合同|协议|協議|合約|合约|协定|章程|公约|条例|條例|规定|办法|法$|解释|书$/i;

/**
 * Indices of the blocks that are the title of the document: the first line that reads as one and what belongs to it,
 * before the block `limit` that holds the first accepted label. `scoped`: that block is a heading and may be the title.
 */
export function titleBlocks(
  blocks: readonly BlockText[],
  body: BodyStyle,
  limit: number,
  scoped: boolean,
): Set<number> {
  const title = new Set<number>();
  let level: number | null = null;
  for (const view of blocks.slice(0, searched)) {
    const text = view.text.trim();
    if (text === '') continue;
    const mayOpen = scoped && view.index === limit && title.size === 0;
    if ((view.index >= limit && !mayOpen) || view.block.kind !== 'paragraph') break;
    const named = text.length < longestTitle && !/[。；;:：]$/.test(text) && namesDocument.test(text);
    const looks = headingSign(view, body) !== null;
    const styled = view.block.style.headingLevel;
    if (title.size === 0) {
      if (isPartHeading(text) || text.length > longestTitle) break;
      if (looks || named) {
        level = styled;
        title.add(view.index);
      }
      continue;
    }
    if (!named || !looks || (styled !== null && styled !== level) || title.size >= mostLines) break;
    title.add(view.index);
  }
  return title;
}
