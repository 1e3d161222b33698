import type { Candidate } from './candidate.ts';
import type { Family, Reading } from './family.ts';
import { invertedStep, merge, outlineOf, prefixAbove, samePrefix, startsBody, stopped } from './level.ts';
import type { Level } from './level.ts';
import { isRecitalHeading } from './marks.ts';
import { score } from './score.ts';
import { componentsOf, isItem, lastOf, rankOf, runsOn } from './family.ts';

const beamWidth = 36;
const beamDepth = 9;
/** Room for the interned names of one document in a composed key. */
const keySpace = 2 ** 22;

interface Chain {
  readonly back: Chain | null;
  readonly level: Level;
}

interface State {
  readonly level: Level | null;
  readonly score: number;
  readonly chain: Chain | null;
}

/** An accepted candidate: its level knows the reading, the candidate and the level above. */
export type Accepted = Level;

class Sequencer {
  readonly #candidates: readonly Candidate[];
  readonly #keys = new Map<number, number>();
  readonly #names = new Map<string, number>();
  readonly #readings = new Map<Reading, number>();
  /** States below this score fall out of the beam anyway. */
  #floor = -Infinity;

  constructor(candidates: readonly Candidate[]) {
    this.#candidates = candidates;
  }

  run(): Accepted[] {
    let states: State[] = [{ level: null, score: 0, chain: null }];
    for (let index = 0; index < this.#candidates.length; index++) {
      const next = new Map<number, State>();
      const candidate = this.#candidates[index] as Candidate;
      this.#floor = -Infinity;
      for (const state of states) this.#expand(state, candidate, index, next);
      states = [...next.values()].sort((a, b) => b.score - a.score);
      const best = states[0]?.score ?? 0;
      let keep = Math.min(states.length, beamWidth);
      while (keep > 1 && (states[keep - 1]?.score ?? 0) < best - beamDepth) keep--;
      states.length = keep;
    }
    const accepted: Level[] = [];
    for (let chain = states[0]?.chain ?? null; chain !== null; chain = chain.back) accepted.push(chain.level);
    return accepted.toReversed();
  }

  #put(next: Map<number, State>, state: State): void {
    const key = state.level?.key ?? -1;
    const known = next.get(key);
    if (known === undefined || known.score < state.score) next.set(key, state);
    if (state.score - beamDepth > this.#floor) this.#floor = state.score - beamDepth;
  }

