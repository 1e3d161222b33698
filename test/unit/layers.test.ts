import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { read, sources, violations } from '../support/layers/imports.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

describe('layers', () => {
  it('follow the arrows of the design', () => {
    const files = sources(root);
    expect(files.length).toBeGreaterThan(20);
    expect(files.flatMap((file) => violations(file, read(root, file)))).toEqual([]);
  });

  it.each([
    ['electron/engine/layout/planted.ts', "import { app } from 'electron';", 'npm:electron'],
    [
      'electron/engine/layout/planted.ts',
      "import type { X } from '../chunk/chunk.ts';",
      'electron/engine/chunk/chunk.ts',
    ],
    ['electron/engine/structure/planted.ts', "import fs from 'node:fs';", 'node:fs'],
    [
      'electron/engine/chunk/planted.ts',
      "export { x } from '../retrieve/terms.ts';",
      'electron/engine/retrieve/terms.ts',
    ],
    ['electron/store/planted.ts', "const x = await import('electron');", 'npm:electron'],
    ['electron/cli/planted.ts', "import { app } from 'electron';", 'npm:electron'],
    ['renderer/planted.tsx', "import { x } from '../electron/app.ts';", 'electron/app.ts'],
    ['shared/planted.ts', "import { join } from 'path';", 'node:path'],
    ['electron/new-kind/planted.ts', 'export {};', '(no arrow names this file)'],
  ])('report a planted violation in %s: %s', (file, code, imports) => {
    expect(violations(file, code)).toEqual([{ file, imports }]);
  });
});
