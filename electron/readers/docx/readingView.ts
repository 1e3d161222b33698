import mammoth from 'mammoth';
import { strToU8, zipSync } from 'fflate';
import type { FlowParagraph } from '../../engine/layout/flow.ts';
import { FlowLayout } from '../../engine/layout/flow.ts';
import { throwIfCancelled } from '../../engine/run.ts';
import type { Run } from '../../engine/run.ts';
import type { ViewInline, ViewNode, ViewParagraph } from '../../../shared/readingView.ts';
import type { ZipPackage } from '../zip.ts';
import { openWordPackage } from './package.ts';
import { layoutPackage } from './read.ts';
import type { TrackedChanges } from './revisions.ts';

/** Pictures that a page may show; anything else (metafiles, SVG) stays out. */
const picture = /\.(?:png|jpe?g|gif|bmp)$/iu;
const anchorName = 'proviso-';

interface Laid {
  readonly paragraph: FlowParagraph;
  /** Null for a paragraph of pictures alone. */
  readonly start: number | null;
}

/**
 * The reading view of a Word file. The package is rewritten in memory: what Word shows and nothing else, each label typed
 * in, each paragraph with a bookmark that carries its offset in the SourceText of the same view; mammoth reads that.
 * Hidden and deleted text is not there. Errors as `readDocx`.
 */
export async function readingView(zip: ZipPackage, run: Run, view: TrackedChanges = 'accepted'): Promise<ViewNode[]> {
  const files = openWordPackage(zip);
  const layout = new RecordingLayout();
  await layoutPackage(files, run, view, layout);
  throwIfCancelled(run);
  const folder = files.mainName.slice(0, files.mainName.lastIndexOf('/') + 1);
  const document = `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><w:body>${bodyXml(layout.laid)}</w:body></w:document>`;
  const relations = `${folder}_rels/${files.mainName.slice(folder.length)}.rels`;
  const parts: Record<string, Uint8Array> = { [files.mainName]: strToU8(document) };
  for (const name of zip.names)
    if (name === '[Content_Types].xml' || name === '_rels/.rels' || name === relations || picture.test(name))
      parts[name] = zip.read(name) ?? new Uint8Array();
  let tree: MammothElement | null = null;
  await mammoth.convertToHtml(
    { buffer: Buffer.from(zipSync(parts, { level: 0 })) },
    {
      externalFileAccess: false,
      transformDocument: (element: unknown) => {
        tree = element as MammothElement;
        // The HTML is not used, so it need not be made.
        return { ...tree, children: [] } as unknown;
      },
    },
  );
  throwIfCancelled(run);
  const laid = new Map(layout.laid.map(({ paragraph, start }) => [start, paragraph]));
  return nodesOf((tree as MammothElement | null)?.children ?? [], laid);
}

/** Keeps what it lays out. */
class RecordingLayout extends FlowLayout {
  readonly laid: Laid[] = [];

  override add(paragraph: FlowParagraph): number | null {
    const start = super.add(paragraph);
    if (start !== null || paragraph.pictures.length > 0) this.laid.push({ paragraph, start });
    return start;
  }
}

function bodyXml(laid: readonly Laid[]): string {
  let xml = '';
  for (let at = 0; at < laid.length;) {
    const table = laid[at]?.paragraph.cell?.table;
    if (table === undefined) {
      xml += paragraphXml(laid[at] as Laid);
      at++;
      continue;
    }
    let end = at;
    while (end < laid.length && laid[end]?.paragraph.cell?.table === table) end++;
    xml += tableXml(laid.slice(at, end));
    at = end;
  }
  return xml;
}

/** A table of the cells at hand; a table that holds another one is shown around it in parts. */
function tableXml(laid: readonly Laid[]): string {
  const rows = new Map<number, Map<number, Laid[]>>();
  const put = (row: number, column: number, each: Laid | null): void => {
    const cells = rows.get(row) ?? new Map<number, Laid[]>();
    rows.set(row, cells.set(column, [...(cells.get(column) ?? []), ...(each ? [each] : [])]));
  };
  const last = Math.max(...laid.map(({ paragraph }) => paragraph.cell?.row ?? 0));
  const places = new Map<string, NonNullable<FlowParagraph['cell']>>();
  for (const each of laid) {
    const { cell } = each.paragraph;
    if (!cell) continue;
    put(cell.row, cell.column, each);
    for (let row = cell.row; row < Math.min(cell.row + cell.rowSpan, last + 1); row++) {
      if (row > cell.row) put(row, cell.column, null);
      places.set(`${row} ${cell.column}`, cell);
    }
  }
  return `<w:tbl>${[...rows]
    .toSorted((a, b) => a[0] - b[0])
    .map(([row, cells]) => {
      let column = 0;
      let xml = '';
      let header = false;
      for (const [place, content] of [...cells].toSorted((a, b) => a[0] - b[0])) {
        for (; column < place; column++) xml += '<w:tc><w:p/></w:tc>';
        const cell = places.get(`${row} ${place}`);
        if (!cell) continue;
        header ||= cell.header;
        const merge = cell.rowSpan === 1 ? '' : cell.row === row ? '<w:vMerge w:val="restart"/>' : '<w:vMerge/>';
        xml += `<w:tc><w:tcPr><w:gridSpan w:val="${cell.columnSpan}"/>${merge}</w:tcPr>${content.map(paragraphXml).join('') || '<w:p/>'}</w:tc>`;
        column += cell.columnSpan;
      }
      return `<w:tr><w:trPr>${header ? '<w:tblHeader/>' : ''}</w:trPr>${xml}</w:tr>`;
    })
    .join('')}</w:tbl>`;
}

