/** The closed list of codes. UI and CLI text comes from `locale/` by code; `message` is for logs and developers. */
export const errorCodes = [
  // usage and bugs
  'USAGE',
  'INTERNAL',
  'CANCELLED',
  'BAD_INPUT',
  // files
  'FILE_NOT_FOUND',
  'FILE_IS_FOLDER',
  'FILE_UNREADABLE',
  'FILE_EMPTY',
  'FILE_TOO_LARGE',
  'FILE_DAMAGED',
  'FILE_LOCKED',
  'FILE_NO_TEXT',
  'FORMAT_UNSUPPORTED',
  'LIMIT_EXCEEDED',
  // library
  'LIBRARY_NOT_FOUND',
  'LIBRARY_IN_USE',
  'LIBRARY_NEWER',
  'LIBRARY_DAMAGED',
  'LIBRARY_EMPTY',
  'DOCUMENT_NOT_FOUND',
  'DISK_FULL',
  // models and hosts
  'MODEL_NOT_FOUND',
  'MODEL_INVALID',
  'MODEL_TOO_LARGE',
  'MODEL_MISMATCH',
  'CONTEXT_OVERFLOW',
  'HOST_EXITED',
  'TIMEOUT',
  // answers
  'QUESTION_EMPTY',
  'QUESTION_TOO_LONG',
  'CITATION_MISMATCH',
] as const;

export type ErrorCode = (typeof errorCodes)[number];

/** Facts about the failure that a sentence can be made of: names of files, numbers, limits. Never contract text. */
export type ErrorData = Readonly<Record<string, string | number | boolean>>;

export interface ErrorJson {
  readonly code: ErrorCode;
  readonly message: string;
  readonly data?: ErrorData;
}

/** An expected failure. Anything else that is thrown is a bug and leaves as `INTERNAL`. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly data: ErrorData | undefined;

  constructor(code: ErrorCode, message: string, data?: ErrorData, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
    this.data = data;
  }

  toJSON(): ErrorJson {
    return this.data === undefined
      ? { code: this.code, message: this.message }
      : { code: this.code, message: this.message, data: this.data };
  }
}

/** What crosses a process border instead of a rejection. */
export type Reply<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: ErrorJson };

export function toErrorJson(error: unknown): ErrorJson {
  if (error instanceof AppError) return error.toJSON();
  if (isAbort(error)) return { code: 'CANCELLED', message: 'cancelled' };
  return { code: 'INTERNAL', message: error instanceof Error ? `${error.name}: ${error.message}` : 'unknown error' };
}

export const fromErrorJson = ({ code, message, data }: ErrorJson): AppError => new AppError(code, message, data);

const isAbort = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && (error as { name?: unknown }).name === 'AbortError';

/** True for a cancellation, however it was raised. Cancellations are never logged as faults. */
export const isCancelled = (error: unknown): boolean =>
  isAbort(error) || (error instanceof AppError && error.code === 'CANCELLED');

/** Marks a switch or branch that types prove unreachable. */
export function unreachable(value: never): never {
  throw new Error(`unreachable: ${String(value)}`);
}

/** Throws when a fact the code relies on does not hold: a bug, never bad user input. */
export function invariant(condition: unknown, fact: string): asserts condition {
  if (!condition) throw new Error(`invariant broken: ${fact}`);
}
