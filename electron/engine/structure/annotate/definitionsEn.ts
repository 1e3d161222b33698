import type { Span } from '../../../../shared/span.ts';
import type { Line, TermFound } from './definitions.ts';
import type { Quoted } from './quotes.ts';

const maxWords = 10;

// Between names of one term: `"A" or "B"`, `"A" ("B")`.
const joint = /^ ?(?:,? ?(?:and\/or|and|or|\/|&|,) ?(?:the |an? |each,? )?|\( ?(?:or )?(?:the |an? )?)$/i;

const verb =
  /^(?:[,.]? ?\([^()]{0,80}\))?,?(?: (?:of|for|with respect to|in (?:relation|respect|reference|connection) (?:to|of|with)|as (?:to|applied|used|stated|between)|when (?:used|applied)|used|for (?:the )?purposes? (?:of|hereof)|in (?:this|the|any)|(?:means?|shall mean),? with|by|to|shall,)\b[^.;:"“”]{0,160}?)?,? ?(?:each |collectively |both |also )?(?:(?:shall|will|must|should|are|is) )?(?:also |each |further |collectively |individually |have |has |be |only |hereby |not )*(?:means?\b|meant?\b|meaning\b|(?:(?:the|that|those|such|its|their)(?: \w+){0,2}|corresponding|correlative|similar) meanings?\b|agreed to mean\b|refers?\b|defined\b|(?:deemed|construed|understood|interpreted|taken|read) to (?:mean|include|refer)|denotes?\b|identif(?:y|ies)\b|signif(?:y|ies)\b|a references? to)/i;
const weakVerb =
  /^(?:,[^,.;:"“”]{1,120},)? ?(?:shall |will |must |may )?(?:also |only |specifically |does not |not |shall )*(?:includes?|excludes?|comprises?|covers?|equals?|consists? of)\b/i;
const copula = /^ ?(?:(?:is|are|shall be|will be) |: ?|[-—] ?|= ?)/i;

/** The "Noncompetition Period" shall be the term of this agreement. */
const plainCopula = /^ (?:shall be|is|are|will be) (?:the|an?|any|each|all|those|that)\b/i;

const leadWords =
  /^(?:\(?[\dA-Za-z]{1,5}[.)]?(?:[\d.()a-z]{0,10}) ?[-.]? ?)?(?:(?:and|or|but|further|moreover|however|provided that),? ?)?(?:(?:the|each|any|an?) )?(?:(?:capitalized|defined|following) )?(?:(?:terms?|words?|expressions?|phrases?|references? to)[, ]*)?(?:the )?$/i;
const leadPurpose =
  /^.{0,24}\b(?:for (?:the )?purposes?(?: of)?|as used (?:in|herein)|when used|used in|in this|wherever used|unless|where|if)\b[^.;"“”]{0,160},? (?:(?:the )?(?:terms?|words?|expressions?|phrases?),? )?(?:the |an? )?$/i;

const bracketLead =
  /^\((?:[^()"“”]{0,90}?(?:\b(?:the|an?|each|both|all|any|such|every|either|this|that|these|those|as|called|named|collectively|individually|together|hereinafter|hereafter|herein|or|and|also|jointly|designated|abbreviated|termed|be|of|under)|[,:;\]]))? ?$/i;
/** Little words whose reading a clause fixes: rules of interpretation, not terms. */
const littleWord =
  /^(?:from|to|until|till|through|by|including|include[sd]?|or|and|and\/or|any|all|each|hereof|herein|hereto|hereunder|hereby|shall|will|may|must|month|year|quarter|week|day|writing|written|person|dollars?)$/;
const bracketRefuse =
  /\b(?:as defined|as such term|meaning of|e\.g|i\.e|such as|including|for example|see|pursuant|within|under the|formerly|f\/?k\/?a|d\/?b\/?a|titled|entitled|marked|labell?ed|not)\b/i;
const bracketTail =
  /^ ?(?:[,;.)]|of (?:the|a|an|such|that) [A-Z]|(?:and|or|as|for|in|when|herein|hereinafter|with|together|collectively|to|shall|if|where|which|respectively|of this|under this)\b|\()/i;

const bareLead =
  /\b(?:(?:herein(?:after|before)?|hereafter)(?:,? (?:sometimes|individually|jointly|collectively|also|be|being|together|referred|to|called|known|designated|defined|as|termed|described|abbreviated|simply|and|or)){0,8}|(?:shall|will|may|to|are|is|be|and)(?: \w+){0,3} referred to(?: (?:herein|hereinafter|hereunder|below|in this \w+|individually|collectively|jointly|together|also|sometimes)){0,4} as|(?:,|;|and|\)) (?:collectively|individually|together|jointly|each)|(?:individually|collectively|jointly) (?:as|termed|called|referred to as)|(?:be|is|are) deemed(?: to be)?),? ?(?:the |an? |this |each |each an? )?$/i;
/** … actually open the business is the "Opening Date." */
const finalName = /\b\w+ (?:is|are|shall be|will be) (?:the|an?|our|your) $/i;
const bareRefuse = /\b(?:commonly|generally|usually|often|popularly|publicly) (?:\w+ )?(?:referred|known|called)/i;

const unquoted =
  /^((?:the |an? )?[A-Z][\w&'/-]*(?: (?:[A-Z(][\w&'/().-]*|of|and|or|the|for|in|to|on|by|with|&)){0,8}),? (?:(?:shall |will )?means?\b|(?:shall have|has|have|shall bear) the (?:following )?meanings?\b)/;
const purposed =
  /^(?:\(?[\d.a-z]{1,6}[.)]? ?)?(?:for (?:the )?purposes? (?:of this [a-z]+|hereof|of these [a-z]+)|as used (?:in this [a-z]+|herein)|in this [a-z]+),? (?:the (?:term|expression|word) )?((?:[\w&'/-]+ ){1,6}?)(?:shall mean|means?|is defined as|shall be defined as)\b/i;
const labelLead = /^\(?(?:\d{1,3}(?:\.\d{1,3})*|[A-Za-z]|[ivxlc]{1,5})[.)]?\)? /i;
const listed =
  /^((?:[A-Z][\w&'/-]*)(?: (?:[A-Z(][\w&'/().-]*|of|and|or|the|for|in|to|&)){0,6}) ?(?::|—|- ) ?(?=[A-Za-z])/;

// Names of form fields and of parts of the document, which colons follow as well.
const fieldName =
  /^(?:attn|attention|title|name|by|date|dated|address|phone|tel|telephone|fax|e-?mail|re|note|source|page|version|definitions?|the following|(?:exhibit|schedule|annex|appendix|attachment|section|article)\b.*)$/i;

const isLatin = (text: string): boolean => /[A-Za-z]/.test(text);
const wordCount = (text: string): number => text.split(' ').length;

function isTerm(line: Line, quote: Quoted): boolean {
  const words = line.text.slice(quote.start, quote.end);
  // Schedule "A" is a number, not a name
  if (
    /\b(?:schedule|exhibit|annex|appendix|attachment|article|section|clause) $/i.test(
      line.text.slice(Math.max(0, quote.open - 12), quote.open),
    )
  )
    return false;
  if (littleWord.test(words)) return false;
  return isLatin(words) && wordCount(words) <= maxWords && !/[.;:!?] ./.test(words) && !/\*{3}/.test(words);
}

/** Terms that an English line defines. Quoted words in ordinary text are none: a verb, a bracket or "hereinafter" must say so. */
export function englishDefinitions(line: Line): TermFound[] {
  const found: TermFound[] = [];
  const quotes = line.quotes.filter((quote) => isTerm(line, quote));
  for (let i = 0; i < quotes.length; i++) {
    const first = quotes[i];
    if (first === undefined) continue;
    if (first.bracket >= 0) {
      i = bracketed(line, quotes, i, found);
      continue;
    }
    let last = i;
    const names: Span[] = [[first.start, first.end]];
    for (let next = quotes[last + 1]; next !== undefined; next = quotes[last + 1]) {
      if (!joint.test(line.text.slice((quotes[last]?.close ?? 0) + 1, next.open))) break;
      names.push([next.start, next.end]);
      last++;
    }
    const close = (quotes[last]?.close ?? first.close) + 1;
    const inBracket = line.text.charAt(close) === ')' ? close + 1 : close;
    const after = line.text.slice(inBracket, inBracket + 420);
    const from = sentenceStart(line, first.open);
    const before = line.text.slice(Math.max(from, first.open - 220), first.open);
    const opens =
      leadWords.test(before) || leadPurpose.test(before) || /[;:] ?(?:and |or )?(?:the terms? )?$/.test(before);
    const isCopula = copula.exec(after);
    const behind = behindBracket(line.text, inBracket);
    if (
      verb.test(after) ||
      (behind !== null && verb.test(behind)) ||
      (opens && plainCopula.test(after)) ||
      (opens && weakVerb.test(after)) ||
      (line.area && leadWords.test(before) && isCopula)
    ) {
      found.push(...together(line, names));
      i = last;
      continue;
    }
    const lead = line.text.slice(Math.max(from, first.open - 120), first.open);
    const isNamed =
      finalName.test(lead) &&
      /^[.,;]?$|^[.;] |^,? (?:and|which|but)\b/.test(line.text.slice(close, close + 6)) &&
      /^[A-Z]/.test(line.text.slice(first.start));
    const deemed = /\bdeemed(?: to be)? (?:an? |the )?$/i.test(lead) && /^[a-z]/.test(line.text.slice(first.start));
    if ((bareLead.test(lead) && !bareRefuse.test(lead) && !deemed) || isNamed) {
      for (const name of names) found.push({ names: [name], defines: false });
      i = last;
    }
  }
  unquotedTerms(line, found);
  return found;
}

function sentenceStart(line: Line, at: number): number {
  let start = 0;
  for (const [from] of line.sentences) {
    if (from > at) break;
    start = from;
  }
  return start;
}

/** `(the "X")`, `(each a "Y" and together the "Ys")`; returns the index of the last quote looked at. */
function bracketed(line: Line, quotes: readonly Quoted[], index: number, found: TermFound[]): number {
  const first = quotes[index];
  if (first === undefined) return index;
  let last = index;
  while (quotes[last + 1]?.bracket === first.bracket) last++;
  const lead = line.text.slice(first.bracket, first.open);
  if (lead.replace(/\[[^\]]*\]/g, '').length > 100 || !bracketLead.test(lead) || bracketRefuse.test(lead))
    return bracketVerb(line, quotes, index, last, found);
  const group: { names: Span[]; words: string }[] = [];
  for (let i = index; i <= last; i++) {
    const quote = quotes[i];
    if (quote === undefined) continue;
    const tail = line.text.slice(quote.close + 1, quote.close + 30);
    if (tail !== '' && !bracketTail.test(tail)) continue;
    const words = line.text.slice(quote.start, quote.end).replace(/[,.]$/, '');
    const glue = i === index ? '' : line.text.slice((quotes[i - 1]?.close ?? 0) + 1, quote.open);
    const before = group.at(-1);
    const range: Span = [quote.start, quote.end];
    if (before !== undefined && (/^ ?(?:or|\/|,)(?: the| an?)? $/i.test(glue) || kin(before.words, words)))
      before.names.push(range);
    else group.push({ names: [range], words });
  }
  for (const { names } of group) found.push({ names, defines: false });
  return last;
}

/** What follows a bracket right behind the term: "Control" (including "controlled by") means … */
function behindBracket(text: string, at: number): string | null {
  if (!/^ ?\(/.test(text.slice(at, at + 2))) return null;
  const close = text.indexOf(')', at);
  return close < 0 || close - at > 200 ? null : text.slice(close + 1, close + 300);
}

/** A quote in brackets may still be defined by a verb there: (for this purpose "control" means …). */
function bracketVerb(line: Line, quotes: readonly Quoted[], index: number, last: number, found: TermFound[]): number {
  for (let i = index; i <= last; i++) {
    const quote = quotes[i];
    if (
      quote &&
      /^ (?:shall )?(?:means?|has the meaning|refers? to)\b/i.test(line.text.slice(quote.close + 1, quote.close + 40))
    )
      found.push({ names: [[quote.start, quote.end]], defines: true });
    else if (quote && bareLead.test(line.text.slice(Math.max(quote.bracket + 1, quote.open - 120), quote.open)))
      found.push({ names: [[quote.start, quote.end]], defines: false });
  }
  return last;
}

/** `"A" or "B"` are two names of one thing, `"A", "B" and "C"` are three things, "Party" and "Parties" one. */
function together(line: Line, names: readonly Span[]): TermFound[] {
  const groups: Span[][] = [];
  for (const [start, end] of names) {
    const group = groups.at(-1);
    const before = group?.at(-1);
    const glue = before === undefined ? '' : line.text.slice(before[1], start);
    if (group && before && (/\bor\b|\//i.test(glue) || kin(line.text.slice(...before), line.text.slice(start, end)))) {
      group.push([start, end]);
    } else groups.push([[start, end]]);
  }
  return groups.map((group) => ({ names: group, defines: true, from: names[0]?.[0] ?? 0 }));
}

/** Singular and plural of one word. */
const kin = (a: string, b: string): boolean => {
  const stem = (word: string): string =>
    word
      .toLowerCase()
      .replace(/ies$/, 'y')
      .replace(/(?:es|s)$/, '');
  return stem(a) === stem(b);
};

/** (hereinafter referred to as Platform), (where control means …) */
const plainShort =
  /\((?:herein(?:after)?|hereafter)(?:,? (?:be|being|also|collectively|individually|jointly))*,? (?:referred to|called|known|abbreviated) as (?:the |an? )?((?:[A-Z][\w&'-]*)(?: [A-Z][\w&'-]*){0,4})(?=[),;])/g;
const whereMeans =
  /\b(?:where|in which case|whereby|and for this purpose) (?:the term )?((?!it\b|this\b|that\b)[a-z]{3,20}(?: [a-z]{3,20})?) (?:shall mean|means)\b/g;

function unquotedTerms(line: Line, found: TermFound[]): void {
  for (const [pattern, defines] of [
    [plainShort, false],
    [whereMeans, true],
  ] as const)
    for (const match of line.text.matchAll(pattern)) {
      const name = match[1] ?? '';
      const from = match.index + match[0].lastIndexOf(name, defines ? match[0].lastIndexOf(' ') : Infinity);
      if (!found.some((other) => other.names.some(([s, e]) => s < from + name.length && from < e)))
        found.push({ names: [[from, from + name.length]], defines });
    }
  for (const [start, end] of line.sentences) {
    const sentence = line.text.slice(start, Math.min(end, start + 200));
    const match = purposed.exec(sentence);
    const name = match?.[1]?.trim().replace(/^(?:an?|the) /i, '');
    if (!match?.[1] || name === undefined || /["“”]/.test(name)) continue;
    const from = start + match[0].lastIndexOf(match[1]) + match[1].indexOf(name);
    if (!found.some((other) => other.names.some(([s, e]) => s < from + name.length && from < e)))
      found.push({ names: [[from, from + name.length]], defines: true });
  }
  for (const [start, end] of line.sentences) {
    const sentence = line.text.slice(start, Math.min(end, start + 200));
    const label = labelLead.exec(sentence)?.[0].length ?? 0;
    for (const skip of label > 0 ? [0, label] : [0]) {
      const rest = sentence.slice(skip);
      const match = unquoted.exec(rest) ?? (line.area ? listed.exec(rest) : null);
      const name = match?.[1];
      if (name === undefined) continue;
      const article = /^(?:the|an?) /i.exec(name)?.[0].length ?? 0;
      const words = name.slice(article);
      if (words.length < 3 || fieldName.test(words)) continue;
      if (/^(?:this|that|these|it|which|what|nothing|each|any|if|in)$/i.test(words) || wordCount(words) > maxWords)
        continue;
      if (/^(?:The )?(?:Agreement|Contract)$/.test(words) && skip === 0 && !/means/.test(match?.[0] ?? '')) continue;
      const from = start + skip + article;
      if (!found.some((other) => other.names.some(([s, e]) => s < from + words.length && from < e)))
        found.push({ names: [[from, from + words.length]], defines: true });
      break;
    }
  }
}
