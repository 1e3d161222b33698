import { type FileHandle, open, readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AppError, invariant } from '../../shared/error.ts';
import type { Clock } from '../engine/ports.ts';
import { diskError, errnoOf, OWNER_FILE, syncFolder } from './files.ts';
import { decodeRecord, encodeRecord, type JournalEntry, type JournalRecord } from './journalRecord.ts';

/**
 * The append-only record of what people did in a library: JSON Lines, a checksum on each. A record is on the disk when
 * `append` returns. With the originals it is enough to build the index anew.
 */
export class Journal {
  readonly #handle: FileHandle;
  readonly #durable: boolean;
  readonly #clock: Clock;
  /** Set aside at opening: bytes of a last record that was not written whole. 0 almost always. */
  readonly tornBytes: number;
  #length: number;
  #seq: number;
  #tail: Promise<unknown> = Promise.resolve();
  #broken = false;

  private constructor(handle: FileHandle, read: Reading, durable: boolean, clock: Clock) {
    this.#handle = handle;
    this.#durable = durable;
    this.#clock = clock;
    this.#length = read.length;
    this.#seq = read.records.length;
    this.tornBytes = read.torn.length;
  }

  /**
   * Reads the whole journal, creating it if it is not there. A torn tail moves to a file beside it. Throws
   * LIBRARY_DAMAGED with the `line` if a record before the last whole one is damaged or missing.
   */
  static async open(
    path: string,
    options: { readonly clock: Clock; readonly durable: boolean },
  ): Promise<{ journal: Journal; records: readonly JournalRecord[] }> {
    const read = parseJournal(await readIfThere(path));
    const handle = await open(path, 'a', OWNER_FILE);
    try {
      if (read.torn.length > 0) {
        await keepAside(`${path}.torn-${options.clock.now()}`, read.torn);
        await handle.truncate(read.length);
      }
      if (options.durable) {
        await handle.sync();
        await syncFolder(dirname(path));
      }
      return { journal: new Journal(handle, read, options.durable, options.clock), records: read.records };
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  /** Number of records. */
  get records(): number {
    return this.#seq;
  }

  /** Appends one record, in order of the calls. Throws DISK_FULL, and then nothing was added. */
  append(entry: JournalEntry): Promise<JournalRecord> {
    const result = this.#tail.then(() => this.#write(entry));
    this.#tail = result.catch(() => undefined);
    return result;
  }

  async #write(entry: JournalEntry): Promise<JournalRecord> {
    invariant(!this.#broken, 'the journal takes no records after a failed write');
    const at = new Date(this.#clock.now()).toISOString();
    const record: JournalRecord = { seq: this.#seq + 1, at, ...entry };
    const line = Buffer.from(encodeRecord(record));
    try {
      await this.#handle.appendFile(line);
      if (this.#durable) await this.#handle.datasync();
    } catch (error) {
      // After a failed fsync the state of the file is unknown: take back what may be there, or stop writing.
      this.#broken = true;
      await this.#handle.truncate(this.#length);
      this.#broken = errnoOf(error) !== 'ENOSPC' && errnoOf(error) !== 'EDQUOT';
      throw diskError(error);
    }
    this.#length += line.length;
    this.#seq = record.seq;
    return record;
  }

  async close(): Promise<void> {
    await this.#tail;
    await this.#handle.close();
  }
}

interface Reading {
  readonly records: readonly JournalRecord[];
  /** Bytes of the whole records. */
  readonly length: number;
  readonly torn: Buffer;
}

/** Exported for tests of damage. */
export function parseJournal(bytes: Buffer): Reading {
  const records: JournalRecord[] = [];
  let length = 0;
  let damagedAt: number | null = null;
  let line = 0;
  for (let start = 0; start < bytes.length;) {
    const newline = bytes.indexOf(0x0a, start);
    const end = newline === -1 ? bytes.length : newline;
    line++;
    const record = newline === -1 ? null : decodeRecord(bytes.toString('utf8', start, end));
    if (record === null) damagedAt ??= line;
    // A whole record after a damaged one: this is no torn tail, something in the middle is gone.
    else if (damagedAt !== null || record.seq !== records.length + 1)
      throw new AppError('LIBRARY_DAMAGED', 'the journal is damaged', { part: 'journal', line: damagedAt ?? line });
    else {
      records.push(record);
      length = end + 1;
    }
    start = end + 1;
  }
  return { records, length, torn: bytes.subarray(length) };
}

async function readIfThere(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return Buffer.alloc(0);
    throw error;
  }
}

async function keepAside(path: string, bytes: Buffer): Promise<void> {
  const handle = await open(path, 'w', OWNER_FILE);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } catch (error) {
    await handle.close();
    await rm(path, { force: true });
    throw diskError(error);
  }
  await handle.close();
}
