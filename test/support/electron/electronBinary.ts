import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createRequire } from 'node:module';

/** Electron's binary where it is installed, else null. Requiring the package would go and download it. */
export function electronBinary(): string | null {
  const named = process.env['PROVISO_ELECTRON'];
  if (named !== undefined && named !== '') return named;
  const folder = dirname(createRequire(import.meta.url).resolve('electron/package.json'));
  const pathFile = join(folder, 'path.txt');
  if (!existsSync(pathFile)) return null;
  const binary = join(folder, 'dist', readFileSync(pathFile, 'utf8').trim());
  return existsSync(binary) ? binary : null;
}
