import { openRecipe } from './host.js';
import { Journey } from './journey.js';
import { mouse } from './hands.js';
import { newPerson } from './people.js';
import { expect, test } from './test.js';
import { wordsOf } from './words.js';

const t = wordsOf();

test('a site counts each view of a sign-up once, by names that stay, and its analytics receive the whole purchase; its console stays clean', async ({
  page,
}) => {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.addInitScript(() => {
    // The provider's frames have their own policies.
    if (window.parent !== window) return;
    const received: [string, unknown][] = [];
    Object.assign(window, { received });
    for (const name of ['step', 'quote', 'complete', 'error']) {
      document.addEventListener(`cojoin:${name}`, (event) => received.push([name, (event as CustomEvent).detail]));
    }
  });
  // Google's script reads the page's data layer. It is replaced by an empty one.
  await page.route('https://www.googletagmanager.com/**', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }));
  await openRecipe(page, 'tag-manager');
  const journey = new Journey(page, mouse(), t, newPerson());
  await journey.walkToPayment();
  await journey.fillCard();
  await journey.submitCard();
  await journey.pay();
  await expect(journey.heading('credentials_title')).toBeFocused();

  const received = await page.evaluate(() => (window as unknown as { received: [string, Record<string, string>][] }).received);
  expect(received.flatMap(([name, detail]) => (name === 'step' ? `${detail['step'] ?? '-'} ${detail['view']} ${detail['path']}` : []))).toEqual([
    '- chooser /signup',
    '- status /coparentstatus',
    '1 parent /step1',
    '2 family /step2',
    '3 packages /step3',
    '4 billing /payment',
    '4 payment /payment',
    '4 review /payment',
    '- credentials /credentials',
  ]);
  const quotes = received.flatMap(([name, detail]) => (name === 'quote' ? [detail] : []));
  expect(quotes[0]).not.toHaveProperty('tax');
  expect(quotes.at(-1)).toEqual({ total: '209.87', tax: '11.88', currency: 'USD', packageId: expect.any(Number) as unknown as number });
  expect(received.filter(([name]) => name === 'error')).toEqual([]);

  const { packageId, orderId, transactionId, packageName } = received.find(([name]) => name === 'complete')?.[1] ?? {};
  expect([orderId, transactionId, packageName].every((text) => text)).toBe(true);
  expect(await page.evaluate(() => (window as unknown as { dataLayer: unknown[] }).dataLayer)).toEqual([
    { 'gtm.start': expect.any(Number) as unknown as number, event: 'gtm.js' },
    ...['chooser', 'status', 'parent', 'family', 'packages', 'billing', 'payment', 'review'].map((view) => ({ event: 'sign_up_view', view })),
    { ecommerce: null },
    {
      event: 'purchase',
      ecommerce: {
        transaction_id: transactionId,
        value: 197.99,
        tax: 11.88,
        currency: 'USD',
        coupon: 'WELCOME10',
        items: [{ item_id: String(packageId), item_name: packageName, price: 197.99, quantity: 1 }],
      },
    },
    { event: 'sign_up_view', view: 'credentials' },
  ]);
  expect(complaints).toEqual([]);
});
