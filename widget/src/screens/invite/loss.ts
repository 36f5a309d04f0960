import { Problem } from '../../client/failure.js';
import type { InvitePath } from '../../session/route.js';

/** The specification's number for a link that is unknown, expired or used; its message is "auth.fail.message". */
const linkEnded = 112;
const linkEndedCode = 'auth.fail.message';

/** The end of an invitation that can't go on. */
export interface Loss {
  to: InvitePath;
  /** Forget all input and choices: no step is open any more. The link itself is kept, so that a new one can be requested. */
  isReset: boolean;
}

/** The payment call refused the link or its user. Unlike with other calls, both start over with a new link. */
export class PaymentRefused extends Problem {
  constructor(cause: Problem) {
    super(cause.status, cause.code, cause.retryAfter, cause.statusCode, cause.requestId);
    this.name = 'PaymentRefused';
  }
}

/** Reports whether the server refuses the link from now on. */
export function isLinkEnded(error: unknown): error is Problem {
  if (!(error instanceof Problem)) return false;
  return error.statusCode === linkEnded || error.code === linkEndedCode || [401, 404, 410].includes(error.status);
}

/** Reports whether the server refuses this user: the link is valid, but another user's. */
export function isUserRefused(error: unknown): error is Problem {
  return error instanceof Problem && error.status === 403;
}

/**
 * Returns the loss that a failed call of an invited parent means; undefined for none. A payment outlives its link: credentials and receipt use
 * the payment's own answer.
 */
export function lossOf(error: unknown, isPaid: boolean): Loss | undefined {
  if (error instanceof PaymentRefused) return { to: '/invite/request', isReset: true };
  if (isLinkEnded(error)) return { to: '/invite/request', isReset: !isPaid };
  if (isUserRefused(error)) return { to: '/invite/step1', isReset: true };
  return undefined;
}
