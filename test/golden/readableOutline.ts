import type { ClauseNode, ClauseTree, NodeKind } from '../../shared/model.ts';

const marks: Record<NodeKind, string> = {
  root: 'document',
  part: 'part',
  clause: '§',
  item: '-',
  paragraph: '¶',
  recital: 'recital',
  definition: 'definition',
  annex: 'annex',
  table: 'table',
  note: 'note',
  signature: 'signature',
};

/** Characters of own text that a line shows whole. */
const whole = 72;

function clip(words: string): string {
  const signs = Array.from(words);
  return signs.length <= whole ? words : `${signs.slice(0, 48).join('')} … ${signs.slice(-20).join('')}`;
}

/** Label, heading in angle brackets, the words behind it, the number where the label is not all of it, the page. */
function line(text: string, node: ClauseNode): string {
  const own = node.own.map(([start, end]) => text.slice(start, end)).join(' / ');
  const label = node.label ?? '';
  const rest = own.startsWith(label) ? own.slice(label.length) : own;
  const words = rest.replace(/\s+/gu, ' ').trim().replace(/^(?:\/ )+/u, '');
  const heading = node.heading?.replace(/\s+/gu, ' ') ?? null;
  const behind = heading !== null && words.startsWith(heading) ? words.slice(heading.length).replace(/^[\s.:：。]+/u, '') : '';
  const shown = heading === null ? clip(words) : [`<${heading}>`, clip(behind)].filter((part) => part !== '').join(' ');
  const number = node.number === null || node.number === label.replace(/[.、\s]+$/u, '') ? '' : `= ${node.number}`;
  const page = node.pages === null ? '' : `p.${node.pages[0] === node.pages[1] ? node.pages[0] : node.pages.join('-')}`;
  const parts = [marks[node.kind], label.replace(/\s+/gu, ' '), shown, number, page].filter((part) => part !== '');
  return '  '.repeat(node.level) + parts.join(' ');
}

/**
 * The clause tree as a lawyer would check it against the page, one node a line, indented by level; below it what was left
 * out, by reason and how often.
 */
export function readableOutline(text: string, tree: ClauseTree): string {
  const counts = new Map<string, number>();
  for (const { reason } of tree.exclusions) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  const left = [...counts].map(([reason, count]) => `${reason} ${count}`).join(', ');
  return `${tree.nodes.map((node) => line(text, node)).join('\n')}\nleft out: ${left === '' ? 'nothing' : left}\n`;
}
