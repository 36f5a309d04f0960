import type { Page } from '@playwright/test';
import { expect, setting, test } from './test.js';
import { localeOf, otherLanguage, wordsOf } from './words.js';

/** The page's own script, under any name of the build. */
const script = /\/embed\/assets\/join-[^/]+\.js$/;

const [t, other] = [wordsOf(), wordsOf(otherLanguage)];

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });

test('a failed script shows an error immediately, and a reload fixes it', async ({ start }) => {
  const journey = await start();
  const { page } = journey;
  await page.route(script, (route) => route.fulfill({ status: 404, body: '' }));
  // An invitation is in the fragment: only the browser has it.
  await page.goto('/app/join/step1#kept');
  await expect(heading(page, t('unloaded_title'))).toBeVisible();
  await expect(page.getByRole('link', { name: /\d{3}/ })).toHaveAttribute('href', /^tel:\+\d+$/);
  await expect(page.getByRole('link', { name: /@/ })).toHaveAttribute('href', /^mailto:/);

  const again = page.waitForEvent('load');
  await journey.button('broken_reload').press('Enter');
  await again;
  await expect(heading(page, t('unloaded_title'))).toBeVisible();
  expect(new URL(page.url()).hash).toBe('#kept');

  await page.unroute(script);
  await journey.button('broken_reload').click();
  await expect(journey.heading('parent_title')).toBeVisible();
  await expect(heading(page, t('unloaded_title'))).toHaveCount(0);
});

test('a slow script shows a message after some seconds, in the page’s language', async ({ start }) => {
  const { page } = await start({ lang: otherLanguage });
  await page.route(script, () => undefined);
  await page.goto('/app/join/step1', { waitUntil: 'commit' });
  await expect(heading(page, other('unloaded_title'))).toHaveCount(0);
  await expect(heading(page, other('unloaded_title'))).toBeVisible();
});

test('a page without JavaScript shows that it is required', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, locale: localeOf(otherLanguage), baseURL: setting('COJOIN_URL') });
  const page = await context.newPage();
  await page.goto('/app/join/pro');
  await expect(heading(page, other('unscripted_title'))).toBeVisible();
  await expect(heading(page, other('unloaded_title'))).toHaveCount(0);
  await expect(page.getByRole('link', { name: /\d{3}/ })).toBeVisible();
  await expect(page.getByRole('button')).toHaveCount(0);
  await context.close();
});
