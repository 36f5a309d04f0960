import { Problem, failureMessage, type FailureMessage } from '../../../client/failure.js';
import type { LoginAnswer } from '../../../client/types.js';

/** Why somebody isn't logged in. */
export type Refusal =
  | { why: 'missing' }
  | { why: 'wrong' }
  /** There were too many tries; so many seconds are left. */
  | { why: 'wait'; seconds: number }
  | { why: 'failed'; message: FailureMessage };

/** Why an answer isn't a login; undefined where it is one. A wrong password is an answer, not an error. */
export function refusalOf({ auth }: LoginAnswer): Refusal | undefined {
  return auth ? undefined : { why: 'wrong' };
}

/** Returns the refusal of a failed call. */
export function failedLogin(error: unknown): Refusal {
  if (error instanceof Problem && error.status === 429 && error.retryAfter !== undefined) return { why: 'wait', seconds: error.retryAfter };
  return { why: 'failed', message: failureMessage(error, 'unexpected_error') };
}
