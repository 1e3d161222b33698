import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { array, assert, property, stringMatching, uint8Array } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Database } from '../../../electron/store/database.ts';
import { migrations } from '../../../electron/store/migrations/migrations.ts';
import { packTar, unpackTar } from '../../../electron/store/tar.ts';
import { templateTar } from '../../../electron/store/template.build.ts';
import { type TemplateManifest, unpackTemplate } from '../../../electron/store/template.ts';
import { PGLITE, POSTGRES, SCHEMA } from '../../../electron/store/versions.ts';
import { temporaryFolder } from './temporary.ts';

const shipped = join(import.meta.dirname, '../../../resources/index-template');

const manifestOf = async (folder: string): Promise<TemplateManifest> =>
  JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as TemplateManifest;

describe('versions', () => {
  it('are those of the migrations, of the installed PGlite and of its Postgres', async () => {
    expect(SCHEMA).toBe(migrations.length);
    const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite');
    const manifest = JSON.parse(await readFile(join(dirname(entry), '../package.json'), 'utf8')) as { version: string };
    expect(PGLITE).toBe(manifest.version);
    const folder = join(await temporaryFolder(), 'index');
    await unpackTemplate(shipped, folder);
    expect((await readFile(join(folder, 'PG_VERSION'), 'utf8')).trim()).toBe(String(POSTGRES));
  });
});

describe('the template', () => {
  it('is small, and the one that this source builds', async () => {
    const archive = await readFile(join(shipped, 'index.tar.br'));
    expect(archive.length).toBe((await manifestOf(shipped)).bytes);
    expect(archive.length).toBeLessThan(500_000);
    const built = [...unpackTar(await templateTar())];
    const held = [...unpackTar(brotliDecompressSync(archive))];
    expect(held.map(({ path }) => path)).toEqual(built.map(({ path }) => path));
    const different = held.filter(({ bytes }, i) => Buffer.compare(bytes, built[i]!.bytes) !== 0);
    expect(different.map(({ path }) => path)).toEqual([]);
  });

  it('opens with the schema and the extensions in place', async () => {
    const folder = join(await temporaryFolder(), 'index');
    expect(await unpackTemplate(shipped, folder)).toBe(true);
    const database = await Database.open(folder);
    expect(await database.query('SELECT version FROM schema_version')).toEqual([{ version: SCHEMA }]);
    expect(await database.query('SELECT extname FROM pg_extension ORDER BY 1')).toEqual(
      ['pg_textsearch', 'plpgsql', 'vector'].map((extname) => ({ extname })),
    );
    await database.close();
  });

  it.each([{ schema: SCHEMA - 1 }, { pglite: '0.5.13' }, { postgres: POSTGRES - 1 }])(
    'of %o is not used',
    async (change) => {
      const folder = await temporaryFolder();
      const other = join(folder, 'template');
      await mkdir(other);
      await writeFile(join(other, 'manifest.json'), JSON.stringify({ ...(await manifestOf(shipped)), ...change }));
      expect(await unpackTemplate(other, join(folder, 'index'))).toBe(false);
    },
  );
});

describe('an archive', () => {
  const path = stringMatching(/^[a-z0-9_.]{1,20}(?:\/[a-z0-9_]{1,20}){0,3}$/).filter(
    (name) => !name.split('/').includes('..'),
  );

  it('gives back what was packed', () => {
    assert(
      property(array(path), array(uint8Array({ maxLength: 1100 })), (paths, contents) => {
        const entries = paths.map((name, i) => ({ path: name, bytes: contents[i] ?? new Uint8Array() }));
        const unpacked = [...unpackTar(packTar(entries))];
        expect(unpacked.map((entry) => ({ path: entry.path, bytes: new Uint8Array(entry.bytes) }))).toEqual(entries);
      }),
    );
  });

  it('that is cut, changed in a header, or leaves its folder is refused', () => {
    const archive = packTar([{ path: 'a', bytes: new Uint8Array(600) }]);
    expect(() => [...unpackTar(archive.subarray(0, 1000))]).toThrow(RangeError);
    expect(() => [...unpackTar(archive.subarray(0, 1536))]).toThrow(RangeError);
    const changed = Buffer.from(archive);
    changed[0] = 0x62;
    expect(() => [...unpackTar(changed)]).toThrow(RangeError);
    for (const name of ['../a', '/a', 'a/../../b'])
      expect(() => [...unpackTar(packTar([{ path: name, bytes: new Uint8Array() }]))]).toThrow(RangeError);
    expect(() => packTar([{ path: 'a'.repeat(101), bytes: new Uint8Array() }])).toThrow(RangeError);
    expect(() => packTar([{ path: '合同', bytes: new Uint8Array() }])).toThrow(RangeError);
  });
});