function paragraphXml({ paragraph, start }: Laid): string {
  const label = paragraph.label ? `${paragraph.label.text}${paragraph.label.gap ? ' ' : ''}` : '';
  const runs = paragraph.runs.filter((each) => each.excluded === null).map((each) => runXml(each.text, each));
  const pictures = paragraph.pictures.map(
    (id) =>
      `<w:r><w:drawing><wp:inline><wp:docPr/><a:graphic><a:graphicData><pic:pic><pic:blipFill><a:blip r:embed="${escape(id)}"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`,
  );
  const anchor = start === null ? '' : `<w:bookmarkStart w:id="${start}" w:name="${anchorName}${start}"/>`;
  return `<w:p>${anchor}${label === '' ? '' : runXml(label, null)}${runs.join('')}${pictures.join('')}</w:p>`;
}

function runXml(
  text: string,
  look: { readonly bold: boolean; readonly italic: boolean; readonly underline: boolean } | null,
): string {
  const properties = look
    ? `${look.bold ? '<w:b/>' : ''}${look.italic ? '<w:i/>' : ''}${look.underline ? '<w:u w:val="single"/>' : ''}`
    : '';
  const content = text
    .split('\n')
    .map((line) => `<w:t xml:space="preserve">${escape(line)}</w:t>`)
    .join('<w:br/>');
  return `<w:r><w:rPr>${properties}</w:rPr>${content}</w:r>`;
}

const escape = (text: string): string => text.replace(/&/gu, '&amp;').replace(/</gu, '&lt;').replace(/"/gu, '&quot;');

/** What mammoth gives: of its element kinds those that a rewritten package can hold. */
interface MammothElement {
  readonly type: string;
  readonly children?: readonly MammothElement[];
  readonly name?: string;
  readonly value?: string;
  readonly isBold?: boolean;
  readonly isItalic?: boolean;
  readonly isUnderline?: boolean;
  readonly isHeader?: boolean;
  readonly colSpan?: number;
  readonly rowSpan?: number;
  readonly contentType?: string;
  readonly readAsBase64String?: () => Promise<string>;
}

async function nodesOf(
  elements: readonly MammothElement[],
  laid: ReadonlyMap<number | null, FlowParagraph>,
): Promise<ViewNode[]> {
  const nodes: ViewNode[] = [];
  for (const element of elements) {
    if (element.type === 'paragraph') nodes.push(await paragraphOf(element, laid));
    else if (element.type === 'table') {
      const rows = [];
      for (const row of element.children ?? []) {
        const cells = [];
        for (const cell of row.children ?? [])
          cells.push({
            columnSpan: cell.colSpan ?? 1,
            rowSpan: cell.rowSpan ?? 1,
            children: await nodesOf(cell.children ?? [], laid),
          });
        rows.push({ header: row.isHeader ?? false, cells });
      }
      nodes.push({ kind: 'table', rows });
    }
  }
  return nodes;
}

async function paragraphOf(
  element: MammothElement,
  laid: ReadonlyMap<number | null, FlowParagraph>,
): Promise<ViewParagraph> {
  const name = element.children?.find((each) => each.type === 'bookmarkStart')?.name;
  const anchor = name?.startsWith(anchorName) === true ? Number(name.slice(anchorName.length)) : null;
  const style = anchor === null ? undefined : laid.get(anchor)?.style;
  const children: ViewInline[] = [];
  for (const each of element.children ?? [])
    await addInline(each, { bold: false, italic: false, underline: false }, children);
  return { kind: 'paragraph', anchor, heading: style?.headingLevel ?? null, align: style?.align ?? null, children };
}

async function addInline(
  element: MammothElement,
  look: { bold: boolean; italic: boolean; underline: boolean },
  out: ViewInline[],
): Promise<void> {
  switch (element.type) {
    case 'run': {
      const own = {
        bold: element.isBold ?? false,
        italic: element.isItalic ?? false,
        underline: element.isUnderline ?? false,
      };
      for (const each of element.children ?? []) await addInline(each, own, out);
      return;
    }
    case 'text':
      if (element.value !== undefined && element.value !== '') out.push({ kind: 'text', text: element.value, ...look });
      return;
    case 'break':
      out.push({ kind: 'break' });
      return;
    case 'image':
      if (element.readAsBase64String && /^image\/(?:png|jpeg|gif|bmp)$/u.test(element.contentType ?? ''))
        out.push({ kind: 'image', contentType: element.contentType ?? '', base64: await element.readAsBase64String() });
      return;
    default:
  }
}
