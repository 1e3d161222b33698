import type { Answer } from './model.ts';

/** Shown at once when the conclusion names no evidence: a refusal to conclude, or an answer read whole. */
const FEW = 6;

/**
 * How many pieces of evidence people see before "further passages": up to the last one the conclusion or a conflict names,
 * and what stands beside it (definitions, exceptions, lead-ins). The rest stays one click away.
 */
export function leadingEvidence({
  conclusion,
  conflicts,
  evidence,
}: Pick<Answer, 'conclusion' | 'conflicts' | 'evidence'>): number {
  const named = [
    ...[...conclusion.matchAll(/\[(\d+)\]/gu)].map((mark) => Number(mark[1])),
    ...conflicts.flatMap(({ sides }) => sides.map((side) => side + 1)),
  ].filter((position) => position <= evidence.length);
  if (named.length === 0) return Math.min(FEW, evidence.length);
  let shown = Math.max(...named);
  while (shown < evidence.length && evidence[shown]?.role !== 'clause' && evidence[shown]?.role !== 'related') shown++;
  return shown;
}
