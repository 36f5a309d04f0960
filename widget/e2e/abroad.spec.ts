import type { APIRequestContext } from '@playwright/test';
import { britishPremium } from './british.js';
import type { Journey } from './journey.js';
import { expectCharges } from './ledger.js';
import type { Person } from './people.js';
import { enter, parentOf, resume, send, type Signup } from './signup.js';
import { expect, test } from './test.js';
import { defaultLanguage, otherLanguage, wordsOf } from './words.js';

interface Abroad {
  name: string;
  code: string;
  /** A phone number of that country: its first digits, and the number of the rest. */
  phone: { code: string; start: string; rest: number };
  packageId: number;
  currency: string;
  /** A region from a list is chosen by its code; others are typed. */
  region: { code: string } | { text: string };
  city: string;
  postalCode: string;
  /** The one to choose, if there are several. */
  timeZone?: string;
}

/** Premium for 2 years, in the base group and in that of Australia and New Zealand. */
const base = { packageId: 2004, currency: 'USD' };
const pacific = { packageId: 2044, currency: 'AUD' };

const mexico: Abroad = {
  ...base,
  name: 'Mexico',
  code: 'MX',
  phone: { code: '+52', start: '55', rest: 8 },
  region: { code: 'AGU' },
  city: 'Aguascalientes',
  postalCode: '20000',
  timeZone: 'America/Mexico_City',
};
const ireland: Abroad = {
  ...base,
  name: 'Ireland',
  code: 'IE',
  phone: { code: '+353', start: '85', rest: 7 },
  region: { text: 'Leinster' },
  city: 'Dublin',
  postalCode: 'D02 AF30',
};
const germany: Abroad = {
  ...base,
  name: 'Germany',
  code: 'DE',
  phone: { code: '+49', start: '151', rest: 8 },
  region: { text: 'Bayern' },
  city: 'München',
  postalCode: '80331',
  timeZone: 'Europe/Berlin',
};
const newZealand: Abroad = {
  ...pacific,
  name: 'New Zealand',
  code: 'NZ',
  phone: { code: '+64', start: '21', rest: 7 },
  region: { code: 'AUK' },
  city: 'Auckland',
  postalCode: '1010',
  timeZone: 'Pacific/Auckland',
};
const jersey: Abroad = {
  packageId: britishPremium.id,
  currency: 'GBP',
  name: 'Jersey',
  code: 'JE',
  phone: { code: '+44', start: '20', rest: 8 },
  region: { text: 'Jersey' },
  city: 'St Helier',
  postalCode: 'JE2 3AB',
};

/** Enters a sign-up up to the payment step, without an address. */
async function enterAbroad(request: APIRequestContext, person: Person, { phone, packageId }: Abroad): Promise<Signup> {
  const signup = await enter(request, person, 'family');
  const number = { phoneCountryCode: phone.code, phoneNumber: phone.start + person.phone.slice(-phone.rest) };
  await send(request, signup, { sections: ['PARENT'], parent: parentOf(person, number) });
  await send(request, signup, { sections: ['FAMILY'], coParent: person.coParent, knowsCoParentEmail: true, children: [] });
  await send(request, signup, { sections: ['ORDER'], order: { packageId } });
  return signup;
}

async function fillAddress(journey: Journey, at: Abroad) {
  const { page, t, hands } = journey;
  const select = (code: string) => page.getByRole('combobox', { name: t(code), exact: true });
  await select('billing_country').selectOption(at.code);
  await journey.fillAddressLine('10 Long Lane');
  await hands.fill(journey.field('billing_city'), at.city);
  if ('code' in at.region) await select('billing_province').selectOption(at.region.code);
  else await hands.fill(journey.field('billing_region'), at.region.text);
  await hands.fill(journey.field('billing_postal_code'), at.postalCode);
  if (at.timeZone) await select('billing_timezone').selectOption(at.timeZone);
  else await expect(select('billing_timezone')).toBeDisabled();
  await select('billing_referral').selectOption('SEARCH_ENGINE');
}

/** Agrees to the terms in another language, goes back to the first, and pays the shown price. */
async function reviewAndPay(journey: Journey, request: APIRequestContext, { currency }: Abroad) {
  const { page, t, person } = journey;
  await expect(journey.heading('review_title')).toBeFocused();
  const total = page
    .getByRole('term')
    .filter({ hasText: new RegExp(`^${t('summary_total')}$`) })
    .locator('xpath=following-sibling::dd');
  const shown = await total.innerText();
  const other = wordsOf(otherLanguage);
  await page.getByRole('combobox', { name: t('header_language') }).selectOption(otherLanguage);
  await expect(page.getByText(other('payment_card_saved', { lastFour: '1111' }), { exact: true }).filter({ visible: true })).toBeVisible();
  await page.getByRole('combobox', { name: other('header_language') }).selectOption(defaultLanguage);
  await expect(page.getByText(t('payment_card_saved', { lastFour: '1111' }), { exact: true }).filter({ visible: true })).toBeVisible();
  await expect(total).toHaveText(shown);
  await journey.hands.tick(page.getByRole('checkbox', { name: new RegExp(t('review_terms_link').replace('&', '.')) }));
  await journey.pay();
  await expect(journey.heading('credentials_title')).toBeFocused();
  await expectCharges(request, person, [{ amount: shown.replaceAll(/[^0-9.]/g, ''), currency, paymentInstrument: 'credit_card' }]);
}

for (const at of [mexico, ireland, germany, newZealand]) {
  test(`a buyer from ${at.name} pays in the one-page flow, whatever language review is read in`, async ({ start, request }) => {
    const journey = await start({ place: 'nowhere' });
    await resume(journey.page, await enterAbroad(request, journey.person, at), '/payment');
    await fillAddress(journey, at);
    await journey.submitBilling();
    await journey.fillCard();
    await journey.submitCard();
    await reviewAndPay(journey, request, at);
  });

  test(`a buyer from ${at.name} pays in three steps: the card outlives the billing country that comes after it`, async ({ start, request }) => {
    const journey = await start({ place: 'nowhere' });
    await resume(journey.page, await enterAbroad(request, journey.person, at), '/payment?flags=grow886:treatment');
    await journey.fillCard();
    await journey.button('continue').click();
    await expect(journey.heading('billing_title')).toBeFocused();
    await fillAddress(journey, at);
    await journey.button('continue').click();
    await reviewAndPay(journey, request, at);
  });
}

test('a card entered before the billing country is verified at Pay now if the country requires it', async ({ start, request }) => {
  const journey = await start({ place: 'nowhere' });
  await resume(journey.page, await enterAbroad(request, journey.person, jersey), '/payment?flags=grow886:treatment');
  await journey.fillCard();
  await journey.button('continue').click();
  await expect(journey.heading('billing_title')).toBeFocused();
  await fillAddress(journey, jersey);
  await journey.button('continue').click();
  const lookup = journey.page.waitForRequest((sent) => sent.url().includes('/three_d_secure/lookup'));
  await reviewAndPay(journey, request, jersey);
  await lookup;
});
