import { createHash } from 'node:crypto';
import { sameNumber } from '../../../electron/engine/structure/number.ts';
import { ARMS } from '../baseline/fixed.ts';
import type { EvalCase } from '../convert/case.ts';
import { figuresOf, mean } from './figures.ts';
import type { CaseFigures, Returned } from './figures.ts';
import { goldText } from './score.ts';
import type { Systems } from './systems.ts';
import { share, table } from './table.ts';

interface Scored {
  readonly each: EvalCase;
  readonly figures: CaseFigures;
  readonly refused: boolean;
}

/** One third of the questions, by a hash of the id, is held out from tuning. */
export const isHeldOut = (id: string): boolean => createHash('sha256').update(id).digest().readUInt32BE(0) % 3 === 0;

/** Figures of `ask` over the contract questions, beside the baselines: by set, contract language and type. */
export async function reportContracts(
  cases: readonly EvalCase[],
  systems: Systems,
  options: { readonly baseline: boolean; readonly misses: boolean },
): Promise<void> {
  console.log(`\n## Questions over contracts (${cases.length}), evidence within 3,000 characters, Chinese 1,500\n`);
  const scored: Scored[] = [];
  for (const each of cases) {
    const { source } = await systems.document(each.file);
    const answer = await systems.ask(each);
    const refused = answer.status === 'insufficient';
    // A refusal shows its passages as unverified; they count for retrieval, so that the two figures stay apart.
    const shown = refused ? answer.nearest : answer.evidence;
    const returned = { quotes: shown.map((e) => e.quote), numbers: shown.map((e) => e.number), refused };
    scored.push({ each, figures: figuresOf(each, source.text, returned, sameNumber), refused });
  }
  printSummary('proviso ask', scored);
  printByType(scored);
  if (options.misses) await printMisses(scored, systems);
  if (!options.baseline) return;
  const rows: string[][] = [];
  for (const cut of ['characters', 'tokens'] as const) {
    for (const arm of ARMS) {
      const found: Scored[] = [];
      for (const each of cases) {
        const { source } = await systems.document(each.file);
        const spans = await systems.fixed(each, cut, arm);
        const returned: Returned = {
          quotes: spans.map(([from, to]) => source.text.slice(from, to)),
          numbers: [],
          refused: false,
        };
        found.push({ each, figures: figuresOf(each, source.text, returned, sameNumber), refused: false });
      }
      rows.push([`${cut === 'tokens' ? '512/50 tokens' : '1,000/200, zh 400/80'} ${arm}`, ...baselineCells(found)]);
    }
  }
  console.log(table(['fixed chunks', 'zh recall', 'en recall', 'full', 'first', 'exception'], rows));
}

const answerable = (scored: readonly Scored[]): Scored[] => scored.filter(({ each }) => each.no_answer !== true);
const recall = (scored: readonly Scored[]): number => mean(scored.map(({ figures }) => figures.recall));
const rate = (scored: readonly Scored[], test: (one: Scored) => boolean): number =>
  mean(scored.map((one) => (test(one) ? 1 : 0)));
/** Rule and exception are both wanted: questions of the type, as the set's README counts them. */
const exceptions = (scored: readonly Scored[]): Scored[] => scored.filter(({ each }) => each.type === 'exception');

function baselineCells(found: readonly Scored[]): string[] {
  const open = answerable(found);
  return [
    share(recall(open.filter(({ each }) => each.contract === 'zh'))),
    share(recall(open.filter(({ each }) => each.contract === 'en'))),
    share(rate(open, ({ figures }) => figures.full)),
    share(rate(open, ({ figures }) => figures.first)),
    share(rate(exceptions(open), ({ figures }) => figures.full)),
  ];
}

function numberRate(scored: readonly Scored[], ofHits: boolean): { readonly value: number; readonly count: number } {
  const all = scored.flatMap(({ figures }) =>
    figures.numberRight.filter((right, i): right is boolean => right !== null && (!ofHits || figures.hit[i] === true)),
  );
  return { value: mean(all.map((right) => (right ? 1 : 0))), count: all.length };
}

function printSummary(name: string, scored: readonly Scored[]): void {
  const columns: readonly (readonly [string, readonly Scored[]])[] = [
    ['all', scored],
    ['zh', scored.filter(({ each }) => each.contract === 'zh')],
    ['en', scored.filter(({ each }) => each.contract === 'en')],
    ['cross', scored.filter(({ each }) => each.contract !== each.asked)],
    ['tuning', scored.filter(({ each }) => !isHeldOut(each.id))],
    ['held out', scored.filter(({ each }) => isHeldOut(each.id))],
  ];
  const row = (title: string, cell: (part: readonly Scored[]) => string): string[] => [
    title,
    ...columns.map(([, part]) => cell(part)),
  ];
  const count = (value: number, n: number): string => `${share(value)} (${n})`;
  console.log(
    table(
      [name, ...columns.map(([title]) => title)],
      [
        row('questions with an answer', (part) => `${answerable(part).length}`),
        row('recall', (part) => share(recall(answerable(part)))),
        row('every gold item', (part) => share(rate(answerable(part), ({ figures }) => figures.full))),
        row('first evidence hits', (part) => share(rate(answerable(part), ({ figures }) => figures.first))),
        row('exception: both hit', (part) => {
          const some = exceptions(part);
          return count(
            rate(some, ({ figures }) => figures.full),
            some.length,
          );
        }),
        row('number right, of all', (part) => {
          const { value, count: n } = numberRate(part, false);
          return count(value, n);
        }),
        row('number right, of hits', (part) => {
          const { value, count: n } = numberRate(part, true);
          return count(value, n);
        }),
        row('absent refused', (part) => {
          const some = part.filter(({ each }) => each.no_answer === true);
          return count(
            rate(some, ({ refused }) => refused),
            some.length,
          );
        }),
        row('answerable kept', (part) => share(rate(answerable(part), ({ refused }) => !refused))),
      ],
    ),
  );
  console.log('');
}

function printByType(scored: readonly Scored[]): void {
  const types = [...new Set(scored.map(({ each }) => each.type))].sort();
  const rows = types.flatMap((type) => {
    const part = answerable(scored.filter(({ each }) => each.type === type));
    if (part.length === 0) return [];
    return [
      [
        type,
        `${part.length}`,
        share(recall(part)),
        share(rate(part, ({ figures }) => figures.full)),
        share(rate(part, ({ figures }) => figures.first)),
      ],
    ];
  });
  console.log(table(['type', 'n', 'recall', 'full', 'first'], rows));
  console.log('');
}

/** Prints what tuning may look at: misses of the tuning part only. */
async function printMisses(scored: readonly Scored[], systems: Systems): Promise<void> {
  for (const { each, figures, refused } of scored) {
    if (isHeldOut(each.id)) continue;
    const { source } = await systems.document(each.file);
    const wrong = each.no_answer === true ? !refused : refused || !figures.full || !figures.first;
    if (!wrong) continue;
    console.log(
      `${each.id} ${each.type} ${refused ? 'REFUSED ' : ''}${figures.first ? '' : 'first missed '}${each.question}`,
    );
    for (const [i, gold] of each.gold.entries())
      if (figures.hit[i] !== true)
        console.log(`   missed ${each.roles[i]} ${each.numbers[i]} | ${goldText(gold, source.text).slice(0, 160)}`);
  }
  console.log('');
}
