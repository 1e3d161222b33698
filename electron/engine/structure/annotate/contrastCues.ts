import { limitCues } from './contrastLimits.ts';

/** How a sentence limits a rule. Positions are folded ones within the sentence. */
export interface Cue {
  /** Where the limiting words begin and end. */
  readonly start: number;
  readonly end: number;
  /**
   * `before`: the whole sentence limits what stands before it. `inside`: the sentence holds rule and proviso.
   * `reference`: it limits the clauses that it names, else what stands before it. `foregoing`: all that stands before it.
   * `all`: whatever says otherwise anywhere. `topic`: the clause that its subject is the topic of.
   * `yields`: it gives way to no clause by name; the earlier sentence of its clause that speaks of the same.
   */
  readonly kind: 'before' | 'inside' | 'reference' | 'foregoing' | 'all' | 'topic' | 'yields';
  /** Where the clauses that it limits are named: up to here. */
  readonly subjectEnd?: number;
  /** Where the words begin that say what it is about. */
  readonly topicStart?: number;
  readonly confidence: number;
}

// "…, subject to Section 5", "Notwithstanding Section 5" are read from the references; here is what needs no number.
const opening: readonly (readonly [RegExp, Cue['kind'], number])[] = [
  [/^(?:however|but|nevertheless|nonetheless)\b(?! not limited)/i, 'before', 0.8],
  // "Provided that A, B shall …" holds its rule itself
  [
    /^(?:and )?provided(?:(?:,? (?:however|further|also|always))+,? (?:that|if)\b|,? (?:that|if)\b(?![^,;]{4,200}, [^,;]{1,60}\b(?:shall|will|may|must)\b))/i,
    'before',
    0.9,
  ],
  [
    /^(?:notwithstanding|despite) (?:the (?:foregoing|above)(?! (?:\w+ ){0,3}(?:sections?|clauses?|paragraphs?|provisions?))\b|any of the foregoing)/i,
    'foregoing',
    0.95,
  ],
  [/^(?:notwithstanding|despite) the (?:foregoing|above|preceding|previous)/i, 'reference', 0.95],
  [
    /^(?:and |but )?(?:notwithstanding|despite) (?:anything|any(?: other)? (?:contrary )?(?:provisions?|terms?)|(?:any )?other provisions?)\b[^,]{0,120},/i,
    'all',
    0.5,
  ],
  [/^notwithstanding\b/i, 'reference', 0.6],
  [
    /^nothing (?:contained |herein |set forth |stated )*(?:in |of )?(?:this|the foregoing|these|herein|section|article|clause|paragraph)\b/i,
    'reference',
    0.6,
  ],
  [
    /^(?:the (?:foregoing|above|preceding)|such|these|those|this) [^.;]{0,140}?\b(?:shall|does|do|will|is|are|may) not (?:be )?(?:apply|applicable|extend|include|limit|restrict|prevent|prohibit|preclude|affect)\b/i,
    'reference',
    0.8,
  ],
  [/^(?:exceptions?|exclusions?) (?:to|from)\b/i, 'reference', 0.7],
  [/^in no (?:event|case|circumstances?)\b/i, 'before', 0.5],
  [
    /^no (?!(?:\w+ ){0,3}(?:waivers?|delay|failure|amendments?|modifications?|changes?|course|consent|remedy|presumption)\b)[^.;]{4,220}?\b(?:shall|will|applies|is|are|may)\b/i,
    'topic',
    0.5,
  ],
  [/^(?:尽管|虽有|无论|不论)(?:有)?本(?:合同|协议)[^,。;]{0,8}(?:任何|其他|另有|相反)[^,。;]{0,20},/, 'all', 0.5],
  [/^(?:尽管有?|虽有)(?:上述|前述|以上)/, 'foregoing', 0.9],
  [
    /^(?:在(?:此|这种|该种?|上述)情[况形]下,?)?[^,。;但]{0,40}仍(?:然)?(?:应|须|需|有|按|由|可|得|负|享有|继续)/,
    'foregoing',
    0.5,
  ],
  [/^(?:但是?|惟|然而|不过|尽管如此|虽然如此|虽有上述|但书)(?!不限于|愿)/, 'before', 0.9],
  [/^(?:尽管|虽有|即使有?|不论)(?:前|上|本|第|有)/, 'reference', 0.85],
  [/^(?:前述|上述|前款|该等?|以上|本款|本条)[^。;]{0,60}?不(?:再)?适用/, 'reference', 0.9],
];

