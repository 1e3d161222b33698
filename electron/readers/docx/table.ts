import { alternative } from './inline.ts';
import { fateInside, isGone } from './revisions.ts';
import type { TrackedChanges } from './revisions.ts';
import { isShaded } from './styles.ts';
import { child, childrenOf, integer, toggle, valueOf } from './xml.ts';
import type { XmlElement } from './xml.ts';

export interface TableCell {
  readonly content: XmlElement;
  readonly row: number;
  readonly column: number;
  rowSpan: number;
  readonly columnSpan: number;
  readonly header: boolean;
  readonly shaded: boolean;
  /** It is covered by the cell above that spans its row; Word does not show what it holds. */
  readonly covered: boolean;
}

/**
 * The cells of a table in reading order, rows that the view does not show left out. `headed`: the style of the table
 * sets its first row apart, if the table asks for it.
 */
export function tableCells(table: XmlElement, view: TrackedChanges, headed: boolean): TableCell[] {
  const rows = elementsIn(table, 'w:tr', view).filter((row) => !isGone(child(row, 'w:trPr'), view));
  const cells: TableCell[] = [];
  /** The cell that still spans downwards, by column. */
  const spanning = new Map<number, TableCell>();
  let heads = true;
  const styledHead = headed && wantsFirstRow(child(child(table, 'w:tblPr'), 'w:tblLook')) && rows.length > 1;
  rows.forEach((row, index) => {
    const properties = child(row, 'w:trPr');
    heads &&= toggle(properties, 'w:tblHeader') ?? false;
    let column = integer(valueOf(properties, 'w:gridBefore')) ?? 0;
    for (const content of elementsIn(row, 'w:tc', view)) {
      const own = child(content, 'w:tcPr');
      if (isGone(own, view)) continue;
      const columnSpan = Math.max(1, integer(valueOf(own, 'w:gridSpan')) ?? 1);
      const merge = child(own, 'w:vMerge');
      const above = spanning.get(column);
      const covered = merge !== undefined && merge.attributes['w:val'] !== 'restart' && above !== undefined;
      const cell: TableCell = {
        content,
        row: index,
        column,
        rowSpan: 1,
        columnSpan,
        header: heads || (styledHead && index === 0),
        shaded: isShaded(child(own, 'w:shd')),
        covered,
      };
      if (covered) above.rowSpan = index - above.row + 1;
      else if (merge) spanning.set(column, cell);
      else spanning.delete(column);
      cells.push(cell);
      column += columnSpan;
    }
  });
  return cells;
}

/** Rows or cells inside content controls, custom elements and revisions. */
function elementsIn(parent: XmlElement, name: string, view: TrackedChanges): XmlElement[] {
  return childrenOf(parent).flatMap((each) => {
    if (each.name === name) return [each];
    const fate = fateInside(each.name, view);
    if (fate !== null) return fate === 'gone' ? [] : elementsIn(each, name, view);
    if (each.name === 'w:sdt') return elementsIn(child(each, 'w:sdtContent') ?? each, name, view);
    if (each.name === 'w:customXml') return elementsIn(each, name, view);
    if (each.name === 'mc:AlternateContent') return elementsIn({ ...each, children: alternative(each) }, name, view);
    return [];
  });
}

/** The look of a table is a set of flags: one attribute each, or a bit of the older hexadecimal value. */
function wantsFirstRow(look: XmlElement | undefined): boolean {
  const flag = look?.attributes['w:firstRow'];
  if (flag !== undefined) return ['1', 'true', 'on'].includes(flag);
  return (Number.parseInt(look?.attributes['w:val'] ?? '0', 16) & 0x20) !== 0;
}
