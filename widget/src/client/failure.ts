import type { Quote, Violation } from './types.js';

/** The server rejected fields that a person can correct (HTTP 409 with validationErrors). */
export class ValidationFailure extends Error {
  constructor(
    /** Every field at fault, in the order of the form. */
    readonly violations: readonly Violation[],
    /** The new price, if the shown one has changed. */
    readonly quote?: Quote,
  ) {
    super(`validation failed: ${violations.map((v) => `${v.field}=${v.code}`).join(' ')}`);
    this.name = 'ValidationFailure';
  }
}

/** The call failed, and no field can correct that (RFC 9457). */
export class Problem extends Error {
  constructor(
    /** HTTP status. */
    readonly status: number,
    /** Stable name, a key of the texts, e.g. registration_expired. */
    readonly code: string,
    /** Seconds until a retry makes sense; undefined if the server gave none. */
    readonly retryAfter?: number,
    /** Number of the specification (111, 112), else undefined. */
    readonly statusCode?: number,
    /** The request id, for support's search in the log. */
    readonly requestId?: string,
    /** The message in the requested language: shown if the texts lack the code. */
    readonly detail?: string,
  ) {
    super(code);
    this.name = 'Problem';
  }
}

/** No answer arrived: offline, cut off, or the server is down. The call may or may not have had an effect. */
export class LostAnswer extends Error {
  constructor(cause?: unknown) {
    super('no answer', { cause });
    this.name = 'LostAnswer';
  }
}

/** The message of a failure: a code of the texts and, for codes that the texts lack, the server's own text. */
export interface FailureMessage {
  code: string;
  text?: string | undefined;
}

/** Returns the message of a failure that no field can correct; `otherwise` is the code for failures of neither server nor network. */
export function failureMessage(error: unknown, otherwise: string): FailureMessage {
  if (error instanceof Problem) return { code: error.code, text: error.detail };
  return { code: error instanceof LostAnswer ? 'offline_message' : otherwise };
}

/** Reports whether the token of a mailed link is unknown, used or expired. */
export function isTokenLost(error: unknown): error is Problem {
  return error instanceof Problem && (error.status === 401 || error.status === 403 || error.status === 410);
}

/** Reports whether this browser has lost the registration: it has expired, or isn't ours (any more). */
export function isSessionLost(error: unknown): error is Problem {
  return error instanceof Problem && (error.status === 410 || error.status === 403 || error.status === 404);
}
