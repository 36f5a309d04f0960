import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Report } from '../src/embed/report.js';
import { openRecipe } from './host.js';
import { buildRecipe, bySelf, recipeNames } from './package.js';
import { hostOrigin } from './server.js';
import { expect, setting, test } from './test.js';
import { wordsOf } from './words.js';

const t = wordsOf();

/** Recipes with their own build take two and a half minutes each on a busy machine: only in `make check-long`. */
const slow: readonly string[] = bySelf;

for (const name of recipeNames) {
  const tag = slow.includes(name) ? ' @long' : '';
  test(`the recipe for ${name} works from the packed package: it mounts, reports its views, unmounts and mounts again${tag}`, async ({ page }) => {
    test.setTimeout(600_000);
    const folder = await buildRecipe(name, setting('COJOIN_URL'));
    try {
      const complaints: string[] = [];
      page.on('pageerror', (error) => complaints.push(error.message));
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(message.text());
      });
      await page.route(`${hostOrigin}/**`, async (route) => {
        const { pathname } = new URL(route.request().url());
        await route.fulfill(
          pathname === '/favicon.ico' ? { status: 204 } : { path: join(folder, 'dist', pathname === '/' ? 'index.html' : pathname) },
        );
      });
      await page.goto(hostOrigin);
      await expect(page.getByRole('heading', { name: t('chooser_title') })).toBeVisible();
      await expect(page.locator('.cojoin-root')).toHaveCount(1);
      await page.getByRole('button', { name: new RegExp(`^${t('chooser_parents')}`) }).click();
      await expect(page.getByRole('heading', { name: t('status_title') })).toBeFocused();
      await expect(page.locator('output').first()).toHaveText('chooser status');

      await page.getByRole('button', { name: 'Close' }).click();
      await expect(page.locator('.cojoin-root')).toHaveCount(0);
      await page.getByRole('button', { name: 'Open' }).click();
      await expect(page.getByRole('heading', { name: t('status_title') }).or(page.getByRole('heading', { name: t('chooser_title') }))).toBeVisible();
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Join with');
      expect(complaints).toEqual([]);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
}

const read = (path: string) => readFile(fileURLToPath(new URL(path, import.meta.url)), 'utf8');

test('the recipe with a consent manager counts nothing before the visitor agrees, and nothing after they took it back', async ({ page }) => {
  const counted: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/v1/events') && request.method() === 'POST') counted.push(request.postData() ?? '');
  });
  // The banner hides from browsers that identify themselves as automated.
  await page.addInitScript(() => Object.defineProperty(navigator, 'webdriver', { get: () => false }));
  const vendor = '../node_modules/vanilla-cookieconsent/dist/cookieconsent';
  await openRecipe(page, 'consent', {
    '/vendor/cookieconsent.css': await read(`${vendor}.css`),
    '/vendor/cookieconsent.esm.js': await read(`${vendor}.esm.js`),
  });
  const flow = page.locator('cojoin-join');
  const parents = page.getByRole('button', { name: new RegExp(`^${t('chooser_parents')}`) });
  await parents.click();
  await expect(page.getByRole('heading', { name: t('status_title') })).toBeFocused();
  expect(counted).toEqual([]);
  const stored = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('cojoin')));
  expect(await stored()).toEqual([]);

  await page.getByRole('button', { name: 'Yes', exact: true }).click();
  await expect(flow).toHaveAttribute('analytics', 'on');
  await expect.poll(() => counted.length).toBeGreaterThan(0);
  expect(await stored()).toEqual(['cojoin.visitor']);

  await page.getByRole('button', { name: 'Cookie settings' }).click();
  await page.getByRole('button', { name: 'Reject all' }).click();
  await expect(flow).toHaveAttribute('analytics', 'off');
  await expect(page.getByRole('heading', { name: t('chooser_title') })).toBeVisible();
  const before = counted.length;
  await parents.click();
  await expect(page.getByRole('heading', { name: t('status_title') })).toBeFocused();
  expect(counted.slice(before)).toEqual([]);
});

test('the recipe for WordPress works where an optimizer has joined the scripts', async ({ page }) => {
  const loader = await (await page.request.get(`${setting('COJOIN_URL')}/embed/v1/cojoin.js`)).text();
  await openRecipe(page, 'wordpress', {
    '/wp-content/cache/autoptimize/css/autoptimize_5f2c1e.css': await read('./sites/block-theme.css'),
    '/wp-content/cache/autoptimize/js/autoptimize_9a1b77.js': `window.before=1;\n;${loader};\nwindow.after=1;`,
  });
  await expect(page.getByRole('heading', { name: t('parent_title') })).toBeVisible();
  const report = await page.locator('cojoin-join').evaluate((one) => (one as HTMLElement & { doctor: () => Promise<Report> }).doctor());
  expect(report.findings.filter(({ isOk }) => !isOk).map(({ check }) => check)).toEqual([]);
});
