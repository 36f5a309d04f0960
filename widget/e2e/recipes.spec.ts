import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { buildRecipe, recipeNames } from './package.js';
import { hostOrigin } from './server.js';
import { expect, setting, test } from './test.js';
import { wordsOf } from './words.js';

const say = wordsOf();

for (const name of recipeNames) {
  test(`the recipe for ${name} works from the packed package: it is shown, tells of its views, goes and comes again`, async ({ page }) => {
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
      await expect(page.getByRole('heading', { name: say('chooser_title') })).toBeVisible();
      await expect(page.locator('.cojoin-root')).toHaveCount(1);
      await page.getByRole('button', { name: new RegExp(`^${say('chooser_parents')}`) }).click();
      await expect(page.getByRole('heading', { name: say('status_title') })).toBeFocused();
      await expect(page.locator('output').first()).toHaveText('chooser status');

      await page.getByRole('button', { name: 'Close' }).click();
      await expect(page.locator('.cojoin-root')).toHaveCount(0);
      await page.getByRole('button', { name: 'Open' }).click();
      await expect(
        page.getByRole('heading', { name: say('status_title') }).or(page.getByRole('heading', { name: say('chooser_title') })),
      ).toBeVisible();
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Join with');
      expect(complaints).toEqual([]);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
}
