import { z } from 'zod';
import type { ErrorJson } from './error.ts';
import {
  Answer,
  ClauseTree,
  DocumentId,
  DocumentInfo,
  DocumentSummary,
  Hit,
  Job,
  JobId,
  PageBoxes,
  SpanJson,
} from './model.ts';

const route = <I extends z.ZodType, O extends z.ZodType>(input: I, output: O): { input: I; output: O } => ({
  input,
  output,
});
const none = z.undefined();

/** Longest question in UTF-16 units; longer ones are refused with QUESTION_TOO_LONG. */
export const MAX_QUESTION_LENGTH = 4000;

const Question = z.string().max(MAX_QUESTION_LENGTH);
const Scope = z.array(DocumentId).nullable();
/** Chosen by the caller, so that events and a cancel can name a call that has not returned yet. */
const CallId = z.string().min(1).max(64);

/** Caller -> app. Input is untrusted and always parsed; output is checked in tests. */
export const routes = {
  'library.list': route(none, z.array(DocumentSummary)),
  'library.import': route(
    z.strictObject({
      paths: z.array(z.string().min(1)).min(1).max(1000),
      folders: z.boolean().optional(),
      password: z.string().optional(),
    }),
    z.array(Job),
  ),
  'library.remove': route(z.strictObject({ document: DocumentId }), z.strictObject({ removed: z.boolean() })),
  'document.get': route(
    z.strictObject({ document: DocumentId }),
    z.strictObject({
      info: DocumentInfo,
      text: z.string(),
      tree: ClauseTree,
      pages: z.array(z.strictObject({ page: z.int(), width: z.number(), height: z.number() })),
    }),
  ),
  /** Where words stand on the pages; empty without pages. */
  'document.locate': route(
    z.strictObject({ document: DocumentId, slices: z.array(SpanJson).max(1000) }),
    z.array(PageBoxes),
  ),
  /** Privileged: the window's own protocol serves the file, pages never learn its path. */
  'document.original': route(z.strictObject({ document: DocumentId }), z.strictObject({ path: z.string() })),
  'answer.ask': route(
    z.strictObject({ call: CallId, question: Question, scope: Scope, model: z.string().nullable() }),
    Answer,
  ),
  'answer.cancel': route(z.strictObject({ call: CallId }), z.strictObject({ cancelled: z.boolean() })),
  'search.query': route(
    z.strictObject({ query: Question, scope: Scope, limit: z.int().positive().max(200) }),
    z.array(Hit),
  ),
  'job.list': route(none, z.array(Job)),
  'job.cancel': route(z.strictObject({ job: JobId }), z.strictObject({ cancelled: z.boolean() })),
} as const;

/** Routes that only the privileged side may call; the binding to a page refuses them. */
export const privateRoutes: ReadonlySet<string> = new Set(['document.original'] satisfies (keyof typeof routes)[]);

export type Routes = typeof routes;
export type Route = keyof Routes;
export type Input<R extends Route> = z.input<Routes[R]['input']>;
export type Output<R extends Route> = z.output<Routes[R]['output']>;

/** App -> caller. Built by us, so types only. */
export interface Events {
  'job.changed': Job;
  'library.changed': { readonly documents: number };
  /** A question has come to another stage: search, read, conclude. */
  'answer.progress': { readonly call: string; readonly stage: string };
  /** Text as a language model writes it. */
  'answer.delta': { readonly call: string; readonly seq: number; readonly text: string };
  'host.failed': { readonly host: string; readonly error: ErrorJson };
}

export type Handlers = { [R in Route]: (input: z.output<Routes[R]['input']>) => Promise<Output<R>> };

/** What the preload exposes to the page as `window.proviso`, and nothing else. */
export interface PageApi {
  request(route: string, input: unknown): Promise<unknown>;
  on<E extends keyof Events>(event: E, listener: (payload: Events[E]) => void): () => void;
}
