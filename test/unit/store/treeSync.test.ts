import { chmod, mkdir, open, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { TreeSync } from '../../../electron/store/files.ts';
import { temporaryFolder } from './temporary.ts';

async function threeFiles(): Promise<string> {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'a/b'), { recursive: true });
  for (const name of ['1', 'a/2', 'a/b/3']) await writeFile(join(folder, name), name);
  return folder;
}

describe('TreeSync', () => {
  it('writes everything once, then what changed, appeared or was made anew', async () => {
    const folder = await threeFiles();
    const files = new TreeSync(folder);
    expect(await files.sync()).toBe(3);
    expect(await files.sync()).toBe(0);
    await writeFile(join(folder, 'a/2'), '2');
    await writeFile(join(folder, 'a/b/4'), '4');
    expect(await files.sync()).toBe(2);
    await rm(join(folder, '1'));
    expect(await files.sync()).toBe(0);
    await writeFile(join(folder, '1'), '1');
    expect(await files.sync()).toBe(1);
  });

  it('writes only what changed after it was told to trust the files', async () => {
    const folder = await threeFiles();
    const files = new TreeSync(folder);
    await files.trust();
    const handle = await open(join(folder, 'a/b/3'), 'r+');
    await handle.write('x', 0);
    await handle.close();
    expect(await files.sync()).toBe(1);
  });

  it('takes other people’s rights away', async () => {
    const folder = await threeFiles();
    await chmod(join(folder, '1'), 0o666);
    await new TreeSync(folder).sync();
    expect((await stat(join(folder, '1'))).mode & 0o777).toBe(0o600);
  });
});
