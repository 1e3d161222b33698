import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { AppError } from '../../../shared/error.ts';
import type { Chunk, ClauseNode } from '../../../shared/model.ts';
import type { Span } from '../../../shared/span.ts';
import { plainStyle } from '../../../electron/engine/layout/sourceText.ts';
import type { Clock, Embedder, IndexRow, ParsedDocument, Parser } from '../../../electron/engine/ports.ts';
import { type Run, throwIfCancelled } from '../../../electron/engine/run.ts';

export const clock: Clock = { now: () => Date.UTC(2025, 0, 2, 3, 4, 5) };

/** A document of one clause a line. */
export function documentOf(name: string, bytes: Buffer): ParsedDocument {
  const text = bytes.toString('utf8');
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const lines: Span[] = [];
  for (const match of text.matchAll(/[^\n]+/g)) lines.push([match.index, match.index + match[0].length]);
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
    pages: null,
  };
  const clauses = lines.map((span, i): ClauseNode => {
    const number = String(i + 1);
    const place = { own: [span], start: span[0], end: span[1], pages: null };
    return {
      id: `n${i + 1}`,
      parent: 'n0',
      kind: 'clause',
      label: number,
      number,
      path: [number],
      level: 1,
      heading: null,
      ...place,
    };
  });
  const chunks = clauses.map((node, i): Chunk => ({
    id: `c${i}`,
    node: node.id,
    path: node.path,
    slices: node.own,
    leadIn: [],
    kind: 'clause',
    tokens: 1,
    structureScore: 1,
    reason: 'leaf',
    metadata: {},
  }));
  return {
    info: {
      id: `doc-${sha256.slice(0, 16)}`,
      name,
      sha256,
      format: 'text',
      language: 'en',
      kind: 'contract',
      pages: 0,
      status: 'complete',
      issues: [],
    },
    source: {
      text,
      blocks: lines.map((span) => ({
        spans: [span],
        kind: 'paragraph',
        lines: [span[0]],
        page: null,
        style: plainStyle,
        label: null,
        cell: null,
        note: null,
      })),
      exclusions: [],
      pages: [],
      positions: [],
      origins: [],
      bookmarks: [],
      issues: [],
    },
    tree: {
      kind: 'contract',
      kindReasons: [],
      language: 'en',
      nodes: [root, ...clauses],
      definitions: [],
      references: [],
      bridges: [],
      exclusions: [],
      front: {
        title: lines[0] === undefined ? null : text.slice(...lines[0]),
        parties: [],
        date: null,
        governingLaw: null,
        term: null,
      },
      issues: [],
    },
    chunks,
  };
}

/** Words of Latin letters and digits, and Chinese characters two by two. */
export function termsOf(text: string): string {
  const terms: string[] = [];
  for (const [word] of text.toLowerCase().matchAll(/\p{Script=Han}+|[a-z0-9]+/gu))
    if (/[a-z0-9]/.test(word)) terms.push(word);
    else for (let i = 0; i + 1 < word.length; i++) terms.push(word.slice(i, i + 2));
  return terms.join(' ');
}

export const rowsOf = ({ source, chunks }: ParsedDocument): IndexRow[] =>
  chunks.map(({ id, slices }) => {
    const text = slices.map(([start, end]) => source.text.slice(start, end)).join(' ');
    return { chunk: id, text, terms: termsOf(text) };
  });

/** Reads a text file, a line at a time. A file that begins with LOCKED, BUG, FAILED or EMPTY ends as its word says. */
export const lineParser: Parser = {
  async parse({ path, name }, run) {
    const bytes = await readFile(path);
    const parsed = documentOf(basename(name), bytes);
    const { text } = parsed.source;
    if (text.startsWith('LOCKED')) throw new AppError('FILE_LOCKED', 'password needed');
    if (text.startsWith('BUG')) throw new TypeError('planted bug');
    if (text.startsWith('FAILED')) return { ...parsed, info: { ...parsed.info, status: 'failed' } };
    for (const [i] of parsed.chunks.entries()) {
      throwIfCancelled(run);
      run.report({ stage: 'read', done: i + 1, total: parsed.chunks.length });
      if (i % 16 === 0) await new Promise(setImmediate);
    }
    return parsed;
  },
};

/** A unit vector that depends on the text alone. */
export function vectorOf(text: string, dimension: number): Float32Array {
  const vector = new Float32Array(dimension);
  for (let i = 0; i < dimension;) {
    const bytes = createHash('sha256').update(`${i}:${text}`).digest();
    for (let j = 0; j < bytes.length && i < dimension; j++, i++) vector[i] = (bytes[j] ?? 0) - 127.5;
  }
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

export class HashEmbedder implements Embedder {
  readonly id: string;
  readonly dimension: number;
  /** Every batch that was asked for. */
  readonly batches: string[][] = [];
  /** Runs before each batch. */
  before: (texts: readonly string[]) => Promise<void> | void = () => undefined;

  constructor(id = 'hash-1', dimension = 8) {
    this.id = id;
    this.dimension = dimension;
  }

  async embed(texts: readonly string[], _kind: 'query' | 'passage', run: Run): Promise<Float32Array[]> {
    throwIfCancelled(run);
    this.batches.push([...texts]);
    await this.before(texts);
    if (texts.some((text) => text.includes('OVERLONG'))) throw new AppError('CONTEXT_OVERFLOW', 'too long');
    return texts.map((text) => vectorOf(text, this.dimension));
  }
}
