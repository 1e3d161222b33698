/** Gold text: by its words, or by UTF-16 offsets into the document's text. */
export type Gold = { readonly quote: string } | { readonly start: number; readonly end: number };

/** One line of an evaluation set, as `proviso eval` reads it. */
export interface EvalLine {
  readonly id: string;
  readonly question: string;
  /** Path of the contract, relative to the data folder. */
  readonly file: string;
  readonly gold: readonly Gold[];
  readonly no_answer?: boolean;
}

/** What our own reports also know of a question. */
export interface EvalCase extends EvalLine {
  readonly type: string;
  /** Language of the contract. */
  readonly contract: 'en' | 'zh';
  /** Language of the question. */
  readonly asked: 'en' | 'zh';
  /** Beside each gold item: the number a reader would cite, null where none is printed or it is left out of scoring. */
  readonly numbers: readonly (string | null)[];
  /** Beside each gold item: clause, definition, exception, condition or annex. */
  readonly roles: readonly string[];
}

/** The evaluation line of a case, without what only our reports use. */
export const lineOf = ({ id, question, file, gold, no_answer }: EvalCase): EvalLine => ({
  id,
  question,
  file,
  gold,
  ...(no_answer === true ? { no_answer } : {}),
});
