import type { Quote, Violation } from './types.js';

/** The call was understood, and a person can put its fields right (HTTP 409 with validationErrors). */
export class ValidationFailure extends Error {
  constructor(
    /** Every field at fault, in the order of the form. */
    readonly violations: readonly Violation[],
    /** The new price, where the one displayed no longer holds. */
    readonly quote?: Quote,
  ) {
    super(`validation failed: ${violations.map((v) => `${v.field}=${v.code}`).join(' ')}`);
    this.name = 'ValidationFailure';
  }
}

/** The call failed in a way that no field can put right (RFC 9457). */
export class Problem extends Error {
  constructor(
    /** HTTP status. */
    readonly status: number,
    /** Stable name, a key of the texts, e.g. registration_expired. */
    readonly code: string,
    /** Seconds until it is worth asking again; undefined where the server doesn't say. */
    readonly retryAfter?: number,
    /** Number of the specification (111, 112), else undefined. */
    readonly statusCode?: number,
    /** The id for support's search in the log. */
    readonly requestId?: string,
    /** The message in the requested language: shown where the texts don't have the code. */
    readonly detail?: string,
  ) {
    super(code);
    this.name = 'Problem';
  }
}

/** No answer came: offline, cut off, or the server is away. Whether the call had an effect isn't known. */
export class LostAnswer extends Error {
  constructor(cause?: unknown) {
    super('no answer', { cause });
    this.name = 'LostAnswer';
  }
}

/** The message of a failure: a code of the texts and, for one that they don't have, the server's words. */
export interface FailureMessage {
  code: string;
  text?: string | undefined;
}

/** Returns the message of a failure that no field can correct; `otherwise` is the code for one that is neither the server's nor the network's. */
export function failureMessage(error: unknown, otherwise: string): FailureMessage {
  if (error instanceof Problem) return { code: error.code, text: error.detail };
  return { code: error instanceof LostAnswer ? 'offline_message' : otherwise };
}

/** Reports whether the token of a mailed link is unknown, used or expired. */
export function isTokenLost(error: unknown): error is Problem {
  return error instanceof Problem && (error.status === 401 || error.status === 403 || error.status === 410);
}

/** Reports whether this browser has lost the registration: it is expired, or not ours (any more). */
export function isSessionLost(error: unknown): error is Problem {
  return error instanceof Problem && (error.status === 410 || error.status === 403 || error.status === 404);
}
