import { leadingEvidence } from '../../../shared/leadingEvidence.ts';
import type { Answer, Evidence, Hit } from '../../../shared/model.ts';
import type { Messages } from '../../../shared/locale/en.ts';
import { terminalWidth, wrap } from '../terminal.ts';

/** One answer for people: status, conclusion, evidence with document, clause path, page and exact quote. */
export function printAnswer(answer: Answer, text: Messages): string {
  const width = terminalWidth();
  const blocks: string[] = [];
  if (answer.status !== 'answered') blocks.push(text.answer.status[answer.status]);
  if (answer.conclusion !== '') blocks.push(wrap(answer.conclusion, width));
  if (answer.riskLevel !== null) blocks.push(text.answer.risk[answer.riskLevel]);
  for (const { note, sides } of answer.conflicts) {
    blocks.push(wrap(`${text.answer.conflicts}: ${note} [${sides.map((side) => side + 1).join('] [')}]`, width));
  }
  const shown = leadingEvidence(answer);
  for (const [index, each] of answer.evidence.slice(0, shown).entries()) {
    blocks.push(printEvidence(each, `[${index + 1}]`, text, width));
  }
  const further = answer.evidence.slice(shown);
  if (further.length > 0) {
    const places = new Set(further.map(({ number, path }) => number ?? path.at(-1) ?? text.answer.unnumbered));
    blocks.push(wrap(`${text.answer.further(further.length)}: ${[...places].join(', ')} (--json)`, width));
  }
  if (answer.nearest.length > 0) {
    blocks.push(text.answer.nearest);
    for (const each of answer.nearest) blocks.push(printEvidence(each, ' · ', text, width));
  }
  if (answer.missing.length > 0) blocks.push(wrap(`${text.answer.missing}: ${answer.missing.join('; ')}`, width));
  if (answer.coverage !== null) {
    const { checked, clauses, unreadablePages } = answer.coverage;
    const unreadable = unreadablePages === 0 ? '' : `, ${text.answer.unreadable(unreadablePages)}`;
    blocks.push(`${text.answer.coverage(checked, clauses)}${unreadable}`);
  }
  if (answer.pending.length > 0) blocks.push(text.answer.pending(answer.pending.length));
  const source = answer.model === 'extractive' ? text.answer.extractive : text.answer.model(answer.model);
  blocks.push(wrap(`${source}. ${text.app.notAdvice}`, width));
  return blocks.join('\n\n');
}

function printEvidence(each: Evidence, mark: string, text: Messages, width: number): string {
  const place = each.path.length > 0 ? each.path.join(' > ') : text.answer.unnumbered;
  const pages = each.pages.map(({ page }) => page);
  const shown = pages.length === 0 ? '' : ` · ${text.document.pagesShort(Math.min(...pages), Math.max(...pages))}`;
  const role = each.role === 'clause' ? '' : ` (${text.answer.roles[each.role]})`;
  return `${wrap(`${mark} ${each.file} · ${place}${shown}${role}`, width)}\n${wrap(`“${each.quote}”`, width, '    ')}`;
}

export function printHits(hits: readonly Hit[], quote: (hit: Hit) => string): string {
  const width = terminalWidth();
  return hits
    .map((hit, index) => {
      const place = hit.path.length > 0 ? hit.path.join(' > ') : '·';
      const { dense, lexical, structure } = hit.parts;
      const parts = `dense ${dense.toFixed(2)}, lexical ${lexical.toFixed(2)}, structure ${structure.toFixed(2)}`;
      return `${wrap(`${index + 1}. ${hit.file} · ${place}  ${hit.score.toFixed(3)} (${parts})`, width)}\n${wrap(quote(hit), width, '   ')}`;
    })
    .join('\n\n');
}
