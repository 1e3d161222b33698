import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { documentOf } from '../store/documentDoubles.ts';
import { opened, temporaryFolder } from '../store/temporary.ts';

const child = fileURLToPath(new URL('importChild.ts', import.meta.url));

/** Runs the child; kills it at the event `until(line)` answers true for, or lets it finish. */
async function run(args: readonly string[], until: (line: string) => boolean): Promise<string[]> {
  const started = spawn(process.execPath, [child, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(started, 'exit');
  const lines: string[] = [];
  for await (const line of createInterface({ input: started.stdout })) {
    lines.push(line);
    if (until(line)) started.kill('SIGKILL');
  }
  await exited;
  return lines;
}

it('imports that are killed again and again end with every document once, whole, with all its vectors', async () => {
  const folder = await temporaryFolder();
  const dir = join(folder, 'library');
  const texts = Array.from({ length: 8 }, (_, file) =>
    Array.from({ length: 400 }, (__, line) => `Clause ${line} of contract ${file}: the fees are due.`).join('\n'),
  );
  const files: string[] = [];
  for (const [i, text] of texts.entries()) {
    const path = join(folder, `${i}.txt`);
    await writeFile(path, text);
    files.push(path);
  }

  // While a file is copied or stored, after some are done, and while vectors are made.
  let done = 0;
  const first = await run([dir, ...files], (line) => line === 'import done store' && ++done === 2);
  expect(first.at(-1)).not.toBe('finished');
  // Not the file that was under way at the first kill: one that dies twice is set aside on purpose.
  let more = 0;
  const second = await run([dir], (line) => {
    if (line === 'import done store') more++;
    return more > 0 && line === 'import running store';
  });
  expect(second.at(-1)).not.toBe('finished');
  let batches = 0;
  const third = await run([dir], (line) => line === 'embed running embed' && ++batches === 4);
  expect(third.at(-1)).not.toBe('finished');
  const last = await run([dir], () => false);
  expect(last.at(-1)).toBe('finished');

  const library = await opened(dir, { create: false });
  const documents = await library.documents();
  expect(documents.map(({ name }) => name).toSorted()).toEqual(texts.map((_, i) => `${i}.txt`));
  for (const { chunks, embedded } of documents) expect([chunks, embedded]).toEqual([400, 400]);
  for (const [i, text] of texts.entries()) {
    const { id } = documents.find(({ name }) => name === `${i}.txt`)!;
    expect(await library.load(id)).toEqual(documentOf(`${i}.txt`, Buffer.from(text)));
    expect(await library.lexical(['due'], { documents: [id], limit: 1000 })).toHaveLength(400);
  }
  expect(await library.missing()).toEqual([]);
  expect((await readdir(join(dir, 'originals'))).toSorted()).toEqual(documents.map(({ sha256 }) => sha256).toSorted());
  const jobs = await library.jobs.all();
  expect(jobs.filter(({ kind }) => kind === 'import').map(({ state }) => state)).toEqual(texts.map(() => 'done'));
});
