import { appendFile, mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../shared/error.ts';
import { Job } from '../../../shared/model.ts';
import type { Parser } from '../../../electron/engine/ports.ts';
import { createImports, type Imports, type ImportsOptions } from '../../../electron/jobs/imports.ts';
import type { JobRow } from '../../../electron/store/jobRows.ts';
import type { Library } from '../../../electron/store/library.ts';
import { clock, HashEmbedder, lineParser, rowsOf } from '../store/documentDoubles.ts';
import { opened, temporaryFolder } from '../store/temporary.ts';

interface Bench {
  readonly folder: string;
  readonly library: Library;
  readonly imports: Imports;
  readonly embedder: HashEmbedder;
  readonly events: Job[];
  readonly bugs: unknown[];
  readonly file: (name: string, text: string) => Promise<string>;
}

async function bench(more: Partial<ImportsOptions> & { folder?: string } = {}): Promise<Bench> {
  const folder = more.folder ?? (await temporaryFolder());
  const library = more.library ?? (await opened(join(folder, 'library')));
  const embedder = new HashEmbedder();
  const events: Job[] = [];
  const bugs: unknown[] = [];
  const imports = createImports({
    library,
    parser: lineParser,
    embedder,
    rows: rowsOf,
    clock: { now: () => Date.now() },
    changed: (job) => events.push(job),
    onBug: (error) => bugs.push(error),
    ...more,
  });
  const file = async (name: string, text: string): Promise<string> => {
    const path = join(folder, name);
    await writeFile(path, text);
    return path;
  };
  return { folder, library, imports, embedder, events, bugs, file };
}

const clauses = (count: number, words = 'shall pay the fees'): string =>
  Array.from({ length: count }, (_, i) => `Party ${i} ${words}.`).join('\n');

const short = ({ name, kind, state, error }: Job): string =>
  [name, kind, state, ...(error ? [error.code] : [])].join(' ');

const row = (more: Partial<JobRow>): JobRow => ({
  id: `job-${more.name}`,
  kind: 'import',
  state: 'queued',
  name: 'x',
  stage: '',
  done: 0,
  total: 0,
  document: null,
  error: null,
  path: null,
  sha256: null,
  model: null,
  attempts: 0,
  cancel: false,
  ...more,
});

describe('an import', () => {
  it('is queued, runs, and leaves a document with text and vectors', async () => {
    const { library, imports, events, embedder, file, bugs } = await bench();
    const [job] = await imports.add([await file('a.txt', clauses(20))]);
    expect(job).toMatchObject({ kind: 'import', state: 'queued', name: 'a.txt', document: null });
    await imports.idle();
    expect((await imports.list()).map(short)).toEqual(['a.txt import done', 'a.txt embed done']);
    const [document] = await library.documents();
    expect(document).toMatchObject({ name: 'a.txt', chunks: 20, embedded: 20 });
    expect((await imports.list())[0]?.document).toBe(document?.id);
    // One end state each, in order, and every event is what the contract says.
    for (const kind of ['import', 'embed'] as const) {
      const states = events.filter((event) => event.kind === kind).map(({ state }) => state);
      expect(states.filter((state) => state === 'done')).toHaveLength(1);
      expect(states.at(0)).toBe('queued');
      expect(states.at(-1)).toBe('done');
    }
    for (const event of events) Job.parse(structuredClone(event));
    expect(embedder.batches.map((batch) => batch.length)).toEqual([8, 8, 4]);
    const lengths = embedder.batches.flat().map((text) => text.length);
    expect(lengths).toEqual(lengths.toSorted((a, b) => b - a));
    expect(bugs).toEqual([]);
  });

  it('finds text before there is any vector', async () => {
    const { library, imports, embedder, file } = await bench();
    const seen: number[] = [];
    embedder.before = async () => {
      seen.push((await library.lexical(['fees'], { documents: null, limit: 100 })).length);
    };
    await imports.add([await file('a.txt', clauses(5))]);
    await imports.idle();
    expect(seen).toEqual([5]);
  });

  it('reports counts that never fall within a stage, and the last one', async () => {
    const { imports, events, file } = await bench();
    await imports.add([await file('a.txt', clauses(300))]);
    await imports.idle();
    for (const kind of ['import', 'embed'] as const) {
      let last = { stage: '', done: 0 };
      for (const { stage, done, total } of events.filter((event) => event.kind === kind)) {
        expect(done).toBeGreaterThanOrEqual(stage === last.stage ? last.done : 0);
        expect(done).toBeLessThanOrEqual(total);
        last = { stage, done };
      }
    }
    expect(events.at(-1)).toMatchObject({ kind: 'embed', state: 'done', done: 300, total: 300 });
  });

  it('of the same bytes is done at once with the document that is there', async () => {
    let parsed = 0;
    const parser: Parser = {
      parse: (request, run) => {
        parsed++;
        return lineParser.parse(request, run);
      },
    };
    const { library, imports, embedder, file } = await bench({ parser });
    const text = clauses(9);
    await imports.add([await file('a.txt', text), await file('copy of a.txt', text)]);
    await imports.idle();
    await imports.add([await file('a.txt', text)]);
    await imports.idle();
    expect(await library.documents()).toHaveLength(1);
    const jobs = (await imports.list()).filter(({ kind }) => kind === 'import');
    expect(new Set(jobs.map(({ document }) => document)).size).toBe(1);
    expect(jobs.map(short)).toEqual(['a.txt import done', 'copy of a.txt import done', 'a.txt import done']);
    expect(parsed).toBe(1);
    expect(embedder.batches.flat()).toHaveLength(9);
  });

  it('that fails is one failed job; the others go on and nothing of it stays', async () => {
    const { folder, library, imports, file, bugs } = await bench();
    await mkdir(join(folder, 'sub'));
    const paths = [
      join(folder, 'absent.txt'),
      join(folder, 'sub'),
      await file('empty.txt', ''),
      await file('locked.txt', 'LOCKED'),
      await file('bug.txt', 'BUG'),
      await file('failed.txt', 'FAILED'),
      '/dev/null',
      await file('good.txt', clauses(2)),
    ];
    await imports.add(paths);
    await imports.idle();
    expect((await imports.list()).map(short)).toEqual([
      'absent.txt import failed FILE_NOT_FOUND',
      'sub import failed FILE_IS_FOLDER',
      'empty.txt import failed FILE_EMPTY',
      'locked.txt import failed FILE_LOCKED',
      'bug.txt import failed INTERNAL',
      'failed.txt import failed FILE_NO_TEXT',
      'null import failed FILE_UNREADABLE',
      'good.txt import done',
      'good.txt embed done',
    ]);
    expect(bugs).toEqual([expect.any(TypeError)]);
    const [good] = await library.documents();
    expect(await readdir(join(folder, 'library', 'originals'))).toEqual([good?.sha256]);
  });

  it('passes the password on and does not store it', async () => {
    const passwords: (string | undefined)[] = [];
    const parser: Parser = {
      parse: (request, run) => {
        passwords.push(request.password);
        return lineParser.parse(request, run);
      },
    };
    const { library, imports, file } = await bench({ parser });
    await imports.add([await file('a.txt', clauses(1))], { password: 'open sesame' });
    await imports.add([await file('b.txt', clauses(2))]);
    await imports.idle();
    expect(passwords).toEqual(['open sesame', undefined]);
    expect(JSON.stringify(await library.jobs.all())).not.toContain('sesame');
  });

  it('parses the kept copy: a change of the file meanwhile does no harm', async () => {
    const parser: Parser = {
      parse: async (request, run) => {
        await appendFile(path, 'changed');
        return lineParser.parse(request, run);
      },
    };
    const { library, imports, file } = await bench({ parser });
    const path = await file('a.txt', clauses(3));
    await imports.add([path]);
    await imports.idle();
    expect(await library.documents()).toHaveLength(1);
    expect(await library.lexical(['changed'], { documents: null, limit: 5 })).toEqual([]);
  });
});

describe('folders', () => {
  it('stand for the readable files in and below them, if asked for', async () => {
    const { folder, imports, file } = await bench();
    await mkdir(join(folder, 'in/deep'), { recursive: true });
    await mkdir(join(folder, 'bare'));
    for (const name of [
      'in/b.txt',
      'in/a.MD',
      'in/deep/c.txt',
      'in/.hidden.txt',
      'in/~$a.docx',
      'in/tool.exe',
      'x.exe',
    ])
      await file(name, clauses(1, name));
    await symlink(join(folder, 'in'), join(folder, 'in/deep/loop'));
    await imports.add([join(folder, 'in'), join(folder, 'bare'), join(folder, 'x.exe')], { folders: true });
    await imports.idle();
    expect((await imports.list()).filter(({ kind }) => kind === 'import').map(short)).toEqual([
      'a.MD import done',
      'b.txt import done',
      'c.txt import done',
      'bare import failed FILE_IS_FOLDER',
      'x.exe import done',
    ]);
  });
});

describe('cancel', () => {
  it('stops a running import before it is stored', async () => {
    let started = (): void => undefined;
    const running = new Promise<void>((resolve) => (started = resolve));
    const parser: Parser = {
      parse: (request, run) => {
        started();
        return lineParser.parse(request, run);
      },
    };
    const { folder, library, imports, events, file, bugs } = await bench({ parser });
    const [job, next] = await imports.add([await file('a.txt', clauses(5000)), await file('b.txt', clauses(1))]);
    await running;
    expect(await imports.cancel(job!.id)).toBe(true);
    await imports.idle();
    expect((await imports.list()).map(short)).toEqual([
      'a.txt import cancelled',
      'b.txt import done',
      'b.txt embed done',
    ]);
    expect((await library.documents()).map(({ name }) => name)).toEqual(['b.txt']);
    expect(await readdir(join(folder, 'library', 'originals'))).toHaveLength(1);
    expect(events.filter(({ id, state }) => id === job!.id && state === 'cancelled')).toHaveLength(1);
    expect(await imports.cancel(job!.id)).toBe(false);
    expect(await imports.cancel(next!.id)).toBe(false);
    expect(await imports.cancel('none')).toBe(false);
    expect(bugs).toEqual([]);
  });

  it('of a queued import is at once, and it never runs', async () => {
    const { imports, file } = await bench();
    const jobs = await imports.add([await file('a.txt', clauses(500)), await file('b.txt', clauses(1))]);
    expect(await imports.cancel(jobs[1]!.id)).toBe(true);
    expect((await imports.list())[1]?.state).toBe('cancelled');
    await imports.idle();
    expect((await imports.list()).map(short)).toEqual([
      'a.txt import done',
      'b.txt import cancelled',
      'a.txt embed done',
    ]);
  });

  it('of embedding stops within one batch, and the next import of the file goes on there', async () => {
    const { library, imports, embedder, file } = await bench();
    embedder.before = async () => {
      if (embedder.batches.length !== 3) return;
      const job = (await imports.list()).find(({ kind }) => kind === 'embed');
      await imports.cancel(job!.id);
    };
    const path = await file('a.txt', clauses(100));
    await imports.add([path]);
    await imports.idle();
    expect((await imports.list()).map(short)).toEqual(['a.txt import done', 'a.txt embed cancelled']);
    expect(embedder.batches).toHaveLength(3);
    expect((await library.documents())[0]?.embedded).toBe(16);
    await imports.resume();
    await imports.idle();
    expect(embedder.batches).toHaveLength(3);

    await imports.add([path]);
    await imports.idle();
    expect((await library.documents())[0]?.embedded).toBe(100);
    // The batch that was running when the cancellation came is the only one done twice.
    expect(embedder.batches.flat()).toHaveLength(108);
  });
});

describe('embedding', () => {
  it('lets imports go first', async () => {
    const { library, imports, embedder, file } = await bench();
    const visible: number[] = [];
    embedder.before = async () => {
      visible.push((await library.documents()).length);
      if (visible.length === 2) await imports.add([await file('b.txt', clauses(3, 'another'))]);
    };
    await imports.add([await file('a.txt', clauses(40))]);
    await imports.idle();
    expect(visible).toEqual([1, 1, 2, 2, 2, 2]);
  });

  it('does equal texts once', async () => {
    const { library, imports, embedder, file } = await bench();
    await imports.add([await file('a.txt', clauses(10)), await file('b.txt', `${clauses(10)}\nOne more.`)]);
    await imports.idle();
    expect(embedder.batches.flat().toSorted()).toEqual([...clauses(10).split('\n'), 'One more.'].toSorted());
    expect((await library.documents()).map(({ embedded }) => embedded)).toEqual([10, 11]);
  });

  it('fails with the number of overlong texts and embeds all others', async () => {
    const { library, imports, file } = await bench();
    const lines = [...clauses(20).split('\n'), 'OVERLONG one', 'OVERLONG two of them'];
    await imports.add([await file('a.txt', lines.join('\n'))]);
    await imports.idle();
    expect((await imports.list())[1]).toMatchObject({
      state: 'failed',
      error: { code: 'CONTEXT_OVERFLOW', data: { texts: 2 } },
    });
    expect((await library.documents())[0]).toMatchObject({ chunks: 22, embedded: 20 });
  });

  it('ends when its document is removed meanwhile', async () => {
    const { library, imports, embedder, file } = await bench();
    embedder.before = async () => {
      if (embedder.batches.length === 2) await library.remove((await library.documents())[0]!.id);
    };
    await imports.add([await file('a.txt', clauses(100))]);
    await imports.idle();
    expect((await imports.list()).map(short)).toEqual(['a.txt import done', 'a.txt embed done']);
    expect(await library.embeddedCount('hash-1')).toEqual({ embedded: 0, total: 0 });
  });

  it('failure of the model is a failed job, not a failed import', async () => {
    const { library, imports, embedder, file, bugs } = await bench();
    embedder.before = () => {
      throw new AppError('HOST_EXITED', 'embedder ended');
    };
    await imports.add([await file('a.txt', clauses(3))]);
    await imports.idle();
    expect((await imports.list()).map(short)).toEqual(['a.txt import done', 'a.txt embed failed HOST_EXITED']);
    expect(await library.lexical(['fees'], { documents: null, limit: 5 })).toHaveLength(3);
    expect(bugs).toEqual([]);
  });
});

describe('resume', () => {
  it('goes on after close with what was queued, running and half embedded', async () => {
    const first = await bench();
    first.embedder.before = async () => {
      if (first.embedder.batches.length === 2) void first.imports.close();
    };
    const a = await first.file('a.txt', clauses(30));
    await first.imports.add([a]);
    await first.imports.idle();
    await first.imports.close();
    // Cut in the second batch, whose vectors were not stored.
    expect((await first.imports.list()).map(short)).toEqual(['a.txt import done', 'a.txt embed queued']);
    expect(await first.library.embeddedCount('hash-1')).toEqual({ embedded: 8, total: 30 });
    await first.library.close();

    const library = await opened(join(first.folder, 'library'));
    const second = await bench({ folder: first.folder, library });
    await second.imports.resume();
    await second.imports.idle();
    expect((await second.imports.list()).map(short)).toEqual(['a.txt import done', 'a.txt embed done']);
    expect(second.embedder.batches.flat()).toHaveLength(22);
  });

  it('tries a file again whose process died once, and sets it aside after twice', async () => {
    const { folder, library, imports, file } = await bench();
    await library.jobs.insert([
      row({ name: 'once.txt', state: 'running', attempts: 1, path: await file('once.txt', clauses(2)) }),
      row({ name: 'twice.txt', state: 'running', attempts: 2, path: await file('twice.txt', clauses(3)) }),
      row({ name: 'unwanted.txt', state: 'running', attempts: 1, cancel: true, path: await file('unwanted.txt', 'x') }),
      row({ name: 'waiting.txt', path: await file('waiting.txt', clauses(4)) }),
    ]);
    await imports.resume();
    await imports.idle();
    expect((await imports.list()).filter(({ kind }) => kind === 'import').map(short)).toEqual([
      'once.txt import done',
      'twice.txt import failed HOST_EXITED',
      'unwanted.txt import cancelled',
      'waiting.txt import done',
    ]);
    expect(await readdir(join(folder, 'library', 'originals'))).toHaveLength(2);
  });

  it('brings back the documents of a lost index from their originals', async () => {
    const first = await bench();
    await first.imports.add([await first.file('a.txt', clauses(5)), await first.file('b.txt', clauses(6))]);
    await first.imports.idle();
    const before = await first.library.documents();
    await first.library.close();
    for (const name of ['a.txt', 'b.txt', 'library/index']) await rm(join(first.folder, name), { recursive: true });

    const library = await opened(join(first.folder, 'library'));
    const second = await bench({ folder: first.folder, library });
    await second.imports.resume();
    await second.imports.idle();
    expect(await library.documents()).toEqual(before);
  });

  it('does a new model beside the old one', async () => {
    const first = await bench();
    await first.imports.add([await first.file('a.txt', clauses(5))]);
    await first.imports.idle();
    const embedder = new HashEmbedder('hash-2', 16);
    const second = await bench({ folder: first.folder, library: first.library, embedder });
    expect((await first.library.documents())[0]?.embedded).toBe(0);
    await second.imports.resume();
    await second.imports.idle();
    expect((await first.library.documents())[0]?.embedded).toBe(5);
    expect(await first.library.embeddedCount('hash-1')).toEqual({ embedded: 5, total: 5 });
    await second.imports.resume();
    await second.imports.idle();
    expect(embedder.batches.flat()).toHaveLength(5);
  });
});

it('a full disk is a failed job with its code, and does not stop the next', async () => {
  let free = 1e12;
  const folder = await temporaryFolder();
  const library = await opened(join(folder, 'library'), { freeSpace: async () => free });
  const { imports, file } = await bench({ folder, library, clock });
  free = 1e6;
  await imports.add([await file('a.txt', clauses(3))]);
  await imports.idle();
  free = 1e12;
  await imports.add([await file('a.txt', clauses(3))]);
  await imports.idle();
  expect((await imports.list()).map(short)).toEqual([
    'a.txt import failed DISK_FULL',
    'a.txt import done',
    'a.txt embed done',
  ]);
});
