import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { layoutMarkdown } from '../../../electron/engine/layout/markdown.ts';
import { layoutPlain } from '../../../electron/engine/layout/plain.ts';
import type { SourceText } from '../../../electron/engine/layout/sourceText.ts';

/** Folder of the shared evaluation data, or null where it is absent. */
export function dataFolder(): string | null {
  const folder = process.env['PROVISO_DATA'] ?? path.resolve(import.meta.dirname, '../../../../shared/data');
  return existsSync(folder) ? folder : null;
}

/** Lays out a decoded `.md` or `.txt` file. */
export function loadText(file: string): SourceText {
  const text = readFileSync(file, 'utf8')
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n');
  return file.endsWith('.md') ? layoutMarkdown(text) : layoutPlain(text);
}
