import { expect, setting, test } from './test.js';
import { otherLanguage, wordsOf } from './words.js';

const t = wordsOf();
const other = wordsOf(otherLanguage);

test('the embedder’s studio shows a brand on a live page, the findings of doctor(), and the code to copy', async ({ page }) => {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  const server = setting('COJOIN_URL');
  await page.goto(`${server}/dev/embed/`);
  const host = page.frameLocator('iframe[title="Page with the flow"]');
  await expect(host.getByRole('heading', { name: t('chooser_title') })).toBeVisible();
  const snippet = page.getByRole('region', { name: 'Lines for the site' });
  await expect(snippet).toHaveText(`<script type="module" src="${server}/embed/v1/cojoin.js"></script>\n<cojoin-join></cojoin-join>\n`);
  await expect(page.getByText('✓ server:')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Policy' })).toContainText(`script-src ${server}`);

  await page.getByLabel('Brand', { exact: true }).selectOption('harbor');
  await page.getByLabel('Flow', { exact: true }).selectOption('parents');
  await page.getByLabel('Language').selectOption(otherLanguage);
  await expect(host.getByRole('heading', { name: other('parent_title') })).toBeVisible();
  await expect(host.locator('.cojoin-root')).toHaveCSS('--cojoin-accent', '#1f4e8c');
  await page.getByLabel('For', { exact: true }).selectOption('react');
  await expect(snippet).toContainText(
    `<JoinFlow\n  server="${server}"\n  start="parents"\n  locale="${otherLanguage}"\n  appearance={{\n    "accent": "#1f4e8c",`,
  );
  await page.getByLabel('For', { exact: true }).selectOption('link');
  await expect(snippet).toHaveText(`<a href="${server}/app/join?lang=${otherLanguage}">Join</a>\n`);

  await page.getByLabel('Brand as JSON').fill('{ "accent": ');
  await page.getByLabel('Brand as JSON').blur();
  await expect(page.getByText(/^This isn’t JSON: /)).toBeVisible();
  await page.getByLabel('Brand as JSON').fill('{ "acent": "#7a2f5d" }');
  await page.getByLabel('Brand as JSON').blur();
  await expect(page.getByText('✗ appearance:')).toBeVisible();
  await page.getByLabel('Mode').selectOption('frame');
  await expect(host.frameLocator('iframe').getByRole('heading', { name: other('parent_title') })).toBeVisible();
  expect(complaints).toEqual([]);
});
