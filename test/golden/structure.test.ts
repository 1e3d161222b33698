import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { quietRun } from '../../electron/engine/run.ts';
import { structure } from '../../electron/engine/structure/structure.ts';
import { createReader } from '../../electron/readers/read.ts';
import { outlineText } from './outlineText.ts';

const root = path.resolve(import.meta.dirname, '../..');
const folders = ['resources/samples', 'test/fixtures/examples', 'test/fixtures/structure'];
const update = process.env['UPDATE_GOLDEN'] === '1';

const files = folders.flatMap((folder) =>
  readdirSync(path.join(root, folder))
    .filter((name) => /\.(?:md|txt|docx|pdf)$/.test(name) && name !== 'README.md')
    .map((name) => path.join(folder, name)),
);

describe('golden outlines', () => {
  test('are never written in continuous integration', () => {
    expect(update && process.env['CI'] !== undefined).toBe(false);
  });

  test.each(files)('%s', async (file) => {
    const { source } = await createReader().read({ bytes: readFileSync(path.join(root, file)), name: path.basename(file) }, quietRun);
    const outline = outlineText(source.text, structure(source, { name: path.basename(file) }));
    const golden = path.join(import.meta.dirname, 'structure', `${path.basename(file)}.outline.txt`);
    if (update && process.env['CI'] === undefined) writeFileSync(golden, outline);
    expect(existsSync(golden), 'write it with UPDATE_GOLDEN=1').toBe(true);
    expect(outline).toBe(readFileSync(golden, 'utf8'));
  });
});
