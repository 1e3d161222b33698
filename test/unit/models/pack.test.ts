import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listPacks, packId, readManifest, verifyPack } from '../../../electron/models/pack.ts';

const models = fileURLToPath(new URL('../../../resources/models', import.meta.url));
const embedded = join(models, 'multilingual-e5-small-q4');

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'proviso-pack-'));
});
afterEach(() => rm(dir, { recursive: true }));

const weights = new TextEncoder().encode('weights of a model');

/** A pack of two files; `change` alters its manifest before it is written. */
async function pack(
  name: string,
  change: (manifest: Record<string, unknown>) => void = () => undefined,
): Promise<string> {
  const folder = join(dir, name);
  await mkdir(join(folder, 'onnx'), { recursive: true });
  await writeFile(join(folder, 'onnx/model.onnx'), weights);
  await writeFile(join(folder, 'config.json'), '{}');
  const manifest: Record<string, unknown> = {
    format: 1,
    name,
    kind: 'reranker',
    window: 512,
    files: [
      { path: 'config.json', size: 2, sha256: sha256(new TextEncoder().encode('{}')) },
      { path: 'onnx/model.onnx', size: weights.length, sha256: sha256(weights) },
    ],
    licence: 'MIT',
    source: 'a test',
  };
  change(manifest);
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest));
  return folder;
}

describe('pack', () => {
  it('verifies the embedded pack', async () => {
    const manifest = await verifyPack(embedded);
    expect(manifest).toMatchObject({ kind: 'embedder', dimension: 384, window: 512, licence: 'MIT' });
  });

  it('has a model card with the hashes of its manifest', async () => {
    const card = await readFile(join(embedded, 'MODEL_CARD.md'), 'utf8');
    for (const file of (await readManifest(embedded)).files) expect(card).toContain(file.sha256);
  });

  it('names the file in which one bit was flipped', async () => {
    const folder = await pack('flipped');
    await expect(verifyPack(folder)).resolves.toMatchObject({ name: 'flipped' });
    const changed = weights.slice();
    changed[7]! ^= 1;
    await writeFile(join(folder, 'onnx/model.onnx'), changed);
    await expect(verifyPack(folder)).rejects.toMatchObject({
      code: 'MODEL_INVALID',
      data: { file: 'onnx/model.onnx' },
    });
  });

  it('names a file that is cut off or missing', async () => {
    const folder = await pack('cut');
    await writeFile(join(folder, 'config.json'), '{');
    await expect(verifyPack(folder)).rejects.toMatchObject({ code: 'MODEL_INVALID', data: { file: 'config.json' } });
    await rm(join(folder, 'config.json'));
    await expect(verifyPack(folder)).rejects.toMatchObject({ code: 'MODEL_INVALID', data: { file: 'config.json' } });
  });

  it.each(['../outside', '/etc/passwd', 'a/../../b', 'C:\\x', '.', 'a//b', ''])(
    'refuses the path %j in a manifest',
    async (path) => {
      const folder = await pack('escape', (manifest) => {
        manifest['files'] = [{ path, size: 1, sha256: '0'.repeat(64) }];
      });
      await expect(readManifest(folder)).rejects.toMatchObject({
        code: 'MODEL_INVALID',
        data: { file: 'manifest.json' },
      });
    },
  );

  it('tells a folder without manifest from one with a bad manifest', async () => {
    await expect(readManifest(join(dir, 'nothing'))).rejects.toMatchObject({ code: 'MODEL_NOT_FOUND' });
    const folder = await pack('bad');
    await writeFile(join(folder, 'manifest.json'), '{');
    await expect(readManifest(folder)).rejects.toMatchObject({ code: 'MODEL_INVALID' });
  });

  it('changes its id with any byte of a file, not with the order of its list', async () => {
    const manifest = await readManifest(await pack('one'));
    const id = packId(manifest);
    expect(id).toMatch(/^one@[0-9a-f]{16}$/);
    expect(packId({ ...manifest, files: manifest.files.toReversed() })).toBe(id);
    const [first, ...rest] = manifest.files;
    expect(packId({ ...manifest, files: [{ ...first!, sha256: '0'.repeat(64) }, ...rest] })).not.toBe(id);
  });

  it('lists packs and GGUF files of several folders, with what is wrong', async () => {
    await pack('fine');
    await pack('odd', (manifest) => delete manifest['licence']);
    await mkdir(join(dir, 'no pack'));
    await writeFile(join(dir, 'Some-Model.Q4.GGUF'), 'GGUF');
    await writeFile(join(dir, 'notes.txt'), '');
    await symlink(dir, join(dir, 'loop'));
    const list = await listPacks([dir, join(dir, 'absent')]);
    expect(list.map(({ name, kind, size, problem }) => [name, kind, size, problem?.code ?? null])).toEqual([
      ['Some-Model.Q4', 'generator', 4, null],
      ['fine', 'reranker', weights.length + 2, null],
      ['odd', null, 0, 'MODEL_INVALID'],
    ]);
    expect((await listPacks([models])).map(({ name }) => name)).toEqual(['multilingual-e5-small-q4']);
  });
});
