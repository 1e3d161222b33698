import { createHash } from 'node:crypto';

/** What people did, one record each. Kinds are only ever added; readers pass over kinds they do not know. */
export type JournalEntry =
  | { readonly kind: 'library-created' }
  | {
      readonly kind: 'document-added';
      readonly document: string;
      readonly sha256: string;
      readonly name: string;
      readonly bytes: number;
    }
  | { readonly kind: 'document-removed'; readonly document: string; readonly sha256: string };

/** `seq` counts from 1 without gaps; `at` is ISO 8601, UTC. */
export type JournalRecord = JournalEntry & { readonly seq: number; readonly at: string };

const PREFIX = '{"sum":"';
const MIDDLE = '","record":';
const SUM_LENGTH = 16;

const checksum = (json: string): string => createHash('sha256').update(json).digest('hex').slice(0, SUM_LENGTH);

/** One line of JSON with its line end: `{"sum":"<first 16 hex digits of the sha256 of the record's bytes>","record":{…}}`. */
export function encodeRecord(record: JournalRecord): string {
  const json = JSON.stringify(record);
  return `${PREFIX}${checksum(json)}${MIDDLE}${json}}\n`;
}

/** Null for a line that was not written whole or was changed since. */
export function decodeRecord(line: string): JournalRecord | null {
  const bodyAt = PREFIX.length + SUM_LENGTH + MIDDLE.length;
  const sum = line.slice(PREFIX.length, PREFIX.length + SUM_LENGTH);
  const json = line.slice(bodyAt, -1);
  if (line !== `${PREFIX}${sum}${MIDDLE}${json}}` || checksum(json) !== sum) return null;
  return JSON.parse(json) as JournalRecord;
}

/** A document that was added and not removed since. */
export interface LiveDocument {
  readonly document: string;
  readonly sha256: string;
  readonly name: string;
  readonly bytes: number;
  readonly at: string;
}

/** The documents that a library holds according to its journal, by id, in the order they were added. */
export class LiveDocuments {
  readonly #live = new Map<string, LiveDocument>();
  /** Hashes of originals whose documents were removed. */
  readonly removed = new Set<string>();

  apply(record: JournalRecord): void {
    if (record.kind === 'document-added') {
      const { document, sha256, name, bytes, at } = record;
      this.#live.set(document, { document, sha256, name, bytes, at });
      this.removed.delete(sha256);
    } else if (record.kind === 'document-removed') {
      this.#live.delete(record.document);
      this.removed.add(record.sha256);
    }
  }

  get(document: string): LiveDocument | undefined {
    return this.#live.get(document);
  }

  all(): LiveDocument[] {
    return [...this.#live.values()];
  }
}
