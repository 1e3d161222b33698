import type { Chunk, ClauseNode, ClauseTree } from '../../../shared/model.ts';
import { quoteOf, spanLength, subtractSpans, trimSpan } from '../../../shared/span.ts';
import type { Span } from '../../../shared/span.ts';
import { sentences } from '../layout/sentences.ts';
import type { SourceText } from '../layout/sourceText.ts';
import type { Tokenizer } from '../ports.ts';
import { numberTokens } from '../structure/number.ts';
import { embeddingText } from './embeddingText.ts';
import { fitTokens } from './fixed.ts';
import { chunkParameters } from './parameters.ts';
import type { ChunkParameters } from './parameters.ts';
import { StructureScorer } from './structureScore.ts';

/** Characters a token has at most on average: longer text is over any window without being counted. */
const LONGEST_TOKEN = 20;
/** A definition inside a longer clause gets a vector of its own when the clause is this many times longer. */
const DEFINITION_SHARE = 2;

type Draft = Omit<Chunk, 'id' | 'tokens' | 'structureScore' | 'metadata'>;

/**
 * Cuts one document along its clause tree. A leaf clause is one chunk; a parent's own text beyond its heading and lead-in
 * is one too; leaves over the embedder's window are split at sentence ends. Slices are exact and stay inside one clause;
 * signature nodes and exclusions give none.
 */
export function chunkDocument(source: SourceText, tree: ClauseTree, tokenizer: Tokenizer): Chunk[] {
  const parameters = chunkParameters[tree.kind];
  const byId = new Map(tree.nodes.map((node) => [node.id, node]));
  const parents = new Set(tree.nodes.map((node) => node.parent));
  const scorer = new StructureScorer(source, tree.nodes, ordinalOf);
  const drafts: Draft[] = [];

  for (const node of tree.nodes) {
    if (node.kind === 'signature' || inSignature(node, byId)) continue;
    const leaf = !parents.has(node.id);
    const slices = ownSlices(source.text, node, leaf);
    if (slices.length === 0) continue;
    const leadIn = leadInOf(source.text, node, byId);
    const kind: Chunk['kind'] = leaf ? (node.kind === 'table' ? 'table' : 'clause') : 'flush';
    const reason = leaf
      ? node.kind === 'table'
        ? 'table'
        : 'leaf clause'
      : 'own text of a parent beyond heading and lead-in';
    const draft: Draft = { node: node.id, path: node.path, slices, leadIn, kind, reason };
    drafts.push(...fitWindow(source.text, draft, parameters, tokenizer));
  }
  const merged = tree.kind === 'general' ? mergeBlocks(source.text, drafts, byId, parameters, tokenizer) : drafts;
  merged.push(...definitionChunks(tree, merged, byId));

  return merged.map((draft, index) => {
    const node = byId.get(draft.node);
    return {
      ...draft,
      id: `c${index}`,
      tokens: tokenizer.count(embeddingText(source.text, draft)),
      structureScore: node === undefined ? 0 : scorer.score(node),
      metadata: metadataOf(node),
    };
  });
}

/** Last counter of a printed label: `12.2` gives 2, `（三）` 3, `Section 4` 4; null where it has none. */
function ordinalOf(label: string): number | null {
  const last = numberTokens(label).at(-1);
  if (last === undefined) return null;
  if (/^\d+$/u.test(last)) return Number(last);
  return /^[a-z]$/iu.test(last) ? last.toLowerCase().charCodeAt(0) - 0x60 : null;
}

function metadataOf(node: ClauseNode | undefined): Chunk['metadata'] {
  const metadata: Chunk['metadata'] = {};
  if (node?.number) metadata['number'] = node.number;
  if (node?.heading) metadata['heading'] = node.heading;
  if (node) metadata['kind'] = node.kind;
  if (node?.pages) metadata['page'] = node.pages[0];
  return metadata;
}

function inSignature(node: ClauseNode, byId: ReadonlyMap<string, ClauseNode>): boolean {
  for (let at = node.parent; at !== null; at = byId.get(at)?.parent ?? null)
    if (byId.get(at)?.kind === 'signature') return true;
  return false;
}

/** Slices of a node that are worth finding: all of a leaf; of a parent what goes beyond heading and lead-in. */
function ownSlices(text: string, node: ClauseNode, leaf: boolean): Span[] {
  const trimmed = node.own.map((span) => trimSpan(text, span)).filter((span) => spanLength(span) > 0);
  if (leaf) return hasWords(text, trimmed) ? trimmed : [];
  const intro = introOf(text, node);
  const rest = subtractSpans(trimmed, intro === null ? [] : [intro])
    .map((span) => trimSpan(text, span))
    .filter((span) => spanLength(span) > 0);
  return hasSentence(text, rest) ? rest : [];
}

const hasWords = (text: string, slices: readonly Span[]): boolean =>
  slices.some(([start, end]) => /[\p{L}\p{N}]/u.test(text.slice(start, end)));

