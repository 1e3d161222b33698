import { child } from './xml.ts';
import type { XmlElement } from './xml.ts';

/**
 * Which text of a document with tracked changes is read. `accepted`: as if every change were accepted, deleted text is
 * not there. `original`: as if every change were rejected. `marked`: as accepted, with deleted text kept as exclusions.
 */
export type TrackedChanges = 'accepted' | 'original' | 'marked';

/** What becomes of content inside a revision element. */
export type Fate = 'shown' | 'gone' | 'excluded';

const inserted = new Set(['w:ins', 'w:moveTo']);
const deleted = new Set(['w:del', 'w:moveFrom']);

/** Fate of the children of `name`; null where the element is no revision. */
export function fateInside(name: string, view: TrackedChanges): Fate | null {
  if (inserted.has(name)) return view === 'original' ? 'gone' : 'shown';
  if (deleted.has(name)) return view === 'original' ? 'shown' : view === 'marked' ? 'excluded' : 'gone';
  return null;
}

/** True where a mark of a paragraph, row or cell is gone in this view: `w:del` or `w:ins` in its properties. */
export function isGone(properties: XmlElement | undefined, view: TrackedChanges): boolean {
  const names = view === 'original' ? ['w:ins', 'w:moveTo', 'w:cellIns'] : ['w:del', 'w:moveFrom', 'w:cellDel'];
  return names.some((name) => child(properties, name) !== undefined);
}

/** The properties that hold in this view: those before a tracked change of format where the original is read. */
export function propertiesIn(
  properties: XmlElement | undefined,
  change: string,
  name: string,
  view: TrackedChanges,
): XmlElement | undefined {
  if (view !== 'original') return properties;
  const before = child(child(properties, change), name);
  return before ?? properties;
}
