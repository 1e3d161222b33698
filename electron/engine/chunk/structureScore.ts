import type { ClauseNode } from '../../../shared/model.ts';
import type { Block, SourceText } from '../layout/sourceText.ts';

/** Warnings that drafters put before a term that must be noticed. */
const NOTICE = /【\s*(?:注意|重要|提示|特别提示|风险提示)\s*】|※|★|\b(?:IMPORTANT|NOTICE|WARNING)\s*:/u;

/** Weights of the named parts; they add up to 1. Sequence weighs most: a number that follows its sibling is rarely a look-alike. */
const WEIGHTS = { sequence: 0.4, border: 0.3, style: 0.2, mark: 0.1 } as const;

export interface StructureParts {
  /** 1: first of its siblings' labels or next after the one before; 0.5: no label; 0: out of step. */
  readonly sequence: number;
  /** 1: begins where a block begins; 0.6: at a visual line; 0.3: inside a line. */
  readonly border: number;
  /** 1: has its own heading, or a heading style; 0.5: neither. */
  readonly style: number;
  /** 1: carries a notice mark. */
  readonly mark: number;
}

/** `0.4 sequence + 0.3 border + 0.2 style + 0.1 mark`, in 0..1. */
export const structureScore = (parts: StructureParts): number =>
  WEIGHTS.sequence * parts.sequence +
  WEIGHTS.border * parts.border +
  WEIGHTS.style * parts.style +
  WEIGHTS.mark * parts.mark;

/** Looks up what layout and numbering say about each node of one tree. */
export class StructureScorer {
  readonly #source: SourceText;
  readonly #blockStarts = new Map<number, Block>();
  readonly #lineStarts = new Set<number>();
  readonly #inSequence = new Map<string, number>();

  constructor(source: SourceText, nodes: readonly ClauseNode[], ordinal: (label: string) => number | null) {
    this.#source = source;
    for (const block of source.blocks) {
      const start = block.spans[0]?.[0];
      if (start !== undefined) this.#blockStarts.set(start, block);
      for (const line of block.lines) this.#lineStarts.add(line);
    }
    const last = new Map<string, number>();
    for (const node of nodes) {
      const value = node.label === null ? null : ordinal(node.label);
      if (value === null) {
        this.#inSequence.set(node.id, 0.5);
        continue;
      }
      const key = `${node.parent ?? ''}/${node.kind}`;
      const previous = last.get(key);
      this.#inSequence.set(node.id, previous === undefined ? (value <= 1 ? 1 : 0.5) : value === previous + 1 ? 1 : 0);
      last.set(key, value);
    }
  }

  parts(node: ClauseNode): StructureParts {
    const start = node.own[0]?.[0] ?? node.start;
    const block = this.#blockStarts.get(start);
    const styled = block !== undefined && (block.style.headingLevel !== null || block.style.bold);
    const words = node.own.map(([from, to]) => this.#source.text.slice(from, Math.min(to, from + 200))).join(' ');
    return {
      sequence: this.#inSequence.get(node.id) ?? 0.5,
      border: block !== undefined ? 1 : this.#lineStarts.has(start) ? 0.6 : 0.3,
      style: node.heading !== null || styled ? 1 : 0.5,
      mark: NOTICE.test(words) ? 1 : 0,
    };
  }

  score(node: ClauseNode): number {
    return Math.round(structureScore(this.parts(node)) * 1000) / 1000;
  }
}
