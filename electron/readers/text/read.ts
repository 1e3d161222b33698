import { AppError } from '../../../shared/error.ts';
import type { Issue } from '../../../shared/model.ts';
import type { ReadRequest, ReadResult } from '../../engine/ports.ts';
import { layoutMarkdown } from '../../engine/layout/markdown.ts';
import { layoutPlain } from '../../engine/layout/plain.ts';
import { decodeText } from './decode.ts';

/**
 * Reads a text or Markdown file. A file is Markdown by its name (.md, .markdown) or, where the name says nothing, by
 * `#` headings and pipe tables. Throws `FILE_NO_TEXT` where there is only white space, `FORMAT_UNSUPPORTED` for binary data.
 */
export function readText(request: ReadRequest): ReadResult {
  const { text, bad } = decodeText(request.bytes);
  if (!/[^\s\u200b\ufeff]/u.test(text)) throw new AppError('FILE_NO_TEXT', 'the file holds nothing but white space');
  const markdown = isMarkdown(request.name, text);
  const source = markdown ? layoutMarkdown(text) : layoutPlain(text);
  const issues: Issue[] = bad > 0 ? [{ code: 'BAD_CHARACTERS', stage: 'read' }] : [];
  return { format: markdown ? 'markdown' : 'text', source: { ...source, issues: [...source.issues, ...issues] } };
}

function isMarkdown(name: string, text: string): boolean {
  if (/\.(?:md|markdown|mdown|mkd)$/iu.test(name)) return true;
  if (/\.(?:txt|text|log|csv)$/iu.test(name)) return false;
  const headings = text.match(/^#{1,6} \S/gmu)?.length ?? 0;
  return headings >= 2 || /^\|.*\|\n\|[ :|-]+\|$/mu.test(text);
}
