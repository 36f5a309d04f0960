import type { FamilyMember, InvitationContext, Registration } from '../src/client/types.js';
import { inviteGuards, type InviteState } from '../src/rules/guards.js';
import { packageList } from './packages.js';
import type { World } from './world.js';

/** The family of every invitation: parents first. */
export const members: readonly FamilyMember[] = [
  { userId: 'u1', firstName: 'Daniel', lastName: 'Reyes', color: '#7a3b69', displayInitials: 'DR' },
  { userId: 'u2', firstName: 'Maya', lastName: 'Ortiz', color: '#1f6f5c', displayInitials: 'MO' },
  { firstName: 'Lucía', lastName: 'Ortiz', color: '#8a4b14', displayInitials: 'LO' },
  { firstName: 'Mateo', lastName: 'Ortiz', color: '#2f5597', displayInitials: 'MO' },
];

/** Returns a state of the invitation of Daniel, user u1. */
export function invitationAt(state: InviteState, registration: Registration, { market }: World): InvitationContext {
  const { next, routes } = inviteGuards[state];
  return {
    userId: 'u1',
    agreedToTerms: false,
    availableCoupons: [],
    billingAddressComplete: registration.address !== undefined,
    expiresAt: '2026-12-05T12:00:00Z',
    familyMembers: [...members],
    isSubscriptionCurrent: false,
    languageLocale: 'en',
    packageIds: packageList('en', { country: market.country }).packages.map(({ id }) => id),
    pricingGroup: market.group,
    requireCredentials: true,
    subscriptionStatus: 'none',
    next,
    routes: [...routes],
    registration: { ...registration, next, routes: [...routes] },
  };
}
