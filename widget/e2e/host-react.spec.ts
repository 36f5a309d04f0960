import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { buildReactHost } from './package.js';
import { hostOrigin } from './server.js';
import { expect, setting, test } from './test.js';
import { otherLanguage, wordsOf } from './words.js';

const [t, other] = [wordsOf(), wordsOf(otherLanguage)];

// One build for all tests: packing, installing and building take minutes on a busy machine.
test.describe.configure({ mode: 'default', timeout: 300_000 });

let folder: string;
test.beforeAll(async () => {
  folder = await buildReactHost(setting('COJOIN_URL'));
});
test.afterAll(() => rm(folder, { recursive: true, force: true }));

/** Opens the built application, whose router handles every address of its site. */
async function open(page: Page, path: string) {
  await page.route(`${hostOrigin}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    await route.fulfill({ path: join(folder, 'dist', pathname.startsWith('/assets/') ? pathname : 'index.html') });
  });
  await page.goto(`${hostOrigin}${path}`);
}

test('runs inside an application with its own router, and reports every step to it', async ({ page }) => {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await open(page, '/');
  await page.getByRole('link', { name: 'Join' }).click();
  await page.getByRole('button', { name: new RegExp(`^${t('chooser_parents')}`) }).click();
  await expect(page.getByRole('heading', { name: t('status_title') })).toBeFocused();

  // The address, the history and the title are the application's.
  expect({ url: page.url(), title: await page.title(), entries: await page.evaluate(() => history.length) }).toEqual({
    url: `${hostOrigin}/join`,
    title: 'Harbor Family Law',
    entries: 3,
  });
  await expect(page.locator('.notes').getByRole('status')).toHaveText('/signup /coparentstatus');
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Two homes, one plan' })).toBeVisible();
  await page.goForward();
  await expect(page.getByRole('heading', { name: t('chooser_title') })).toBeVisible();
  expect(errors).toEqual([]);
});

test('under StrictMode it is shown once, and its ref starts it over', async ({ page }) => {
  await open(page, '/join');
  await expect(page.locator('.cojoin-root')).toHaveCount(1);
  const email = page.getByRole('textbox', { name: t('field_email') });
  for (const text of ['somebody@example.com', '']) {
    await page.getByRole('button', { name: new RegExp(`^${t('chooser_parents')}`) }).click();
    await page.getByRole('button', { name: new RegExp(`^${t('status_no')}\\b`) }).click();
    await expect(page.getByRole('textbox', { name: t('field_first_name') })).toHaveValue('Ana');
    await expect(email).toHaveValue('');
    await email.fill(text);
    await page.getByRole('button', { name: 'Start over' }).click();
  }
});

test('professionals have a component, in another language', async ({ page }) => {
  await open(page, '/professionals');
  await expect(page.getByRole('heading', { name: other('pro_person_title') })).toBeVisible();
});

test('the custom element of the package does the same, and leaves with its page', async ({ page }) => {
  await open(page, '/linked');
  await expect(page.getByRole('heading', { name: t('chooser_title') })).toBeVisible();
  await expect(page.locator('body')).toHaveAttribute('data-step', '/signup');
  await page.getByRole('link', { name: 'Harbor Family Law' }).click();
  await expect(page.locator('cojoin-join, .cojoin-root')).toHaveCount(0);
});
