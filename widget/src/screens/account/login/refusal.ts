import { Problem, failureMessage, type FailureMessage } from '../../../client/failure.js';
import type { LoginAnswer } from '../../../client/types.js';

/** The reason that a login failed. */
export type Refusal =
  | { reason: 'missing' }
  | { reason: 'wrong' }
  /** Too many tries; the seconds until the next one. */
  | { reason: 'wait'; seconds: number }
  | { reason: 'failed'; message: FailureMessage };

/** Returns the refusal in an answer; undefined for a login. A wrong password is an answer, not an error. */
export function refusalOf({ auth }: LoginAnswer): Refusal | undefined {
  return auth ? undefined : { reason: 'wrong' };
}

/** Returns the refusal of a failed call. */
export function failedLogin(error: unknown): Refusal {
  if (error instanceof Problem && error.status === 429 && error.retryAfter !== undefined) return { reason: 'wait', seconds: error.retryAfter };
  return { reason: 'failed', message: failureMessage(error, 'unexpected_error') };
}
