import type { ParsedDocument } from '../../engine/ports.ts';
import type { ClauseNode } from '../../../shared/model.ts';
import { quoteOf } from '../../../shared/span.ts';
import { plain, terminalWidth, wrap } from '../terminal.ts';

/** Indented outline: label, heading or first words, page on the right where there are pages. */
export function printOutline({ info, source, tree }: ParsedDocument): string {
  const width = terminalWidth();
  const lines: string[] = [];
  const pages = info.pages > 0 ? ` · ${info.pages} ${info.pages === 1 ? 'page' : 'pages'}` : '';
  lines.push(`${plain(info.name)} · ${info.kind} · ${info.language}${pages} · ${info.status}`);
  for (const reason of tree.kindReasons) lines.push(wrap(reason, width, '  '));
  for (const issue of info.issues)
    lines.push(`  ! ${issue.code}${issue.page === undefined ? '' : ` (page ${issue.page})`}`);
  lines.push('');
  for (const node of tree.nodes) {
    if (node.kind === 'root') continue;
    lines.push(nodeLine(source.text, node, width));
  }
  const number = (id: string): string => {
    const node = tree.nodes.find((each) => each.id === id);
    return node?.number ?? node?.path.at(-1) ?? id;
  };
  if (tree.front.parties.length > 0) {
    lines.push('', `Parties (${tree.front.parties.length})`);
    for (const party of tree.front.parties) lines.push(wrap([party.name, ...party.aliases].join(' · '), width, '  '));
  }
  if (tree.definitions.length > 0) {
    lines.push('', `Definitions (${tree.definitions.length})`);
    for (const each of tree.definitions) {
      const scope = each.scope === 'document' ? '' : `, within ${number(each.scope)}`;
      const aliases = each.aliases.length === 0 ? '' : ` (${each.aliases.join(', ')})`;
      lines.push(wrap(`${each.term}${aliases}: ${number(each.node)}${scope}`, width, '  '));
    }
  }
  if (tree.references.length > 0) {
    lines.push('', `References (${tree.references.length})`);
    for (const each of tree.references) {
      const role = each.role === 'plain' ? '' : ` [${each.role}]`;
      const target = each.status === 'resolved' ? each.targets.map(number).join(', ') : each.status;
      lines.push(wrap(`${number(each.node)}: ${each.text}${role} → ${target}`, width, '  '));
    }
  }
  if (tree.bridges.length > 0) {
    lines.push('', `Links (${tree.bridges.length})`);
    for (const each of tree.bridges)
      lines.push(wrap(`${each.relation}: ${number(each.from)} → ${number(each.to)}`, width, '  '));
  }
  if (tree.exclusions.length > 0) {
    lines.push('', `Left out (${tree.exclusions.length})`);
    const byReason = Map.groupBy(tree.exclusions, ({ reason }) => reason);
    for (const [reason, group] of byReason) {
      const first = group[0]!;
      const sample = source.text.slice(first.start, Math.min(first.end, first.start + 60));
      lines.push(wrap(`${reason}: ${group.length}, first: ${sample}`, width, '  '));
    }
  }
  return lines.join('\n');
}

function nodeLine(text: string, node: ClauseNode, width: number): string {
  const indent = '  '.repeat(Math.max(0, node.level - 1));
  const label =
    node.label ?? (node.kind === 'paragraph' || node.kind === 'clause' || node.kind === 'item' ? '' : `<${node.kind}>`);
  const own = quoteOf(text, node.own).replace(/\s+/gu, ' ').trim();
  const words =
    node.heading ?? (node.label !== null && own.startsWith(node.label) ? own.slice(node.label.length).trim() : own);
  const page = node.pages === null ? '' : `  p.${node.pages[0]}`;
  const head = plain(`${indent}${label}${label === '' ? '' : ' '}`);
  const room = Math.max(20, width - head.length - page.length);
  const first = wrap(words, room).split('\n');
  return `${head}${first[0] ?? ''}${first.length > 1 ? '…' : ''}${page}`;
}
