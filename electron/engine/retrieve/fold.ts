import { Converter } from 'opencc-js/t2cn';

const toSimplified = Converter({ from: 't', to: 'cn' });
const folded = new Map<string, string>();

/**
 * Text as the index compares it: NFKC (full and half width become one), lower case, Latin accents off, traditional
 * characters as simplified ones. Characters are folded one by one, so the same characters fold alike in a question
 * and in a contract whatever stands around them. Offsets are not kept.
 */
export function fold(text: string): string {
  const plain = text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(/(?<=\p{Script=Latin})\p{M}+/gu, '')
    .normalize('NFC');
  return plain.replace(/\p{Script=Han}/gu, (character) => {
    let simple = folded.get(character);
    if (simple === undefined) {
      simple = toSimplified(character);
      folded.set(character, simple);
    }
    return simple;
  });
}
