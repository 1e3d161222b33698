import { describe, expect, it } from 'vitest';
import { AppError } from '../../../shared/error.ts';
import type { DocumentSummary, Job } from '../../../shared/model.ts';
import { createLibrary, indexingOf } from '../../../renderer/state/library.ts';
import { fakeClient } from './fakeClient.ts';

const job = (id: string, change: Partial<Job> = {}): Job => ({
  id,
  kind: 'import',
  state: 'running',
  name: `${id}.pdf`,
  stage: 'read',
  done: 0,
  total: 0,
  document: null,
  error: null,
  ...change,
});

const document = (name: string): DocumentSummary => ({
  id: 'doc-0123456789abcdef',
  name,
  sha256: '0'.repeat(64),
  format: 'pdf',
  language: 'en',
  kind: 'contract',
  pages: 1,
  status: 'complete',
  issues: [],
  title: null,
  importedAt: '2025-01-01T00:00:00.000Z',
  bytes: 1,
  clauses: 1,
  chunks: 1,
  embedded: 1,
});

const settled = (): Promise<void> => new Promise((done) => setTimeout(done));

describe('the library', () => {
  it('shows a job from its reply or its event, whichever comes first, once', async () => {
    const client = fakeClient({
      'library.list': () => [],
      'job.list': () => [],
      'library.import': () => {
        client.emit('job.changed', job('a', { done: 3, total: 9 }));
        return [job('a'), job('b', { state: 'queued' })];
      },
    });
    const library = createLibrary(client);
    await library.getState().start();
    await library.getState().add([new File([], 'a.pdf')]);
    // The event is newer than the reply.
    expect(library.getState().jobs.map(({ id, done }) => [id, done])).toEqual([
      ['a', 3],
      ['b', 0],
    ]);
  });

  it('lets a finished job go, and keeps a failed one until it is cleared', async () => {
    let documents: DocumentSummary[] = [];
    const client = fakeClient({ 'library.list': () => documents, 'job.list': () => [job('a'), job('b')] });
    const library = createLibrary(client);
    await library.getState().start();
    documents = [document('a.pdf')];
    client.emit('job.changed', job('a', { state: 'done' }));
    client.emit('job.changed', job('b', { state: 'failed', error: { code: 'FILE_EMPTY', message: 'empty' } }));
    await settled();
    expect(library.getState().jobs.map(({ id, state }) => [id, state])).toEqual([['b', 'failed']]);
    expect(library.getState().documents).toEqual(documents);
    library.getState().clear('b');
    expect(library.getState().jobs).toEqual([]);
  });

  it('says "cancelling" until the job has an end state', async () => {
    const client = fakeClient({
      'library.list': () => [],
      'job.list': () => [job('a')],
      'job.cancel': () => ({ cancelled: true }),
    });
    const library = createLibrary(client);
    await library.getState().start();
    await library.getState().cancel('a');
    client.emit('job.changed', job('a', { done: 1 }));
    expect(library.getState().cancelling.has('a')).toBe(true);
    client.emit('job.changed', job('a', { state: 'cancelled' }));
    expect(library.getState().cancelling.has('a')).toBe(false);
  });

  it('takes the answer to its latest question, not the latest answer', async () => {
    const waiting: ((documents: DocumentSummary[]) => void)[] = [];
    const client = fakeClient({
      'library.list': () => new Promise((done) => waiting.push(done)),
      'job.list': () => [],
    });
    const library = createLibrary(client);
    void library.getState().start();
    client.emit('library.changed', { documents: 1 });
    waiting[1]?.([document('new.pdf')]);
    await settled();
    waiting[0]?.([]);
    await settled();
    expect(library.getState().documents?.map(({ name }) => name)).toEqual(['new.pdf']);
  });

  it('keeps a refusal for the person, and clears it with the next try', async () => {
    let refuse = true;
    const client = fakeClient({
      'library.list': () => [],
      'job.list': () => [],
      'library.import': () => {
        if (refuse) throw new AppError('DISK_FULL', 'full');
        return [];
      },
    });
    const library = createLibrary(client);
    await library.getState().add([new File([], 'a.pdf')]);
    expect(library.getState().error?.code).toBe('DISK_FULL');
    refuse = false;
    await library.getState().add([new File([], 'a.pdf')]);
    expect(library.getState().error).toBeNull();
  });

  it('sends many files in calls the contract takes', async () => {
    const client = fakeClient({ 'library.list': () => [], 'job.list': () => [], 'library.import': () => [] });
    const library = createLibrary(client);
    await library.getState().add(Array.from({ length: 1201 }, (_, index) => new File([], `${index}.pdf`)));
    const sizes = client.calls
      .filter(({ route }) => route === 'library.import')
      .map(({ input }) => (input as { files: File[] }).files.length);
    expect(sizes).toEqual([500, 500, 201]);
  });
});

describe('indexingOf', () => {
  const row = { ...document('a.pdf'), chunks: 40, embedded: 8 };
  const embed = (done: number, total: number): Job => job('e', { kind: 'embed', document: row.id, done, total });

  it('takes whichever has counted further, and never more than there are', () => {
    expect(indexingOf(row, [])).toEqual({ done: 8, total: 40 });
    // A job that waits has counted nothing yet.
    expect(indexingOf(row, [embed(0, 0)])).toEqual({ done: 8, total: 40 });
    expect(indexingOf(row, [embed(24, 40)])).toEqual({ done: 24, total: 40 });
    expect(indexingOf(row, [embed(41, 41)])).toEqual({ done: 40, total: 40 });
  });

  it('is over when every chunk has its vector', () => {
    expect(indexingOf({ ...row, embedded: 40 }, [embed(40, 40)])).toBeNull();
  });
});
