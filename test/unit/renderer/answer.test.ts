import { describe, expect, it } from 'vitest';
import { AppError } from '../../../shared/error.ts';
import type { Answer } from '../../../shared/model.ts';
import { createAnswer } from '../../../renderer/state/answer.ts';
import { fakeClient } from './fakeClient.ts';

const answerTo = (conclusion: string): Answer => ({
  status: 'answered',
  conclusion,
  riskLevel: null,
  evidence: [],
  conflicts: [],
  missing: [],
  revision: null,
  nearest: [],
  coverage: null,
  pending: [],
  model: 'extractive',
  timings: {},
});

const counter = (): (() => string) => {
  let calls = 0;
  return () => `call-${++calls}`;
};

describe('a question', () => {
  it('is trimmed, and refused when nothing is left', async () => {
    const client = fakeClient({ 'answer.ask': ({ question }) => answerTo(question) });
    const store = createAnswer(client, counter());
    await store.getState().ask(' \n　', null);
    expect(store.getState().error?.code).toBe('QUESTION_EMPTY');
    expect(client.calls).toEqual([]);
    await store.getState().ask('  When?  ', null);
    expect(store.getState().answer?.conclusion).toBe('When?');
    expect(store.getState().call).toBeNull();
  });

  it('is cancelled by a newer one, whose answer alone is shown', async () => {
    const waiting = new Map<string, (answer: Answer) => void>();
    const client = fakeClient({
      'answer.ask': ({ question }) => new Promise((done) => waiting.set(question, done)),
      'answer.cancel': () => ({ cancelled: true }),
    });
    const store = createAnswer(client, counter());
    const first = store.getState().ask('first', null);
    const second = store.getState().ask('second', null);
    await new Promise((done) => setTimeout(done));
    expect(client.calls).toContainEqual({ route: 'answer.cancel', input: { call: 'call-1' } });
    waiting.get('second')?.(answerTo('new'));
    await second;
    waiting.get('first')?.(answerTo('old'));
    await first;
    expect(store.getState().answer?.conclusion).toBe('new');
  });

  it('shows the text of its own call only', async () => {
    const client = fakeClient({ 'answer.ask': () => new Promise(() => undefined) });
    const store = createAnswer(client, counter());
    store.getState().start();
    void store.getState().ask('now', null);
    await new Promise((done) => setTimeout(done));
    client.emit('answer.delta', { call: 'call-0', seq: 0, text: 'late ' });
    client.emit('answer.delta', { call: 'call-1', seq: 0, text: 'own' });
    expect(store.getState().partial).toBe('own');
  });

  it('can be stopped, and an answer that still comes is dropped', async () => {
    const waiting: ((answer: Answer) => void)[] = [];
    const client = fakeClient({
      'answer.ask': () => new Promise((done) => waiting.push(done)),
      'answer.cancel': () => ({ cancelled: true }),
    });
    const store = createAnswer(client, counter());
    const asked = store.getState().ask('stop me', null);
    await new Promise((done) => setTimeout(done));
    await store.getState().stop();
    waiting[0]?.(answerTo('too late'));
    await asked;
    expect(store.getState()).toMatchObject({ answer: null, call: null, error: { code: 'CANCELLED' } });
  });

  it('keeps the code of a failure', async () => {
    const client = fakeClient({
      'answer.ask': () => {
        throw new AppError('LIBRARY_EMPTY', 'empty');
      },
    });
    const store = createAnswer(client, counter());
    await store.getState().ask('anything', null);
    expect(store.getState().error?.code).toBe('LIBRARY_EMPTY');
  });
});
