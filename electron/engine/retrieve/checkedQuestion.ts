import { AppError } from '../../../shared/error.ts';
import { MAX_QUESTION_LENGTH } from '../../../shared/ipc.ts';

/** The question without white space around it. Throws QUESTION_EMPTY or QUESTION_TOO_LONG. */
export function checkedQuestion(question: string): string {
  const text = question.trim();
  if (!/[\p{L}\p{N}]/u.test(text)) throw new AppError('QUESTION_EMPTY', 'the question has no words');
  if (text.length > MAX_QUESTION_LENGTH) {
    throw new AppError('QUESTION_TOO_LONG', 'the question is too long', {
      length: text.length,
      limit: MAX_QUESTION_LENGTH,
    });
  }
  return text;
}
