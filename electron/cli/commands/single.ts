import { chunkReport } from '../../engine/chunk/report.ts';
import type { ParsedDocument } from '../../engine/ports.ts';
import { AppError } from '../../../shared/error.ts';
import { loadTokenizer } from '../../models/tokenizer.ts';
import { embeddedPack } from '../../resources.ts';
import type { Args } from '../args.ts';
import { printChunks } from '../print/chunks.ts';
import { printOutline } from '../print/outline.ts';
import type { Session } from '../session.ts';

/** `outline FILE` and `chunks FILE`: one document, read and structured, nothing stored. */
export async function outline(session: Session, args: Args): Promise<string> {
  const parsed = await parseOne(session, args);
  if (!args.json) return printOutline(parsed);
  const { info, source, tree } = parsed;
  return JSON.stringify({
    document: { ...info, issues: info.issues },
    text: source.text,
    nodes: tree.nodes,
    definitions: tree.definitions,
    references: tree.references,
    bridges: tree.bridges,
    exclusions: tree.exclusions,
    front: tree.front,
    kindReasons: tree.kindReasons,
  });
}

export async function chunks(session: Session, args: Args): Promise<string> {
  const parsed = await parseOne(session, args);
  const tokenizer = await loadTokenizer(embeddedPack());
  const report = chunkReport(parsed.source, parsed.tree, parsed.chunks, tokenizer);
  return args.json ? JSON.stringify({ chunks: parsed.chunks, report }) : printChunks(parsed, report);
}

async function parseOne(session: Session, args: Args): Promise<ParsedDocument> {
  const [file, ...more] = args.positionals;
  if (file === undefined) throw new AppError('USAGE', `proviso ${args.command} needs a file.`);
  if (more.length > 0) throw new AppError('USAGE', `proviso ${args.command} takes one file.`);
  return session.parse(file, args.password);
}
