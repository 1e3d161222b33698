import type { BlockText } from './blockText.ts';
import { isHan } from './blockText.ts';
import { candidate } from './candidate.ts';
import type { Candidate } from './candidate.ts';
import { readLabel } from './labels.ts';
import {
  countBefore,
  itemReferenceBefore,
  judgeAfter,
  listReferenceBefore,
  mentionAfter,
  referenceBefore,
  separatedBefore,
  stopBefore,
} from './surroundings.ts';

/** Where labels inside a line may begin; each is read and judged on its own. */
export const inlinePlaces =
  /(?<![\w.(/-])\d{1,3}(?:(?:\.\d{1,3}){1,5}\.?(?!\d)|[.、)])|[(][ \t]?(?:[a-zA-Z]{1,5}|\d{1,2}|[一二三四五六七八九十]{1,3})[ \t]?\)|[①-⑳⑴-⒛㈠-㈩]|(?<![\w.(/'’-])(?:[a-zA-Z]{1,4}[.)](?=\s)|[A-Z]\.\d{1,2}(?:\.\d{1,2})*\.?(?=\s+[\p{Lu}“"]))|(?:ARTICLE|Article|SECTION|Section|§|PART|Part)[ \t]*(?:[-–—][ \t]*|[ \t])[\dIVXLC]+|第[ \t]?[一二三四五六七八九十百零〇\d]+[ \t]?[编章节条條節]|[一二三四五六七八九十]{1,3}、/gu;

/** A label inside a line: a list run into its paragraph, or a paragraph glued to the one before. */
export function inlineCandidate(view: BlockText, at: number): Candidate | null {
  const { text } = view;
  const label = readLabel(text, at);
  if (label === null) return null;
  const reading = label.readings[0];
  if (reading === undefined) return null;
  const before = text.slice(Math.max(0, at - 48), at);
  const after = text.slice(label.end, label.end + 80);
  const gap = /(?:[ \t]{3,}|\n)$/.test(before) || /[.;:!?)"”] {2,}$/.test(before);
  const stop = stopBefore.test(before);
  const bracketed = reading.mark === '()' || reading.family === 'circled';
  let prior = 0;
  if (bracketed || (reading.mark === ')' && reading.family !== 'n.')) {
    if (itemReferenceBefore.test(before) && !/[)"”]\s+$/.test(before)) {
      if (
        !/\s$/.test(before) ||
        /\b(?:sections?|clauses?|articles?|paragraphs?|sub-?\w+|items?|schedules?|exhibits?)\s*$/i.test(before)
      ) {
        if (!(isHan(before.slice(-1)) && !/[第条條款项項\d]$/.test(before))) return null;
      }
    }
    if (listReferenceBefore.test(before) && !stop) return null;
    if (/^\d/.test(reading.printed) && countBefore.test(before)) return null;
    if (reading.family === '(cn)' && /[第条條款项項]\s*$/.test(before)) return null;
    if (reading.family === '(cn)' || reading.family === '(n)') {
      if (!/[\s:：;；,，。.、)）]$/.test(before)) prior -= 0.8;
    }
    if (mentionAfter.test(after)) return null;
    if (/^[a-z]{2,}$/i.test(reading.printed) && label.readings.every((r) => r.family !== '(i)' && r.family !== '(I)'))
      prior -= 0.6;
    if (reading.printed.length === 1 && /^s\b/.test(reading.printed)) return null;
    if (reading.mark === ')') {
      if (!/\s$/.test(before) && !isHan(before)) return null;
      if (/\([^)]*$/.test(before)) return null;
      prior -= 0.3;
    }
    const made = candidate(
      view,
      at,
      label.end,
      gap ? 'gap' : stop ? 'stop' : 'inline',
      label.readings,
      prior,
      true,
      /[:：]\s*$/.test(before),
    );
    return { ...made, soft: !gap && !separatedBefore.test(before) };
  }
  const recital = /^\s*WHEREAS\b/.test(after);
  if (referenceBefore.test(before) && !gap && !recital) return null;
  if (/[a-z一-龥][ \t\n]*$/i.test(before) && countBefore.test(before) && !gap && !stop) return null;
  if (!stop && !gap) {
    // Behind a word only decimals such as 1.1 can be labels: their heading may lack a stop. So can lettered recitals.
    const capitals =
      reading.word !== null && /^[A-Z]{4,}$/.test(reading.word) && /^\s*[-–—:.]?\s*\p{Lu}{2}/u.test(after);
    if (!/^d\d$/.test(reading.family) && reading.family !== 'n.' && !capitals && !recital) return null;
    if (!/\s$/.test(before) || isHan(before.slice(-2))) return null;
    prior -= recital ? 0 : reading.family === 'n.' ? 0.9 : 0.5;
  }
  if (reading.mark === '' && !/^d\d$/.test(reading.family) && reading.word === null) return null;
  // Brand names may begin with a small letter: iPass, eBay.
  if (!/^["“([【《\s–—:-]*(?:\p{Ll}{0,2}\p{Lu}|\p{Lo})/u.test(after) && !/^\s*$/.test(after)) {
    if (!gap) return null;
    prior -= 0.6;
  }
  if (!/^\s/.test(after) && !isHan(after[0] ?? '') && !/^["“【《]/.test(after)) return null;
  const readings = label.readings.filter((r) => judgeAfter(r, after, 'gap', text[label.end]) !== null);
  const first = readings[0];
  if (first === undefined) return null;
  prior += judgeAfter(first, after, 'gap', text[label.end]) ?? 0;
  return candidate(
    view,
    at,
    label.end,
    gap ? 'gap' : stop ? 'stop' : 'inline',
    readings,
    prior,
    true,
    /[:：]\s*$/.test(before),
  );
}
