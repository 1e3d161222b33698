import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { ClauseTree } from '../../../shared/model.ts';
import type { SourceText } from '../../../electron/engine/layout/sourceText.ts';
import { sameNumber } from '../../../electron/engine/structure/number.ts';

export interface GoldItem {
  readonly id: string;
  readonly file: string;
  readonly number: string;
  readonly quote: string;
}

/** Names that the documents imply but do not print, as the set's own notes list them. */
const unprinted = new Set(['2.5', '2.7', '2.7（1）', '2.7（2）', '2.7（3）', '18.1']);
const named = new Set(['Cover (Other Terms)', 'Cover Terms', 'Key Terms (Unlimited Claims)', 'Binding Terms']);

/** Gold items of the question set whose clause number the document prints. */
export function goldItems(data: string): GoldItem[] {
  const items: GoldItem[] = [];
  for (const line of readFileSync(path.join(data, 'questions/contracts.dev.jsonl'), 'utf8').split('\n')) {
    if (line.trim() === '') continue;
    const question = JSON.parse(line) as { id: string; file: string; gold: { quote: string; number: string | null }[] };
    for (const { quote, number } of question.gold) {
      if (number === null || named.has(number)) continue;
      if (unprinted.has(number) && /知识产权协议|物资采购合同/u.test(question.file)) continue;
      items.push({ id: question.id, file: question.file, number, quote });
    }
  }
  return items;
}

const squeeze = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\s+/gu, '')
    .replace(/["“”'‘’]/gu, '"');

export type Verdict = 'right' | 'enclosing' | 'wrong' | 'unfound';

/** The clause that a reader of the tree would cite for the quote, and whether it is the gold one. */
export function judgeGold(
  item: GoldItem,
  source: SourceText,
  tree: ClauseTree,
): { verdict: Verdict; cited: string | null } {
  const span = locate(source, tree, item.quote);
  if (span === null) return { verdict: 'unfound', cited: null };
  const byId = new Map(tree.nodes.map((n) => [n.id, n]));
  // The deepest node whose hull holds the whole quote; slices decide between equals.
  let best = tree.nodes[0];
  for (const node of tree.nodes) {
    if (node.start <= span[0] && node.end >= span[1] && node.level >= (best?.level ?? 0)) {
      const touches = node.own.some(([s, e]) => s < span[1] && span[0] < e) || descends(tree, node.id, span);
      if (touches) best = node;
    }
  }
  let at = best;
  while (at !== undefined && at.number === null) at = at.parent === null ? undefined : byId.get(at.parent);
  const cited = at?.number ?? null;
  if (cited !== null && sameNumber(cited, item.number)) return { verdict: 'right', cited };
  for (let up = at; up !== undefined; up = up.parent === null ? undefined : byId.get(up.parent)) {
    if (up.number !== null && sameNumber(up.number, item.number)) return { verdict: 'enclosing', cited };
  }
  return { verdict: 'wrong', cited };
}

function descends(tree: ClauseTree, id: string, span: readonly [number, number]): boolean {
  const open = new Set([id]);
  for (const node of tree.nodes) {
    if (node.parent === null || !open.has(node.parent)) continue;
    open.add(node.id);
    if (node.own.some(([s, e]) => s < span[1] && span[0] < e)) return true;
  }
  return false;
}

function locate(source: SourceText, tree: ClauseTree, quote: string): [number, number] | null {
  const wanted = squeeze(quote);
  const { text } = source;
  const hidden = tree.exclusions;
  let flat = '';
  const offsets: number[] = [];
  let next = 0;
  for (let i = 0; i < text.length; i++) {
    while (next < hidden.length && (hidden[next]?.end ?? 0) <= i) next++;
    const skip = hidden[next];
    if (skip !== undefined && i >= skip.start && i < skip.end) continue;
    for (const c of squeeze(text.charAt(i))) {
      flat += c;
      offsets.push(i);
    }
  }
  const at = flat.indexOf(wanted);
  if (at < 0) return null;
  return [offsets[at] ?? 0, (offsets[at + wanted.length - 1] ?? 0) + 1];
}
