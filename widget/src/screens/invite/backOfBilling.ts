import type { InvitationContext } from '../../client/types.js';
import type { InvitePath } from '../../session/route.js';
import type { TextCode } from '../../i18n/useText.js';

/** Returns the target of Back on billing: the packages, or step 1 if the subscription is paid or a professional set the parent up. */
export function backOfBilling(invitation: Pick<InvitationContext, 'isSubscriptionCurrent' | 'userCreatedByPro'> | undefined): {
  path: InvitePath;
  label: TextCode;
} {
  const isFromStep1 = invitation?.isSubscriptionCurrent === true || invitation?.userCreatedByPro !== undefined;
  return isFromStep1 ? { path: '/invite/step1', label: 'invite_back_step1' } : { path: '/invite/packages', label: 'billing_back' };
}
