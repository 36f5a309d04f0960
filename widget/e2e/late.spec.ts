import type { Page, Request } from '@playwright/test';
import { hold } from './hold.js';
import { mailedLink } from './outbox.js';
import { newProfessional } from './professional.js';
import { enter, payElsewhere, resume } from './signup.js';
import { expect, setting, test } from './test.js';

/* Answers that arrive late: the user has gone back, or is doing something else. */

/** Resolves once the page has handled an answer. */
async function taken(page: Page, call: Request | undefined) {
  await call?.response();
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}

test('going back while a step is being saved keeps the screen and the input', async ({ start }) => {
  const journey = await start();
  const { page } = journey;
  await journey.chooseParents();
  await journey.fillParent();
  await journey.submitParent();
  await journey.fillFamily();
  const { calls, release } = await hold(page, /\/v1\/signups\/[^/]+$/);
  await journey.button('continue').click();
  await expect.poll(() => calls.length).toBe(1);
  await page.goBack();
  await expect(journey.heading('parent_title')).toBeVisible();
  await journey.field('field_last_name').fill('Ortiz-');
  release();
  await taken(page, calls[0]);
  await journey.field('field_last_name').pressSequentially('Lane');
  await expect(journey.field('field_last_name')).toHaveValue('Ortiz-Lane');
  await expect(journey.heading('parent_title')).toBeVisible();

  // It was saved: the next screens are open.
  await journey.submitParent();
  await journey.submitFamily();
});

test('leaving the login during its request keeps the screen and logs in', async ({ start, request }) => {
  const journey = await start({ place: 'nowhere' });
  const { page, t } = journey;
  const { username, password } = await newProfessional(request);
  await page.goto('/app/join/login');
  await journey.field('login_username').fill(username);
  await page.getByLabel(t('login_password'), { exact: true }).fill(password);
  const { calls, release } = await hold(page, `${setting('COJOIN_URL')}/login`);
  await journey.button('login_submit').click();
  await expect.poll(() => calls.length).toBe(1);
  await page.getByRole('link', { name: t('login_signup'), exact: true }).click();
  await expect(journey.heading('chooser_title')).toBeVisible();
  release();
  await taken(page, calls[0]);
  await expect(journey.heading('chooser_title')).toBeVisible();
  await page.goto('/app/join/account');
  await expect(journey.heading('account_title')).toBeVisible();
});

test('Complete Signup is under the finger that leaves the username for it', async ({ start, request }) => {
  const journey = await start({ place: 'nowhere' });
  const { page, person } = journey;
  const signup = await enter(request, person, 'billed');
  await payElsewhere(request, signup, { nonce: 'fake-valid-visa-nonce' });
  await hold(page, '**/v1/credentials/username-availability*');
  await resume(page, signup, '/credentials');
  await journey.field('credentials_password').fill(person.password);
  await journey.field('credentials_username').fill(person.username);
  const submit = journey.button('credentials_submit');
  await expect(submit).toBeEnabled();
  // Like a finger: pressed and released at the same point.
  await submit.scrollIntoViewIfNeeded();
  const box = await submit.boundingBox();
  await page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + 6);
  await page.mouse.down();
  await expect(page.getByText(journey.t('credentials_username_checking'))).toBeVisible();
  await page.mouse.up();
  await expect(journey.heading('credentials_success_title')).toBeVisible();
});

test('a failed cancellation shows an error regardless of Escape, and can be repeated', async ({ start, request }) => {
  const journey = await start({ place: 'nowhere' });
  const { page, person, t } = journey;
  await payElsewhere(request, await enter(request, person, 'billed'), { nonce: 'fake-valid-visa-nonce' });
  await page.goto(await mailedLink(request, person.email, 'receipt', '/app/join/credentials'));
  await journey.typeCredentials();
  await journey.button('credentials_submit').click();
  await page.getByRole('link', { name: t('continue'), exact: true }).click();
  await journey.button('account_cancel').click();
  const question = page.getByRole('dialog');
  const yes = question.getByRole('button', { name: t('account_cancel'), exact: true });
  let fail: () => void = () => undefined;
  const failing = new Promise<void>((resolve) => (fail = resolve));
  await page.route('**/v1/subscriptions/*/cancel', async (route) => (await failing, route.abort()), { times: 1 });
  await yes.click();
  await expect(yes).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  fail();
  await expect(question.getByText(t('offline_message'))).toBeVisible();
  await yes.click();
  await expect(question).toHaveCount(0);
  // The pressed button has disappeared with the renewal.
  const [cancelled = ''] = t('account_cancelled', { date: '' }).split('.');
  await expect(page.locator(':focus').getByText(cancelled)).toBeVisible();
});

test('a failure to mail a link is shown on the step of the request', async ({ start, request }) => {
  const journey = await start({ place: 'nowhere' });
  const { page, person, t } = journey;
  await page.route('**/v1/signups/*/link', (route) => route.abort());
  await resume(page, await enter(request, person, 'family'), '/step2');
  await expect(journey.heading('family_title')).toBeVisible();
  await journey.button('link_send').click();
  await expect(page.getByRole('alert')).toHaveText(t('offline_message'));
  await journey.fillFamily();
  await journey.submitFamily();
  await expect(journey.button('link_send')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});
