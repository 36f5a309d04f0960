import type { APIRequestContext, Page } from '@playwright/test';
import { serveApplePay, serveBraintree } from './braintree.js';
import { britishPremium, enterBritish } from './british.js';
import { Journey } from './journey.js';
import { paintedColor } from './painted.js';
import { enter, resume } from './signup.js';
import { expect, test } from './test.js';

/** Goes from the chosen method to the paid order. */
async function payWith(journey: Journey) {
  await journey.hands.press(journey.button('payment_review_order'));
  await expect(journey.heading('review_title')).toBeFocused();
  await journey.pay();
  await expect(journey.heading('credentials_title')).toBeVisible();
}

/** Opens the payment stage of a sign-up with complete billing. */
async function openPayment(journey: Journey, request: APIRequestContext) {
  await resume(journey.page, await enter(request, journey.person, 'billed'), '/payment');
  await journey.submitBilling();
}

const radio = (journey: Journey, code: string) => journey.page.getByRole('radio', { name: journey.t(code), exact: true });

test('PayPal pays by its own button, in the vault flow, and a script that is blocked can be tried again', async ({ start, request }) => {
  const journey = await start({ place: 'nowhere' });
  const { page, t } = journey;
  const hosts = await serveBraintree(page);
  hosts.block('paypal', true);
  await openPayment(journey, request);
  await radio(journey, 'payment_paypal').check({ force: true });
  await expect(page.getByText(t('paypalInitError'))).toBeVisible();
  // Only PayPal is blocked.
  await expect(radio(journey, 'payment_card')).toBeEnabled();

  hosts.block('paypal', false);
  await page.getByRole('button', { name: t('try_again') }).click();
  const button = page.getByRole('button', { name: 'PayPal’s own button' });
  await expect(button).toHaveCSS('height', '45px');
  expect(await page.evaluate(() => 'paypal' in window)).toBe(false);
  expect(Object.fromEntries(new URLSearchParams(hosts.requests.scripts[0]))).toMatchObject({
    'client-id': 'client1',
    vault: 'true',
    currency: 'USD',
  });

  await page.evaluate(() => Object.assign(window, { payPalCloses: true }));
  await button.click();
  await expect(page.getByText(t('payment_wallet_canceled', { method: t('payment_paypal') }))).toBeVisible();
  await page.evaluate(() => Object.assign(window, { payPalCloses: false }));
  await button.click();
  await expect(page.getByText(`${t('payment_authorized', { method: t('payment_paypal') })} (payer@example.com)`)).toBeVisible();
  await payWith(journey);
  expect(hosts.requests.agreements).toHaveLength(2);
  // Nor is the script requested again after the payment.
  expect(hosts.requests.scripts).toHaveLength(1);
});

test('Apple Pay pays, and requests the specified fields', async ({ start, request }) => {
  const journey = await start({ place: 'nowhere' });
  const { page, t } = journey;
  await serveApplePay(page);
  await serveBraintree(page);
  await openPayment(journey, request);
  await radio(journey, 'payment_applepay').check({ force: true });
  await page.getByRole('button', { name: t('payment_authorize', { method: t('payment_applepay') }), exact: true }).click();
  await expect(page.getByText(t('payment_authorized', { method: t('payment_applepay') }), { exact: true })).toBeVisible();
  expect(await page.evaluate(() => (window as unknown as { applePay: unknown }).applePay)).toMatchObject({
    version: 3,
    request: {
      countryCode: 'US',
      currencyCode: 'USD',
      supportedNetworks: ['visa', 'masterCard', 'amex', 'discover'],
      merchantCapabilities: ['supports3DS'],
      requiredBillingContactFields: ['postalAddress'],
    },
  });
  // Another method revokes this one's authorization.
  await radio(journey, 'payment_card').check({ force: true });
  await radio(journey, 'payment_applepay').check({ force: true });
  await page.getByRole('button', { name: t('payment_authorize', { method: t('payment_applepay') }), exact: true }).click();
  await payWith(journey);
});

test('wallets come together, and one that is late moves none of them from under a finger', async ({ start, request }) => {
  const journey = await start({ place: 'nowhere' });
  const { page } = journey;
  await serveApplePay(page);
  await serveBraintree(page);
  let arrive = () => undefined as void;
  const late = new Promise<void>((resolve) => (arrive = resolve));
  await page.route(/\/assets\/venmo-[\w-]{8}\.js$/, async (route) => {
    await late;
    await route.continue();
  });
  await openPayment(journey, request);
  const applePay = radio(journey, 'payment_applepay');
  await expect(applePay).toBeVisible();
  await expect(radio(journey, 'payment_paypal')).toBeVisible();
  const before = await applePay.boundingBox();
  arrive();
  await expect(radio(journey, 'payment_venmo')).toBeVisible();
  expect(await applePay.boundingBox()).toEqual(before);
});

