/** One piece of an HTML file, as far as text extraction needs it. */
export type HtmlToken =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'open';
      readonly name: string;
      readonly attributes: Readonly<Record<string, string>>;
      readonly empty: boolean;
    }
  | { readonly kind: 'close'; readonly name: string };

/** Elements whose content is no text of the page. */
const raw = new Set([
  'script',
  'style',
  'title',
  'noscript',
  'template',
  'iframe',
  'object',
  'svg',
  'math',
  'select',
  'textarea',
]);
const childless = new Set([
  'br',
  'hr',
  'img',
  'input',
  'meta',
  'link',
  'col',
  'base',
  'area',
  'wbr',
  'embed',
  'source',
  'param',
]);
const attribute = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/gu;

/** Splits HTML into tokens; comments, declarations, scripts and styles are left out. Never throws: any text is HTML. */
export function* htmlTokens(html: string): Generator<HtmlToken> {
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf('<', at);
    if (open === -1) {
      yield { kind: 'text', text: decodeEntities(html.slice(at)) };
      return;
    }
    if (open > at) yield { kind: 'text', text: decodeEntities(html.slice(at, open)) };
    if (html.startsWith('<!--', open)) {
      const end = html.indexOf('-->', open + 4);
      at = end === -1 ? html.length : end + 3;
      continue;
    }
    const next = html[open + 1] ?? '';
    if (next === '!' || next === '?') {
      const end = html.indexOf('>', open);
      at = end === -1 ? html.length : end + 1;
      continue;
    }
    const end = /[a-zA-Z/]/u.test(next) ? tagEnd(html, open) : -1;
    if (end === -1) {
      yield { kind: 'text', text: '<' };
      at = open + 1;
      continue;
    }
    const inside = html.slice(open + 1, end);
    at = end + 1;
    const name = /^\/?\s*([a-zA-Z][^\s/>]*)/u.exec(inside)?.[1]?.toLowerCase();
    if (name === undefined) continue;
    if (inside.startsWith('/')) {
      yield { kind: 'close', name };
      continue;
    }
    if (raw.has(name) && !inside.endsWith('/')) {
      const close = new RegExp(`</${name}\\s*>`, 'giu');
      close.lastIndex = at;
      const found = close.exec(html);
      at = found ? found.index + found[0].length : html.length;
      continue;
    }
    yield { kind: 'open', name, attributes: attributesOf(inside.slice(name.length)), empty: childless.has(name) };
  }
}

/** No tag is longer; what looks like one is text. */
const longestTag = 65_536;

/** Offset of the `>` of a tag; one in a quoted value does not count. -1 where the tag does not end. */
function tagEnd(html: string, open: number): number {
  let quote = '';
  const last = Math.min(html.length, open + longestTag);
  for (let at = open + 1; at < last; at++) {
    const character = html[at] as string;
    if (quote !== '') {
      if (character === quote) quote = '';
    } else if (character === '>') return at;
    else if ((character === '"' || character === "'") && html[at - 1] === '=') quote = character;
  }
  return -1;
}

function attributesOf(text: string): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const [, name = '', double, single, bare] of text.matchAll(attribute))
    attributes[name.toLowerCase()] ??= decodeEntities(double ?? single ?? bare ?? '');
  return attributes;
}

/** Named references that contracts use; the rest of the 2,231 stand as they are written. */
const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  ensp: '\u2002',
  emsp: '\u2003',
  thinsp: '\u2009',
  shy: '\u00ad',
  ldquo: '“',
  rdquo: '”',
  lsquo: '‘',
  rsquo: '’',
  sbquo: '‚',
  bdquo: '„',
  laquo: '«',
  raquo: '»',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  bull: '•',
  middot: '·',
  sect: '§',
  para: '¶',
  dagger: '†',
  Dagger: '‡',
  copy: '©',
  reg: '®',
  trade: '™',
  deg: '°',
  plusmn: '±',
  times: '×',
  divide: '÷',
  frac12: '½',
  frac14: '¼',
  frac34: '¾',
  euro: '€',
  pound: '£',
  yen: '¥',
  cent: '¢',
  le: '≤',
  ge: '≥',
  ne: '≠',
  minus: '−',
  prime: '′',
  eacute: 'é',
  egrave: 'è',
  ecirc: 'ê',
  agrave: 'à',
  acirc: 'â',
  ccedil: 'ç',
  ocirc: 'ô',
  ouml: 'ö',
  Ouml: 'Ö',
  auml: 'ä',
  Auml: 'Ä',
  uuml: 'ü',
  Uuml: 'Ü',
  szlig: 'ß',
  ntilde: 'ñ',
  aacute: 'á',
  iacute: 'í',
  oacute: 'ó',
  uacute: 'ú',
  zwnj: '\u200c',
  zwj: '\u200d',
};
/** What browsers take numbers 128 to 159 for. */
const windows1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(
    /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-zA-Z][a-zA-Z0-9]{1,10}));?/gu,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return named[name] ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
      if (code >= 0x80 && code <= 0x9f) return windows1252.charAt(code - 0x80);
      if (code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return '\ufffd';
      return String.fromCodePoint(code);
    },
  );
}
