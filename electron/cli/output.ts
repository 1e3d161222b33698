/** What a command has to say: one JSON value, or a text for people, and the files of the call that failed. */
export interface Output {
  readonly json: unknown;
  readonly text: string;
  readonly failed: readonly FailedFile[];
}

export interface FailedFile {
  readonly file: string;
  readonly code: string;
}
