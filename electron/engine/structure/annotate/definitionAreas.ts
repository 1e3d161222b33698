import type { ClauseNode } from '../../../../shared/model.ts';
import { lineage } from './view.ts';
import type { Passage, TreeView } from './view.ts';

/** Where a list of definitions stands, so that weaker signs ("Affiliate: any company …") suffice there. */
export interface DefinitionAreas {
  has(passage: Passage): boolean;
  /** Rows of definition tables. */
  readonly rows: readonly { readonly term: Passage; readonly meaning: Passage }[];
  /** Passages that are cells of those rows. */
  readonly cells: ReadonlySet<number>;
}

const heading = /\b(?:definitions?|defined terms|glossary|interpretation)\b|定义|释义|名词解释|术语|用语/i;
const leadIn =
  /\bfollowing\b[^.:]{0,80}\b(?:terms?|words?|expressions?|definitions?|phrases?)\b[^.:]{0,120}(?:\bmean|\bdefin|\bapply|:)|\b(?:terms?|words?|expressions?)\b[^.:]{0,80}\b(?:following meanings?|meanings? (?:set forth|set out|given|ascribed|assigned|specified|stated|indicated)[^.:]{0,40}\bbelow)|(?:下列|以下|下述|如下)[^。:]{0,16}(?:词语|用语|术语|名词|词汇|简称|定义|含义|意义|概念)|(?:词语|用语|术语|名词|词汇|概念)[^。:]{0,30}(?:如下|下列|下述|以下)/i;
// How an entry of such a list begins.
const entry =
  /^(?:[\d.]{1,8} ?|\(?[\w一二三四五六七八九十]{1,4}[).、] ?)?(?:["“「『']|[^,，。;:]{1,40}(?::|是指|系指|指| means? | shall mean ))/;
const termHead =
  /^(?:defined )?(?:terms?|words?|expressions?|definiendum)$|^(?:术语|词语|用语|名词|定义项|简称|概念)(?:名称)?$/i;
const meaningHead = /^(?:meanings?|definitions?|descriptions?|explanations?)$|^(?:含义|定义|释义|解释|说明|意义)$/i;

export function definitionAreas(view: TreeView): DefinitionAreas {
  const byHeading = new Map<string, boolean>();
  const headed = (node: ClauseNode): boolean => {
    const known = byHeading.get(node.id);
    if (known !== undefined) return known;
    let is =
      node.kind === 'definition' || (node.heading !== null && node.heading.length <= 60 && heading.test(node.heading));
    if (!is) {
      const parent = node.parent === null ? undefined : view.byId.get(node.parent);
      is = parent !== undefined && headed(parent);
    }
    byHeading.set(node.id, is);
    return is;
  };

  // A lead-in opens a list in its node and, where that is an unnumbered paragraph, beside it, up to the next heading.
  const inList = new Set<number>();
  const leads = new Map<string, number>();
  let flat = false;
  let strangers = 0;
  for (const passage of view.passages) {
    const { node } = passage;
    strangers = entry.test(passage.text) ? 0 : strangers + 1;
    if (flat && (strangers > 1 || node.heading !== null || node.kind === 'annex' || node.kind === 'part')) flat = false;
    const listed = flat || [...lineage(view, node)].some((at) => (leads.get(at.id) ?? Infinity) < passage.index);
    if (listed || headed(node)) inList.add(passage.index);
    if (passage.block.kind !== 'paragraph' || !leadIn.test(passage.text)) continue;
    if (node.parent !== null) leads.set(node.id, passage.index);
    strangers = 0;
    flat = node.kind === 'paragraph' || node.kind === 'root' || node.label === null;
  }

  const tables = new Map<number, Map<number, Passage[]>>();
  for (const passage of view.passages) {
    const cell = passage.block.cell;
    if (cell === null) continue;
    let rows = tables.get(cell.table);
    if (rows === undefined) tables.set(cell.table, (rows = new Map()));
    const row = rows.get(cell.row);
    if (row) row.push(passage);
    else rows.set(cell.row, [passage]);
  }
  const rows: { term: Passage; meaning: Passage }[] = [];
  const cells = new Set<number>();
  for (const table of tables.values()) {
    const lines = [...table.values()].map((row) =>
      row.toSorted((a, b) => (a.block.cell?.column ?? 0) - (b.block.cell?.column ?? 0)),
    );
    const head = lines[0];
    if (head === undefined) continue;
    const column = head.findIndex((cell) => termHead.test(cell.text.trim()));
    const titled = column >= 0 && head.some((cell) => meaningHead.test(cell.text.trim()));
    const area = head.some((cell) => inList.has(cell.index));
    const twoWide = lines.every((line) => new Set(line.map((cell) => cell.block.cell?.column)).size <= 2);
    if (!titled && !(area && twoWide)) continue;
    const termColumn = head[Math.max(column, 0)]?.block.cell?.column ?? 0;
    for (const line of titled ? lines.slice(1) : lines) {
      const term = line.find((cell) => cell.block.cell?.column === termColumn);
      const meaning = line.findLast((cell) => (cell.block.cell?.column ?? 0) > termColumn);
      if (term === undefined || meaning === undefined || term.text.length > 80) continue;
      rows.push({ term, meaning });
      for (const cell of line) cells.add(cell.index);
    }
  }
  return { has: (passage) => inList.has(passage.index), rows, cells };
}
