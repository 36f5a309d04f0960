import { hold } from './hold.js';
import { misbehave } from './misbehave.js';
import { enter, resume } from './signup.js';
import { expect, test } from './test.js';

test('an address is found by its first letters, with the keyboard alone, and the rest is filled in', async ({ start, request }) => {
  const journey = await start({ place: 'nowhere', tool: 'keyboard' });
  const { page, person, t, hands } = journey;
  await resume(page, await enter(request, person, 'payment'), '/payment');
  const line = page.getByRole('combobox', { name: t('billing_address'), exact: true });
  await expect(line).toHaveAccessibleDescription(t('billing_address_help'));
  await hands.fill(line, '1600 market');
  const option = page.getByRole('option', { name: /^1600 Market/ }).first();
  await expect(option).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(line).toHaveAttribute('aria-activedescendant', /.+/);
  await page.keyboard.press('Enter');
  await expect(line).toHaveValue(/^1600 Market/);
  await expect(journey.field('billing_city')).toHaveValue('Philadelphia');
  await expect(journey.select('billing_state')).toHaveValue('PA');
  await expect(journey.field('billing_zip')).toHaveValue(/^19\d{3}$/);
  // The state has one time zone, which is preset.
  await expect(page.getByRole('combobox', { name: t('billing_timezone'), exact: true })).toBeDisabled();
});

test('Continue, pressed while a picked address is loading, takes effect once the address has loaded', async ({ start, request }) => {
  const journey = await start({ place: 'nowhere' });
  const { page, person, t, hands } = journey;
  await resume(page, await enter(request, person, 'payment'), '/payment');
  const { calls, release } = await hold(page, /\/v1\/addresses\/(?!suggestions)/);
  await page.locator('[data-field="referral.selection"]').selectOption('SEARCH_ENGINE');
  const line = page.getByRole('combobox', { name: t('billing_address'), exact: true });
  await expect(line).toHaveAccessibleDescription(t('billing_address_help'));
  await hands.fill(line, '1600 market');
  await page
    .getByRole('option', { name: /^1600 Market/ })
    .first()
    .click();
  await expect.poll(() => calls.length).toBe(1);
  const submit = journey.button('billing_continue');
  await submit.click();
  await expect(submit).toHaveAttribute('aria-disabled', 'true');
  await expect(page.locator('[aria-invalid="true"]')).toHaveCount(0);
  release();
  await expect(journey.heading('payment_title')).toBeFocused();
});

test('without address search the address is typed by hand, without an error', async ({ start, request }) => {
  const journey = await start({ place: 'nowhere' });
  const { page, person, t, hands } = journey;
  await misbehave(page, { failing: { '/v1/addresses/suggestions': { status: 503, code: 'address_search_unavailable' } } });
  await resume(page, await enter(request, person, 'payment'), '/payment');
  const line = page.getByRole('combobox', { name: t('billing_address'), exact: true });
  const response = page.waitForResponse('**/v1/addresses/suggestions*');
  await hands.fill(line, '1600 market');
  expect((await response).status()).toBe(503);
  await hands.fill(line, '77 Nowhere Lane');
  await hands.fill(journey.field('billing_city'), 'Philadelphia');
  await expect(line).toHaveValue('77 Nowhere Lane');
  await expect(page.getByRole('alert')).toHaveCount(0);

  // Other countries have no search: the field is plain.
  await hands.choose(journey.select('billing_country'), 'Germany');
  await expect(journey.field('billing_address')).toHaveValue('77 Nowhere Lane');
});

test('the Continue button doesn’t move while the lists and the address search of a filled-in billing address load', async ({ start, request }) => {
  const journey = await start({ place: 'nowhere' });
  const { page, person } = journey;
  const signup = await enter(request, person, 'billed');
  const countries = await hold(page, '**/v1/countries');
  const zones = await hold(page, '**/v1/countries/**/timezones');
  const search = await hold(page, /AddressSearchField.*\.js/);
  await resume(page, signup, '/payment');
  const submit = journey.button('billing_continue');
  const place = async () => (await submit.boundingBox())?.y;
  await expect(submit).toBeVisible();
  await expect.poll(() => search.calls.length).toBe(1);
  const first = await place();
  countries.release();
  await expect.poll(() => zones.calls.length).toBe(1);
  expect(await place()).toBe(first);
  zones.release();
  search.release();
  await expect(page.getByRole('combobox', { name: journey.t('billing_timezone'), exact: true })).toHaveValue('America/New_York');
  await expect(page.locator('[data-field="address.line1"]')).toHaveRole('combobox');
  expect(await place()).toBe(first);
});