const englishInside =
  /(?:,|;|\(|\band\b| -|^)? ?\b(provided(?:[,;]? (?:however|further|also|always|that))*[,;]? (?:that|if)\b|provided[,;] however,|(?:so|as) long as\b|on (?:the )?condition that\b|except(?:ing)?(?: (?:that|as|for|to|where|when|in|with|if|under|upon|pursuant|by|insofar|on|at|those|any|such|the|only|this|where|during|claims?|payment))\b|save (?:that|for|as|where|to)\b|unless\b|with the exception of\b|(?<=(?<!provided)[;,] )however,|(?<=[;,] )but (?!(?:is |are |shall |will )?(?:not )?(?:be )?limited|without limit|not by way|also|rather|for the avoidance|all (?:of which|such|together)))/gi;
const notApply =
  /\b(?:shall|does|do|will|is|are|may|would)(?: each| also)? not (?:be )?(?:apply|applicable)\b|\b(?:shall|does|do|will) not extend to\b|\bshall be inapplicable\b|\bexceptions? (?:to|from) (?:this|the|section|clause)/i;
const chineseInside =
  /(?<=[,;:)。、] ?)(?:但是?|惟)(?!不限于|愿|书|一)|除非|(?<![删扣免剔清拆排解消去切])除(?!外|了|权|斥|非|去|以|名|夕|湿|尘|此)[^,。;]{1,60}?(?:之?外|以外)(?=[,。;]|$)|(?<=[,;:。] ?)[^,;。]{1,80}?除外(?=[,。;)]|$)|(?<=[,;] ?)[^,;。]{0,30}另有(?:约定|规定|要求)的?,?(?:从其|按其|以其|依其)[^,。;]{0,8}/g;
const chineseNotApply = /(?:不|均不|并不|不再|不得|则不)适用/;
const choiceOfLaw = /不适用[^,。;]{0,30}(?:法|公约|冲突|规则|惯例)/;
// 除A外，还… adds, it does not except.
const additive =
  /^[^,。;]{0,4},[^。;]{0,30}?(?:还|亦|也应|也可|也须|并应|并可|并须|并有权|同时|另行|另外|仍应|仍须|仍需|仍有权|再)/;

