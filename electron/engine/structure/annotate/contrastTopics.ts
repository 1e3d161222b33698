import type { ClauseNode } from '../../../../shared/model.ts';
import { bodySentences, wholeOf } from './bridgeSides.ts';
import type { Side } from './bridgeSides.ts';
import type { Span } from '../../../../shared/span.ts';
import { lineage, parentOf, spanIn } from './view.ts';
import type { Passage, TreeView } from './view.ts';

/** One sentence with what it is about. */
interface Unit {
  readonly index: number;
  readonly side: Side;
  readonly passage: Passage;
  readonly stems: ReadonlySet<string>;
  readonly statements: readonly Statement[];
}

/** What a modal verb says, and the words it says it of. */
interface Statement {
  readonly modality: Modality;
  readonly stems: ReadonlySet<string>;
}
type Modality = 'permit' | 'exempt' | 'bar' | 'duty' | 'own';

/** A sentence that takes from another one what it says, found by their words alone. */
export interface Opposed {
  readonly proviso: Side;
  readonly rule: Side;
}

/** Look-ups by what clauses are about. */
export interface Topics {
  /** The clause whose heading the words name; never one around the node itself. */
  headed(words: string, node: ClauseNode): Side | null;
  /** The sentence outside the passage that shares most of the rare words; null if none is near enough. */
  alike(words: string, passage: Passage, where: 'anywhere' | 'same clause'): Side | null;
  /** The earlier sentences of the same clause, likeliest first, that a sentence which gives way may take from. */
  yieldsTo(passage: Passage, sentence: Span): Side[];
  /** Permissions against prohibitions, exemptions against duties, with the same verb and object. */
  opposed(): Opposed[];
}

const common = new Set(
  (
    'the and for that this with such any all are not shall will may must its his her their our your you from have has had been being upon under which who whom where ' +
    'when than then there here herein hereof hereto hereby hereunder thereof therein into onto other each both either neither nor but only also including include ' +
    'includes without limitation limited agreement contract party parties section clause article paragraph provided provision provisions respect respective case ' +
    'event extent time date required require pursuant accordance right rights obligation obligations entitled permitted apply applies applicable'
  ).split(' '),
);
const ending = /(?:ations?|itions?|ings?|ments?|ures?|ers?|ors?|ies|es|ed|s|ions?|ive|ance|ence|able|ible|ly|e|y)$/;
// Characters that only join others: no pair with one of them names a thing.
const joins = '的之其并或及和与等在于对向由以为是如若则应须得可将被就因而且该此本所有不无未任何者';
const emptyPair = new RegExp(`^[${joins}]|[${joins}]$|合同|协议|[甲乙丙丁买卖]方|双方|一方|约定|规定|情况`);

