import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { quietRun } from '../../../electron/engine/run.ts';
import type { SourceText } from '../../../electron/engine/layout/sourceText.ts';
import { createReader } from '../../../electron/readers/read.ts';

/** Folder of the shared evaluation data, or null where it is absent. */
export function dataFolder(): string | null {
  const folder = process.env['PROVISO_DATA'] ?? path.resolve(import.meta.dirname, '../../../../shared/data');
  return existsSync(folder) ? folder : null;
}

const reader = createReader();

/** Reads and lays out a file of any format that the product reads. */
export async function load(file: string): Promise<SourceText> {
  const { source } = await reader.read({ bytes: readFileSync(file), name: path.basename(file) }, quietRun);
  return source;
}
