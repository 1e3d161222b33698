import type { Cue } from './contrastCues.ts';

// Conditions and caps that no "provided that" or 但 opens.
const english =
  /(?<=[,;(] ?|\band |\bbut )(?:subject to|contingent (?:up)?on|condition(?:ed|al) (?:up)?on)\b(?! (?:all |any |the )?(?:other |applicable |following )*(?:terms?|provisions|conditions of (?:this|the)|this|sections?|articles?|clauses?|paragraphs?))|\b(?:but )?(?:only|solely) (?:if|when|after|upon|to the extent|for so long as|in the event|as (?:expressly )?(?:permitted|necessary|required))\b|\bwith the (?:only |sole |following )?exceptions? (?:of|being|that)\b|(?<=[,;] ?(?:and |but )?)(?:in no (?:event|case)|under no circumstances)\b|(?<=[,(] ?)(?:excluding|other than|exclusive of)\b/gi;
const chinese =
  /(?<=[,;:。] ?)(?:前提(?:条件)?[是为]|条件是|仅限于?|仅在|仅当|只有|且?仅可|且?只能)|(?<=[,;] ?)(?:在任何情况下|任何情况下|无论如何)[^,。;]{0,24}?(?:不|无|仅)/g;
/** 经甲方同意后，方可转让: what must come first, and what it opens. */
const chineseFirst = /(?:(?<=[,后时内的意准])方(?:可(?!以)|能|有权)|才能|才可以?|才有权)/;

/** Limits inside a sentence, in order; weaker signs than the cues that law books name. */
export function limitCues(sentence: string): Cue[] {
  const cues: Cue[] = [];
  for (const match of sentence.matchAll(english)) {
    const start = match.index;
    const bracket = sentence.charAt(start - 1) === '(' ? sentence.indexOf(')', start) : -1;
    const stop = sentence.indexOf('; ', start + match[0].length);
    const opens = start < 3 ? sentence.indexOf(', ', start) : -1;
    const end = bracket > 0 ? bracket : opens > 0 ? opens : stop > 0 ? stop : sentence.length;
    cues.push({ start, end, kind: 'inside', confidence: 0.5 });
  }
  for (const match of sentence.matchAll(chinese)) {
    const stop = sentence.indexOf(';', match.index);
    cues.push({ start: match.index, end: stop < 0 ? sentence.length : stop, kind: 'inside', confidence: 0.5 });
  }
  const first = chineseFirst.exec(sentence);
  if (first && cues.length === 0) {
    const from = Math.max(...['。', ';'].map((mark) => sentence.lastIndexOf(mark, first.index) + 1));
    const comma = sentence.lastIndexOf(',', first.index);
    if (comma > from + 2) cues.push({ start: from, end: comma, kind: 'inside', confidence: 0.5 });
  }
  return cues;
}
