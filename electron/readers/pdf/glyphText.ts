/** What one glyph stands for in readable text; `space` is white space of any width, '' carries no ink. */
export type GlyphText = string;

const space = ' ';
const known = new Map<string, GlyphText>();

/** Symbol fonts without a Unicode map land in the private area; these are the marks that lists and forms use. */
const symbols: Readonly<Record<number, string>> = {
  0xf06f: '☐',
  0xf071: '❑',
  0xf06e: '■',
  0xf0a7: '▪',
  0xf0a8: '☐',
  0xf0b7: '•',
  0xf0d8: '➢',
  0xf0e0: '→',
  0xf0fc: '✓',
  0xf0fe: '☑',
};

/** Readable characters of the Unicode string that pdf.js gives for one glyph. */
export function glyphText(unicode: string): GlyphText {
  if (unicode.length === 1) {
    const unit = unicode.charCodeAt(0);
    if ((unit > 0x20 && unit < 0x7f) || (unit >= 0x4e00 && unit <= 0x9fff)) return unicode;
    if (unit === 0x20) return space;
  }
  let text = known.get(unicode);
  if (text === undefined) {
    text = readable(unicode);
    if (known.size > 20_000) known.clear();
    known.set(unicode, text);
  }
  return text;
}

function readable(unicode: string): GlyphText {
  let text = '';
  for (const char of unicode) text += readableChar(char);
  return text.trim() === '' && text !== '' ? space : text.replace(/ /g, '');
}

function readableChar(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  if (code === 0xad) return '-';
  if (code <= 0x20 || (code >= 0x7f && code <= 0xa0)) {
    return code === 9 || code === 10 || code === 13 || code === 0x20 || code === 0xa0 ? space : '\ufffd';
  }
  if (code === 0x3000 || code === 0x1680 || code === 0x202f || code === 0x205f) return space;
  if (code >= 0x2000 && code <= 0x200a) return space;
  if ((code >= 0x200b && code <= 0x200f) || (code >= 0x202a && code <= 0x202e) || (code >= 0x2060 && code <= 0x2064)) {
    return '';
  }
  if (code === 0xfeff) return '';
  if (code >= 0xd800 && code <= 0xdfff) return '\ufffd';
  const symbol = symbols[code];
  if (symbol !== undefined) return symbol;
  // Latin ligatures; Kangxi and CJK radicals, which some Chinese fonts map plain characters to.
  if ((code >= 0xfb00 && code <= 0xfb06) || (code >= 0x2e80 && code <= 0x2fdf) || (code >= 0xf900 && code <= 0xfaff)) {
    return char.normalize('NFKC');
  }
  // Punctuation turned for vertical writing, back to its upright full-width form.
  if ((code >= 0xfe10 && code <= 0xfe19) || (code >= 0xfe30 && code <= 0xfe48)) {
    const upright = char.normalize('NFKC');
    const unit = upright.charCodeAt(0);
    return upright.length === 1 && unit > 0x20 && unit < 0x7f ? String.fromCharCode(unit + 0xfee0) : upright;
  }
  return char;
}
