import type { ClauseNode } from '../../../../shared/model.ts';
import type { TreeView } from './view.ts';
import { lineage } from './view.ts';

const articleLabel = /^(?:第.+条|article\b)/i;
const chapterLabel = /^(?:第.+章|chapter\b)/i;
const partLabel = /^(?:第.+(?:部分|编|篇)|part\b)/i;
const knotLabel = /^第.+节/;
const lettered = /^(?:\(?(?:[a-z]{1,3}|[ivxlc]+)[).]?|[(（].{1,4}[)）])$/i;

const isItem = (node: ClauseNode): boolean =>
  node.kind === 'item' || (node.label !== null && lettered.test(node.label.trim()));

/**
 * The node that "this Section", "this Schedule", 本条, 本附件 … mean where they stand in `node`; undefined when nothing there
 * bears the name. `word` is the folded name in lower case: section, clause, article, paragraph, schedule …, 条, 款, 项, 章, 节, 附件.
 */
export function enclosing(view: TreeView, node: ClauseNode, word: string): ClauseNode | undefined {
  const up = [...lineage(view, node)].filter((at) => at.parent !== null);
  const body = up.filter((at) => at.kind !== 'table' && at.kind !== 'note');
  const labelled = (label: RegExp): ClauseNode | undefined =>
    body.find((at) => at.label !== null && label.test(at.label.trim()));
  const clauses = body.filter((at) => at.kind === 'clause' || at.kind === 'item' || at.kind === 'definition');
  const top = clauses.at(-1);
  switch (word) {
    case '条':
    case '条款':
      return (
        labelled(articleLabel) ??
        clauses.findLast((at) => at.number !== null && !isItem(at)) ??
        clauses.find((at) => at.heading !== null && !isItem(at)) ??
        top
      );
    case 'article':
      return labelled(articleLabel) ?? top;
    case '章':
    case 'chapter':
      return labelled(chapterLabel) ?? body.find((at) => at.kind === 'part') ?? top;
    case '部分':
    case 'part':
      return labelled(partLabel) ?? body.find((at) => at.kind === 'part');
    case '节':
      return labelled(knotLabel) ?? clauses.find((at) => !isItem(at)) ?? top;
    case '款':
    case 'subsection':
    case 'sub-section':
    case 'sub-clause':
    case 'subclause':
      return body.find((at) => !isItem(at)) ?? body[0];
    case '项':
    case 'paragraph':
    case 'item':
    case 'subparagraph':
    case 'sub-paragraph':
      return body[0];
    case 'section':
    case 'clause':
      return clauses.find((at) => !isItem(at)) ?? top;
    default:
      return up.find((at) => at.kind === 'annex');
  }
}
