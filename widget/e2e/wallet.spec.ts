import { expect, test } from './test.js';

for (const method of ['payment_paypal', 'payment_applepay'] as const) {
  test(`in the three-step flow ${method} gives the address and leads straight to review, which asks for the referral`, async ({ start }) => {
    const journey = await start();
    const { page, say, hands } = journey;
    const name = say(method);
    await page.goto('/app/join?flags=grow886:treatment');
    await journey.chooseParents();
    await journey.fillParent();
    await journey.submitParent();
    await journey.fillFamily();
    await journey.submitFamily();
    await hands.press(page.getByRole('button', { name: say('packages_choose_name', { name: say('package_premium_1y') }), exact: true }));
    await expect(journey.heading('payment_title')).toBeFocused();

    await page.getByRole('radio', { name, exact: true }).check({ force: true });
    await expect(journey.button('continue')).toBeDisabled();
    await expect(page.getByText(say('payment_wallet_missing', { method: name }), { exact: true })).toBeVisible();
    await hands.press(page.getByRole('button', { name: say('payment_authorize', { method: name }), exact: true }));
    await expect(journey.heading('review_title')).toBeFocused();

    await journey.pay();
    await journey.expectSummary(1);
    const referral = page.getByRole('combobox', { name: say('billing_referral'), exact: true });
    await expect(referral).toHaveAttribute('aria-invalid', 'true');
    await hands.choose(referral, (await referral.locator('option[value="SEARCH_ENGINE"]').textContent()) ?? '');
    await journey.pay();
    await expect(journey.heading('credentials_title')).toBeFocused();
  });
}

test('a card after a wallet takes the wallet back', async ({ start }) => {
  const journey = await start();
  const { page, say, hands } = journey;
  await journey.walkToPayment();
  const venmo = say('payment_venmo');
  await page.getByRole('radio', { name: venmo, exact: true }).check({ force: true });
  await hands.press(page.getByRole('button', { name: say('payment_authorize', { method: venmo }), exact: true }));
  await expect(page.getByText(say('payment_authorized', { method: venmo }))).toBeVisible();
  await hands.press(journey.button('payment_card_add'));
  await page.getByRole('radio', { name: venmo, exact: true }).check({ force: true });
  await expect(page.getByRole('button', { name: say('payment_authorize', { method: venmo }), exact: true })).toBeVisible();
});
