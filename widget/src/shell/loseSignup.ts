import { billingDraftFrom } from '../checkout/billing.js';
import { resetSignup, type SessionKeeper, type SignupSession } from '../session/session.js';

/**
 * Ends a sign-up that this browser has lost. If it has expired, the parent's own data is filled in again; no data of the co-parent and the children is
 * kept.
 */
export function loseSignup(keeper: SessionKeeper<SignupSession>, { status }: { status: number }): void {
  if (status === 410) resetSignup(keeper, { notice: 'session_expired', drafts: ownDrafts(keeper.get()) });
  else resetSignup(keeper, { notice: 'session_lost' });
}

function ownDrafts({ registration, drafts }: SignupSession): SignupSession['drafts'] {
  const { parent, address } = registration ?? {};
  const own: { -readonly [K in keyof SignupSession['drafts']]: unknown } = {};
  if (parent) {
    const { firstName, lastName, email, phoneCountryCode, phoneNumber } = parent;
    own.parent = { firstName, lastName, email, phoneCountryCode, phoneNumber, ...(drafts.parent as object | undefined) };
  }
  const billing = drafts.billing ?? (registration && address && billingDraftFrom(registration));
  return billing ? { ...own, billing } : own;
}
