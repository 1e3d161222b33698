const quoteMarks = /["“”„«»「」『』]|''/gu;

/** A term without quotation marks, punctuation at its ends and doubled spaces; empty if nothing is left. */
export const cleanTerm = (words: string): string =>
  words
    .replace(quoteMarks, '')
    .replace(/\s+/gu, ' ')
    .replace(/^(?:the|The) (?=[A-Z])/u, '')
    .replace(/^[\s,.;:，。；：、*_]+|[\s,.;:，。；：、*_]+$/gu, '');

function otherNumber(term: string): string | null {
  const optional = /^(.*[A-Za-z])\((s|es)\)$/.exec(term);
  if (optional) return null;
  const word = /[A-Za-z]+$/.exec(term)?.[0];
  if (word === undefined || word.length < 3 || (word === word.toUpperCase() && !/^[A-Z]{2,}s$/.test(word))) return null;
  if (/^(?:data|information|software|hardware|equipment|property|know-how|technology|work|research|law)$/i.test(word))
    return null;
  const stem = term.slice(0, term.length - word.length);
  if (/[^aeiou]ies$/i.test(word)) return `${stem}${word.slice(0, -3)}y`;
  if (/(?:ss|x|ch|sh)es$/i.test(word)) return `${stem}${word.slice(0, -2)}`;
  if (/[^su]s$/i.test(word) && !/is$/i.test(word)) return `${stem}${word.slice(0, -1)}`;
  if (/s$/i.test(word) && !/(?:ss|us|is)$/i.test(word)) return `${stem}${word.slice(0, -1)}`;
  if (/[^aeiou]y$/i.test(word)) return `${stem}${word.slice(0, -1)}ies`;
  if (/(?:ss|x|ch|sh)$/i.test(word)) return `${stem}${word}es`;
  return /(?:ed|ing|us|is)$/i.test(word) ? null : `${stem}${word}s`;
}

/** Other names of `names[0]`: the names given with it, and singular or plural of English ones. No name twice. */
export function aliasesOf(names: readonly string[]): string[] {
  const seen = new Set<string>();
  const aliases: string[] = [];
  const add = (name: string | null | undefined): void => {
    if (name === null || name === undefined || name === '' || seen.has(name.toLowerCase())) return;
    seen.add(name.toLowerCase());
    aliases.push(name);
  };
  const first = names[0];
  if (first === undefined) return aliases;
  seen.add(first.toLowerCase());
  for (const name of names.slice(1)) add(name);
  for (const name of names) {
    const optional = /^(.*[A-Za-z])\((s|es)\)$/.exec(name);
    if (optional) {
      add(optional[1]);
      add(`${optional[1] ?? ''}${optional[2] ?? ''}`);
    } else add(otherNumber(name));
  }
  return aliases;
}
