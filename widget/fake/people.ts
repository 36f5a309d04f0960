import type { Address, Child, CoParent, Parent } from '../src/client/types.js';

/* The family of every fake sign-up. Their phone numbers are reserved for fiction. */

export const parent = {
  firstName: 'Maya',
  lastName: 'Ortiz',
  email: 'maya.ortiz@example.com',
  phoneCountryCode: '+1',
  phoneNumber: '2065550142',
} as const satisfies Parent;

export const coParent = {
  firstName: 'Daniel',
  lastName: 'Reyes',
  email: 'daniel.reyes@example.com',
  phoneCountryCode: '+1',
  phoneNumber: '',
} as const satisfies CoParent;

export const children = [
  { firstName: 'Lucía', lastName: 'Ortiz', email: '' },
  { firstName: 'Mateo', lastName: 'Ortiz', email: 'mateo@example.com' },
] as const satisfies readonly Child[];

export const address: Address = { line1: '1 Market Street', line2: 'Apt 4', city: 'Philadelphia', region: 'PA', postalCode: '19103', country: 'US' };
