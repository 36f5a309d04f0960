import { serveApplePay, serveBraintree } from './braintree.js';
import type { Journey } from './journey.js';
import { expect, test } from './test.js';

/** Takes a method to the paid order. */
async function payWith(journey: Journey) {
  await journey.hands.press(journey.button('payment_review_order'));
  await expect(journey.heading('review_title')).toBeFocused();
  await journey.pay();
  await expect(journey.heading('credentials_title')).toBeVisible();
}

const radio = (journey: Journey, code: string) => journey.page.getByRole('radio', { name: journey.say(code), exact: true });

test('PayPal pays by its own button, in the vault flow, and a script that is blocked can be tried again', async ({ start }) => {
  const journey = await start();
  const { page, say } = journey;
  const hosts = await serveBraintree(page);
  hosts.block('paypal', true);
  await page.goto('/app/join');
  await journey.walkToPayment();
  await radio(journey, 'payment_paypal').check({ force: true });
  await expect(page.getByText(say('paypalInitError'))).toBeVisible();
  // What is blocked is PayPal alone.
  await expect(radio(journey, 'payment_card')).toBeEnabled();

  hosts.block('paypal', false);
  await page.getByRole('button', { name: say('try_again') }).click();
  const button = page.getByRole('button', { name: 'PayPal’s own button' });
  await expect(button).toHaveCSS('height', '45px');
  expect(await page.evaluate(() => 'paypal' in window)).toBe(false);
  expect(Object.fromEntries(new URLSearchParams(hosts.asked.scripts[0]))).toMatchObject({ 'client-id': 'client1', vault: 'true', currency: 'USD' });

  await page.evaluate(() => Object.assign(window, { payPalCloses: true }));
  await button.click();
  await expect(page.getByText(say('payment_wallet_canceled', { method: say('payment_paypal') }))).toBeVisible();
  await page.evaluate(() => Object.assign(window, { payPalCloses: false }));
  await button.click();
  await expect(page.getByText(`${say('payment_authorized', { method: say('payment_paypal') })} (payer@example.com)`)).toBeVisible();
  await payWith(journey);
  expect(hosts.asked.agreements).toHaveLength(2);
});

test('Apple Pay pays, and asks for what the specification says', async ({ start }) => {
  const journey = await start();
  const { page, say } = journey;
  await serveApplePay(page);
  await serveBraintree(page);
  await page.goto('/app/join');
  await journey.walkToPayment();
  await radio(journey, 'payment_applepay').check({ force: true });
  await page.getByRole('button', { name: say('payment_authorize', { method: say('payment_applepay') }), exact: true }).click();
  await expect(page.getByText(say('payment_authorized', { method: say('payment_applepay') }), { exact: true })).toBeVisible();
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
  // Another method takes back what this one authorised.
  await radio(journey, 'payment_card').check({ force: true });
  await radio(journey, 'payment_applepay').check({ force: true });
  await page.getByRole('button', { name: say('payment_authorize', { method: say('payment_applepay') }), exact: true }).click();
  await payWith(journey);
});

test('card fields that are blocked leave the other methods, and Apple Pay isn’t offered where there is none', async ({ start }) => {
  const journey = await start();
  const { page } = journey;
  const hosts = await serveBraintree(page);
  hosts.block('fields', true);
  await page.goto('/app/join');
  await journey.walkToPayment();
  await expect(radio(journey, 'payment_paypal')).toBeEnabled();
  await expect(radio(journey, 'payment_applepay')).toHaveCount(0);
  await radio(journey, 'payment_paypal').check({ force: true });
  await page.getByRole('button', { name: 'PayPal’s own button' }).click();
  await payWith(journey);
});