test('Venmo pays by its code, gives the address, and may be closed', async ({ start, request }) => {
  const journey = await start({ place: 'nowhere' });
  const { page, t, person } = journey;
  const hosts = await serveBraintree(page);
  hosts.scansVenmo = false;
  await resume(page, await enter(request, person, 'payment'), '/payment?flags=grow886:treatment');
  await radio(journey, 'payment_venmo').check({ force: true });
  const authorize = page.getByRole('button', { name: t('payment_authorize', { method: t('payment_venmo') }), exact: true });
  await authorize.click();
  await page.frameLocator('iframe[name="venmo-desktop-iframe"]').getByRole('button', { name: 'Close Venmo' }).click();
  await expect(page.getByText(t('payment_wallet_canceled', { method: t('payment_venmo') }))).toBeVisible();

  hosts.scansVenmo = true;
  await authorize.click();
  await expect(journey.heading('review_title')).toBeFocused();
  await expect(page.getByText('Venmo (@payer)')).toBeVisible();
  await expect(page.getByText('San Jose, CA 95131')).toBeVisible();
  const referral = page.getByRole('combobox', { name: t('billing_referral'), exact: true });
  await journey.hands.choose(referral, (await referral.locator('option[value="SEARCH_ENGINE"]').textContent()) ?? '');
  await journey.pay();
  await expect(journey.heading('credentials_title')).toBeFocused();
});