  #expand(state: State, candidate: Candidate, index: number, next: Map<number, State>): void {
    if (candidate.kind === 'heading') {
      // A heading of the same rank or a higher one closes the scope it stands in.
      const top = state.level;
      const closes = top !== null && top.family === 'scope' && top.rank >= candidate.rank;
      if (!closes) this.#put(next, state);
      this.#expandScope(state, candidate, index, next);
      return;
    }
    const skip =
      candidate.place === 'auto'
        ? score.skipAuto
        : candidate.kind === 'barrier' && state.level !== null
          ? score.pastBarrier
          : 0;
    this.#put(next, skip === 0 ? state : { ...state, score: state.score + skip });
    if (candidate.kind === 'barrier') {
      // The numbers of recitals do not count on into the contract.
      if (state.level !== null && state.level.family !== 'annex') {
        this.#put(next, { ...state, level: null, score: state.score });
      }
      return;
    }
    const base = score[candidate.place] + candidate.prior;
    for (const reading of candidate.readings) {
      if (candidate.kind === 'annex') this.#expandAnnex(state, index, reading, base, next);
      else this.#expandLabel(state, candidate, index, reading, base + reading.prior, next);
    }
  }

  #expandScope(state: State, candidate: Candidate, index: number, next: Map<number, State>): void {
    // Numbers only start anew under a heading where some already run.
    let above = state.level;
    let numbered = false;
    while (above !== null && !(above.family === 'annex' || this.#outline(above) < candidate.rank)) {
      numbered ||= above.family !== 'scope';
      above = above.above;
    }
    this.#accept(
      state,
      () => this.#level(above, 'scope', null, index, candidate.rank, new Map(), false),
      numbered ? score.scope : above?.family === 'annex' ? score.scopeInAnnex : -0.01,
      next,
    );
  }

  #isRecital(level: Level): boolean {
    const candidate = this.#candidates[level.candidate];
    return candidate !== undefined && isRecitalHeading(candidate.block.text);
  }

  /** Outline level of what a level stands for; infinite where its paragraph has none. */
  #outline(level: Level): number {
    if (level.family === 'scope') return level.rank;
    return isItem(level.family) ? Infinity : outlineOf(this.#candidates[level.candidate]);
  }

  #expandAnnex(state: State, index: number, reading: Reading, base: number, next: Map<number, State>): void {
    let last: Level | null = null;
    for (let at = state.level; at !== null; at = at.above) if (at.family === 'annex') last = at;
    let step: number = score.annex;
    const value = lastOf(reading.values);
    if (last !== null && last.reading !== null && last.reading.word?.toLowerCase() === reading.word?.toLowerCase()) {
      const before = lastOf(last.reading.values);
      if (value === Math.floor(before) + 1) step = score.annexNext;
      else if (value === before) step = score.annexSame;
      else if (value < before) step = score.annexBack;
    } else if (value === 1) step = score.annexFirst;
    this.#accept(state, () => this.#level(null, 'annex', reading, index, 0, new Map(), false), base + step, next);
  }

  #expandLabel(
    state: State,
    candidate: Candidate,
    index: number,
    reading: Reading,
    base: number,
    next: Map<number, State>,
  ): void {
    const inline = candidate.place === 'inline' || candidate.place === 'stop' || candidate.place === 'gap';
    // A heading style of the label's own paragraph closes the headings below it.
    const outline = outlineOf(candidate);
    let pops = 0;
    let nested: Level | null = null;
    let resume: ReadonlyMap<Family, number> = new Map();
    for (let at = state.level; at !== null; at = at.above) {
      if (at.family === reading.family && at.reading !== null) {
        const step = this.#continueStep(at, at.reading, candidate, reading, inline);
        this.#accept(
          state,
          () => this.#level(at.above, reading.family, reading, index, 0, merge(at.resume, resume), inline),
          base + step,
          next,
        );
        nested ??= at;
      }
      if (at.family === 'annex') break;
      if (at.family === 'scope' && at.rank <= outline) {
        // The contract itself may begin behind recitals without a heading of its own.
        if (pops > 0 && this.#isRecital(at) && startsBody(reading)) {
          this.#accept(
            state,
            () => this.#level(at.above, reading.family, reading, index, 0, new Map(), inline),
            base + score.open + score.leaveRecitals,
            next,
          );
        }
        break;
      }
      // Opening below `at`, with everything deeper closed.
      if (pops <= 3 || at.family === 'scope') {
        const step =
          this.#openStep(at, candidate, reading, inline, nested) + pops * score.popOpen * (candidate.fresh ? 0.6 : 1);
        this.#accept(
          state,
          () => this.#level(at, reading.family, reading, index, 0, new Map(), inline),
          base + step,
          next,
        );
      }
      resume = merge(resume, at.resume);
      if (at.reading !== null && runsOn.has(at.reading.family)) {
        resume = merge(new Map<Family, number>([[at.reading.family, lastOf(at.reading.values)]]), resume);
      }
      pops++;
    }
    // Opening at the top of the scope.
    let scope = state.level;
    let depth = 0;
    while (scope !== null && scope.family !== 'annex' && (scope.family !== 'scope' || scope.rank > outline)) {
      scope = scope.above;
      depth++;
    }
    const higher = depth === 0 ? 0 : this.#topStep(state.level, reading);
    const step = this.#openStep(scope, candidate, reading, inline, nested) + higher;
    this.#accept(
      state,
      () => this.#level(scope, reading.family, reading, index, 0, depth === 0 ? new Map() : resume, inline),
      base + step,
      next,
    );
  }

  /** Opening a new top level while others run: only a family that stands above the open ones does so. */
  #topStep(level: Level | null, reading: Reading): number {
    let top: Level | null = null;
    for (let at = level; at !== null && at.family !== 'scope' && at.family !== 'annex'; at = at.above) top = at;
    if (top === null) return 0;
    if (top.family === reading.family) return -4;
    return rankOf[reading.family] < 3.6 && rankOf[reading.family] < rankOf[top.family as Family] ? -1 : -1.8;
  }

  #continueStep(at: Level, last: Reading, candidate: Candidate, reading: Reading, inline: boolean): number {
    let step = 0;
    if (candidate.soft) step += score.soft;
    if (last.mark !== reading.mark && isItem(reading.family)) step += score.otherMark;
    const before = this.#candidates[at.candidate];
    if (candidate.list !== null && before !== undefined && before.list !== null) {
      if (candidate.list.id === before.list.id) {
        step += candidate.list.depth === before.list.depth ? score.listSame : score.listOther;
      }
    }
    if (inline && !at.inline && isItem(reading.family)) step += score.inlineJoinsBlock;
    if (inline && at.inline && before !== undefined && before.block !== candidate.block) step += score.inlineOtherBlock;
    const from = lastOf(last.values);
    const to = lastOf(reading.values);
    if (reading.values.length > 1 && !samePrefix(last.values, reading.values)) {
      // A slip in the leading number: 3.9 and then 4.10 inside 3.
      if (to === from + 1 && candidate.place === 'block' && from > 1) return step + score.slip;
      // 3.9 is followed by 4.1 where the clauses 3 and 4 show no number themselves.
      const parentCounts = at.above !== null && componentsOf(at.above.family as Family) > 0;
      if (parentCounts) return step + score.prefixWrong + score.openMiddle;
      const first = (reading.values[0] ?? 0) - (last.values[0] ?? 0);
      return step + (first === 1 && to <= 1 ? score.next - 0.4 : first > 0 && first < 4 ? score.gapFirst : score.back);
    }
    const whole = Math.floor(to) - Math.floor(from);
    if (to > from && whole <= 1) return step + score.next;
    if (to === from) return step + score.same;
    if (to > from) {
      const bare = reading.mark === '' && reading.family === 'n.' && reading.word === null;
      return (
        step + Math.max(score.gapMost, score.gapFirst + score.gapMore * (whole - 2)) + (bare ? score.bareMiddle : 0)
      );
    }
    if (to === 1) {
      if (
        !isItem(reading.family) &&
        (at.above === null || at.above.family === 'scope' || at.above.family === 'annex')
      ) {
        return step + score.restartTop;
      }
      if (inline)
        return step + (before !== undefined && before.block === candidate.block ? -0.6 : -0.3) + score.openInline;
      return step + (candidate.leadIn ? score.restartLeadIn : candidate.fresh ? score.restartFresh : score.restart);
    }
    return step + score.back;
  }

  #openStep(
    above: Level | null,
    candidate: Candidate,
    reading: Reading,
    inline: boolean,
    nested: Level | null,
  ): number {
    let step = 0;
    const value = lastOf(reading.values);
    const family = above?.family ?? null;
    if (nested !== null && nested !== above && nested.reading !== null) {
      step += nested.reading.mark === reading.mark ? score.nestSame : score.nestOtherMark;
    }
    if (above !== null && family === reading.family) {
      step += above.reading?.mark === reading.mark ? score.nestSame * 2 : score.nestOtherMark;
    }
    if (family !== null && family !== 'scope') {
      if (rankOf[reading.family] < rankOf[family]) step += invertedStep(family, reading.family);
      if (reading.family === 'tiao' && rankOf[family] > rankOf.tiao) step += score.tiaoInItem;
      if (['chapter', 'book', 'part', 'article', 'division'].includes(reading.family) && rankOf[family] >= 4) {
        step += score.tiaoInItem;
      }
    }
    if (above !== null && candidate.list !== null) {
      const before = this.#candidates[above.candidate];
      if (before !== undefined && before.list !== null && before.list.id === candidate.list.id) {
        step += before.list.depth < candidate.list.depth ? score.listSame : score.listOther * 2;
      }
    }
    if (candidate.behindHeading && above !== null && above.reading !== null && isItem(above.reading.family)) {
      step += score.itemOverHeading;
    }
    const going =
      above !== null && above.family !== 'scope' && rankOf[above.family] < rankOf[reading.family]
        ? stopped(above, reading.family)
        : undefined;
    if (going !== undefined && Math.floor(value) === Math.floor(going) + 1) return step + score.resume;
    if (reading.values.length > 1) {
      const known = prefixAbove(above, reading.values);
      if (known === 'child') return step + (value <= 1 ? score.openChild : score.openMiddle + 1.2);
      step += known === 'wrong' ? score.prefixWrong : known === 'skips' ? score.prefixSkips : 0;
    }
    if (reading.family === 'n.' && reading.mark === '' && reading.word === null) {
      // A figure without a stop is a label of the highest level or a page number.
      if (value !== 1) step += score.bareMiddle;
      if (above !== null && above.family !== 'scope' && above.family !== 'annex' && above.family !== 'part')
        step += score.bareNested;
    }
    if (value === 1 || (value === 0 && reading.values.length > 1))
      return step + (inline ? score.openInline : score.open);
    // A text cut from a longer one may begin anywhere, but seldom far in.
    return step + score.openMiddle + (value === 2 && !inline ? 0.9 : 0) + (inline ? -0.8 : 0);
  }

  #level(
    above: Level | null,
    family: Family | 'scope',
    reading: Reading | null,
    candidate: number,
    rank: number,
    resume: ReadonlyMap<Family, number>,
    inline: boolean,
  ): Level {
    // States that agree in family, counters and what lies above are one: the key is theirs alone.
    const counted = reading === null ? this.#intern(`${family}|${rank}`) : this.#readingKey(reading);
    let own = counted * 2 + (inline ? 1 : 0);
    if (resume.size > 0) own = this.#intern(`${own}|${[...resume].join('|')}`) * 2;
    const place = ((above?.key ?? -1) + 1) * keySpace + own;
    let key = this.#keys.get(place);
    if (key === undefined) {
      key = this.#keys.size;
      this.#keys.set(place, key);
    }
    return { above, family, reading, candidate, rank, depth: (above?.depth ?? 0) + 1, resume, inline, key };
  }

  #readingKey(reading: Reading): number {
    let key = this.#readings.get(reading);
    if (key === undefined) {
      key = this.#intern(`${reading.family}|${reading.values.join('.')}|${reading.mark}|${reading.word ?? ''}`);
      this.#readings.set(reading, key);
    }
    return key;
  }

  #intern(name: string): number {
    let key = this.#names.get(name);
    if (key === undefined) {
      key = this.#names.size;
      this.#names.set(name, key);
    }
    return key;
  }

  /** Builds the level only where its score can stay in the beam. */
  #accept(state: State, make: () => Level, gain: number, next: Map<number, State>): void {
    if (state.score + gain < this.#floor) return;
    const level = make();
    this.#put(next, { level, score: state.score + gain, chain: { back: state.chain, level } });
  }
}

/** Reads all candidates together; returns the accepted ones in reading order. Beam search, linear in the candidates. */
export const parseSequence = (candidates: readonly Candidate[]): Accepted[] => new Sequencer(candidates).run();
