import type { Browser } from '@playwright/test';
import { autofillCard, autofilled, devices, launchWithAutofill, type Device, type Profile } from './autofill.js';
import { mouse } from './hands.js';
import { hold } from './hold.js';
import { Journey } from './journey.js';
import { cards, newPerson } from './people.js';
import { ProJourney, readOptions } from './professional.js';
import { enter, resume } from './signup.js';
import { expect, setting, test } from './test.js';
import { localeOf, wordsOf } from './words.js';

let browser: Browser;
test.beforeAll(async () => {
  browser = await launchWithAutofill();
});
test.afterAll(() => browser.close());

const person: Profile = { NAME_FIRST: 'Maya', NAME_LAST: 'Ortiz', EMAIL_ADDRESS: 'maya@example.com' };

const address = (line1: string, city: string, region: string, postalCode: string, country: string): Profile => ({
  ...person,
  ADDRESS_HOME_LINE1: line1,
  ADDRESS_HOME_LINE2: 'Suite 5',
  ADDRESS_HOME_STREET_ADDRESS: `${line1}\nSuite 5`,
  ADDRESS_HOME_CITY: city,
  ADDRESS_HOME_STATE: region,
  ADDRESS_HOME_ZIP: postalCode,
  ADDRESS_HOME_COUNTRY: country,
});

const places = [
  {
    profile: address('1 Market Street', 'Philadelphia', 'Pennsylvania', '19103', 'US'),
    country: 'United States',
    region: 'Pennsylvania',
    code: 'PA',
  },
  { profile: address('200 King Street West', 'Toronto', 'Ontario', 'M5H 3T4', 'CA'), country: 'Canada', region: 'Ontario', code: 'ON' },
];

for (const device of Object.keys(devices) as Device[]) {
  for (const place of places) {
    for (const hasFocus of [true, false]) {
      test(`the browser fills in the billing address of ${place.country}, by ${device}, ${hasFocus ? 'with' : 'without'} the focus`, async ({
        request,
      }) => {
        const context = await browser.newContext({ ...devices[device], locale: localeOf(), baseURL: setting('COJOIN_URL') });
        const page = await context.newPage();
        const [line1, city, postalCode] = ['ADDRESS_HOME_LINE1', 'ADDRESS_HOME_CITY', 'ADDRESS_HOME_ZIP'].map((name) => place.profile[name]);
        const signup = await enter(request, newPerson(), 'payment');
        await resume(page, signup, '/payment');
        const field = page.locator('[data-field="address.line1"]');
        await expect(page.locator('[data-field="address.region"]')).toBeVisible();
        // The suggesting field has replaced the plain one.
        await expect(field).toHaveRole('combobox');
        // A browser doesn't fill a list that arrives a second later: no field of an address may wait for an answer.
        const { release } = await hold(page, '**/v1/countries/*/**');
        if (hasFocus) await field.focus();
        const filled = {
          'address.line1': line1,
          'address.line2': 'Suite 5',
          'address.city': city,
          'address.country': place.country,
          'address.region': place.region,
          'address.postalCode': postalCode,
        };
        await autofilled(page, field, place.profile, filled);
        release();

        // The form sends its visible values.
        const zone = page.locator('select[data-field="timeZone"]');
        await expect(zone.locator('option').nth(1)).toBeAttached();
        if (await zone.isEnabled()) await zone.selectOption({ index: 1 });
        await page.locator('[data-field="referral.selection"]').selectOption('SEARCH_ENGINE');
        const sent = page.waitForRequest((r) => r.method() === 'PUT' && r.url().includes('/v1/signups/'));
        await page.getByRole('button', { name: 'Continue', exact: false }).click();
        const body = (await sent).postDataJSON() as { address: unknown };
        expect(body.address).toEqual({
          line1,
          line2: 'Suite 5',
          city,
          region: place.code,
          postalCode,
          country: place.profile['ADDRESS_HOME_COUNTRY'],
        });
        await context.close();
      });
    }
  }
}

for (const device of Object.keys(devices) as Device[]) {
  test(`the browser fills in the parent, by ${device}`, async () => {
    const context = await browser.newContext({ ...devices[device], locale: localeOf(), baseURL: setting('COJOIN_URL') });
    const page = await context.newPage();
    await page.goto('/app/join/step1');
    const field = page.locator('[data-field="firstName"]');
    await expect(page.locator('[data-field="phoneCountryCode"] option').nth(5)).toBeAttached();
    await field.focus();
    const filled = { firstName: 'Maya', lastName: 'Ortiz', email: 'maya@example.com', phoneNumber: '2079460123' };
    await autofilled(page, field, { ...person, PHONE_HOME_WHOLE_NUMBER: '+442079460123', ADDRESS_HOME_COUNTRY: 'GB' }, filled);
    await expect(page.locator('[data-field="phoneCountryCode"]')).toHaveValue('+44');
    await context.close();
  });

  test(`the browser fills in a card from each of the provider’s frames, by ${device}`, async ({ request }) => {
    const context = await browser.newContext({ ...devices[device], locale: localeOf(), baseURL: setting('COJOIN_URL') });
    const page = await context.newPage();
    const journey = new Journey(page, mouse(), wordsOf(), newPerson());
    await resume(page, await enter(request, journey.person, 'payment'), '/payment');
    await journey.fillBilling();
    await journey.submitBilling();
    const name = journey.field('payment_cardholder');
    const frames = (['number', 'expirationDate', 'cvv'] as const).map((field) => journey.cardField(field));
    const fields = [...frames, name];
    const card = { number: cards.good, name: 'Maya Ortiz', expiryMonth: '12', expiryYear: '2030', cvc: '123' };
    const shown = () => Promise.all(fields.map((field) => field.inputValue()));
    // A browser fills number and code into no frame of another site by itself. A card picked at our own name field fills that field.
    await name.focus();
    await autofillCard(page, name, card);
    await expect.poll(shown).toEqual(['', '', '', 'Maya Ortiz']);
    for (const from of frames) {
      for (const field of fields) await field.fill('');
      await from.focus();
      await autofillCard(page, from, card);
      await expect.poll(shown).toEqual(['4111 1111 1111 1111', '12/30', '123', 'Maya Ortiz']);
    }
    await journey.submitCard();
    await context.close();
  });

  test(`the browser fills in where a professional works, by ${device}`, async ({ request }) => {
    const context = await browser.newContext({ ...devices[device], locale: localeOf(), baseURL: setting('COJOIN_URL') });
    const page = await context.newPage();
    await page.goto('/app/join/pro');
    const journey = ProJourney.of(new Journey(page, mouse(), wordsOf(), newPerson()));
    const options = await readOptions(request, setting('COJOIN_URL'), 'US');
    await journey.fillPerson('SEARCH_ENGINE', options);
    await journey.submitPerson();
    const field = page.locator('[data-field="practiceName"]');
    const { release } = await hold(page, /\/professional\/options\?country=CA/);
    await field.focus();
    const filled = {
      practiceName: 'Harbor Family Law',
      addressLine1: '200 King Street West',
      addressLine2: 'Suite 5',
      country: 'Canada',
      city: 'Toronto',
      region: 'Ontario',
      postalCode: 'M5H 3T4',
    };
    await autofilled(page, field, { ...places[1]?.profile, COMPANY_NAME: 'Harbor Family Law' }, filled);
    release();
    await context.close();
  });
}
