import { expect, test } from 'vitest';
import type { Registration } from '../client/types.js';
import { billingValues } from '../checkout/billing.js';
import { openSession } from '../session/session.js';
import { loseSignup } from './loseSignup.js';

const { address: blank } = billingValues(undefined);
const registration: Registration = {
  signupId: '1',
  state: 'open',
  next: '/step3',
  routes: ['/step1', '/step2', '/step3'],
  lastCompletedStep: 2,
  pricingGroup: 'P0',
  parentDuplicateConfirmed: false,
  knowsCoParentEmail: true,
  coParentDuplicateConfirmed: false,
  children: [{ firstName: 'Leo', lastName: 'Ortiz' }],
  expiresAt: '2026-12-05T00:00:00Z',
};

test('an expired sign-up leaves the parent’s own data, and no other person’s', () => {
  const keeper = openSession(undefined, 'k');
  const parent = { firstName: 'Maya', lastName: 'Ortiz', email: 'maya@example.com', phoneCountryCode: '+1', phoneNumber: '2155550100' };
  const address = { line1: '1 Market Street', line2: null, city: 'Philadelphia', region: 'PA', postalCode: '19103', country: 'US' };
  const kept = {
    signupId: '1',
    registrationKey: 'key',
    registration: { ...registration, parent: { ...parent, timeZone: 'America/New_York' }, address },
    drafts: { parent: { lastName: 'Ortiz-Reyes' }, family: { coParent: 'Daniel' } },
  };
  keeper.set(kept);
  loseSignup(keeper, { status: 410 });
  const { drafts, notice, signupId, registration: gone } = keeper.get();
  expect({ drafts, notice, signupId, gone }).toEqual({
    drafts: {
      parent: { ...parent, lastName: 'Ortiz-Reyes' },
      billing: { address: { ...blank, ...address, line2: '' }, timeZone: 'America/New_York', referral: { selection: '', other: '' } },
    },
    notice: 'session_expired',
    signupId: undefined,
    gone: undefined,
  });
  keeper.set(kept);
  loseSignup(keeper, { status: 403 });
  expect(keeper.get()).toMatchObject({ drafts: {}, notice: 'session_lost' });
});

test('the billing data left behind has every field of the form, whichever it has by then', () => {
  const keeper = openSession(undefined, 'k');
  const address = { line1: '1 Market Street', line2: null, city: 'Philadelphia', region: 'PA', postalCode: '19103', country: 'US' };
  keeper.set({ registration: { ...registration, address, referral: { selection: 'OTHER', other: 'a friend' } } });
  loseSignup(keeper, { status: 410 });
  expect(keeper.get().drafts.billing).toEqual({ ...billingValues(undefined), address: { ...blank, ...address, line2: '' } });
});
