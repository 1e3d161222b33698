import { createStore } from 'zustand/vanilla';
import type { StoreApi } from 'zustand/vanilla';
import { toErrorJson } from '../../shared/error.ts';
import type { ErrorJson } from '../../shared/error.ts';
import type { Answer } from '../../shared/model.ts';
import type { Client } from '../client.ts';

export interface AnswerState {
  /** The question that `answer` answers, or that is being answered. */
  readonly question: string | null;
  readonly answer: Answer | null;
  /** What is being done: search, read, conclude. */
  readonly stage: string | null;
  /** Text that a language model has written so far. */
  readonly partial: string;
  /** Id of the call under way. */
  readonly call: string | null;
  readonly error: ErrorJson | null;
  /** Starts listening to text as it is written. */
  readonly start: () => void;
  /** A newer question replaces an older one, which is cancelled. `scope` null is the whole library. */
  readonly ask: (question: string, scope: readonly string[] | null) => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** `newCall` gives ids that are not used twice. */
export function createAnswer(client: Client, newCall: () => string): StoreApi<AnswerState> {
  const cancel = async (call: string): Promise<void> => {
    // A call that has just ended cannot be cancelled any more, which is as good.
    await client.request('answer.cancel', { call }).catch(() => undefined);
  };
  return createStore<AnswerState>((set, get) => ({
    question: null,
    answer: null,
    stage: null,
    partial: '',
    call: null,
    error: null,
    start: () => {
      client.on('answer.progress', ({ call, stage }) => {
        if (call === get().call) set({ stage });
      });
      client.on('answer.delta', ({ call, text }) => {
        // Late text of an older question is dropped.
        if (call === get().call) set(({ partial }) => ({ partial: partial + text }));
      });
    },
    ask: async (text, scope) => {
      const question = text.trim();
      if (question === '') {
        set({ error: { code: 'QUESTION_EMPTY', message: 'question of spaces' } });
        return;
      }
      const older = get().call;
      const call = newCall();
      set({ question, answer: null, stage: null, partial: '', error: null, call });
      if (older !== null) void cancel(older);
      try {
        const answer = await client.request('answer.ask', {
          call,
          question,
          scope: scope === null ? null : [...scope],
          model: null,
        });
        if (get().call === call) set({ answer, partial: '', call: null });
      } catch (error) {
        if (get().call === call) set({ error: toErrorJson(error), call: null });
      }
    },
    stop: async () => {
      const { call } = get();
      if (call === null) return;
      set({ call: null, partial: '', error: { code: 'CANCELLED', message: 'cancelled' } });
      await cancel(call);
    },
  }));
}
