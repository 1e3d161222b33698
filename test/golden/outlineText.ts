import type { ClauseTree } from '../../shared/model.ts';

/** Longest own text that is shown whole. */
const longest = 90;

const clip = (words: string): string =>
  words.length > longest ? `${Array.from(words).slice(0, 58).join('')} … ${Array.from(words).slice(-26).join('')}` : words;

/**
 * The clause tree as text a person can read: indent by level, kind, number, heading, words of the own text (`/` between
 * slices), then the exclusions by reason.
 */
export function outlineText(text: string, tree: ClauseTree): string {
  const lines = tree.nodes.map((node) => {
    const words = node.own.map(([start, end]) => text.slice(start, end)).join(' / ').replace(/\s+/g, ' ');
    const number = node.number === null ? '' : ` [${node.number}]`;
    const heading = node.heading === null ? '' : ` <${node.heading}>`;
    const pages = node.pages === null ? '' : ` p${node.pages[0] === node.pages[1] ? node.pages[0] : node.pages.join('-')}`;
    return `${'  '.repeat(node.level)}${node.kind}${number}${heading}${pages} ${clip(words)}`.trimEnd();
  });
  const reasons = new Map<string, number>();
  for (const { reason } of tree.exclusions) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  const left = [...reasons].map(([reason, count]) => `${reason} ${count}`).join(', ');
  return `${tree.kind} ${tree.language}\n${lines.join('\n')}\nexclusions: ${left === '' ? 'none' : left}\n`;
}
