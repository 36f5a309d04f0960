import type { APIRequestContext } from '@playwright/test';
import type { Person } from './people.js';
import { enter, parentOf, send, type Signup } from './signup.js';

/** A package on sale in the United Kingdom, Premium for 2 years: temporary offers exist only for one year. */
export const britishPremium = { id: 2064, price: '323.98' };

/** Enters a sign-up from London up to the payment step. */
export async function enterBritish(request: APIRequestContext, person: Person): Promise<Signup> {
  const british = { ...parentOf(person), phoneCountryCode: '+44', phoneNumber: `20${person.phone.slice(-8)}` };
  const signup = await enter(request, { ...person, phone: british.phoneNumber }, 'family');
  await send(request, signup, { sections: ['PARENT'], parent: british });
  const family = { coParent: person.coParent, knowsCoParentEmail: true, children: [] };
  await send(request, signup, { sections: ['FAMILY'], ...family });
  await send(request, signup, { sections: ['ORDER'], order: { packageId: britishPremium.id } });
  await send(request, signup, {
    sections: ['PARENT', 'ADDRESS', 'REFERRAL'],
    parent: { ...british, timeZone: 'Europe/London' },
    address: { line1: '10 Downing Street', line2: null, city: 'London', region: 'ENG', postalCode: 'SW1A 2AA', country: 'GB' },
    referral: { selection: 'SEARCH_ENGINE' },
  });
  return signup;
}
