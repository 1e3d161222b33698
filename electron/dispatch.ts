import { AppError, isCancelled, toErrorJson } from '../shared/error.ts';
import type { Reply } from '../shared/error.ts';
import { routes } from '../shared/ipc.ts';
import type { Handlers, Route } from '../shared/ipc.ts';

const isRoute = (name: string): name is Route => Object.hasOwn(routes, name);

/**
 * Runs one request of an untrusted caller: own route? → parse → handler → reply. Never rejects. `onBug` is told of failures
 * that are neither expected nor a cancellation.
 */
export async function dispatch(
  handlers: Handlers,
  route: string,
  input: unknown,
  onBug: (error: unknown, route: string) => void,
): Promise<Reply<unknown>> {
  try {
    if (!isRoute(route)) throw new AppError('BAD_INPUT', 'no such route');
    const parsed = routes[route].input.safeParse(input);
    if (!parsed.success) {
      const issue = parsed.error.issues[0];
      throw tooLong(issue) ?? new AppError('BAD_INPUT', `bad input for ${route}`, { at: issue?.path.join('.') ?? '' });
    }
    // One table types both sides; the compiler cannot follow a union of routes through it.
    const handler = handlers[route] as (input: unknown) => Promise<unknown>;
    return { ok: true, value: await handler(parsed.data) };
  } catch (error) {
    if (!(error instanceof AppError) && !isCancelled(error)) onBug(error, route);
    return { ok: false, error: toErrorJson(error) };
  }
}

interface ZodIssue {
  readonly code: string;
  readonly path: readonly PropertyKey[];
  readonly maximum?: number | bigint;
}

/** A question over the limit is a mistake people make, so it has a code of its own. */
function tooLong(issue: ZodIssue | undefined): AppError | null {
  const isText = issue?.path[0] === 'question' || issue?.path[0] === 'query';
  return issue?.code === 'too_big' && isText
    ? new AppError('QUESTION_TOO_LONG', 'question too long', { limit: Number(issue.maximum) })
    : null;
}
