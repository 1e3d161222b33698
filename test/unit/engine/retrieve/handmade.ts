import { plainStyle } from '../../../../electron/engine/layout/sourceText.ts';
import type { Position } from '../../../../electron/engine/layout/sourceText.ts';
import type { Embedder, ParsedDocument } from '../../../../electron/engine/ports.ts';
import { lexicalTerms } from '../../../../electron/engine/retrieve/terms.ts';
import type { Bridge, Chunk, ClauseNode, Definition, Reference } from '../../../../shared/model.ts';
import { MemoryStore } from '../../../eval/retrieval/memoryStore.ts';
import { embeddingText } from '../../../../electron/engine/chunk/embeddingText.ts';

/** One clause of a handmade contract. */
export interface Line {
  readonly id: string;
  readonly words: string;
  readonly parent?: string;
  readonly number?: string;
  readonly kind?: ClauseNode['kind'];
  /** A heading or lead-in gives no chunk. */
  readonly chunk?: boolean;
}

export interface Links {
  readonly definitions?: readonly (Pick<Definition, 'term' | 'node'> & Partial<Definition>)[];
  readonly references?: readonly (Pick<Reference, 'text' | 'node'> & Partial<Reference>)[];
  readonly bridges?: readonly Pick<Bridge, 'from' | 'to'>[];
  readonly language?: 'en' | 'zh';
  readonly name?: string;
}

/** A parsed document made by hand: one paragraph per line, one chunk per line that is not only a heading. */
export function handmade(lines: readonly Line[], links: Links = {}): ParsedDocument {
  const language = links.language ?? 'en';
  let text = '';
  const nodes: ClauseNode[] = [];
  const chunks: Chunk[] = [];
  const positions: Position[] = [];
  const spans = new Map<string, readonly [number, number]>();
  const paths = new Map<string, string[]>([['n0', []]]);
  for (const [i, line] of lines.entries()) {
    const start = text.length;
    text += `${line.words}\n`;
    const end = text.length - 1;
    const parent = line.parent ?? 'n0';
    const path = [...(paths.get(parent) ?? []), line.number ?? line.words.slice(0, 20)];
    paths.set(line.id, path);
    spans.set(line.id, [start, end]);
    positions.push({ start, end, page: 1, box: [10, 10 * i, 100, 8] });
    nodes.push({
      id: line.id,
      parent,
      kind: line.kind ?? 'clause',
      label: line.number ?? null,
      number: line.number ?? null,
      path,
      level: path.length,
      heading: line.chunk === false ? line.words.replace(/^[\d.]+\s*/, '') : null,
      own: [[start, end]],
      start,
      end,
      pages: [1, 1],
    });
    if (line.chunk !== false)
      chunks.push({
        id: `c${chunks.length}`,
        node: line.id,
        path,
        slices: [[start, end]],
        leadIn: [],
        kind: 'clause',
        tokens: 10,
        structureScore: 0.8,
        reason: 'leaf clause',
        metadata: {},
      });
  }
  const root: ClauseNode = {
    id: 'n0',
    parent: null,
    kind: 'root',
    label: null,
    number: null,
    path: [],
    level: 0,
    heading: null,
    own: [],
    start: 0,
    end: text.length,
    pages: [1, 1],
  };
  const at = (id: string): { start: number; end: number } => {
    const [start, end] = spans.get(id) ?? [0, 0];
    return { start, end };
  };
  const id = Array.from(text).reduce((hash, c) => (hash * 31 + (c.codePointAt(0) ?? 0)) >>> 0, 7);
  return {
    info: {
      id: `doc-${id.toString(16).padStart(16, '0')}`,
      name: links.name ?? 'contract.md',
      sha256: id.toString(16).padStart(64, '0'),
      format: 'markdown',
      language,
      kind: 'contract',
      pages: 1,
      status: 'complete',
      issues: [],
    },
    source: {
      text,
      blocks: lines.map((line) => ({
        spans: [spans.get(line.id) ?? [0, 0]],
        kind: 'paragraph',
        lines: [at(line.id).start],
        page: 1,
        style: plainStyle,
        label: null,
        cell: null,
        note: null,
      })),
      exclusions: [],
      pages: [{ page: 1, width: 600, height: 800 }],
      positions,
      origins: [],
      bookmarks: [],
      issues: [],
    },
    tree: {
      kind: 'contract',
      kindReasons: [],
      language,
      nodes: [root, ...nodes],
      definitions: (links.definitions ?? []).map((each) => ({
        aliases: [],
        scope: 'document',
        language,
        ...at(each.node),
        ...each,
      })),
      references: (links.references ?? []).map((each) => {
        const start = text.indexOf(each.text, at(each.node).start);
        return {
          start,
          end: start + each.text.length,
          kind: 'clause',
          role: 'plain',
          targets: [],
          status: 'resolved',
          ...each,
        };
      }),
      bridges: (links.bridges ?? []).map((each) => ({
        relation: 'contrast',
        evidence: [],
        confidence: 0.9,
        ...each,
      })),
      exclusions: [],
      front: { title: null, parties: [], date: null, governingLaw: null, term: null },
      issues: [],
    },
    chunks,
  };
}

