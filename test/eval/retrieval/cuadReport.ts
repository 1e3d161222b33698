import { ARMS } from '../baseline/fixed.ts';
import type { EvalCase } from '../convert/case.ts';
import { FRONT_CATEGORIES } from '../convert/cuad.ts';
import type { Span } from '../../../shared/span.ts';
import { CUAD_BUDGET, mean, recallOfCharacters } from './figures.ts';
import type { Systems } from './systems.ts';
import { share, table } from './table.ts';

/** Recall of gold characters within the first 4,000 of the passages: mean by category, then over categories. */
export async function reportCuad(
  cases: readonly EvalCase[],
  systems: Systems,
  options: { readonly baseline: boolean },
): Promise<void> {
  const open = cases.filter(({ no_answer, type }) => no_answer !== true && !FRONT_CATEGORIES.has(type));
  console.log(`\n## CUAD (${open.length} questions with an answer), gold characters within the first 4,000\n`);
  const rows: string[][] = [
    await row('proviso search', open, async (each) => (await systems.search(each)).flatMap((hit) => hit.slices)),
    await row('proviso ask', open, async (each) => {
      const answer = await systems.ask(each);
      return [...answer.evidence, ...answer.nearest].flatMap((one) => one.slices);
    }),
  ];
  if (options.baseline) {
    for (const cut of ['characters', 'tokens'] as const)
      for (const arm of ARMS)
        rows.push(
          await row(`${cut === 'tokens' ? '512/50 tokens' : '1,000/200 characters'} ${arm}`, open, (each) =>
            systems.fixed(each, cut, arm),
          ),
        );
  }
  console.log(table(['system', 'macro by category', 'mean by question'], rows));
}

async function row(
  name: string,
  cases: readonly EvalCase[],
  rank: (each: EvalCase) => Promise<Span[]>,
): Promise<string[]> {
  const byType = new Map<string, number[]>();
  for (const each of cases) {
    const gold = each.gold.flatMap((one) => ('start' in one ? [[one.start, one.end] as const] : []));
    const value = recallOfCharacters(gold, await rank(each), CUAD_BUDGET);
    byType.set(each.type, [...(byType.get(each.type) ?? []), value]);
  }
  const all = [...byType.values()];
  return [name, share(mean(all.map(mean))), share(mean(all.flat()))];
}
