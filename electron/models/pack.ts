import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AppError, toErrorJson } from '../../shared/error.ts';
import { Manifest } from '../../shared/modelPack.ts';
import type { EmbedderManifest, ModelEntry } from '../../shared/modelPack.ts';

export const MANIFEST_NAME = 'manifest.json';

/** Reads `manifest.json`, no other file. Throws MODEL_NOT_FOUND or MODEL_INVALID. */
export async function readManifest(dir: string): Promise<Manifest> {
  const text = await readFile(join(dir, MANIFEST_NAME), 'utf8').catch((cause: unknown) => {
    throw new AppError('MODEL_NOT_FOUND', 'no manifest', { pack: basename(dir) }, { cause });
  });
  return parseManifest(text, basename(dir));
}

function parseManifest(text: string, pack: string): Manifest {
  const invalid = (cause: unknown): AppError =>
    new AppError('MODEL_INVALID', 'bad manifest', { pack, file: MANIFEST_NAME }, { cause });
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw invalid(error);
  }
  const parsed = Manifest.safeParse(json);
  if (!parsed.success) throw invalid(parsed.error);
  return parsed.data;
}

/** The manifest of a pack of embeddings; MODEL_INVALID for another kind. */
export async function readEmbedderManifest(dir: string): Promise<EmbedderManifest> {
  const manifest = await readManifest(dir);
  if (manifest.kind !== 'embedder') {
    throw new AppError('MODEL_INVALID', `a ${manifest.kind}, not an embedder`, { pack: manifest.name });
  }
  return manifest;
}

/**
 * Name and content of a pack in one word: `name@` and 16 hexadecimal digits over the paths and hashes of its files, in
 * order of path. Stored with every vector, so that vectors of different files never mix.
 */
export function packId(manifest: Manifest): string {
  const lines = manifest.files.map(({ path, sha256 }) => `${path}:${sha256}\n`).sort();
  return `${manifest.name}@${createHash('sha256').update(lines.join('')).digest('hex').slice(0, 16)}`;
}

/** Checks size and sha256 of every file of a pack. Throws MODEL_NOT_FOUND, or MODEL_INVALID with the file's name. */
export async function verifyPack(dir: string): Promise<Manifest> {
  const manifest = await readManifest(dir);
  await verifyFiles(dir, manifest);
  return manifest;
}

/** The same for a manifest that has been read, or for those of its files that `needed` names. */
export async function verifyFiles(dir: string, manifest: Manifest, needed?: readonly string[]): Promise<void> {
  const data = (file: string) => ({ pack: manifest.name, file });
  for (const path of needed ?? []) {
    if (!manifest.files.some((file) => file.path === path)) {
      throw new AppError('MODEL_INVALID', 'a file of the pack is not in its manifest', data(path));
    }
  }
  for (const file of manifest.files) {
    if (needed && !needed.includes(file.path)) continue;
    const path = join(dir, file.path);
    const found = await stat(path).catch(() => null);
    if (!found?.isFile()) throw new AppError('MODEL_INVALID', 'a file of the pack is missing', data(file.path));
    if (found.size !== file.size) throw new AppError('MODEL_INVALID', 'wrong size', data(file.path));
    const hash = createHash('sha256');
    await pipeline(createReadStream(path, { highWaterMark: 1 << 20 }), hash);
    if (hash.digest('hex') !== file.sha256) throw new AppError('MODEL_INVALID', 'wrong sha256', data(file.path));
  }
}

/**
 * The packs and GGUF files directly in `dirs`: folders with a manifest, and files that end in `.gguf`. A folder of
 * `dirs` that does not exist holds nothing. Sorted by name.
 */
export async function listPacks(dirs: readonly string[]): Promise<ModelEntry[]> {
  const found: ModelEntry[] = [];
  for (const dir of dirs) {
    const entries = await readdir(dir, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
    for (const entry of entries) {
      const path = join(dir, entry.name);
      if (entry.isFile() && isGguf(entry.name)) found.push(await ggufEntry(path));
      else if (entry.isDirectory()) {
        const pack = await packEntry(path);
        if (pack) found.push(pack);
      }
    }
  }
  return found.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

export const isGguf = (name: string): boolean => name.toLowerCase().endsWith('.gguf');

async function ggufEntry(path: string): Promise<ModelEntry> {
  const { size } = await stat(path);
  const name = basename(path).slice(0, -'.gguf'.length);
  return { name, kind: 'generator', path, size, licence: null, source: null, problem: null };
}

async function packEntry(path: string): Promise<ModelEntry | null> {
  const text = await readFile(join(path, MANIFEST_NAME), 'utf8').catch(() => null);
  if (text === null) return null;
  try {
    const { name, kind, files, licence, source } = parseManifest(text, basename(path));
    const size = files.reduce((sum, file) => sum + file.size, 0);
    return { name, kind, path, size, licence, source, problem: null };
  } catch (error) {
    const problem = toErrorJson(error);
    return { name: basename(path), kind: null, path, size: 0, licence: null, source: null, problem };
  }
}
