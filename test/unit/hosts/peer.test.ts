import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createPeer } from '../../../electron/hosts/peer.ts';
import type { CallRun, Peer } from '../../../electron/hosts/peer.ts';
import { quietRun } from '../../../electron/engine/run.ts';
import type { Progress, Run } from '../../../electron/engine/run.ts';
import { AppError } from '../../../shared/error.ts';
import { transportPair } from './pair.ts';

type Near = { ask: { params: string; value: string } };
type Far = {
  double: { params: number; value: number };
  vector: { params: number; value: Float32Array };
  fail: { params: 'expected' | 'bug'; value: null };
  work: { params: number; value: string };
  wait: { params: null; value: string };
  back: { params: string; value: string };
  note: { params: string; value: null };
  unclonable: { params: null; value: unknown };
};

function connect() {
  const { near, far, end } = transportPair();
  const bugs: string[] = [];
  const notes: string[] = [];
  const back: Peer<Near> = createPeer<Far, Near>(
    far,
    {
      double: (value) => 2 * value,
      vector: (length) => new Float32Array(length).fill(1),
      fail: (kind) => {
        if (kind === 'bug') throw new TypeError('a defect');
        throw new AppError('FILE_LOCKED', 'locked', { reason: 'password-needed' });
      },
      work: async (total, run) => {
        for (let done = 1; done <= total; done++) {
          await turn();
          run.report({ stage: 'work', done, total });
          run.emit(String(done));
        }
        return 'done';
      },
      wait: (_, run) => untilAborted(run),
      back: (word) => back.call('ask', word),
      note: (word) => {
        notes.push(word);
        if (word === 'bad') throw new RangeError('note');
        return null;
      },
      unclonable: () => () => 1,
    },
    { name: 'near', onBug: (_, method) => bugs.push(method) },
  );
  const peer = createPeer<Near, Far>(near, { ask: (word) => `${word}!` }, { name: 'far' });
  return { peer, end, bugs, notes };
}

const untilAborted = (run: CallRun): Promise<never> =>
  new Promise((_, reject) => run.signal.addEventListener('abort', () => reject(run.signal.reason as Error)));

const watched = (seen: Progress[], signal: Run['signal'] = quietRun.signal): Run => ({
  signal,
  report: (progress) => seen.push(progress),
});

describe('peer', () => {
  it('calls both ways, with values that structured cloning keeps', async () => {
    const { peer } = connect();
    expect(await peer.call('double', 21)).toBe(42);
    expect(await peer.call('vector', 3)).toEqual(new Float32Array([1, 1, 1]));
    expect(await peer.call('back', 'hello')).toBe('hello!');
  });

  it('keeps code and data of expected errors, and calls anything else INTERNAL', async () => {
    const { peer, bugs } = connect();
    await expect(peer.call('fail', 'expected')).rejects.toMatchObject({
      name: 'AppError',
      code: 'FILE_LOCKED',
      data: { reason: 'password-needed' },
    });
    expect(bugs).toEqual([]);
    await expect(peer.call('fail', 'bug')).rejects.toMatchObject({ code: 'INTERNAL' });
    expect(bugs).toEqual(['fail']);
    await expect(peer.call('toString' as 'double', 1)).rejects.toMatchObject({ code: 'INTERNAL' });
  });

  it('brings progress and text in order, before the reply', async () => {
    const { peer } = connect();
    const seen: Progress[] = [];
    const text: string[] = [];
    expect(await peer.call('work', 5, watched(seen), (part) => text.push(part))).toBe('done');
    expect(seen.map(({ done }) => done)).toEqual([1, 2, 3, 4, 5]);
    expect(text).toEqual(['1', '2', '3', '4', '5']);
  });

  it('cancels on the other side, by a signal with events and by one without', async () => {
    const { peer } = connect();
    const controller = new AbortController();
    const first = peer.call('wait', null, watched([], controller.signal));
    const plain = { aborted: false, throwIfAborted: () => undefined };
    const second = peer.call('wait', null, watched([], plain));
    await turn();
    controller.abort();
    plain.aborted = true;
    await expect(first).rejects.toMatchObject({ code: 'CANCELLED' });
    await expect(second).rejects.toMatchObject({ code: 'CANCELLED' });
    await expect(peer.call('wait', null, watched([], controller.signal))).rejects.toMatchObject({ code: 'CANCELLED' });
  });

  it('fails every pending and later call when the other side is gone', async () => {
    const { peer, end } = connect();
    await peer.ready;
    const pending = [peer.call('wait', null), peer.call('wait', null)];
    end({ code: null, signal: 'SIGKILL' });
    for (const call of pending) {
      await expect(call).rejects.toMatchObject({ code: 'HOST_EXITED', data: { host: 'far', signal: 'SIGKILL' } });
    }
    await expect(peer.call('double', 1)).rejects.toMatchObject({ code: 'HOST_EXITED' });
  });

  it('refuses another protocol version', async () => {
    const { near, far } = transportPair();
    far.onMessage(() => undefined);
    const peer = createPeer<Near, Far>(near, { ask: (word) => word }, { name: 'far' });
    const call = peer.call('double', 1);
    far.post({ hello: 999, answer: false });
    await expect(peer.ready).rejects.toMatchObject({ code: 'INTERNAL' });
    await expect(call).rejects.toMatchObject({ code: 'INTERNAL' });
  });

  it('holds calls until the handshake, also when the first greeting was lost', async () => {
    const { near, far } = transportPair();
    const peer = createPeer<Near, Far>(near, { ask: (word) => word }, { name: 'far' });
    const got: unknown[] = [];
    far.onMessage((message) => got.push(message));
    void peer.call('double', 1).catch(() => undefined);
    for (let i = 0; i < 5; i++) await turn();
    expect(got).toEqual([{ hello: 1, answer: false }]);
    far.post({ hello: 1, answer: false });
    for (let i = 0; i < 5; i++) await turn();
    expect(got.slice(1)).toEqual([
      { hello: 1, answer: true },
      { id: 1, method: 'double', params: 1 },
    ]);
  });

  it('rejects what cannot be cloned, as parameter and as value', async () => {
    const { peer } = connect();
    await expect(peer.call('double', (() => 1) as never)).rejects.toThrow(/clone/);
    await peer.ready;
    await expect(peer.call('double', (() => 1) as never)).rejects.toThrow(/clone/);
    await expect(peer.call('unclonable', null)).rejects.toMatchObject({ code: 'INTERNAL' });
    expect(await peer.call('double', 2)).toBe(4);
  });

  it('notifies without an answer and reports what fails there', async () => {
    const { peer, notes, bugs } = connect();
    peer.notify('note', 'one');
    peer.notify('note', 'bad');
    await peer.ping();
    expect(notes).toEqual(['one', 'bad']);
    expect(bugs).toEqual(['note']);
  });
});
