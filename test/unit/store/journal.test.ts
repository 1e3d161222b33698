import { appendFile, open, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { assert, asyncProperty, integer, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Journal, parseJournal } from '../../../electron/store/journal.ts';
import { decodeRecord, encodeRecord, type JournalEntry, LiveDocuments } from '../../../electron/store/journalRecord.ts';
import { clock } from './documentDoubles.ts';
import { temporaryFolder } from './temporary.ts';

const options = { clock, durable: true };

const entry = (n: number, name = `${n}.txt`): JournalEntry => ({
  kind: 'document-added',
  document: `doc-${String(n).padStart(16, '0')}`,
  sha256: String(n).padStart(64, '0'),
  name,
  bytes: n,
});

async function written(count: number): Promise<string> {
  const path = join(await temporaryFolder(), 'journal.jsonl');
  const { journal } = await Journal.open(path, options);
  await Promise.all(Array.from({ length: count }, (_, i) => journal.append(entry(i))));
  await journal.close();
  return path;
}

describe('a record', () => {
  it('is read as it was written, whatever its text, and is one line', () => {
    assert(
      property(string({ unit: 'binary' }), (name) => {
        const record = { seq: 1, at: '2025-01-01T00:00:00.000Z', ...entry(1, name) };
        const line = encodeRecord(record);
        expect(line.indexOf('\n')).toBe(line.length - 1);
        expect(JSON.parse(line)).toMatchObject({ record: { name } });
        expect(decodeRecord(Buffer.from(line).toString('utf8').slice(0, -1))).toEqual(record);
      }),
    );
  });

  it('with any one character changed is no record', () => {
    const line = encodeRecord({ seq: 1, at: '2025-01-01T00:00:00.000Z', ...entry(1, '采购合同.pdf') }).slice(0, -1);
    for (let i = 0; i < line.length; i++) expect(decodeRecord(`${line.slice(0, i)}~${line.slice(i + 1)}`)).toBeNull();
  });
});

describe('a journal', () => {
  it('holds its records in order and goes on after reopening', async () => {
    const path = await written(5);
    const { journal, records } = await Journal.open(path, options);
    expect(records.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5]);
    expect((await journal.append(entry(6))).seq).toBe(6);
    await journal.close();
    expect(parseJournal(await readFile(path)).records).toHaveLength(6);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  it('cut anywhere keeps every whole record, sets the rest aside, and goes on', async () => {
    const whole = await readFile(await written(3));
    await assert(
      asyncProperty(integer({ min: 0, max: whole.length }), async (length) => {
        const folder = await temporaryFolder();
        const path = join(folder, 'journal.jsonl');
        await writeFile(path, whole.subarray(0, length));
        const { journal, records } = await Journal.open(path, options);
        const lines = whole.subarray(0, length).toString().split('\n').length - 1;
        expect(records).toHaveLength(lines);
        await journal.append(entry(9));
        await journal.close();
        expect(parseJournal(await readFile(path)).records).toHaveLength(lines + 1);
        const aside = (await readdir(folder)).filter((name) => name.includes('torn'));
        const kept = aside[0] === undefined ? Buffer.alloc(0) : await readFile(join(folder, aside[0]));
        expect(Buffer.concat([whole.subarray(0, length - kept.length), kept])).toEqual(whole.subarray(0, length));
        expect(journal.tornBytes).toBe(kept.length);
      }),
      { numRuns: 40 },
    );
  });

  it('with a tail of zeros, as a power loss leaves it, goes on before them', async () => {
    const path = await written(2);
    await appendFile(path, Buffer.alloc(5000));
    const { journal, records } = await Journal.open(path, options);
    await journal.close();
    expect(records).toHaveLength(2);
  });

  it('changed before its end is damaged, with the line, and stays as it is', async () => {
    const path = await written(3);
    const bytes = await readFile(path);
    const at = bytes.indexOf('\n') + 60;
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    await writeFile(path, bytes);
    await expect(Journal.open(path, options)).rejects.toMatchObject({
      code: 'LIBRARY_DAMAGED',
      data: { part: 'journal', line: 2 },
    });
    expect(await readFile(path)).toEqual(bytes);
  });

  it('without one of its records is damaged', async () => {
    const path = await written(3);
    const lines = (await readFile(path, 'utf8')).split('\n');
    await writeFile(path, [lines[0], ...lines.slice(2)].join('\n'));
    await expect(Journal.open(path, options)).rejects.toMatchObject({ code: 'LIBRARY_DAMAGED' });
  });

  it('writes each record to the disk before append returns', async () => {
    const path = join(await temporaryFolder(), 'journal.jsonl');
    // Every file handle has the same prototype.
    const probe = await open(join(path, '..'), 'r');
    const prototype = Object.getPrototypeOf(probe) as { datasync: () => Promise<void> };
    await probe.close();
    const { datasync } = prototype;
    const sizes: number[] = [];
    prototype.datasync = async function wrapped(this: unknown) {
      sizes.push((await stat(path)).size);
      return datasync.call(this);
    };
    try {
      const { journal } = await Journal.open(path, options);
      for (let i = 0; i < 3; i++) {
        await journal.append(entry(i));
        expect(sizes).toHaveLength(i + 1);
        expect(sizes[i]).toBe((await stat(path)).size);
      }
      await journal.close();
    } finally {
      prototype.datasync = datasync;
    }
  });

  it('takes back a record that the disk has no room for', async () => {
    const path = await written(2);
    const before = await readFile(path);
    const probe = await open(path, 'r');
    const prototype = Object.getPrototypeOf(probe) as { datasync: () => Promise<void> };
    await probe.close();
    const { datasync } = prototype;
    const { journal } = await Journal.open(path, options);
    try {
      prototype.datasync = async () => {
        throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
      };
      await expect(journal.append(entry(7))).rejects.toMatchObject({ code: 'DISK_FULL' });
    } finally {
      prototype.datasync = datasync;
    }
    expect(await readFile(path)).toEqual(before);
    expect((await journal.append(entry(8))).seq).toBe(3);
    await journal.close();
    expect(parseJournal(await readFile(path)).records).toHaveLength(3);
  });
});

describe('the live documents', () => {
  it('are those added and not removed since; other records are passed over', () => {
    const live = new LiveDocuments();
    const at = '2025-01-01T00:00:00.000Z';
    const removed = (n: number): JournalEntry => {
      const { document, sha256 } = entry(n) as Extract<JournalEntry, { kind: 'document-added' }>;
      return { kind: 'document-removed', document, sha256 };
    };
    const note = { kind: 'note-written', text: 'later' } as unknown as JournalEntry;
    const entries = [entry(1), entry(2), note, removed(1), entry(3), removed(3), entry(3), removed(9)];
    for (const [i, each] of entries.entries()) live.apply({ seq: i + 1, at, ...each });
    expect(live.all().map(({ name }) => name)).toEqual(['2.txt', '3.txt']);
  });
});
