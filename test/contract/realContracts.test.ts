import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ParsedDocument, Tokenizer } from '../../electron/engine/ports.ts';
import { quietRun } from '../../electron/engine/run.ts';
import { checkPartition } from '../../electron/engine/structure/partition.ts';
import { parseFile } from '../../electron/hosts/parse.ts';
import { loadTokenizer } from '../../electron/models/tokenizer.ts';
import { createReader } from '../../electron/readers/read.ts';
import { embeddedPack } from '../../electron/resources.ts';
import { Chunk, ClauseTree, DocumentInfo } from '../../shared/model.ts';
import { contains } from '../../shared/span.ts';
import { dataFolder } from '../eval/data.ts';

const data = dataFolder();

/** Files by folder; the PDF of a CUAD contract stands beside its .txt, so both are taken. */
function files(): string[] {
  if (data === null) return [];
  const first = (folder: string, ending: RegExp, count: number): string[] =>
    readdirSync(join(data, folder))
      .filter((name) => ending.test(name))
      .toSorted()
      .slice(0, count)
      .map((name) => `${folder}/${name}`);
  const pdfs = first('cuad/pdf', /\.pdf$/iu, 70);
  const twins = pdfs
    .map((pdf) => [pdf, pdf.replace('cuad/pdf/', 'cuad/txt/').replace(/\.pdf$/iu, '.txt')])
    .filter(([, txt]) => readdirSync(join(data, 'cuad/txt')).includes(basename(txt ?? '')));
  return [
    ...twins.slice(0, 5).flat(),
    ...first('open-agreements/common-paper', /\.docx$/u, 5),
    ...first('zh-gf-data-contracts', /\.docx$/u, 3),
    ...first('zh-leases', /\.docx$/u, 3),
    ...first('zh-contract-md', /__.*\.md$/u, 5),
  ];
}

describe.skipIf(data === null)('real contracts of the shared data', () => {
  const reader = createReader();
  let tokenizer: Tokenizer;
  beforeAll(async () => {
    tokenizer = await loadTokenizer(embeddedPack());
  });

  it('are 26 files', () => expect(files()).toHaveLength(26));

  it.each(files())('%s keeps the laws', async (file) => {
    const parsed = await parseFile({ path: join(data!, file), name: basename(file) }, reader, tokenizer, quietRun);
    DocumentInfo.parse(parsed.info);
    ClauseTree.parse(parsed.tree);
    expect(parsed.tree.kind).toBe('contract');
    expect(checkPartition(parsed.source, parsed.tree)).toEqual([]);
    expectTree(parsed);
    expectChunks(parsed, tokenizer.window);
  });
});

function expectTree({ source, tree }: ParsedDocument): void {
  const byId = new Map(tree.nodes.map((node) => [node.id, node]));
  for (const [index, node] of tree.nodes.entries()) {
    expect(node.id).toBe(`n${index}`);
    expect(node.level).toBe(node.path.length);
    const parent = node.parent === null ? undefined : byId.get(node.parent);
    expect(parent === undefined).toBe(index === 0);
    expect(
      parent === undefined || contains([parent.start, parent.end], [node.start, node.end]),
      `${node.id} lies in its parent`,
    ).toBe(true);
    expect(node.path.slice(0, -1)).toEqual(parent?.path ?? []);
  }
  const spans = [...tree.references, ...tree.definitions, ...tree.exclusions];
  expect(spans.filter(({ start, end }) => start >= end || end > source.text.length)).toEqual([]);
  expect(tree.references.filter(({ status, targets }) => (status === 'resolved') !== targets.length > 0)).toEqual([]);
  const ids = [
    ...tree.references.flatMap(({ targets, node }) => [...targets, node]),
    ...tree.bridges.flatMap(({ from, to }) => [from, to]),
  ];
  expect(ids.filter((id) => !byId.has(id))).toEqual([]);
}

function expectChunks({ tree, chunks }: ParsedDocument, window: number): void {
  const byId = new Map(tree.nodes.map((node) => [node.id, node]));
  for (const chunk of chunks) {
    Chunk.parse(chunk);
    const node = byId.get(chunk.node)!;
    expect(chunk.path).toEqual(node.path);
    expect(chunk.tokens, `${chunk.id} fits the window`).toBeLessThanOrEqual(window);
    expect(chunk.slices.filter((slice) => !node.own.some((own) => contains(own, slice)))).toEqual([]);
  }
}