/** More than a label with a few words: a whole sentence, or a stretch of words no heading would have. */
function hasSentence(text: string, slices: readonly Span[]): boolean {
  const words = quoteOf(text, slices);
  const size = (words.match(/[\p{sc=Han}]|[\p{L}\p{N}]+/gu) ?? []).length;
  return /[。.;；!?！？]["”’」』）)\]]*\s*$/u.test(words) ? size >= 6 : size >= 15;
}

/**
 * The part of a parent that only introduces its children: its label and heading alone, or its lead-in, which is the last
 * sentence before the first child. Null when its own text ends in a sentence of its own.
 */
function introOf(text: string, node: ClauseNode): Span | null {
  const first = node.own[0];
  if (first === undefined) return null;
  const span = trimSpan(text, first);
  const parts = sentences(text, span);
  const last = parts.at(-1);
  if (last === undefined) return null;
  const words = text.slice(last[0], last[1]);
  const opens = /[:：,，—–-]$|[^。.;；!?！？]$/u.test(words);
  if (!opens) return bareHeading(text, node, span) ? span : null;
  // Short openings keep label and heading with the lead-in, so that no fragment of a heading is left over.
  const before: Span = [span[0], last[0]];
  return bareHeading(text, node, before) ? span : last;
}

/** True where a span holds nothing but the node's label and heading. */
function bareHeading(text: string, node: ClauseNode, [start, end]: Span): boolean {
  const rest = text
    .slice(start, end)
    .replace(node.label ?? '', '')
    .replace(node.heading ?? '', '');
  return rest.replace(/[\s.。:：#*、,，\-–—]/gu, '').length <= 2;
}

/** Lead-in of a node: the opening of its parent that the node completes ("… does not apply to:"). */
export function leadInOf(text: string, node: ClauseNode, byId: ReadonlyMap<string, ClauseNode>): Span[] {
  const parent = node.parent === null ? undefined : byId.get(node.parent);
  if (parent === undefined || parent.kind === 'root') return [];
  const intro = introOf(text, parent);
  if (intro === null || bareHeading(text, parent, intro)) return [];
  return intro[1] <= node.start ? [intro] : [];
}

/** Splits a draft over the window at sentence ends; a single sentence over it is cut where the window ends. */
function fitWindow(text: string, draft: Draft, parameters: ChunkParameters, tokenizer: Tokenizer): Draft[] {
  const context = Math.min(parameters.context, tokenizer.count(embeddingText(text, { ...draft, slices: [] })));
  const room = parameters.max - context;
  const words = quoteOf(text, draft.slices);
  if (words.length <= room * LONGEST_TOKEN && tokenizer.count(words) <= room) return [draft];
  const parts: Draft[] = [];
  let slices: Span[] = [];
  let used = 0;
  const close = (): void => {
    if (slices.length > 0)
      parts.push({ ...draft, slices, kind: 'part', reason: 'part of a leaf over the window, cut at a sentence end' });
    slices = [];
    used = 0;
  };
  for (const slice of draft.slices) {
    for (const sentence of sentences(text, slice)) {
      for (const piece of pieces(text, sentence, room, tokenizer)) {
        const tokens = tokenizer.count(text.slice(piece[0], piece[1]));
        if (used + tokens > room) close();
        const last = slices.at(-1);
        if (last !== undefined && last[1] <= piece[0] && piece[0] >= slice[0] && last[0] >= slice[0])
          slices[slices.length - 1] = [last[0], piece[1]];
        else slices.push(piece);
        used += tokens;
      }
    }
  }
  close();
  return parts;
}

function pieces(text: string, sentence: Span, room: number, tokenizer: Tokenizer): Span[] {
  const found: Span[] = [];
  let from = sentence[0];
  while (from < sentence[1]) {
    const to = fitTokens(text, [from, sentence[1]], room, tokenizer);
    const piece = trimSpan(text, [from, to]);
    if (spanLength(piece) > 0) found.push(piece);
    from = to;
  }
  return found;
}

/** Definitions have vectors of their own where their clause says much else. */
function definitionChunks(tree: ClauseTree, drafts: readonly Draft[], byId: ReadonlyMap<string, ClauseNode>): Draft[] {
  const length = new Map<string, number>();
  for (const draft of drafts)
    length.set(
      draft.node,
      (length.get(draft.node) ?? 0) + draft.slices.reduce((sum, span) => sum + spanLength(span), 0),
    );
  const found: Draft[] = [];
  const seen = new Set<string>();
  for (const definition of tree.definitions) {
    const node = byId.get(definition.node);
    const whole = length.get(definition.node) ?? 0;
    const key = `${definition.start}-${definition.end}`;
    if (node === undefined || seen.has(key) || whole < DEFINITION_SHARE * (definition.end - definition.start)) continue;
    const span: Span = [definition.start, definition.end];
    if (!node.own.some(([start, end]) => start <= span[0] && span[1] <= end)) continue;
    seen.add(key);
    found.push({
      node: node.id,
      path: node.path,
      slices: [span],
      leadIn: [],
      kind: 'definition',
      reason: `definition of a term inside a longer clause`,
    });
  }
  return found;
}

/** General documents: neighbours under one parent are joined up to the target size; tables stay whole and alone. */
function mergeBlocks(
  text: string,
  drafts: readonly Draft[],
  byId: ReadonlyMap<string, ClauseNode>,
  parameters: ChunkParameters,
  tokenizer: Tokenizer,
): Draft[] {
  const merged: Draft[] = [];
  let size = 0;
  for (const draft of drafts) {
    const tokens = tokenizer.count(quoteOf(text, draft.slices));
    const last = merged.at(-1);
    const parent = byId.get(draft.node)?.parent ?? null;
    const joins =
      last !== undefined &&
      draft.kind === 'clause' &&
      last.kind !== 'table' &&
      last.kind !== 'part' &&
      byId.get(draft.node)?.label === null &&
      (last.node === parent || (last.kind === 'block' && last.node === parent)) &&
      size + tokens <= parameters.target;
    if (joins) {
      merged[merged.length - 1] = {
        ...last,
        slices: [...last.slices, ...draft.slices],
        reason: 'blocks under one heading, merged',
      };
      size += tokens;
      continue;
    }
    const host = byId.get(draft.node);
    const block = draft.kind === 'clause' && host?.label === null && parent !== null;
    const home = block ? byId.get(parent) : undefined;
    merged.push(
      home === undefined ? draft : { ...draft, node: home.id, path: home.path, kind: 'block', reason: 'block' },
    );
    size = tokens;
  }
  return merged;
}
