import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeScratch } from '../../../electron/cli/scratch.ts';

let within = '';
beforeEach(async () => {
  within = await mkdtemp(join(tmpdir(), 'proviso-scratch-'));
});
afterEach(() => rm(within, { recursive: true, force: true }));

describe('makeScratch', () => {
  it('makes a folder of its own each time, and takes it away with what is in it', async () => {
    const [one, two] = [await makeScratch(within), await makeScratch(within)];
    await mkdir(join(one.path, 'library'));
    await writeFile(join(one.path, 'library/contract'), 'x');
    await one.remove();
    expect(await readdir(within)).toEqual([basename(two.path)]);
    await two.remove();
    expect(await readdir(within)).toEqual([]);
  });

  it('clears what a killed process left, and nothing of a live one, another machine or another program', async () => {
    const mine = await makeScratch(within);
    const dead = spawnSync(process.execPath, ['--version']).pid;
    const name = basename(mine.path);
    const left = name.replace(`-${process.pid}-`, `-${dead}-`);
    const elsewhere = left.replace(/^proviso-[0-9a-f]{8}/u, 'proviso-00000000');
    for (const each of [left, elsewhere, `proviso-${dead}`]) await mkdir(join(within, each));
    await writeFile(join(within, left, 'contract'), 'x');
    const next = await makeScratch(within);
    expect(existsSync(join(within, left))).toBe(false);
    expect(new Set(await readdir(within))).toEqual(new Set([name, basename(next.path), elsewhere, `proviso-${dead}`]));
    await mine.remove();
    await next.remove();
  });

  it('says so where there is no place for temporary files', async () => {
    await expect(makeScratch(join(within, 'absent'))).rejects.toMatchObject({ code: 'BAD_INPUT' });
  });
});
