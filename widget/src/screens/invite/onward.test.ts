import { expect, test } from 'vitest';
import { inviteGuards, type InviteState } from '../../rules/index.js';
import { afterBilling, afterStep1 } from './onward.js';

const standing = (state: InviteState, isSubscriptionCurrent: boolean, billingAddressComplete: boolean) => ({
  isSubscriptionCurrent,
  billingAddressComplete,
  next: inviteGuards[state].next,
  routes: [...inviteGuards[state].routes],
});

test.each([
  ['current subscription, billing incomplete', standing('invite_billing', true, false), '/invite/billing-info', '/invite/credentials'],
  ['current subscription, billing complete', standing('invite_joined', true, true), '/invite/credentials', '/invite/credentials'],
  ['a package is to be chosen', standing('invite_package', false, false), '/invite/packages', '/invite/payment'],
  ['a package was chosen before', standing('invite_payment', false, true), '/invite/packages', '/invite/payment'],
  ['a custom package is half built', standing('invite_custom', false, false), '/invite/packages', '/invite/payment'],
  ['a payment is being confirmed', standing('invite_confirming', false, true), '/invite/payment', '/invite/payment'],
  ['the invitation is gone', undefined, '/invite/request', '/invite/payment'],
])('%s', (_, invitation, fromStep1, fromBilling) => {
  expect([afterStep1(invitation), afterBilling(invitation)]).toEqual([fromStep1, fromBilling]);
});
