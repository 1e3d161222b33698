import type { Block } from '../sourceText.ts';
import type { Bookmark } from './runs.ts';

const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** Gives blocks whose words are a bookmark of their page the level of the bookmark. */
export function withBookmarks(
  blocks: readonly Block[],
  bookmarks: readonly Bookmark[],
  text: string,
): readonly Block[] {
  if (bookmarks.length === 0) return blocks;
  const byTitle = new Map<string, Bookmark[]>();
  for (const bookmark of bookmarks) {
    const key = plain(bookmark.title);
    if (key === '') continue;
    const list = byTitle.get(key);
    if (list) list.push(bookmark);
    else byTitle.set(key, [bookmark]);
  }
  return blocks.map((block) => {
    if (block.kind !== 'paragraph') return block;
    const words = block.spans.map(([start, end]) => text.slice(start, end)).join('');
    if (words.length > 300) return block;
    const match = byTitle.get(plain(words))?.find((b) => b.page === null || b.page === block.page);
    return match ? { ...block, style: { ...block.style, headingLevel: match.level } } : block;
  });
}
