import { expectCharges } from './ledger.js';
import type { Journey } from './journey.js';
import { britishPremium, enterBritish } from './british.js';
import { resume } from './signup.js';
import { expect, test } from './test.js';

/** A card whose bank asks its customer. */
const verifiedCard = '4000000000001091';

/** Returns the bank's question, in its frame. */
function question(journey: Journey) {
  const label = journey.t('payment_challenge');
  return { dialog: journey.page.getByRole('dialog', { name: label, exact: true }), frame: journey.page.frameLocator(`iframe[title="${label}"]`) };
}

/** Ticks the terms on review, and pays. */
async function agreeAndPay(journey: Journey) {
  const { page, t, hands } = journey;
  await expect(journey.heading('review_title')).toBeFocused();
  const terms = page.getByRole('checkbox', { name: new RegExp(t('review_terms_link').replace('&', '.')) });
  if (!(await terms.isChecked())) await hands.tick(terms);
  await journey.pay();
}

test('a British card is charged after its bank’s challenge, and not after a failed one', { tag: '@smoke' }, async ({ start, request }) => {
  const journey = await start({ place: 'nowhere' });
  const { page, person, t } = journey;
  const signup = await enterBritish(request, person);
  await resume(page, signup, '/payment');
  await journey.submitBilling();
  await journey.fillCard(verifiedCard);
  const { dialog, frame } = question(journey);
  const unconfirmed = page.getByText(t('payment_unconfirmed'), { exact: true });

  await journey.button('payment_review_order').click();
  await agreeAndPay(journey);
  await frame.getByRole('button').nth(1).click();
  await expect(dialog).toHaveCount(0);
  await expect(unconfirmed).toBeVisible();

  // The fields still hold the card.
  await journey.button('payment_review_order').click();
  await agreeAndPay(journey);
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: t('close'), exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(unconfirmed).toBeVisible();

  await journey.button('payment_review_order').click();
  await agreeAndPay(journey);
  await frame.getByRole('button').first().click();
  await expect(journey.heading('credentials_title')).toBeFocused();
  await expectCharges(request, person, [{ amount: britishPremium.price, currency: 'GBP', paymentInstrument: 'credit_card' }]);
});

test('a card verified before the co-parent’s seat was added is verified again, for the full amount', async ({ start, request }) => {
  const journey = await start({ place: 'nowhere' });
  const { page, person, t } = journey;
  await resume(page, await enterBritish(request, person), '/payment');
  await journey.submitBilling();
  await journey.fillCard(verifiedCard);
  const { frame } = question(journey);
  const amounts: unknown[] = [];
  page.on('request', (sent) => {
    if (sent.url().includes('/three_d_secure/lookup')) amounts.push((sent.postDataJSON() as { amount?: unknown }).amount);
  });
  // Enter in a card field submits the form, as in any other field.
  await page
    .frameLocator(`iframe[title="${t('payment_cvv')}"]`)
    .getByRole('textbox')
    .press('Enter');
  // The bank approves one seat; the payment fails to reach the server.
  await page.route(
    (url) => url.pathname.endsWith('/payment'),
    (route) => (route.request().method() === 'POST' ? route.fulfill({ status: 500, json: { code: 'genericErrorMessage' } }) : route.fallback()),
    { times: 1 },
  );
  await agreeAndPay(journey);
  await frame.getByRole('button').first().click();
  await expect(journey.button('review_pay_now')).toBeEnabled();

  await journey.button('back').click();
  await journey.hands.tick(page.getByRole('checkbox', { name: t('payment_coparent') }));
  await journey.button('payment_review_order').click();
  await agreeAndPay(journey);
  await frame.getByRole('button').first().click();
  await expect(journey.heading('credentials_title')).toBeFocused();
  const both = (2 * Number(britishPremium.price)).toFixed(2);
  expect(amounts).toEqual([britishPremium.price, both]);
  await expectCharges(request, person, [{ amount: both, currency: 'GBP', paymentInstrument: 'credit_card' }]);
});
