import type { Issue } from '../../../shared/model.ts';
import type { ReadResult } from '../../engine/ports.ts';
import { FlowLayout } from '../../engine/layout/flow.ts';
import { throwIfCancelled } from '../../engine/run.ts';
import type { Run } from '../../engine/run.ts';
import type { ZipPackage } from '../zip.ts';
import { Notes } from './notes.ts';
import { Numbering } from './numbering.ts';
import { openWordPackage } from './package.ts';
import type { WordPackage } from './package.ts';
import type { TrackedChanges } from './revisions.ts';
import { Story } from './story.ts';
import { Styles } from './styles.ts';
import { child, decodeXml, XmlReader } from './xml.ts';

/** UTF-16 units of XML between two looks at the clock: about 20 ms. */
const slice = 262_144;

/**
 * Reads a Word package as Word shows it: automatic numbers typed in, fields by their cached results, hidden text as
 * exclusions, tracked changes in the given view. Headers, footers and comments are no part of the text. Throws
 * `FILE_DAMAGED`, `LIMIT_EXCEEDED`, `CANCELLED`.
 */
export async function readDocx(zip: ZipPackage, run: Run, view: TrackedChanges = 'accepted'): Promise<ReadResult> {
  return { format: 'docx', source: await layoutPackage(openWordPackage(zip), run, view) };
}

/** As `readDocx`, for a package that is open and a layout of the caller's. */
export async function layoutPackage(
  files: WordPackage,
  run: Run,
  view: TrackedChanges,
  layout = new FlowLayout(),
): Promise<ReadResult['source']> {
  const styles = new Styles(files.styles);
  const story = new Story(
    {
      styles,
      numbering: new Numbering(files.numbering, styles),
      notes: new Notes(files.footnotes, files.endnotes, files.settings),
      view,
      colouredPage: child(files.settings ?? undefined, 'w:displayBackgroundShape') !== undefined,
    },
    layout,
  );
  const xml = decodeXml(files.main);
  const reader = new XmlReader(files.mainName, (block) => story.readBlock(block));
  for (let at = 0; at < xml.length; at += slice) {
    throwIfCancelled(run);
    run.report({ stage: 'read', done: at, total: xml.length });
    reader.write(xml.slice(at, at + slice));
    // Lets a cancellation that came meanwhile be seen.
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
  reader.close();
  story.finish();
  run.report({ stage: 'read', done: xml.length, total: xml.length });
  const issues: Issue[] = [];
  if (story.skippedParts > 0) issues.push({ code: 'EMBEDDED_PART_SKIPPED', stage: 'read' });
  if (story.fields.uncounted > 0) issues.push({ code: 'NUMBER_FIELD_SKIPPED', stage: 'read' });
  if (/<(?:\w+:)?(?:ins|del|moveFrom|moveTo) (?:[^>]*:)?(?:id|author|date)=/u.test(xml))
    issues.push({ code: 'TRACKED_CHANGES', stage: 'read' });
  return layout.finish(issues);
}
