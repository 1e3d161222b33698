import type { Bridge, Chunk, ClauseNode, Definition, Reference } from '../../../shared/model.ts';
import { trimSpan } from '../../../shared/span.ts';
import type { Span } from '../../../shared/span.ts';
import type { ParsedDocument } from '../ports.ts';

const none: readonly never[] = [];

/** One parsed document with the look-ups that retrieval and answers share. */
export class DocumentView {
  readonly parsed: ParsedDocument;
  readonly #nodes = new Map<string, ClauseNode>();
  readonly #children = new Map<string, ClauseNode[]>();
  readonly #chunks = new Map<string, Chunk>();
  readonly #chunksOf = new Map<string, Chunk[]>();
  readonly #bridgesOf = new Map<string, Bridge[]>();
  readonly #referencesOf = new Map<string, Reference[]>();
  /** Row of a table by the offset at which each of its cells starts. */
  readonly #rows = new Map<number, string>();

  constructor(parsed: ParsedDocument) {
    this.parsed = parsed;
    for (const node of parsed.tree.nodes) {
      this.#nodes.set(node.id, node);
      if (node.parent !== null) push(this.#children, node.parent, node);
    }
    for (const chunk of parsed.chunks) {
      this.#chunks.set(chunk.id, chunk);
      push(this.#chunksOf, chunk.node, chunk);
    }
    for (const bridge of parsed.tree.bridges) {
      push(this.#bridgesOf, bridge.from, bridge);
      if (bridge.to !== bridge.from) push(this.#bridgesOf, bridge.to, bridge);
    }
    for (const reference of parsed.tree.references) push(this.#referencesOf, reference.node, reference);
    for (const { cell, spans } of parsed.source.blocks) {
      if (cell === null) continue;
      for (const span of spans) this.#rows.set(trimSpan(this.text, span)[0], `${cell.table}/${cell.row}`);
    }
  }

  get id(): string {
    return this.parsed.info.id;
  }

  get text(): string {
    return this.parsed.source.text;
  }

  /** Language its passages are read and budgeted in: Chinese as soon as it is not plain English. */
  get language(): 'en' | 'zh' {
    return this.parsed.tree.language === 'en' ? 'en' : 'zh';
  }

  get definitions(): readonly Definition[] {
    return this.parsed.tree.definitions;
  }

  node(id: string): ClauseNode | undefined {
    return this.#nodes.get(id);
  }

  parent(node: ClauseNode): ClauseNode | undefined {
    return node.parent === null ? undefined : this.#nodes.get(node.parent);
  }

  children(node: ClauseNode): readonly ClauseNode[] {
    return this.#children.get(node.id) ?? none;
  }

  /** Ancestors from the parent up, the root left out. */
  *ancestors(node: ClauseNode): Generator<ClauseNode> {
    for (let at = this.parent(node); at !== undefined && at.kind !== 'root'; at = this.parent(at)) yield at;
  }

  isUnder(node: ClauseNode, ancestor: string): boolean {
    if (node.id === ancestor) return true;
    for (const above of this.ancestors(node)) if (above.id === ancestor) return true;
    return this.#nodes.get(ancestor)?.kind === 'root';
  }

  /** The node with all that lies below it, in reading order. */
  *subtree(node: ClauseNode): Generator<ClauseNode> {
    yield node;
    for (const child of this.children(node)) yield* this.subtree(child);
  }

  chunk(id: string): Chunk | undefined {
    return this.#chunks.get(id);
  }

  chunksOf(node: string): readonly Chunk[] {
    return this.#chunksOf.get(node) ?? none;
  }

  /** Bridges that start or end at the node. */
  bridgesOf(node: string): readonly Bridge[] {
    return this.#bridgesOf.get(node) ?? none;
  }

  referencesOf(node: string): readonly Reference[] {
    return this.#referencesOf.get(node) ?? none;
  }

  /** Number of the node or of its nearest numbered ancestor; null when there is none. */
  numberOf(node: ClauseNode): string | null {
    if (node.number !== null) return node.number;
    for (const above of this.ancestors(node)) if (above.number !== null) return above.number;
    return null;
  }

  /** Table and row of the cell that starts at the offset; null elsewhere. */
  rowAt(offset: number): string | null {
    return this.#rows.get(offset) ?? null;
  }

  /** True where a node has words of its own beyond a heading or lead-in. */
  hasStatement(node: ClauseNode): boolean {
    return this.#chunksOf.has(node.id);
  }

  /** True for nodes that may be cited: signature blocks are no evidence. */
  isEvidence(node: ClauseNode): boolean {
    if (node.kind === 'signature') return false;
    for (const above of this.ancestors(node)) if (above.kind === 'signature') return false;
    return true;
  }

  /** The parts of `own` of one node that lie within `span`. */
  ownWithin(node: ClauseNode, [start, end]: Span): Span[] {
    const found: Span[] = [];
    for (const [s, e] of node.own) {
      const from = Math.max(s, start);
      const to = Math.min(e, end);
      if (from < to) found.push([from, to]);
    }
    return found;
  }
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

const views = new WeakMap<ParsedDocument, DocumentView>();

/** The view of a document; made once per parsed document. */
export function viewOf(parsed: ParsedDocument): DocumentView {
  let view = views.get(parsed);
  if (view === undefined) views.set(parsed, (view = new DocumentView(parsed)));
  return view;
}
