import type { Hit } from '../../../shared/model.ts';
import { hull } from '../../../shared/span.ts';
import type { Run } from '../run.ts';
import { throwIfCancelled } from '../run.ts';
import { expand } from './expand.ts';
import type { Passage } from './passage.ts';
import { checkedQuestion } from './checkedQuestion.ts';
import { search } from './search.ts';
import type { RetrievalPorts, RetrievalScope } from './search.ts';

/**
 * Ranked passages for a query, without an answer; each with its score parts and its context by role.
 * Throws QUESTION_EMPTY, QUESTION_TOO_LONG, CANCELLED, and what the ports throw.
 */
export async function searchPassages(
  query: string,
  ports: RetrievalPorts,
  scope: RetrievalScope,
  run: Run,
): Promise<Hit[]> {
  const found = await search(checkedQuestion(query), ports, scope, run);
  const hits: Hit[] = [];
  for (const passage of found.passages) {
    throwIfCancelled(run);
    hits.push(hitOf(expand(passage, found.terms)));
  }
  return hits;
}

function hitOf({ view, node: id, slices, score, parts, companions }: Passage): Hit {
  const node = view.node(id);
  const [start, end] = hull(slices);
  return {
    document: view.id,
    file: view.parsed.info.name,
    node: id,
    number: node === undefined ? null : view.numberOf(node),
    path: node?.path ?? [],
    slices: [...slices],
    start,
    end,
    score,
    parts: { ...parts },
    context: companions.map(({ role, node: at, slices: at_ }) => ({ role, node: at, slices: [...at_] })),
  };
}
