import { enter, parentOf, philadelphia, resume, send } from './signup.js';
import { expect, test } from './test.js';

test('a package that is not sold in the billing country is chosen again, and the address is kept', async ({ start, request }) => {
  const journey = await start({ place: 'nowhere' });
  const { page, person, t, hands } = journey;
  await resume(page, await enter(request, person, 'payment'), '/payment');
  const country = await journey.chooseValue(journey.select('billing_country'), 'GB');
  await journey.fillAddressLine('10 Long Lane');
  await hands.fill(journey.field('billing_city'), 'London');
  await journey.chooseValue(journey.select('billing_province'), 'ENG');
  await hands.fill(journey.field('billing_postal_code'), 'EC1A 9HF');
  const referral = page.getByRole('combobox', { name: t('billing_referral'), exact: true });
  await hands.choose(referral, (await referral.locator('option[value="SEARCH_ENGINE"]').textContent()) ?? '');
  await journey.button('billing_continue').click();

  const dialog = page.getByRole('dialog', { name: t('mismatch_title', { country }), exact: true });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: t('mismatch_ok'), exact: true }).click();
  await expect(journey.heading('packages_title')).toBeFocused();
  await expect(page.getByText(t('packages_including_tax', { tax: t('tax_vat') }), { exact: true }).first()).toBeVisible();
  await journey.choosePackage();
  await expect(journey.addressLine()).toHaveValue('10 Long Lane');
  await journey.submitBilling();

  // Outside the US the terms must be ticked, and nothing is ticked at first.
  await journey.fillCard();
  await journey.submitCard();
  await expect(journey.button('review_pay_now')).toBeDisabled();
  await expect(page.getByRole('checkbox', { name: t('review_marketing'), exact: true })).not.toBeChecked();
  await page.getByRole('checkbox', { name: new RegExp(t('review_terms_link').replace('&', '.')) }).click({ position: { x: 5, y: 5 } });
  await expect(journey.button('review_pay_now')).toBeEnabled();
});

test('a phone of another country than the package prompts once for the country', async ({ start, request }) => {
  const journey = await start({ place: 'nowhere' });
  const { page, person, t } = journey;
  const signup = await enter(request, person, 'billed');
  await send(request, signup, {
    sections: ['PARENT'],
    parent: { ...parentOf(person, { phoneCountryCode: '+44', phoneNumber: '2079460018' }), timeZone: 'America/New_York' },
  });
  await resume(page, signup, '/payment');
  await journey.button('billing_continue').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: t('mismatch_ok'), exact: true }).click();
  await expect(journey.heading('packages_title')).toBeFocused();
  await journey.choosePackage();
  await expect(journey.addressLine()).toHaveValue(philadelphia.line1);
  await journey.submitBilling();
});
