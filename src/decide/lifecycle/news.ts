/** What makes an answer the one that the next visit asks about and a revisit refers to. */
import type { Validators } from './known.js';

/** An answer, as far as that goes. */
export interface AnswerFacts extends Validators {
  readonly status: number;
  /** It says only that nothing has changed: its record refers to one that holds the body. */
  readonly repeats: boolean;
}

/**
 * A 304 without validators says less than the answer it confirms; one that repeats them says no more, and the record it
 * confirms is the one that holds the body. `known` are the validators of the answer that counts so far.
 */
export function isNews(answer: AnswerFacts, known: Validators | undefined): boolean {
  if (!asksForValidators(answer)) return !isBare(answer);
  return known === undefined || known.etag !== answer.etag || known.lastModified !== answer.lastModified;
}

/** Whether it depends on what is known. */
export const asksForValidators = (answer: AnswerFacts): boolean => answer.repeats && !isBare(answer);

const isBare = ({ repeats, status, etag, lastModified }: AnswerFacts): boolean =>
  repeats && status === 304 && etag === null && lastModified === null;
