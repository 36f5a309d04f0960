import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { serveHost } from './host.js';
import { differences, looks, type Looks } from './looks.js';
import { hostOrigin } from './server.js';
import { expect, test } from './test.js';
import { wordsOf } from './words.js';

const t = wordsOf();
const own = (name: string) => readFileSync(new URL(`./sites/${name}`, import.meta.url), 'utf8');
const ofPackage = (path: string) => readFileSync(new URL(`../node_modules/${path}`, import.meta.url), 'utf8');

/** Sites with very different sheets; each loads before ours. */
const sites: Record<string, string> = {
  Bootstrap: ofPackage('bootstrap/dist/css/bootstrap.css'),
  'Tailwind’s preflight': ofPackage('tailwindcss/preflight.css'),
  'a WordPress block theme': own('block-theme.css'),
  'a hostile sheet': own('hostile.css'),
};

/** The same place on every site: same width, same font, same background, which shows through. The place itself is outside the site's rules. */
const place = `body { background: #fff }
  #place, cojoin-join { all: initial; display: block; width: 720px; --cojoin-font: Arial }
  #place::before, #place::after, cojoin-join::before, cojoin-join::after { content: none }`;

async function lookOf(page: Page, css: readonly string[]): Promise<{ chooser: Looks; form: Looks }> {
  await serveHost(page, { css: [...css, place], body: '<div id="place"><cojoin-join></cojoin-join></div>' });
  await page.goto(hostOrigin);
  await expect(page.getByRole('heading', { name: t('chooser_title') })).toBeVisible();
  const chooser = await looks(page);
  // A press finds elements that cover our controls or take the pointer from them.
  await page.getByRole('button', { name: new RegExp(`^${t('chooser_parents')}`) }).click();
  await page.getByRole('button', { name: new RegExp(`^${t('status_no')}\\b`) }).click();
  await expect(page.getByRole('heading', { name: t('parent_title') })).toBeFocused();
  await page.getByRole('textbox', { name: t('field_first_name') }).fill('Ana');
  await page.getByRole('button', { name: t('continue') }).click();
  await expect(page.getByRole('textbox', { name: t('field_email') })).toHaveAttribute('aria-invalid', 'true');
  return { chooser, form: await looks(page) };
}

/** The page without a site's sheet, measured once for all of them. */
let bare: Promise<{ chooser: Looks; form: Looks }> | undefined;

for (const [name, css] of Object.entries(sites)) {
  test(`on a page with ${name} every element looks as on a bare page`, async ({ browser }) => {
    const [plain, site] = [await browser.newPage(), await browser.newPage()];
    bare ??= lookOf(plain, []);
    const expected = await bare;
    const found = await lookOf(site, [css]);
    expect([...differences(expected.chooser, found.chooser), ...differences(expected.form, found.form)]).toEqual([]);
    await plain.close();
    await site.close();
  });
}
