/** Characters of the symbol fonts that Word uses for bullets and tick boxes, by their place in the font. */
const wingdings: Readonly<Record<number, string>> = {
  0x6c: '●',
  0x6e: '■',
  0x6f: '□',
  0x71: '❑',
  0x75: '◆',
  0x76: '❖',
  0x77: '⬥',
  0x9f: '•',
  0xa1: '○',
  0xa7: '▪',
  0xa8: '☐',
  0xd8: '➢',
  0xe0: '→',
  0xe8: '➔',
  0xf0: '⇨',
  0xfb: '✗',
  0xfc: '✓',
  0xfd: '☒',
  0xfe: '☑',
};
const wingdings2: Readonly<Record<number, string>> = {
  0x50: '✓',
  0x4f: '✗',
  0x51: '☒',
  0x52: '☑',
  0x53: '☒',
  0xa3: '☐',
  0x97: '●',
};
const symbol: Readonly<Record<number, string>> = {
  0xb7: '•',
  0xa8: '♦',
  0xae: '→',
  0xb0: '°',
  0xb1: '±',
  0xb3: '≥',
  0xb4: '×',
  0xa3: '≤',
  0xb9: '≠',
  0xa2: '′',
  0xd2: '®',
  0xd3: '©',
  0xd4: '™',
  0x2d: '−',
};

const fontTable = (font: string | undefined): Readonly<Record<number, string>> | null => {
  if (font === undefined) return null;
  if (/^wingdings\s*2/iu.test(font)) return wingdings2;
  if (/^wingdings/iu.test(font)) return wingdings;
  if (/^symbol$/iu.test(font)) return symbol;
  return null;
};

/** Readable text of characters set in a symbol font; other characters stay as they are. */
export function symbolText(text: string, font: string | undefined): string {
  if (!/[\uf000-\uf0ff]/u.test(text))
    return fontTable(font) && text.length === 1 ? symbolCharacter(text.charCodeAt(0), font) : text;
  return text.replace(/[\uf000-\uf0ff]/gu, (character) => symbolCharacter(character.charCodeAt(0), font));
}

/** One character by its code in the font, from 0 or from U+F000. A mark no table knows is shown as a small square. */
export function symbolCharacter(code: number, font: string | undefined): string {
  const place = code >= 0xf000 && code <= 0xf0ff ? code - 0xf000 : code;
  const table = fontTable(font);
  const known = table?.[place];
  if (known !== undefined) return known;
  // Letters and digits of the Symbol font stand where they do in ASCII.
  if (table === symbol && place >= 0x20 && place < 0x7f) return String.fromCharCode(place);
  if (table === null)
    return code >= 0xf000 && code <= 0xf0ff ? (wingdings[place] ?? symbol[place] ?? '▪') : String.fromCharCode(code);
  return '▪';
}
