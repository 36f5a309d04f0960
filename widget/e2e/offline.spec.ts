import { misbehave } from './misbehave.js';
import { enter, resume } from './signup.js';
import { expect, test } from './test.js';

test('offline in the middle of any step loses nothing, and the second press goes on', async ({ start }) => {
  const journey = await start();
  const { page, person, t, hands } = journey;
  const offline = page.getByText(t('offline_message'), { exact: true });
  /** Presses without a network, then with one. */
  const twice = async (press: () => Promise<void>, next: string) => {
    await page.context().setOffline(true);
    // A busy browser reports offline before it takes effect: a call could still succeed, and the next screen's file then fail.
    await expect
      .poll(() =>
        page.evaluate(() =>
          fetch(location.href, { cache: 'no-store' }).then(
            () => 'online',
            () => 'offline',
          ),
        ),
      )
      .toBe('offline');
    await press();
    await expect(offline).toBeVisible();
    await page.context().setOffline(false);
    await press();
    await expect(journey.heading(next)).toBeFocused();
    await expect(offline).toHaveCount(0);
  };
  await page.goto('/app/join/step1');
  await journey.fillParent();
  await twice(async () => {
    await expect(journey.field('field_email')).toHaveValue(person.email);
    await journey.button('continue').click();
  }, 'family_title');
  await journey.fillFamily();
  await twice(async () => {
    await expect(journey.field('field_email')).toHaveValue(person.coParent.email);
    await journey.button('continue').click();
  }, 'packages_title');
  await twice(
    () => hands.press(page.getByRole('button', { name: t('packages_choose_name', { name: t('package_premium_1y') }), exact: true })),
    'billing_title',
  );
  await journey.fillBilling();
  await twice(async () => {
    await expect(journey.field('billing_city')).toHaveValue('Philadelphia');
    await journey.button('billing_continue').click();
  }, 'payment_title');
});

test('a page opened offline shows a message, and continues once online', async ({ start, request }) => {
  const journey = await start({ place: 'nowhere' });
  const { page, person } = journey;
  const behave = await misbehave(page, { offline: ['/v1/bootstrap'] });
  await resume(page, await enter(request, person, 'package'), '/step3');
  const again = journey.button('try_again');
  await expect(again).toBeVisible();
  await behave();
  await again.click();
  await expect(journey.heading('packages_title')).toBeVisible();
});
