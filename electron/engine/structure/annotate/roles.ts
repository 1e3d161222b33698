import type { Reference } from '../../../../shared/model.ts';

type Role = Reference['role'];

// Words that may stand between "subject to" and the number.
const filler =
  '(?:(?:,|the|any|all|each|and|or|of|in|to|by|with|under|as|for|other|otherwise|expressly|specifically|specified|set|forth|out|provided|stated|contained|described|permitted|required|limited|defined|noted|anything|contrary|foregoing|else|provisions?|terms?|conditions?|limitations?|exceptions?|exclusions?|requirements?|restrictions?|rights?|obligations?|remaining|last|first|second|sentences?|paragraphs?|express|applicable|this|agreement|always|in all respects|elsewhere|herein|hereof|including|pursuant|accordance|is|are|may|be|if|when|where|where|extent|it|the)[ ,]+){0,14}';
const english: readonly (readonly [RegExp, Role])[] = [
  [new RegExp(`\\bsubject(?: always| in all respects| however)?,? to ${filler}$`, 'i'), 'subject-to'],
  [
    new RegExp(
      `\\b(?:notwithstanding|despite|modifying|in lieu of|instead of|in spite of|regardless of) ${filler}$`,
      'i',
    ),
    'notwithstanding',
  ],
  [
    new RegExp(
      `\\b(?:except(?:ing)?|save|other than|unless|excluding|with the exception of)(?: to the extent)? ${filler}$`,
      'i',
    ),
    'except',
  ],
];
const prevailsAfter =
  /^[^.;。]{0,60}?\b(?:shall|will|must) (?:prevail|govern|control|take precedence|supersede|override)\b|^(?:的)?[^,。;]{0,14}(?:为准|优先)/i;

const chineseBefore: readonly (readonly [RegExp, Role])[] = [
  [/(?:尽管|虽有|即使|不受|不论|无论)[^,。;]{0,12}$/, 'notwithstanding'],
  [/(?:受限于|受制于|[在以](?:不违反|遵守|遵循|符合|满足)|(?<!不)受)[^,。;]{0,8}$/, 'subject-to'],
  [/除(?:非)?[^,。;]{0,10}$/, 'except'],
];
const exceptAfter = /^[^,。;]{0,30}?(?:另有[^,。;]{0,6}|[^,。;]{0,6})(?:外|除外)/;
const notwithstandingAfter = /^[^,。;]{0,12}(?:的)?(?:限制|影响|约束)/;

/**
 * What a reference does in its sentence. A member of a list ("subject to Section 5 and Section 6") has the role of the one
 * before it.
 */
export function roleOf(
  text: string,
  start: number,
  end: number,
  before: { readonly end: number; readonly role: Role } | null,
): Role {
  const after = text.slice(end, end + 100);
  const lead = text.slice(Math.max(0, start - 160), start);
  for (const [pattern, role] of english) if (pattern.test(lead)) return role;
  if (/以(?:本合同|本协议|本)?[^,。;]{0,6}$/.test(lead) && /^(?:的)?[^,。;]{0,14}为准/.test(after)) return 'prevails';
  for (const [pattern, role] of chineseBefore) {
    if (!pattern.test(lead)) continue;
    if (role === 'except' && !exceptAfter.test(after) && !/^[^,。;]{0,20}外/.test(after)) continue;
    if (role === 'subject-to' && /受[^,。;]{0,8}$/.test(lead) && !notwithstandingAfter.test(after)) continue;
    if (role === 'notwithstanding' && /不受[^,。;]{0,12}$/.test(lead) && !notwithstandingAfter.test(after)) continue;
    return role;
  }
  if (prevailsAfter.test(after)) return 'prevails';
  if (
    before !== null &&
    before.role !== 'plain' &&
    /^ ?(?:\([A-Z][^()]{2,60}\))? ?(?:,|and|or|and\/or|、|和|及|或|以及|, (?:and|or))? ?(?:the )?$/.test(
      text.slice(before.end, start),
    )
  )
    return before.role;
  return 'plain';
}
