import type { InvitationContext } from '../../client/types.js';
import type { InvitePath } from '../../session/route.js';
import { invitePathOf } from './guard.js';

type Standing = Pick<InvitationContext, 'isSubscriptionCurrent' | 'billingAddressComplete' | 'routes' | 'next'>;

/** Returns the screen after step 1: a paid seat needs an address if none is known, any other a package. */
export function afterStep1(invitation: Standing | undefined): InvitePath {
  if (!invitation) return '/invite/request';
  if (invitation.isSubscriptionCurrent) return invitation.billingAddressComplete ? '/invite/credentials' : '/invite/billing-info';
  return invitation.routes.includes('/invite/packages') ? '/invite/packages' : invitePathOf(invitation.next);
}

/** Returns the screen after billing: a paid subscription has nothing left to pay. */
export function afterBilling(invitation: Standing | undefined): InvitePath {
  return invitation?.isSubscriptionCurrent ? '/invite/credentials' : '/invite/payment';
}
