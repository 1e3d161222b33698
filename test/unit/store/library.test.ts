import { mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../shared/error.ts';
import { quietRun, type Run } from '../../../electron/engine/run.ts';
import { Database } from '../../../electron/store/database.ts';
import { Journal } from '../../../electron/store/journal.ts';
import { type Library, openLibrary } from '../../../electron/store/library.ts';
import { clock, documentOf, rowsOf, vectorOf } from './documentDoubles.ts';
import { opened, temporaryFolder } from './temporary.ts';

const CONTRACT = 'Master Agreement\nThe Provider shall pay the fees.\nThe Customer may terminate for convenience.\n';

async function added(library: Library, folder: string, name: string, text: string, run: Run = quietRun) {
  const path = join(folder, name);
  await writeFile(path, text);
  const parsed = documentOf(name, Buffer.from(text));
  return library.put(parsed, { path }, rowsOf(parsed), run);
}

const code = (expected: string) => expect.objectContaining({ code: expected });

async function tree(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  return names.toSorted();
}

describe('openLibrary', () => {
  it('refuses a folder that is not there, and makes none', async () => {
    const folder = await temporaryFolder();
    const dir = join(folder, 'library');
    await expect(openLibrary(dir, { create: false, clock })).rejects.toEqual(code('LIBRARY_NOT_FOUND'));
    expect(await readdir(folder)).toEqual([]);
  });

  it.each([
    ['notes', { 'diary.txt': 'dear diary' }],
    ['a format file of something else', { 'format.json': '{"application":"other"}' }],
    ['a format file that is no JSON', { 'format.json': 'format' }],
  ])('refuses a folder with %s and leaves it as it is', async (_, files) => {
    const folder = await temporaryFolder();
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
    const before = await tree(folder);
    const { mode } = await stat(folder);
    await expect(openLibrary(folder, { create: true, clock })).rejects.toEqual(code('LIBRARY_NOT_FOUND'));
    expect(await tree(folder)).toEqual(before);
    expect((await stat(folder)).mode).toBe(mode);
  });

  it('refuses a file', async () => {
    const path = join(await temporaryFolder(), 'file');
    await writeFile(path, 'x');
    await expect(openLibrary(path, { create: true, clock })).rejects.toEqual(code('LIBRARY_NOT_FOUND'));
  });

  it.each([
    [
      'under a file',
      async (folder: string) => (await writeFile(join(folder, 'file'), 'x'), join(folder, 'file/library')),
    ],
    [
      'that is a link to nowhere',
      async (folder: string) => (await symlink(join(folder, 'a/b'), join(folder, 'l')), join(folder, 'l')),
    ],
    [
      'that is a link to itself',
      async (folder: string) => (await symlink(join(folder, 'l'), join(folder, 'l')), join(folder, 'l')),
    ],
    ['with a name that is too long', (folder: string) => Promise.resolve(join(folder, 'n'.repeat(300)))],
  ])('refuses a path %s', async (_, path) => {
    const dir = await path(await temporaryFolder());
    await expect(openLibrary(dir, { create: true, clock })).rejects.toEqual(code('LIBRARY_NOT_FOUND'));
  });

  it('refuses the library of a newer version without touching it', async () => {
    const dir = await temporaryFolder();
    await (await opened(dir)).close();
    const path = join(dir, 'format.json');
    const format = JSON.parse(await readFile(path, 'utf8')) as object;
    await writeFile(path, JSON.stringify({ ...format, schema: 999 }));
    const before = await tree(dir);
    await expect(openLibrary(dir, { create: true, clock })).rejects.toEqual(code('LIBRARY_NEWER'));
    expect(await tree(dir)).toEqual(before);
  });

  it('says that the format file of a library is gone', async () => {
    const dir = await temporaryFolder();
    await (await opened(dir)).close();
    await rm(join(dir, 'format.json'));
    await expect(openLibrary(dir, { create: true, clock })).rejects.toEqual(code('LIBRARY_DAMAGED'));
  });

  it('goes on where the making of a library was interrupted', async () => {
    const dir = await temporaryFolder();
    await writeFile(join(dir, 'lock.0123456789abcdef.tmp'), '{}');
    await writeFile(join(dir, 'format.json.0123456789ab.tmp'), '{');
    const library = await opened(dir);
    expect(await library.documents()).toEqual([]);
    expect(await readdir(dir)).not.toContain('format.json.0123456789ab.tmp');
  });

  it('keeps all files to their owner', async () => {
    const folder = await temporaryFolder();
    const dir = join(folder, 'library');
    const library = await opened(dir);
    await added(library, folder, 'a.txt', CONTRACT);
    await library.close();
    const open: string[] = [];
    for (const name of await tree(dir)) if (((await stat(join(dir, name))).mode & 0o077) !== 0) open.push(name);
    expect(open.filter((name) => !name.startsWith('index/'))).toEqual([]);
    expect((await stat(dir)).mode & 0o777).toBe(0o700);
    expect((await stat(join(dir, 'index'))).mode & 0o777).toBe(0o700);
    const files = [];
    for (const name of open) if ((await stat(join(dir, name))).isFile()) files.push(name);
    expect(files).toEqual([]);
  });

  it('closes twice, and leaves no lock', async () => {
    const dir = await temporaryFolder();
    const library = await opened(dir);
    await Promise.all([library.close(), library.close()]);
    await library.close();
    expect(await readdir(dir)).not.toContain('lock');
    await (await opened(dir)).close();
  });

  it('deletes a temporary library on closing, and only one that it made', async () => {
    const folder = await temporaryFolder();
    const dir = join(folder, 'library');
    const library = await openLibrary(dir, { create: true, temporary: true, clock });
    await added(library, folder, 'a.txt', CONTRACT);
    expect(await library.lexical(['fees'], { documents: null, limit: 5 })).toHaveLength(1);
    await library.close();
    expect(await readdir(folder)).toEqual(['a.txt']);

    await (await opened(dir)).close();
    await expect(openLibrary(dir, { create: true, temporary: true, clock })).rejects.toEqual(code('BAD_INPUT'));
    expect(await readdir(dir)).toContain('format.json');
  });

  it('works without a template', async () => {
    const folder = await temporaryFolder();
    const library = await opened(join(folder, 'library'), { template: join(folder, 'none') });
    await added(library, folder, 'a.txt', CONTRACT);
    expect(await library.documents()).toHaveLength(1);
  });

  it('refuses a damaged template', async () => {
    const folder = await temporaryFolder();
    const template = join(folder, 'template');
    await mkdir(template);
    const real = join(import.meta.dirname, '../../../resources/index-template');
    await writeFile(join(template, 'manifest.json'), await readFile(join(real, 'manifest.json')));
    const archive = await readFile(join(real, 'index.tar.br'));
    archive[1000] = (archive[1000] ?? 0) ^ 1;
    await writeFile(join(template, 'index.tar.br'), archive);
    await expect(opened(join(folder, 'library'), { template })).rejects.toEqual(code('LIBRARY_DAMAGED'));
    await opened(join(folder, 'library'));
  });
});

describe('a document', () => {
  it('is found by text and by vector after put, and again after reopening', async () => {
    const folder = await temporaryFolder();
    const dir = join(folder, 'library');
    let library = await opened(dir);
    const summary = await added(library, folder, 'a.txt', CONTRACT);
    expect(summary).toMatchObject({ name: 'a.txt', title: 'Master Agreement', clauses: 3, chunks: 3, embedded: 0 });
    expect(summary.importedAt).toBe('2025-01-02T03:04:05.000Z');
    const pending = await library.pendingVectors('m', 10);
    expect(pending).toHaveLength(3);
    expect(
      await library.putVectors(
        'm',
        pending.map(({ hash, text }) => ({ hash, vector: vectorOf(text, 8) })),
      ),
    ).toBe(3);

    for (const round of ['open', 'reopened']) {
      if (round === 'reopened') {
        await library.close();
        library = await opened(dir, { create: false });
      }
      const query = vectorOf('The Provider shall pay the fees.', 8);
      const [nearest] = await library.dense(query, 'm', { documents: null, limit: 1 });
      expect(nearest).toMatchObject({ document: summary.id, chunk: 'c1' });
      expect(nearest?.score).toBeCloseTo(1, 5);
      const hits = await library.lexical(['terminate', 'provider'], { documents: null, limit: 10 });
      expect(hits.map(({ chunk }) => chunk).toSorted()).toEqual(['c1', 'c2']);
      expect(hits.every(({ score }) => score > 0)).toBe(true);
      expect(await library.load(summary.id)).toEqual(documentOf('a.txt', Buffer.from(CONTRACT)));
      expect(await readFile(await library.original(summary.id), 'utf8')).toBe(CONTRACT);
      expect(await library.documents()).toEqual([{ ...summary, embedded: round === 'reopened' ? 3 : 0 }]);
    }
  });

  it('put twice is one', async () => {
    const folder = await temporaryFolder();
    const dir = join(folder, 'library');
    const library = await opened(dir);
    const first = await added(library, folder, 'a.txt', CONTRACT);
    const pending = await library.pendingVectors('m', 10);
    await library.putVectors(
      'm',
      pending.map(({ hash, text }) => ({ hash, vector: vectorOf(text, 8) })),
    );
    const second = await added(library, folder, 'a.txt', CONTRACT);
    expect(second).toEqual(first);
    expect(await library.documents()).toEqual([first]);
    expect(await library.pendingVectors('m', 10)).toEqual([]);
    expect(await library.lexical(['fees'], { documents: null, limit: 10 })).toHaveLength(1);
    expect(await readdir(join(dir, 'originals'))).toEqual([first.sha256]);
    const journal = await readFile(join(dir, 'journal.jsonl'), 'utf8');
    expect(journal.match(/document-added/g)).toHaveLength(1);
  });

  it('is not there after a cancelled put', async () => {
    const folder = await temporaryFolder();
    const dir = join(folder, 'library');
    let library = await opened(dir);
    const text = Array.from({ length: 700 }, (_, i) => `Clause ${i} about fees.`).join('\n');
    const controller = new AbortController();
    const run: Run = {
      signal: controller.signal,
      report: ({ stage, done }) => {
        if (stage === 'store' && done >= 256) controller.abort();
      },
    };
    await expect(added(library, folder, 'a.txt', text, run)).rejects.toEqual(code('CANCELLED'));
    expect(await library.documents()).toEqual([]);
    expect(await library.lexical(['fees'], { documents: null, limit: 10 })).toEqual([]);
    expect(await library.pendingVectors('m', 10)).toEqual([]);
    expect(await library.missing()).toEqual([]);
    await library.close();
    const database = await Database.open(join(dir, 'index'));
    expect(await database.query('SELECT FROM documents UNION ALL SELECT FROM chunks')).toEqual([]);
    await database.close();
    library = await opened(dir);
    await added(library, folder, 'a.txt', text);
    expect(await library.lexical(['fees'], { documents: null, limit: 1000 })).toHaveLength(700);
  });

  it('is refused if its file is not the one that was parsed', async () => {
    const folder = await temporaryFolder();
    const library = await opened(join(folder, 'library'));
    const path = join(folder, 'a.txt');
    await writeFile(path, 'changed');
    const parsed = documentOf('a.txt', Buffer.from(CONTRACT));
    await expect(library.put(parsed, { path }, rowsOf(parsed), quietRun)).rejects.toEqual(code('FILE_UNREADABLE'));
    expect(await library.documents()).toEqual([]);
  });

  it('goes to the trash with all its words, and can come back', async () => {
    const folder = await temporaryFolder();
    const dir = join(folder, 'library');
    const library = await opened(dir);
    const shared = 'The Provider shall pay the fees.';
    const first = await added(library, folder, 'a.txt', CONTRACT);
    const second = await added(library, folder, 'b.txt', `Lease\n${shared}\n`);
    const pending = await library.pendingVectors('m', 10);
    // The shared clause is one text.
    expect(pending).toHaveLength(4);
    await library.putVectors(
      'm',
      pending.map(({ hash, text }) => ({ hash, vector: vectorOf(text, 8) })),
    );

    expect(await library.remove(first.id)).toBe(true);
    expect(await library.remove(first.id)).toBe(false);
    expect((await library.documents()).map(({ id }) => id)).toEqual([second.id]);
    await expect(library.load(first.id)).rejects.toEqual(code('DOCUMENT_NOT_FOUND'));
    await expect(library.original(first.id)).rejects.toEqual(code('DOCUMENT_NOT_FOUND'));
    expect(await library.lexical(['terminate'], { documents: null, limit: 10 })).toEqual([]);
    const dense = await library.dense(vectorOf(shared, 8), 'm', { documents: null, limit: 10 });
    expect(dense.map(({ document }) => document)).toEqual([second.id, second.id]);
    expect(await readdir(join(dir, 'trash'))).toEqual([first.sha256]);
    expect(await readdir(join(dir, 'originals'))).toEqual([second.sha256]);

    expect(await added(library, folder, 'a.txt', CONTRACT)).toMatchObject({ id: first.id });
    // Its vectors went with it, but for the shared one.
    expect(await library.pendingVectors('m', 10)).toHaveLength(2);
  });

  it('whose removal was interrupted is gone after reopening', async () => {
    const folder = await temporaryFolder();
    const dir = join(folder, 'library');
    let library = await opened(dir);
    const { id, sha256 } = await added(library, folder, 'a.txt', CONTRACT);
    await library.close();
    const { journal } = await Journal.open(join(dir, 'journal.jsonl'), { clock, durable: true });
    await journal.append({ kind: 'document-removed', document: id, sha256 });
    await journal.close();
    await writeFile(join(dir, 'originals', 'f'.repeat(64)), 'left by an import that died');
    await writeFile(join(dir, 'originals', 'incoming-0011223344556677'), 'half a copy');
    library = await opened(dir);
    expect(await library.documents()).toEqual([]);
    expect(await library.missing()).toEqual([]);
    expect(await library.lexical(['fees'], { documents: null, limit: 5 })).toEqual([]);
    expect(await readdir(join(dir, 'originals'))).toEqual([]);
    expect(await readdir(join(dir, 'trash'))).toEqual([sha256]);
  });

  it('comes back from journal and originals when the index is lost', async () => {
    const folder = await temporaryFolder();
    const dir = join(folder, 'library');
    let library = await opened(dir);
    const { id, sha256 } = await added(library, folder, 'a.txt', CONTRACT);
    await library.close();
    await rm(join(dir, 'index'), { recursive: true });
    const later = { now: () => clock.now() + 86_400_000 };
    library = await opened(dir, { clock: later });
    expect(await library.documents()).toEqual([]);
    expect(await library.missing()).toEqual([expect.objectContaining({ document: id, sha256, name: 'a.txt' })]);
    const path = await library.original(id);
    const parsed = documentOf('a.txt', await readFile(path));
    const again = await library.put(parsed, { path }, rowsOf(parsed), quietRun);
    expect(again.importedAt).toBe('2025-01-02T03:04:05.000Z');
    expect(await library.missing()).toEqual([]);
  });

  it('comes back when the index is of another PGlite', async () => {
    const folder = await temporaryFolder();
    const dir = join(folder, 'library');
    let library = await opened(dir);
    const { id } = await added(library, folder, 'a.txt', CONTRACT);
    await library.close();
    const path = join(dir, 'format.json');
    const format = JSON.parse(await readFile(path, 'utf8')) as object;
    await writeFile(path, JSON.stringify({ ...format, pglite: '0.4.9' }));
    library = await opened(dir);
    expect((await library.missing()).map(({ document }) => document)).toEqual([id]);
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual(format);
    expect(await readdir(dir)).toContain('index.0.4.9');
  });

  it('needs free space; what is there can be read and removed with little', async () => {
    const folder = await temporaryFolder();
    const dir = join(folder, 'library');
    let free = 1e12;
    const freeSpace = async () => free;
    let library = await opened(dir, { freeSpace });
    const { id } = await added(library, folder, 'a.txt', CONTRACT);
    free = 50e6;
    await expect(added(library, folder, 'b.txt', `${CONTRACT} again`)).rejects.toEqual(code('DISK_FULL'));
    await expect(library.putVectors('m', [])).rejects.toEqual(code('DISK_FULL'));
    await library.close();
    library = await opened(dir, { freeSpace });
    expect(await library.load(id)).toBeDefined();
    expect(await library.remove(id)).toBe(true);
    await library.close();
    free = 1e6;
    await expect(opened(dir, { freeSpace })).rejects.toMatchObject({ code: 'DISK_FULL', data: { available: 1e6 } });
    free = 1e12;
    library = await opened(dir, { freeSpace });
    await added(library, folder, 'b.txt', `${CONTRACT} again`);
  });
});

describe('vectors', () => {
  it('of a wrong length or without a number are refused whole', async () => {
    const folder = await temporaryFolder();
    const library = await opened(join(folder, 'library'));
    await added(library, folder, 'a.txt', CONTRACT);
    const pending = await library.pendingVectors('m', 10);
    await library.putVectors('m', [{ hash: pending[0]!.hash, vector: vectorOf('x', 8) }]);
    const rest = pending.slice(1);
    const wrong = rest.map(({ hash }, i) => ({ hash, vector: vectorOf('x', i === 1 ? 9 : 8) }));
    await expect(library.putVectors('m', wrong)).rejects.toEqual(code('MODEL_MISMATCH'));
    const nan = rest.map(({ hash }) => ({ hash, vector: new Float32Array(8).fill(Number.NaN) }));
    await expect(library.putVectors('m', nan)).rejects.toEqual(code('MODEL_MISMATCH'));
    expect(await library.embeddedCount('m')).toEqual({ embedded: 1, total: 3 });
  });

  it('of two models do not mix', async () => {
    const folder = await temporaryFolder();
    const library = await opened(join(folder, 'library'));
    const { id } = await added(library, folder, 'a.txt', CONTRACT);
    for (const [model, dimension] of [
      ['small', 8],
      ['large', 1024],
    ] as const) {
      const pending = await library.pendingVectors(model, 10);
      expect(pending).toHaveLength(3);
      await library.putVectors(
        model,
        pending.map(({ hash, text }) => ({ hash, vector: vectorOf(text, dimension) })),
      );
    }
    const scope = { documents: null, limit: 10 };
    expect(await library.dense(vectorOf('Master Agreement', 1024), 'large', scope)).toHaveLength(3);
    expect(await library.dense(vectorOf('Master Agreement', 8), 'small', { documents: [id], limit: 10 })).toHaveLength(
      3,
    );
    expect(await library.dense(vectorOf('Master Agreement', 8), 'unknown', scope)).toEqual([]);
    library.useModel('unknown');
    expect((await library.documents())[0]?.embedded).toBe(0);
    library.useModel('large');
    expect((await library.documents())[0]?.embedded).toBe(3);
  });

  it('that come late or twice do no harm', async () => {
    const folder = await temporaryFolder();
    const library = await opened(join(folder, 'library'));
    const { id } = await added(library, folder, 'a.txt', CONTRACT);
    const pending = await library.pendingVectors('m', 10, id);
    const rows = pending.map(({ hash, text }) => ({ hash, vector: vectorOf(text, 8) }));
    expect(await library.putVectors('m', [...rows, ...rows])).toBe(3);
    expect(await library.putVectors('m', rows)).toBe(0);
    await library.remove(id);
    expect(await library.putVectors('m', rows)).toBe(0);
    expect(await library.embeddedCount('m')).toEqual({ embedded: 0, total: 0 });
  });
});

describe('errors of the database', () => {
  it('hold no text of a contract', async () => {
    const library = await opened(join(await temporaryFolder(), 'library'));
    const failure = await library
      .dense(new Float32Array([Number.NaN]), 'm', { documents: null, limit: 1 })
      .catch((e: unknown) => e);
    expect(failure).toBeInstanceOf(Error);
    expect(failure).not.toBeInstanceOf(AppError);
    expect(String(failure)).toMatch(/^Error: database error [0-9A-Z]{5} in \w+$/);
    expect(JSON.stringify(failure)).toBe('{}');
  });
});