const DIMENSION = 256;

/** Bags of index terms as vectors: alike where words are shared. Enough to exercise the dense arm without weights. */
export const bagEmbedder: Embedder = {
  id: 'bag',
  dimension: DIMENSION,
  embed: (texts) =>
    Promise.resolve(
      texts.map((text) => {
        const vector = new Float32Array(DIMENSION);
        vector[0] = 0.5;
        for (const term of lexicalTerms(text)) {
          const slot = Array.from(term).reduce((hash, c) => (hash * 33 + (c.codePointAt(0) ?? 0)) >>> 0, 5) % DIMENSION;
          vector[slot] = (vector[slot] ?? 0) + 1;
        }
        const norm = Math.hypot(...vector);
        return vector.map((value) => value / norm);
      }),
    ),
};

export async function storeOf(...documents: readonly ParsedDocument[]): Promise<MemoryStore> {
  const store = new MemoryStore(bagEmbedder.id);
  for (const parsed of documents) {
    const texts = parsed.chunks.map((chunk) => embeddingText(parsed.source.text, chunk));
    store.add(parsed, await bagEmbedder.embed(texts, 'passage', { signal: never, report: () => undefined }));
  }
  return store;
}

const never = { aborted: false, throwIfAborted: () => undefined };

/** A small services agreement with a cap, its exceptions, a definition and an annex. */
export const services = handmade(
  [
    { id: 'n1', words: '1. Definitions', number: '1', chunk: false },
    {
      id: 'n2',
      parent: 'n1',
      words: '“Annual Fees” means the fees paid in the twelve months before the claim arose.',
      kind: 'definition',
    },
    { id: 'n3', words: '2. Fees', number: '2', chunk: false },
    {
      id: 'n4',
      parent: 'n3',
      number: '2.1',
      words: '2.1 Client pays each invoice within thirty (30) days of receipt.',
    },
    { id: 'n5', parent: 'n3', number: '2.2', words: '2.2 The hourly rates are set out in Schedule 1.' },
    { id: 'n6', words: '3. Liability', number: '3', chunk: false },
    {
      id: 'n7',
      parent: 'n6',
      number: '3.1',
      words: '3.1 The total liability of Provider under this Agreement is limited to the Annual Fees.',
    },
    {
      id: 'n8',
      parent: 'n6',
      number: '3.2',
      words: '3.2 However, section 3.1 does not apply to fraud or to breach of confidentiality.',
    },
    { id: 'n9', words: '4. Confidentiality', number: '4', chunk: false },
    {
      id: 'n10',
      parent: 'n9',
      number: '4.1',
      words: '4.1 Neither party discloses the secrets of the other to any third party.',
    },
    { id: 'n11', words: 'Schedule 1', number: 'Schedule 1', kind: 'annex', chunk: false },
    { id: 'n12', parent: 'n11', number: 'Schedule 1 1', words: '1. Senior consultant: EUR 180 an hour.' },
    { id: 'n13', words: 'Signed for Provider: ________ hourly', kind: 'signature' },
  ],
  {
    definitions: [{ term: 'Annual Fees', node: 'n2' }],
    references: [
      { text: 'Schedule 1', node: 'n5', kind: 'annex', targets: ['n11'] },
      { text: 'section 3.1', node: 'n8', role: 'except', targets: ['n7'] },
    ],
    bridges: [{ from: 'n8', to: 'n7' }],
  },
);
