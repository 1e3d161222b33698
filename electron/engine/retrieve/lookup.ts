import type { ClauseNode } from '../../../shared/model.ts';
import { numberTokens } from '../structure/number.ts';
import type { DocumentView } from './documentView.ts';

/** Nodes of one document whose number is the one asked for, in reading order. `tokens` as `numberTokens` gives them. */
export function nodesByNumber(view: DocumentView, tokens: readonly string[]): ClauseNode[] {
  const wanted = tokens.join(' ');
  const exact: ClauseNode[] = [];
  const tails: ClauseNode[] = [];
  for (const node of view.parsed.tree.nodes) {
    if (node.number === null) continue;
    const key = numberTokens(node.number).join(' ');
    if (key === wanted) exact.push(node);
    // "Section 4" finds `Article 4`: the noun before a number is how people speak.
    else if (key.replace(/^[a-z]{3,} /, '') === wanted && !ANNEX.test(node.number)) tails.push(node);
  }
  return exact.length > 0 ? exact : tails;
}

const ANNEX = /^(?:schedule|annex|exhibit|appendix|attachment)/i;