const otherProvisions =
  /(?<=[,;(] |\bthen, |\band )(?:notwithstanding|despite) (?:anything|any(?: other)? provisions?|any other terms?)\b[^,;]{0,90}[,;] /i;
// Exemptions, permissions and reservations: what they take from has been said before, if anything has.
const yielding =
  /\b(?:shall|will|does|do|is|are) not (?:be )?(?:required|obligated|obliged|liable|responsible|deemed|considered|constitute|limit|release|relieve|affect|apply|prevent|prohibit|have (?:any )?(?:obligation|liability|duty))\b|\b(?:has|have) no (?:obligation|liability|duty|responsibility)\b|\b(?:retains?|reserves?) the (?:\w+ )?right\b|\bno (?:such )?[\w-]+ (?:[\w-]+ ){0,5}(?:shall|will) (?:be|apply)\b|\b(?:relieved|excused|exempt|released) from\b|\bmust first\b|\bmay (?:disclose|retain|use|assign|terminate|suspend|refuse|withhold|elect|extend|change|modify|sell|waive)\b/i;
const yieldingZh =
  /不承担|无需|无须|不必|不再|免除|豁免|不负|无权|不(?:得|应)?(?:被)?视为|不构成|不表明|不意味|不影响|不属于|可以|可(?=由|在|向|将|授权|随时|要求|选择|根据|于)|有异议|不得超出|自行承担|不受/;

/** The cues of one sentence without its label and heading, in order; none overlaps another. */
export function contrastCues(sentence: string): Cue[] {
  const cues: Cue[] = [];
  const head = openingCue(sentence);
  if (head) cues.push(head);
  else {
    const verb = notApply.exec(sentence) ?? (choiceOfLaw.test(sentence) ? null : chineseNotApply.exec(sentence));
    if (verb) {
      const subjectEnd = verb.index + (/exception/i.test(verb[0]) ? sentence.length : 0);
      cues.push({ start: 0, end: sentence.length, kind: 'reference', confidence: 0.75, subjectEnd });
    }
  }
  const taken = (at: number): boolean => cues.some((cue) => at >= cue.start && at < cue.end && cue.kind === 'inside');
  const others = head === null ? otherProvisions.exec(sentence) : null;
  if (others) {
    // the words after it are what holds against everything else
    const from = others.index + others[0].length;
    cues.push({ start: others.index, end: sentence.length, kind: 'all', confidence: 0.5, subjectEnd: from });
  }
  for (const match of sentence.matchAll(englishInside)) {
    const word = match[1] ?? '';
    const start = match.index + match[0].length - word.length;
    if ((head && start < 3) || taken(start)) continue;
    if (
      /^provided/i.test(word) &&
      /\b(?:as|is|are|be|been|was|were|or|and|information|services?|expressly|otherwise) $/i.test(
        sentence.slice(0, start),
      ) &&
      !/[,;] (?:and )?$/.test(sentence.slice(0, start))
    )
      continue;
    if (/^(?:so|as) long/i.test(word)) continue;
    // "Under such circumstances the Seller, however, is …": the sentence as a whole stands against the one before
    if (
      /^however/i.test(word) &&
      start < 70 &&
      !/\b(?:shall|will|may|must|is|are|has|have|agrees?)\b/i.test(sentence.slice(0, start))
    ) {
      cues.push({ start: 0, end: sentence.length, kind: 'foregoing', confidence: 0.7 });
      continue;
    }
    const end = endOf(sentence, start, word);
    cues.push({ start, end, kind: 'inside', confidence: confidenceOf(word, sentence.slice(start, end)) });
  }
  for (const match of sentence.matchAll(chineseInside)) {
    const word = match[0];
    const start = match.index;
    if (taken(start) || (head && start < 2)) continue;
    if (word.startsWith('但') || word === '惟') {
      const stop = sentence.indexOf(';', start);
      cues.push({ start, end: stop < 0 ? sentence.length : stop, kind: 'inside', confidence: 0.9 });
      continue;
    }
    if (word.startsWith('除') && word !== '除非' && !word.endsWith('除外')) {
      const general = /另有|特别(?:约定|说明|规定)|明确/.test(word);
      if (!general && additive.test(sentence.slice(start + word.length))) continue;
      cues.push({ start, end: start + word.length, kind: 'inside', confidence: general ? 0.5 : 0.7 });
      continue;
    }
    if (word === '除非') {
      // 除非A，否则B: A may hold commas
      const otherwise = sentence.indexOf('否则', start);
      const stop = /[,;。]/.exec(sentence.slice(start))?.index ?? sentence.length - start;
      const short = start <= 2 || /^除非[^,;。]{0,16}(?:另有|特别|明确)[^,;。]{0,12},/.test(sentence.slice(start));
      const end = otherwise > 0 ? otherwise : short ? start + stop : sentence.length;
      cues.push({ start, end, kind: 'inside', confidence: 0.85 });
      continue;
    }
    cues.push({ start, end: start + word.length, kind: 'inside', confidence: /另有/.test(word) ? 0.5 : 0.85 });
  }
  for (const cue of limitCues(sentence))
    if (!cues.some((one) => one.kind === 'inside' && one.start < cue.end && cue.start < one.end)) cues.push(cue);
  if (cues.every((cue) => cue.kind === 'inside') && (yielding.test(sentence) || yieldingZh.test(sentence)))
    cues.push({ start: 0, end: sentence.length, kind: 'yields', confidence: 0.4 });
  const lone = /^[^,;。]{1,40}除外[。;]?$/.exec(sentence);
  if (lone && cues.length === 0) cues.push({ start: 0, end: sentence.length, kind: 'before', confidence: 0.8 });
  return cues.sort((a, b) => a.start - b.start);
}

function openingCue(whole: string): Cue | null {
  // templates put optional sentences in brackets
  const sentence = whole.replace(/^\[+/, '');
  const shift = whole.length - sentence.length;
  for (const [pattern, kind, confidence] of opening)
    if (pattern.test(sentence)) {
      const verb = notApply.exec(sentence) ?? chineseNotApply.exec(sentence);
      const comma = sentence.search(/[,，]/);
      const subjectEnd = shift + (verb?.index ?? (comma > 0 ? comma : sentence.length));
      return { start: 0, end: whole.length, kind, confidence, subjectEnd };
    }
  return null;
}

function endOf(sentence: string, start: number, word: string): number {
  const stop = sentence.indexOf('; ', start + word.length);
  const bracket = sentence.charAt(start - 1) === '(' ? sentence.indexOf(')', start) : -1;
  if (bracket > 0) return bracket;
  // "Unless A, B": the condition ends at the comma, the rule follows
  if (start <= 2 || /^(?:if|where|and),? $/i.test(sentence.slice(0, start))) {
    const comma = sentence.indexOf(', ', start + word.length);
    return comma > 0 ? comma : sentence.length;
  }
  return stop > 0 ? stop : sentence.length;
}

function confidenceOf(word: string, text: string): number {
  if (/^provided/i.test(word)) return 0.9;
  if (
    /\b(?:otherwise|expressly)\b[^,;]{0,60}\b(?:agreed|provided|stated|specified|required|permitted|herein|law)\b/i.test(
      text,
    )
  )
    return 0.5;
  return /^but/i.test(word) ? 0.6 : 0.8;
}
