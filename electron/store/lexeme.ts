import { createHash } from 'node:crypto';

/**
 * Terms that the default parser of Postgres leaves whole and the `simple` dictionary unchanged. Of Han only the two blocks that
 * contracts are written in: its tables of letters end before the later planes.
 */
const PLAIN = /^(?:[a-z][a-z0-9]*|[0-9]+|[\u3400-\u4dbf\u4e00-\u9fff]+)$/u;

/** UTF-8 bytes. Postgres takes no word over 2 kB; no term of a language comes near this. */
const MAX_BYTES = 120;

const PREFIX = 'zzq';
const LETTERS = 'abcdefghijklmnop';

/**
 * The word that stands for a term in the text index, so that equal terms, and only those, give equal words: `co-op`,
 * `12.2(a)` or `kg²` would be cut or folded by the parser, so their bytes are spelt in letters.
 */
export function lexeme(term: string): string {
  const bytes = Buffer.from(term);
  if (PLAIN.test(term) && bytes.length <= MAX_BYTES && !term.startsWith(PREFIX)) return term;
  const spelt = bytes.length <= MAX_BYTES ? bytes : createHash('sha256').update(bytes).digest();
  let word = PREFIX;
  for (const byte of spelt) word += `${LETTERS[byte >> 4]}${LETTERS[byte & 15]}`;
  return word;
}

/** The words of terms separated by white space, as they are stored and asked for. */
export const lexemes = (terms: readonly string[]): string => terms.map(lexeme).join(' ');
