import type { ReadResult } from '../../../../electron/engine/ports.ts';
import { quietRun } from '../../../../electron/engine/run.ts';
import { readDocx } from '../../../../electron/readers/docx/read.ts';
import type { TrackedChanges } from '../../../../electron/readers/docx/revisions.ts';
import { openZip } from '../../../../electron/readers/zip.ts';
import { buildDocx } from '../../../fixtures/docx/build.ts';
import type { DocxParts } from '../../../fixtures/docx/build.ts';
import { wordsOf } from '../../engine/layout/partition.ts';

export const source = async (parts: DocxParts, view: TrackedChanges = 'accepted'): Promise<ReadResult['source']> =>
  (await readDocx(openZip(buildDocx(parts)), quietRun, view)).source;

/** The paragraphs as read, labels included. */
export const lines = async (parts: DocxParts, view: TrackedChanges = 'accepted'): Promise<string[]> =>
  wordsOf(await source(parts, view));
