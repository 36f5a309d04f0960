import { expect, test } from 'vitest';
import { backOfBilling } from './backOfBilling.js';

const pro = { firstName: 'Pat', lastName: 'Lee' };
const toStep1 = { path: '/invite/step1', label: 'invite_back_step1' };
const toPackages = { path: '/invite/packages', label: 'billing_back' };

test.each([
  ['paying', { isSubscriptionCurrent: false }, toPackages],
  ['paid for', { isSubscriptionCurrent: true }, toStep1],
  ['created by a professional', { isSubscriptionCurrent: false, userCreatedByPro: pro }, toStep1],
  ['created by a professional, and paid for', { isSubscriptionCurrent: true, userCreatedByPro: pro }, toStep1],
  ['not known yet', undefined, toPackages],
])('back of billing: %s', (_, invitation, want) => {
  expect(backOfBilling(invitation)).toEqual(want);
});
