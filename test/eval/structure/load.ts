import { readFileSync } from 'node:fs';
import path from 'node:path';
import { quietRun } from '../../../electron/engine/run.ts';
import type { SourceText } from '../../../electron/engine/layout/sourceText.ts';
import { structure } from '../../../electron/engine/structure/structure.ts';
import { createReader } from '../../../electron/readers/read.ts';
import type { ClauseTree } from '../../../shared/model.ts';

const reader = createReader();

/** Reads and lays out a file of any format that the product reads. */
export async function load(file: string): Promise<SourceText> {
  const { source } = await reader.read({ bytes: readFileSync(file), name: path.basename(file) }, quietRun);
  return source;
}

export interface Parsed {
  readonly source: SourceText;
  readonly tree: ClauseTree;
}

const known = new Map<string, Promise<Parsed>>();

/** The document and its tree; read once for all parts of a run. */
export function parse(file: string): Promise<Parsed> {
  let parsed = known.get(file);
  if (parsed === undefined) {
    parsed = load(file).then((source) => ({ source, tree: structure(source, { name: path.basename(file) }) }));
    known.set(file, parsed);
  }
  return parsed;
}
