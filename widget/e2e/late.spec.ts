import type { Page, Request } from '@playwright/test';
import { hold } from './hold.js';
import { newProfessional } from './professional.js';
import { expect, setting, test } from './test.js';

/* Answers that come late: the person has gone back, or does something else meanwhile. */

/** Resolves once the page has taken an answer, with what it does about it. */
async function taken(page: Page, call: Request | undefined) {
  await call?.response();
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}

test('who has gone back from a step that is being saved stays there, and what they type too', async ({ start }) => {
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

  // It was saved: the way on is open.
  await journey.submitParent();
  await journey.submitFamily();
});

test('who has left the login while it is answered stays where they are, and is logged in', async ({ start, request }) => {
  const journey = await start({ place: 'nowhere' });
  const { page, say } = journey;
  const { username, password } = await newProfessional(request);
  await page.goto('/app/join/login');
  await journey.field('login_username').fill(username);
  await page.getByLabel(say('login_password'), { exact: true }).fill(password);
  const { calls, release } = await hold(page, `${setting('COJOIN_URL')}/login`);
  await journey.button('login_submit').click();
  await expect.poll(() => calls.length).toBe(1);
  await page.getByRole('link', { name: say('login_signup'), exact: true }).click();
  await expect(journey.heading('chooser_title')).toBeVisible();
  release();
  await taken(page, calls[0]);
  await expect(journey.heading('chooser_title')).toBeVisible();
  await page.goto('/app/join/account');
  await expect(journey.heading('account_title')).toBeVisible();
});
