import { expectCharges } from './ledger.js';
import { enter, resume } from './signup.js';
import { expect, test } from './test.js';

const treatment = '/payment?flags=grow886:treatment';

for (const method of ['payment_paypal', 'payment_applepay'] as const) {
  test(`in the three-step flow ${method} gives the address and leads straight to review, with the referral question`, async ({ start, request }) => {
    const journey = await start({ place: 'nowhere' });
    const { page, t, hands, person } = journey;
    const name = t(method);
    await resume(page, await enter(request, person, 'payment'), treatment);
    await expect(journey.heading('payment_title')).toBeVisible();

    await page.getByRole('radio', { name, exact: true }).check({ force: true });
    await expect(journey.button('continue')).toBeDisabled();
    await expect(page.getByText(t('payment_wallet_missing', { method: name }), { exact: true })).toBeVisible();
    await hands.press(page.getByRole('button', { name: t('payment_authorize', { method: name }), exact: true }));
    await expect(journey.heading('review_title')).toBeFocused();

    await journey.pay();
    await journey.expectSummary(1);
    const referral = page.getByRole('combobox', { name: t('billing_referral'), exact: true });
    await expect(referral).toHaveAttribute('aria-invalid', 'true');
    await hands.choose(referral, (await referral.locator('option[value="SEARCH_ENGINE"]').textContent()) ?? '');
    await journey.pay();
    await expect(journey.heading('credentials_title')).toBeFocused();
  });
}

test('in the three-step flow Venmo gives no address: billing is shown, the header stays at Payment, and then it pays', async ({ start, request }) => {
  const journey = await start({ place: 'nowhere' });
  const { page, t, hands, person } = journey;
  const name = t('payment_venmo');
  await resume(page, await enter(request, person, 'payment'), treatment);
  const stages = page.getByRole('navigation', { name: t('payment_stages_label') });
  await expect(stages.getByRole('listitem')).toHaveText([t('payment_stage_payment'), t('payment_stage_review')]);

  await page.getByRole('radio', { name, exact: true }).check({ force: true });
  await hands.press(page.getByRole('button', { name: t('payment_authorize', { method: name }), exact: true }));
  await expect(journey.heading('billing_title')).toBeFocused();
  await expect(stages.locator('[aria-current="step"]')).toHaveText(t('payment_stage_payment'));
  await journey.fillBilling();
  await journey.button('continue').click();
  await expect(journey.heading('review_title')).toBeFocused();
  await expect(page.getByText(new RegExp(`^${name} \\(`))).toBeVisible();

  // Back from review leads to the method: its authorization is still valid.
  await journey.button('back').click();
  await expect(page.getByText(t('payment_authorized', { method: name }))).toBeVisible();
  await journey.button('continue').click();
  await journey.button('continue').click();
  await journey.pay();
  await journey.fillCredentials();
  await journey.submitCredentials();
  await expect(page.getByText(name, { exact: true })).toBeVisible();
  await expectCharges(request, person, [{ amount: '419.74', currency: 'USD', paymentInstrument: 'venmo_account' }]);
});

test('a card after a wallet takes the wallet back', async ({ start, request }) => {
  const journey = await start({ place: 'nowhere' });
  const { page, t, hands, person } = journey;
  await resume(page, await enter(request, person, 'billed'), '/payment');
  await journey.submitBilling();
  const venmo = t('payment_venmo');
  await page.getByRole('radio', { name: venmo, exact: true }).check({ force: true });
  await hands.press(page.getByRole('button', { name: t('payment_authorize', { method: venmo }), exact: true }));
  await expect(page.getByText(t('payment_authorized', { method: venmo }))).toBeVisible();
  await hands.press(journey.button('payment_card_add'));
  await page.getByRole('radio', { name: venmo, exact: true }).check({ force: true });
  await expect(page.getByRole('button', { name: t('payment_authorize', { method: venmo }), exact: true })).toBeVisible();
});
