import type { Bridge, ClauseNode } from '../../../../shared/model.ts';
import type { Span } from '../../../../shared/span.ts';
import type { Side } from './bridgeSides.ts';

/** The links found so far: one for two nodes and a relation, one for each proviso inside a node. */
export class Links {
  readonly #found = new Map<string, { bridge: Bridge; evidence: Span[] }>();
  readonly #from = new Set<string>();

  add(relation: Bridge['relation'], from: Side, to: Side, confidence: number): void {
    if (from.node === to.node && (relation !== 'contrast' || overlap(from.span, to.span))) return;
    const key = from.node === to.node ? `${from.node.id} ${from.span[0]}` : `${relation} ${from.node.id} ${to.node.id}`;
    const known = this.#found.get(key);
    if (known) {
      for (const span of [from.span, to.span])
        if (!known.evidence.some((own) => overlap(own, span))) known.evidence.push(span);
      known.bridge = { ...known.bridge, confidence: Math.max(known.bridge.confidence, confidence) };
      return;
    }
    if (relation === 'contrast') this.#from.add(from.node.id);
    this.#found.set(key, {
      bridge: { from: from.node.id, to: to.node.id, relation, evidence: [], confidence },
      evidence: [from.span, to.span],
    });
  }

  hasFrom(node: ClauseNode): boolean {
    return this.#from.has(node.id);
  }

  all(): Bridge[] {
    return [...this.#found.values()].map(({ bridge, evidence }) => ({ ...bridge, evidence }));
  }
}

const overlap = (a: Span, b: Span): boolean => a[0] < b[1] && b[0] < a[1];
