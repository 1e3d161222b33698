/**
 * Builds `resources/index-template/`: node electron/store/template.build.ts [FOLDER]. To be run after each new migration
 * and each new PGlite. Clock and random numbers are fixed, so that the same sources give the same bytes.
 */
import crypto, { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { Database } from './database.ts';
import { migrate } from './migrate.ts';
import { packTar, type TarEntry } from './tar.ts';
import { TEMPLATE_ARCHIVE, TEMPLATE_MANIFEST, type TemplateManifest } from './template.ts';
import { PGLITE, POSTGRES, SCHEMA } from './versions.ts';

/** Unused segments hold old bytes that do not compress. */
const SMALL_WAL = { wal_recycle: 'off', max_wal_size: '2MB' };

async function buildDataFolder(folder: string): Promise<void> {
  const database = await Database.open(folder, SMALL_WAL);
  await migrate(database);
  // The databases that CREATE DATABASE copies, and the views and comments that people read: two thirds of the bytes.
  for (const name of ['template0', 'template1']) {
    await database.run(`ALTER DATABASE ${name} IS_TEMPLATE false`);
    await database.run(`DROP DATABASE ${name}`);
  }
  await database.run('DROP SCHEMA information_schema CASCADE');
  await database.run('DELETE FROM pg_description');
  await database.run('DELETE FROM pg_statistic');
  await database.run('VACUUM FULL');
  await database.checkpoint();
  await database.close();
}

async function readTree(root: string, folder = root): Promise<TarEntry[]> {
  const entries: TarEntry[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    const name = relative(root, path).split(sep).join('/');
    if (entry.isDirectory())
      entries.push({ path: `${name}/`, bytes: new Uint8Array() }, ...(await readTree(root, path)));
    else entries.push({ path: name, bytes: await readFile(path) });
  }
  return entries.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

/** Postgres takes its system id, its times and one nonce (for a login that PGlite does not have) from these. */
function fixClockAndChance(): () => void {
  const { now } = Date;
  const { randomFillSync } = crypto;
  const time = Date.UTC(2020, 0, 1);
  Date.now = () => time;
  crypto.randomFillSync = <T extends NodeJS.ArrayBufferView>(buffer: T): T => {
    new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength).fill(7);
    return buffer;
  };
  return () => {
    Date.now = now;
    crypto.randomFillSync = randomFillSync;
  };
}

/** The archive before compression; equal for equal sources, whatever machine and time. */
export async function templateTar(): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'proviso-template-'));
  const restore = fixClockAndChance();
  try {
    await buildDataFolder(folder);
    return packTar(await readTree(folder));
  } finally {
    restore();
    await rm(folder, { recursive: true, force: true });
  }
}

async function buildTemplate(target: string): Promise<TemplateManifest> {
  const tar = await templateTar();
  const archive = await promisify(brotliCompress)(tar, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: tar.length,
    },
  });
  const sha256 = createHash('sha256').update(archive).digest('hex');
  const manifest = { schema: SCHEMA, pglite: PGLITE, postgres: POSTGRES, bytes: archive.length, sha256 };
  await mkdir(target, { recursive: true });
  await writeFile(join(target, TEMPLATE_ARCHIVE), archive);
  await writeFile(join(target, TEMPLATE_MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`);
  return manifest;
}

if (import.meta.main) {
  const target = process.argv[2] ?? fileURLToPath(new URL('../../resources/index-template/', import.meta.url));
  const manifest = await buildTemplate(target);
  process.stdout.write(`${JSON.stringify(manifest)}\n`);
}