/** Words without their endings, and pairs of Chinese characters, that can name what a sentence is about. */
function stemsOf(text: string): string[] {
  const stems: string[] = [];
  for (const [word] of text.toLowerCase().matchAll(/[a-z][a-z'-]{2,}/g)) {
    if (common.has(word)) continue;
    // "Non-Competition" and "not compete" are about the same
    const stem = word
      .replace(/^(?:non|sub|pre|re)-(?=.{4})|'s$/g, '')
      .replace(ending, '')
      .slice(0, 7);
    if (stem.length >= 3) stems.push(stem);
  }
  for (const [run] of text.matchAll(/[\u3400-\u9fff]+/g))
    for (let i = 0; i + 1 < run.length; i++) {
      const pair = run.slice(i, i + 2);
      if (!emptyPair.test(pair)) stems.push(pair);
    }
  return stems;
}

const modals: readonly (readonly [Modality, RegExp])[] = [
  [
    'permit',
    /\b(?:may|(?:is|are|shall be) (?:permitted|entitled|free|allowed) to|(?:has|have|reserves?|retains?) the (?:\w+ )?right to)\b(?! (?:not|have|be)\b)/gi,
  ],
  [
    'bar',
    /\b(?:shall|will|may|must|can) (?:not|neither)\b(?! (?:be )?(?:required|obligated|obliged|liable|responsible|deemed|constitute|have (?:any )?(?:obligation|liability)))|\bnor (?:shall |will )?\b|(?<=[;:,)] |^)not (?=[a-z]+)/gi,
  ],
  [
    'exempt',
    /\b(?:shall|will|does|do|is|are) not (?:be )?(?:required|obligated|obliged|liable|responsible|have (?:any )?(?:obligation|liability|duty))\b|\b(?:has|have) no (?:obligation|liability|duty|responsibility)\b/gi,
  ],
  [
    'duty',
    /\b(?:shall|will|must|agrees? to|(?:is|are) (?:required to|responsible|obligated|liable))\b(?! (?:not|neither|never|have no|be entitled|be permitted|be deemed)\b)/gi,
  ],
  ['own', /\b(?:exclusive(?:ly)?|sole(?:ly)?|owns?|(?:sole|exclusive) (?:right|owner|property)|retains? all)\b/gi],
  ['own', /归(?=[^,。;]{1,12}所有)|独家|排他|专有|专属/g],
  ['permit', /可以|可(?![能是见靠行的获])|有权(?!要求)|允许/g],
  ['bar', /不得|不能|禁止|严禁|不可(?!抗)/g],
  ['exempt', /无需|不承担|不负|无须|不必|免除|豁免|不再(?=承担|支付|负)/g],
  ['duty', /(?<![供相对适反响])应(?![用急收付])|必须|负责|(?<![不无])承担|(?<![没])有义务/g],
];
const opposite: Readonly<Record<Modality, readonly Modality[]>> = {
  permit: ['bar', 'own'],
  exempt: ['duty'],
  bar: ['own'],
  duty: [],
  own: [],
};
// How far behind its modal verb a statement goes, in characters.
const reachEnglish = 110;
const reachChinese = 26;

function statementsOf(sentence: string): Statement[] {
  const text = sentence.replace(/\([^()]{3,90}\)/g, '');
  const statements: Statement[] = [];
  for (const [modality, pattern] of modals)
    for (const match of text.matchAll(pattern)) {
      const from = match.index + match[0].length;
      const reach = /[\u3400-\u9fff]/.test(match[0]) ? reachChinese : reachEnglish;
      // what is owned stands before the verb as often as behind it
      const start = modality === 'own' ? Math.max(0, match.index - reach) : from;
      const words = text.slice(start, from + reach).split(/[.;。]/, 1)[0] ?? '';
      const stems = new Set(stemsOf(words));
      if (stems.size > 1) statements.push({ modality, stems });
    }
  return statements;
}

/** Words in more sentences than this say little of what one is about, and would make the search quadratic. */
const mostPostings = 80;
const leastAlike = 0.2;
const leastOpposed = 0.45;
const nearUnits = 12;
const leastNear = 0.1;
const leastBeside = 0.11;
const mostNear = 2;
const nearBonus = 1.6;
// Beyond this many sentences two clauses hardly speak of one thing because they share words.
const halfDistance = 250;

export function topicsOf(view: TreeView): Topics {
  const units: Unit[] = [];
  const postings = new Map<string, number[]>();
  for (const passage of view.passages) {
    if (passage.node.kind === 'signature' || passage.node.kind === 'table' || passage.block.kind === 'cell') continue;
    for (const [start, end] of bodySentences(passage)) {
      const text = passage.text.slice(start, end);
      if (text.length < 10) continue;
      const side = { node: passage.node, span: spanIn(passage, start, end) };
      const stems = new Set(stemsOf(text));
      const index = units.length;
      units.push({ index, side, passage, stems, statements: statementsOf(text) });
      for (const stem of stems) {
        const known = postings.get(stem);
        if (known) known.push(index);
        else postings.set(stem, [index]);
      }
    }
  }
  const total = Math.max(units.length, 20);
  const weight = (stem: string): number => Math.log(1 + total / (postings.get(stem)?.length ?? 1));
  const sum = (stems: Iterable<string>): number => {
    let all = 0;
    for (const stem of stems) all += weight(stem);
    return all;
  };
  const firstOf = new Map<Passage, number>();
  for (const { passage, index } of units) if (!firstOf.has(passage)) firstOf.set(passage, index);

  // "Employee Signature" is not what every sentence about an employee speaks of
  const telling = Math.max(20, total / 8);
  const headings = new Map<string, ClauseNode[]>();
  const headingStems = new Map<ClauseNode, ReadonlySet<string>>();
  for (const node of view.nodes) {
    if (node.heading === null || /^(?:root|annex|signature|definition|table)$/.test(node.kind)) continue;
    const stems = new Set(stemsOf(node.heading));
    if (stems.size === 0 || stems.size > 12) continue;
    headingStems.set(node, stems);
    for (const stem of stems) headings.set(stem, [...(headings.get(stem) ?? []), node]);
  }

  function headed(words: string, node: ClauseNode): Side | null {
    const around = new Set(lineage(view, node));
    const wanted = new Set(stemsOf(words));
    const scores = new Map<ClauseNode, number>();
    for (const stem of wanted)
      for (const other of (postings.get(stem)?.length ?? 0) > telling ? [] : (headings.get(stem) ?? []))
        if (!around.has(other) && !(other.start >= node.start && other.end <= node.end))
          scores.set(other, (scores.get(other) ?? 0) + weight(stem));
    let best: ClauseNode | null = null;
    let most = 0;
    for (const [other, shared] of scores) {
      const share = shared / sum(headingStems.get(other) ?? []);
      const near = other.parent === node.parent ? 1.2 : 1;
      const score = share * near * (other.start < node.start ? 1.1 : 1);
      const solid = isSaid(other.heading ?? '', words);
      const chinese = /[\u3400-\u9fff]/.test(words);
      if (chinese && !solid && (headingStems.get(other)?.size ?? 0) < 3) continue;
      if ((solid || share >= (chinese ? 0.7 : 0.5)) && score > most) [best, most] = [other, score];
    }
    return best === null ? null : wholeOf(view, best);
  }

  /** A short Chinese heading must stand in the words as it is. */
  const isSaid = (heading: string, words: string): boolean => {
    const plain = heading.replace(/[^\u3400-\u9fff]/g, '');
    return plain.length >= 2 && words.includes(plain);
  };

  function alike(words: string, passage: Passage, where: 'anywhere' | 'same clause'): Side | null {
    const wanted = new Set(stemsOf(words));
    const at = firstOf.get(passage) ?? 0;
    const shared = new Map<number, number>();
    for (const stem of wanted) {
      const list = postings.get(stem) ?? [];
      if (list.length > mostPostings) continue;
      for (const index of list) shared.set(index, (shared.get(index) ?? 0) + weight(stem));
    }
    const size = sum(wanted);
    let best: Unit | null = null;
    let most = leastAlike;
    for (const [index, known] of shared) {
      const unit = units[index];
      if (
        unit === undefined ||
        unit.passage === passage ||
        (where === 'same clause' && !(index < at && isNear(unit, units[at] ?? unit)))
      )
        continue;
      const near = unit.side.node.parent === passage.node.parent ? 1.2 : 1;
      const score = (known / Math.sqrt(size * sum(unit.stems))) * near * nearness(index - at);
      if (score > most) [best, most] = [unit, score];
    }
    return best?.side ?? null;
  }

  const nearness = (distance: number): number => (distance < 0 ? 1 : 0.85) / (1 + Math.abs(distance) / halfDistance);

  /** Close by and below one clause. */
  function isNear(a: Unit, b: Unit): boolean {
    if (Math.abs(a.index - b.index) > nearUnits) return false;
    const [left, right] = [a.side.node, b.side.node];
    if (left === right || (left.parent === right.parent && parentOf(view, left)?.parent !== null)) return true;
    const above = [left.parent, parentOf(view, left)?.parent].filter((id) => id !== null && id !== undefined);
    return [right.id, right.parent, parentOf(view, right)?.parent].some(
      (id) => id !== null && id !== undefined && above.includes(id) && view.byId.get(id)?.parent !== null,
    );
  }

  function opposed(): Opposed[] {
    const rules = new Map<string, { unit: Unit; statement: Statement }[]>();
    for (const unit of units)
      for (const statement of unit.statements) {
        if (statement.modality === 'permit' || statement.modality === 'exempt') continue;
        for (const stem of statement.stems) {
          const key = `${statement.modality} ${stem}`;
          const known = rules.get(key);
          if (known) known.push({ unit, statement });
          else rules.set(key, [{ unit, statement }]);
        }
      }
    const found: Opposed[] = [];
    for (const unit of units) {
      let best: Unit | null = null;
      let most = leastOpposed;
      for (const statement of unit.statements) {
        const shared = new Map<Statement, { unit: Unit; words: number; weight: number }>();
        for (const against of opposite[statement.modality])
          for (const stem of statement.stems) {
            const list = rules.get(`${against} ${stem}`) ?? [];
            if (list.length > mostPostings) continue;
            for (const rule of list) {
              const known = shared.get(rule.statement) ?? { unit: rule.unit, words: 0, weight: 0 };
              shared.set(rule.statement, { ...known, words: known.words + 1, weight: known.weight + weight(stem) });
            }
          }
        for (const [rule, { unit: other, words, weight: said0 }] of shared) {
          const near = isNear(unit, other);
          if (other === unit || words < (near ? 1 : 2)) continue;
          // a sentence that says both is no rule for its like: "either party may, but shall not …"
          const alikeBoth =
            other.statements.some(({ modality }) => modality === statement.modality) &&
            unit.statements.some(({ modality }) => modality === rule.modality);
          if (alikeBoth) continue;
          const said = said0 / Math.sqrt(sum(statement.stems) * sum(rule.stems));
          let all = 0;
          for (const stem of unit.stems) if (other.stems.has(stem)) all += weight(stem);
          const whole = all / Math.sqrt(sum(unit.stems) * sum(other.stems));
          const score = (0.6 * said + 0.4 * whole) * (near ? nearBonus : 1) * nearness(other.index - unit.index);
          if (score > most) [best, most] = [other, score];
        }
      }
      if (best !== null) found.push({ proviso: unit.side, rule: best.side });
    }
    return found;
  }

  const unitAt = (passage: Passage, sentence: Span): Unit | undefined => {
    const start = spanIn(passage, ...sentence)[0];
    for (let index = firstOf.get(passage) ?? Infinity; units[index]?.passage === passage; index++)
      if (units[index]?.side.span[0] === start) return units[index];
    return undefined;
  };

  function yieldsTo(passage: Passage, sentence: Span): Side[] {
    const unit = unitAt(passage, sentence);
    if (unit === undefined) return [];
    const found: { unit: Unit; score: number }[] = [];
    const gives = unit.statements.some(({ modality }) => modality === 'permit' || modality === 'exempt');
    for (let index = Math.max(0, unit.index - nearUnits); index < unit.index; index++) {
      const other = units[index];
      if (other === undefined || !isNear(unit, other)) continue;
      let shared = 0;
      for (const stem of unit.stems) if (other.stems.has(stem)) shared += weight(stem);
      const said = other.statements.map(({ modality }) => modality);
      const binds = gives && (said.includes('bar') || said.includes('own')) ? 1.5 : said.length > 0 ? 1.3 : 1;
      const beside = other.side.node === unit.side.node || other.side.node.parent === unit.side.node.parent ? 1 : 0.7;
      const distance = unit.index - index - 1;
      const score =
        ((shared / Math.sqrt(sum(unit.stems) * sum(other.stems))) * binds * beside) / (1 + distance / nearUnits);
      if (score > (other.side.node === unit.side.node ? leastNear : leastBeside)) found.push({ unit: other, score });
    }
    found.sort((one, other) => other.score - one.score);
    const most = found[0]?.score ?? 0;
    return found
      .slice(0, mostNear)
      .filter(({ unit: { side }, score }) => score >= most * (side.node === unit.side.node ? 0.45 : 0.7))
      .map((one) => one.unit.side);
  }

  return { headed, alike, yieldsTo, opposed };
}