/** Turns the browser into a phone's, which opens Venmo's application: here, a page that stays empty. */
async function onPhone(page: Page) {
  const context = page.context();
  await context.addInitScript(() => {
    const userAgent = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';
    Object.defineProperty(navigator, 'userAgent', { get: () => userAgent });
  });
  await context.route(/^https:\/\/([\w-]+\.)?venmo\.com\//, (route) => route.fulfill({ contentType: 'text/html', body: '<title>Venmo</title>' }));
}

for (const arm of ['control', 'treatment'] as const)
  test(`Venmo’s application opens the page in another tab, which goes on with the payment (${arm})`, async ({ start, request }) => {
    const journey = await start({ place: 'nowhere' });
    const { page, t, person } = journey;
    const venmo = t('payment_venmo');
    await onPhone(page);
    await serveBraintree(page);
    await resume(page, await enter(request, person, arm === 'control' ? 'billed' : 'payment'), `/payment?flags=grow886:${arm}`);
    if (arm === 'control') await journey.submitBilling();
    await radio(journey, 'payment_venmo').check({ force: true });
    const opens = page.waitForEvent('popup');
    await page.getByRole('button', { name: t('payment_authorize', { method: venmo }), exact: true }).click();
    const application = await opens;
    await application.waitForURL(/venmo\.com/);
    const back = new URL(application.url()).searchParams;
    const fresh = await page.context().newPage();
    await serveBraintree(fresh);
    await fresh.goto(`${back.get('x-success')}&resource_id=${back.get('resource_id')}`);

    const there = new Journey(fresh, journey.hands, t, person);
    if (arm === 'control') {
      await expect(radio(there, 'payment_venmo')).toBeChecked();
      await expect(fresh.getByText(t('payment_authorized', { method: venmo }))).toBeVisible();
      await there.button('payment_review_order').click();
    }
    await expect(there.heading('review_title')).toBeFocused();
    await expect(fresh.getByText('Venmo (@payer)')).toBeVisible();
    if (arm === 'treatment') {
      const referral = fresh.getByRole('combobox', { name: t('billing_referral'), exact: true });
      await there.hands.choose(referral, (await referral.locator('option[value="SEARCH_ENGINE"]').textContent()) ?? '');
    }
    await there.pay();
    await expect(there.heading('credentials_title')).toBeFocused();
    expect(await fresh.evaluate(() => Object.keys(localStorage).filter((name) => name.endsWith('.venmo')))).toEqual([]);
  });

test('card fields that are blocked leave the other methods, and Apple Pay isn’t offered where there is none', async ({ start, request }) => {
  const journey = await start({ place: 'nowhere' });
  const { page } = journey;
  const hosts = await serveBraintree(page);
  hosts.block('fields', true);
  await openPayment(journey, request);
  await expect(radio(journey, 'payment_paypal')).toBeEnabled();
  await expect(radio(journey, 'payment_applepay')).toHaveCount(0);
  await radio(journey, 'payment_paypal').check({ force: true });
  await page.getByRole('button', { name: 'PayPal’s own button' }).click();
  await payWith(journey);
});

/** Returns the card field in the provider's frame. */
const hosted = (journey: Journey, field: 'number' | 'expirationDate' | 'cvv') =>
  journey.page.frameLocator(`iframe[name="braintree-hosted-field-${field}"]`).getByRole('textbox');

/** Types a card into the provider's frames. */
async function fillHosted(journey: Journey, number: string) {
  await hosted(journey, 'number').fill(number);
  await hosted(journey, 'expirationDate').fill('12/30');
  await hosted(journey, 'cvv').fill('123');
}

test(
  'a card pays: errors are beside the field and in the summary, and the fields follow the theme',
  { tag: '@smoke' },
  async ({ start, request }) => {
    const journey = await start({ place: 'nowhere' });
    const { page, t } = journey;
    await serveBraintree(page);
    await openPayment(journey, request);
    const number = hosted(journey, 'number');
    const place = page.getByRole('group', { name: t('payment_card_number'), exact: true });

    // A wrong number shows its error when the field is left.
    await number.fill('4111111111111112');
    await hosted(journey, 'cvv').focus();
    await expect(place).toHaveAccessibleDescription(new RegExp(t('card_number_invalid')));
    await expect(journey.button('payment_review_order')).toBeDisabled();

    // The provider decides last: the summary counts its refusal, and leads into the frame.
    await fillHosted(journey, '4000000000000002');
    await journey.hands.press(journey.button('payment_review_order'));
    await journey.expectSummary(1);
    await page.getByRole('link', { name: `${t('payment_cvv')}: ${t('card_cvv_invalid')}`, exact: true }).click();
    await expect(hosted(journey, 'cvv')).toBeFocused();
    await hosted(journey, 'cvv').fill('12');
    await hosted(journey, 'cvv').fill('123');
    await expect(page.getByText(t('card_cvv_invalid'))).toHaveCount(0);

    // The field's text is as light or dark as the text around it.
    const color = () => number.evaluate((input) => getComputedStyle(input).color);
    const light = await color();
    const wear = (theme: string) =>
      journey.field('payment_cardholder').evaluate((input, name) => input.closest('[data-theme]')?.setAttribute('data-theme', name), theme);
    await wear('dark');
    await expect.poll(color).not.toBe(light);
    expect(await color()).toBe(await journey.field('payment_cardholder').evaluate((input) => getComputedStyle(input).color));
    // And the field's own background is painted: a browser would paint white behind a frame of another scheme.
    expect(await paintedColor(place)).toBe(await place.evaluate((box) => getComputedStyle(box).backgroundColor));
    await wear('light');
    await expect.poll(color).toBe(light);

    await fillHosted(journey, '4111111111111111');
    await payWith(journey);
  },
);

/** Reviews the order, agrees to the terms, and presses Pay now, which asks the bank. */
async function agreeAndPay(journey: Journey) {
  const { page, t, hands } = journey;
  await journey.button('payment_review_order').click();
  await expect(journey.heading('review_title')).toBeFocused();
  const terms = page.getByRole('checkbox', { name: new RegExp(t('review_terms_link').replace('&', '.')) });
  if (!(await terms.isChecked())) await hands.tick(terms);
  await journey.pay();
}

test('a British card is charged after its bank’s approval, with device data', async ({ start, request }) => {
  const journey = await start({ place: 'nowhere' });
  const { page, t } = journey;
  const hosts = await serveBraintree(page);
  await resume(page, await enterBritish(request, journey.person), '/payment');
  await journey.submitBilling();
  await fillHosted(journey, '4111111111111111');
  const bank = page.frameLocator('iframe[title="The bank asks"]');

  for (const answer of ['No', 'Close']) {
    await agreeAndPay(journey);
    await bank.getByRole('button', { name: answer, exact: true }).click();
    await expect(page.getByText(t('payment_unconfirmed'), { exact: true })).toBeVisible();
  }
  const sent = page.waitForRequest((call) => call.method() === 'POST' && /\/v1\/signups\/[^/]+\/payment$/.test(new URL(call.url()).pathname));
  await agreeAndPay(journey);
  await bank.getByRole('button', { name: 'Yes, it’s me' }).click();
  const { payment } = (await sent).postDataJSON() as { payment: { nonce: string; deviceData: string } };
  expect(payment.nonce).toBe('fake-three-d-secure-visa-full-authentication-nonce');
  expect(JSON.parse(payment.deviceData)).toMatchObject({ correlation_id: expect.stringMatching(/^[0-9a-f-]{32}$/) });
  await expect(journey.heading('credentials_title')).toBeVisible();
  expect(hosts.requests.lookups).toHaveLength(3);
  expect(hosts.requests.lookups[0]).toMatchObject({
    amount: britishPremium.price,
    bin: '411111',
    challengeRequested: true,
    additionalInfo: { billingCountryCode: 'GB', email: journey.person.email },
  });
});

test('a British card pays where the fraud script is blocked', async ({ start, request }) => {
  const journey = await start({ place: 'nowhere' });
  const { page } = journey;
  const hosts = await serveBraintree(page);
  hosts.block('fraud', true);
  await resume(page, await enterBritish(request, journey.person), '/payment');
  await journey.submitBilling();
  await fillHosted(journey, '4111111111111111');
  await agreeAndPay(journey);
  await page.frameLocator('iframe[title="The bank asks"]').getByRole('button', { name: 'Yes, it’s me' }).click();
  await expect(journey.heading('credentials_title')).toBeVisible();
});
