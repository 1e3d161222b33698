import { AppError } from '../../../shared/error.ts';
import { readManifest } from '../../models/pack.ts';
import { embeddedPack } from '../../resources.ts';
import type { Args } from '../args.ts';
import type { Output } from '../output.ts';

export async function models(args: Args): Promise<Output> {
  if (args.positionals[0] !== 'list' || args.positionals.length > 1)
    throw new AppError('USAGE', 'Try: proviso models list');
  const manifest = await readManifest(embeddedPack());
  const bytes = manifest.files.reduce((sum, file) => sum + file.size, 0);
  const packs = [{ name: manifest.name, kind: manifest.kind, licence: manifest.licence, bytes, embedded: true }];
  const text = packs
    .map((pack) => `${pack.name}  ${pack.kind}  ${(pack.bytes / 1e6).toFixed(1)} MB  ${pack.licence}`)
    .join('\n');
  return { json: { models: packs }, text, failed: [] };
}
