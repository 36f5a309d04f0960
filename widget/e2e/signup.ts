import { randomUUID } from 'node:crypto';
import { expect, type APIRequestContext, type Page } from '@playwright/test';
import type { Person } from './people.js';
import { setting } from './test.js';

/** The step that a sign-up has reached when its journey begins. */
export type Stand = 'family' | 'package' | 'payment' | 'billed';

/** A sign-up entered over the HTTP interface, with the widget's calls. */
export interface Signup {
  signupId: string;
  registrationKey: string;
}

const stands: readonly Stand[] = ['family', 'package', 'payment', 'billed'];

export const philadelphia = { line1: '1 Market Street', line2: null, city: 'Philadelphia', region: 'PA', postalCode: '19103', country: 'US' };

/** A package on sale in the US: Premium, 2 years. Temporary offers exist only for one year. */
const premium = 2004;

/** Returns the parent's own section, as step 1 sends it. */
export function parentOf(person: Person, change: { phoneCountryCode?: string; phoneNumber?: string } = {}) {
  const { firstName, lastName, email, phone } = person;
  return { firstName, lastName, email, phoneCountryCode: '+1', phoneNumber: phone, ...change };
}

/** Enters the steps before `stand`, each in one call. */
export async function enter(request: APIRequestContext, person: Person, stand: Stand): Promise<Signup> {
  const steps = stands.indexOf(stand);
  const { signupId, registrationKey } = await send(request, undefined, { sections: ['PARENT'], parent: parentOf(person) });
  const signup = { signupId: signupId ?? '', registrationKey: registrationKey ?? '' };
  if (steps > 0) {
    const child = { firstName: person.child.firstName, lastName: person.lastName };
    await send(request, signup, { sections: ['FAMILY'], coParent: person.coParent, knowsCoParentEmail: true, children: [child] });
  }
  if (steps > 1) await send(request, signup, { sections: ['ORDER'], order: { packageId: premium } });
  if (steps > 2) {
    await send(request, signup, {
      sections: ['PARENT', 'ADDRESS', 'REFERRAL'],
      parent: { ...parentOf(person), timeZone: 'America/New_York' },
      address: philadelphia,
      referral: { selection: 'SEARCH_ENGINE' },
    });
  }
  return signup;
}

/** Creates or changes a registration; the call must succeed. */
export async function send(
  request: APIRequestContext,
  signup: Signup | undefined,
  data: object,
): Promise<{ signupId?: string; registrationKey?: string }> {
  const url = `${setting('COJOIN_URL')}/v1/signups`;
  const headers = { 'Idempotency-Key': randomUUID(), ...(signup ? { 'Registration-Key': signup.registrationKey } : {}) };
  const answer = signup ? await request.put(`${url}/${signup.signupId}`, { data, headers }) : await request.post(url, { data, headers });
  expect(answer.ok(), `${answer.status()} ${await answer.text()}`).toBe(true);
  return (await answer.json()) as { signupId?: string; registrationKey?: string };
}

/** Creates a subscription code that pays for Premium, like a professional's. */
export async function issueCode(request: APIRequestContext): Promise<string> {
  const issued = await request.post(`${setting('COJOIN_URL')}/dev/codes`, { data: { packageId: premium, count: 1 } });
  return ((await issued.json()) as { codes: string[] }).codes[0] ?? '';
}

/** Pays for a sign-up at the payment step, outside the page: with codes, or with one of the sandbox's nonces. */
export async function payElsewhere(request: APIRequestContext, signup: Signup, { paymentCodes = [] as string[], nonce = '' }): Promise<void> {
  const server = setting('COJOIN_URL');
  const headers = { 'Idempotency-Key': randomUUID(), 'Registration-Key': signup.registrationKey };
  const order = { packageId: premium };
  const quoted = await request.post(`${server}/v1/pricing`, { data: { limboId: signup.signupId, orderDetail: order, paymentCodes }, headers });
  const { taxId, totals } = (await quoted.json()) as { taxId: string; totals: { total: string; taxAmount: string } };
  const payment = {
    taxId,
    amountDisplayed: totals.total,
    taxAmountDisplayed: totals.taxAmount,
    ...(nonce ? { nonce, storePaymentOnFile: true } : {}),
  };
  const paid = await request.post(`${server}/v1/signups/${signup.signupId}/payment`, { data: { order, paymentCodes, payment }, headers });
  expect(paid.status(), await paid.text()).toBe(200);
}

/** Opens a screen with a sign-up in progress, like a reload in its tab. */
export async function resume(page: Page, signup: Signup, path: string): Promise<void> {
  // A page of the same origin without any of our code.
  await page.goto('/livez');
  await page.evaluate((kept) => sessionStorage.setItem(`cojoin.${location.origin}.main`, JSON.stringify(kept)), signup);
  await page.goto(`/app/join${path}`);
}
