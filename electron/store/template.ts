import { createHash } from 'node:crypto';
import { mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { AppError } from '../../shared/error.ts';
import { errnoOf, OWNER_FILE, OWNER_FOLDER } from './files.ts';
import { unpackTar } from './tar.ts';
import { PGLITE, POSTGRES, SCHEMA } from './versions.ts';

export const TEMPLATE_ARCHIVE = 'index.tar.br';
export const TEMPLATE_MANIFEST = 'manifest.json';

/** Says which versions made the archive beside it: an empty, migrated data folder. */
export interface TemplateManifest {
  readonly schema: number;
  readonly pglite: string;
  readonly postgres: number;
  /** Of the archive. */
  readonly bytes: number;
  readonly sha256: string;
}

/**
 * Fills `target` from the template in `folder`, which spares initdb and the migrations. False, and nothing written, if
 * there is no template or other versions made it. Throws LIBRARY_DAMAGED if the archive is not the one of its manifest.
 */
export async function unpackTemplate(folder: string, target: string): Promise<boolean> {
  const manifest = await readManifest(folder);
  if (manifest?.schema !== SCHEMA || manifest.pglite !== PGLITE || manifest.postgres !== POSTGRES) return false;
  const archive = await readFile(join(folder, TEMPLATE_ARCHIVE));
  if (createHash('sha256').update(archive).digest('hex') !== manifest.sha256)
    throw new AppError('LIBRARY_DAMAGED', 'the index template is damaged', { part: 'template' });
  await mkdir(target, { recursive: true, mode: OWNER_FOLDER });
  for (const { path, bytes } of unpackTar(await promisify(brotliDecompress)(archive))) {
    if (path.endsWith('/')) await mkdir(join(target, path), { recursive: true, mode: OWNER_FOLDER });
    else {
      const handle = await open(join(target, path), 'wx', OWNER_FILE);
      try {
        await handle.writeFile(bytes);
      } finally {
        await handle.close();
      }
    }
  }
  return true;
}

async function readManifest(folder: string): Promise<TemplateManifest | null> {
  try {
    return JSON.parse(await readFile(join(folder, TEMPLATE_MANIFEST), 'utf8')) as TemplateManifest;
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return null;
    throw error;
  }
}
