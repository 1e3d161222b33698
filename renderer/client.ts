import { fromErrorJson } from '../shared/error.ts';
import type { Reply } from '../shared/error.ts';
import type { Events, Input, Output, PageApi, Route } from '../shared/ipc.ts';

/** The page names files, never paths: the preload reads the path of each file that a person dropped or chose. */
export type PageInput<R extends Route> = R extends 'library.import'
  ? { readonly files: readonly File[]; readonly password?: string }
  : Input<R>;

/** The typed contract as the page sees it. */
export interface Client {
  /** Rejects with the `AppError` of the other side. */
  request<R extends Route>(route: R, input: PageInput<R>): Promise<Output<R>>;
  /** Returns the way to stop listening. */
  on<E extends keyof Events>(event: E, listener: (payload: Events[E]) => void): () => void;
}

export function createClient(api: PageApi): Client {
  return {
    request: async <R extends Route>(route: R, input: PageInput<R>) => {
      const reply = (await api.request(route, input)) as Reply<Output<R>>;
      if (reply.ok) return reply.value;
      throw fromErrorJson(reply.error);
    },
    on: (event, listener) => api.on(event, listener),
  };
}
