import type { Language } from '../../../../shared/model.ts';
import { isHan } from './fold.ts';
import type { TreeView } from './view.ts';

// An English word carries about as much as 1.6 Han characters, so the shares of the two languages compare.
const hanPerWord = 1.6;
const pure = 0.9;

/** Share of Chinese in a text, 0..1; 0 for a text without words. */
export function chineseShare(text: string): number {
  let han = 0;
  let words = 0;
  let inWord = false;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (isHan(unit)) {
      han++;
      inWord = false;
      continue;
    }
    const letter = (unit | 0x20) >= 0x61 && (unit | 0x20) <= 0x7a;
    if (letter && !inWord) words++;
    inWord = letter;
  }
  return han === 0 ? 0 : han / (han + words * hanPerWord);
}

/** `en` or `zh` where the other language has under a tenth of the words, else `mixed`. */
export function languageOf(view: TreeView): Language {
  let text = '';
  for (const passage of view.passages) text += `${passage.text} `;
  const share = chineseShare(text);
  if (share >= pure) return 'zh';
  return share <= 1 - pure ? 'en' : 'mixed';
}
