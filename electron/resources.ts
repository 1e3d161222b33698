import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Folder of what ships beside the code: models, samples, index template. In a packaged app it is Electron's resources
 * folder; from a checkout or a build it is the nearest `resources/` above this module.
 */
function findResources(): string {
  const packaged = (process as { resourcesPath?: string }).resourcesPath;
  if (packaged !== undefined && existsSync(join(packaged, 'models'))) return packaged;
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'resources', 'models'))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error('the resources folder is missing');
    folder = parent;
  }
  return join(folder, 'resources');
}

let found: string | undefined;

export const resource = (...parts: readonly string[]): string => join((found ??= findResources()), ...parts);

/** The embedding model that ships with Proviso. */
export const embeddedPack = (): string => resource('models', 'multilingual-e5-small-q4');
