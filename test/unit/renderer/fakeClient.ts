import { AppError } from '../../../shared/error.ts';
import type { Events, Output, Route } from '../../../shared/ipc.ts';
import type { Client, PageInput } from '../../../renderer/client.ts';

type Answers = { [R in Route]?: (input: PageInput<R>) => Promise<Output<R>> | Output<R> };

/** A client that answers by hand. A route without an answer fails, as an unknown route does. */
export function fakeClient(answers: Answers): Client & {
  readonly calls: { readonly route: Route; readonly input: unknown }[];
  emit<E extends keyof Events>(event: E, payload: Events[E]): void;
} {
  const listeners = new Map<string, Set<(payload: never) => void>>();
  const calls: { route: Route; input: unknown }[] = [];
  return {
    calls,
    request: async (route, input) => {
      calls.push({ route, input });
      const answer = answers[route];
      if (!answer) throw new AppError('BAD_INPUT', `no answer for ${route}`);
      return answer(input);
    },
    on: (event, listener) => {
      const heard = listeners.get(event) ?? new Set();
      listeners.set(event, heard.add(listener));
      return () => heard.delete(listener);
    },
    emit: (event, payload) => {
      for (const listener of listeners.get(event) ?? []) (listener as (value: typeof payload) => void)(payload);
    },
  };
}
