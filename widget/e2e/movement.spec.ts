import { enter, resume } from './signup.js';
import { expect, setting, test } from './test.js';

test('a reload loses nothing on any step', async ({ start }) => {
  const journey = await start();
  const { page, person, t } = journey;
  page.on('dialog', (dialog) => void dialog.accept());
  await journey.chooseParents();
  await journey.fillParent();
  await page.reload();
  await expect(journey.field('field_phone')).toHaveValue(person.phone);
  await journey.submitParent();

  await journey.fillFamily();
  await page.reload();
  await expect(journey.field('field_email')).toHaveValue(person.coParent.email);
  await expect(journey.field('field_first_name', page.getByRole('group', { name: t('children_first'), exact: true }))).toHaveValue(
    person.child.firstName,
  );
  await journey.submitFamily();

  await page.reload();
  await expect(journey.heading('packages_title')).toBeVisible();
  await journey.button('packages_build').click();
  await expect(journey.heading('custom_title')).toBeFocused();
  await page.reload();
  await expect(journey.heading('custom_title')).toBeVisible();
  await journey
    .button('back')
    .or(page.getByRole('link', { name: t('back'), exact: true }))
    .click();
  await journey.choosePackage();

  await journey.fillBilling();
  await page.reload();
  await expect(journey.field('billing_zip')).toHaveValue('19103');
  await expect(journey.select('billing_state')).toHaveValue('PA');
  await journey.submitBilling();
  await journey.fillCard();
  await journey.submitCard();
  // A card's token never leaves the page: after a reload the order begins at billing again, with the saved data.
  await page.reload();
  await expect(journey.heading('billing_title')).toBeVisible();
  await expect(journey.addressLine()).toHaveValue('1 Market Street');
  await journey.submitBilling();
  await journey.fillCard();
  await journey.submitCard();
  await journey.pay();
  await expect(journey.heading('credentials_title')).toBeFocused();
  await page.reload();
  await journey.heading('credentials_title').waitFor();
  await journey.hands.fill(journey.field('credentials_username'), person.username);
  await journey.hands.fill(page.getByLabel(t('credentials_password'), { exact: true }), person.password);
  await journey.submitCredentials();
  await page.reload();
  await expect(page.getByText(t('receipt_reload_text'), { exact: true })).toBeVisible();
  expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.endsWith('.main')))).toEqual([]);
});

test('Back and forward in the browser go step by step, and a step that is not open leads to the one that is', async ({ start }) => {
  const journey = await start();
  const { page, person } = journey;
  await journey.chooseParents();
  await journey.fillParent();
  await journey.submitParent();
  await journey.fillFamily();
  await journey.submitFamily();
  await page.goBack();
  await expect(journey.heading('family_title')).toBeVisible();
  await expect(journey.field('field_email')).toHaveValue(person.coParent.email);
  await page.goBack();
  await expect(journey.heading('parent_title')).toBeVisible();
  await expect(journey.field('field_email')).toHaveValue(person.email);
  await page.goBack();
  await expect(journey.heading('status_title')).toBeVisible();
  await page.goBack();
  await expect(journey.heading('chooser_title')).toBeVisible();
  await page.goForward();
  await page.goForward();
  await page.goForward();
  await expect(journey.heading('family_title')).toBeVisible();

  for (const [query, shown] of [
    ['/payment', '/step3'],
    ['/alacarte', '/step3'],
    ['/credentials', '/signup'],
    ['/carousel', '/step1'],
    ['/', '/step3'],
  ] as const) {
    await page.goto(`/app/join${query}`);
    await expect(page).toHaveURL(`${setting('COJOIN_URL')}/app/join${shown}`);
  }
  await journey.button('packages_build').click();
  await expect(journey.heading('custom_title')).toBeFocused();
  await page.goBack();
  await expect(journey.heading('packages_title')).toBeVisible();
  await journey.choosePackage();
  await page.goBack();
  await expect(journey.heading('packages_title')).toBeVisible();
});

test('earlier steps are closed after payment', async ({ start, request }) => {
  const journey = await start({ place: 'nowhere' });
  const { page, person, t } = journey;
  const paid = await enter(request, person, 'billed');
  await resume(page, paid, '/step3');
  await journey.choosePackage('package_premium_2y');
  await journey.submitBilling();
  await journey.fillCard();
  await journey.submitCard();
  await journey.pay();
  await expect(journey.heading('credentials_title')).toBeFocused();
  await page.goBack();
  await expect(journey.heading('credentials_title')).toBeVisible();
  await expect(page.getByText(t('notice_payment_done'))).toBeVisible();

  // After the receipt, Back stays there; the form for a new sign-up shows that it would be another person's.
  await journey.fillCredentials();
  await journey.submitCredentials();
  for (const back of [1, 2]) {
    await page.goBack();
    await expect(page, `${back} times back`).toHaveURL(/\/app\/join\/receipt$/);
    await expect(journey.heading('receipt_title')).toBeVisible();
  }
  await page.goto('/app/join/step1');
  await expect(page.getByText(t('notice_signed_up'))).toBeVisible();
});

for (const stand of ['package', 'billed'] as const) {
  test(`an expired sign-up starts over with a reason, and charges nothing (${stand})`, async ({ start, request }) => {
    const journey = await start({ place: 'nowhere' });
    const { page, person, t } = journey;
    const signup = await enter(request, person, stand);
    await resume(page, signup, stand === 'package' ? '/step3' : '/payment');
    if (stand === 'billed') {
      await journey.submitBilling();
      await journey.fillCard();
      await journey.submitCard();
    } else {
      await expect(journey.heading('packages_title')).toBeVisible();
    }
    const expired = await request.post(`${setting('COJOIN_URL')}/dev/signups/${signup.signupId}/expire`);
    expect(expired.ok(), await expired.text()).toBe(true);
    if (stand === 'billed') await journey.pay();
    else await page.getByRole('button', { name: t('packages_choose_name', { name: t('package_premium_1y') }), exact: true }).click();
    await expect(journey.heading('parent_title')).toBeFocused();
    await expect(page.getByText(t('notice_session_expired'), { exact: true })).toBeVisible();
    // The parent's own data are filled in again.
    await expect(journey.field('field_first_name')).toHaveValue(person.firstName);
    await expect(journey.field('field_email')).toHaveValue(person.email);
    const ledger = await request.get(`${setting('COJOIN_SANDBOX')}/sandbox/ledger`);
    expect(await ledger.text()).not.toContain(signup.signupId);
    const mails = await request.get(`${setting('COJOIN_URL')}/dev/outbox.json?to=${encodeURIComponent(person.email)}`);
    expect(await mails.json()).toMatchObject({ mails: [] });
  });
}
