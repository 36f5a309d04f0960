import { serveHost } from './host.js';
import { Journey } from './journey.js';
import { mouse } from './hands.js';
import { newPerson } from './people.js';
import { hostOrigin } from './server.js';
import { expect, test } from './test.js';
import { traces, watch } from './traces.js';
import { defaultLanguage, otherLanguage, wordsOf } from './words.js';

const t = wordsOf();

const css = ['body { margin: 0; font: 18px/1.5 Georgia } .above { height: 1200px } input { display: block }'];
const body = `<h1>Two homes, one plan</h1><input id="search" aria-label="Search" autofocus><div class="above"></div>
  <cojoin-join locale="${defaultLanguage}"></cojoin-join><p>Below</p>`;

test('nothing of the host changes while a sign-up runs in it, and destroy() leaves nothing', async ({ page }) => {
  await watch(page);
  await serveHost(page, { css, body });
  await page.goto(hostOrigin);
  await page.locator('#search').focus();
  const before = await traces(page);

  // It loads near the viewport, and takes neither the focus nor the scroll position.
  await page.evaluate(() => scrollTo(0, 400));
  await expect(page.getByRole('heading', { name: t('chooser_title') })).toBeVisible();
  const running = await traces(page);
  expect({ ...running, markup: [], styles: [], listeners: [], running: [], globals: [] }).toEqual({
    ...before,
    scroll: [0, 400],
    markup: [],
    styles: [],
    listeners: [],
    running: [],
    globals: [],
  });

  const journey = new Journey(page, mouse(), t, newPerson());
  await journey.walkToPayment();
  expect({ title: await page.title(), address: page.url(), entries: await page.evaluate(() => history.length) }).toEqual({
    title: before.title,
    address: before.address,
    entries: before.entries,
  });

  await page.locator('cojoin-join').evaluate((element: HTMLElement & { destroy: (forget: boolean) => void }) => {
    element.destroy(true);
    element.destroy(true);
    document.getElementById('search')?.focus();
    scrollTo(0, 0);
  });
  await expect(page.locator('cojoin-join')).toBeEmpty();
  // React and react-aria finish their running work within moments.
  await expect.poll(async () => (await traces(page)).running).toEqual(before.running.filter((line) => !line.startsWith('IntersectionObserver')));
  const after = await traces(page);
  expect({ ...after, running: [] }).toEqual({ ...before, running: [] });

  // Another flow in the same place works, and leaves as little.
  await page.locator('cojoin-join').evaluate((element) => element.replaceWith(element.cloneNode()));
  await page.evaluate(() => scrollTo(0, 400));
  await journey.chooseParents();
  await page.keyboard.press('Tab');
  await page.locator('cojoin-join').evaluate((element: HTMLElement & { reset: () => void }) => element.reset());
  await journey.chooseParents();
  await journey.hands.press(journey.button('continue'));
  await journey.expectSummary(4);
  await page.locator('cojoin-join').evaluate((element: HTMLElement & { destroy: (forget: boolean) => void }) => element.destroy(true));
  await expect.poll(async () => (await traces(page)).running).toEqual(before.running.filter((line) => !line.startsWith('IntersectionObserver')));
  expect((await traces(page)).listeners).toEqual(before.listeners);
});

test('two flows on one page keep apart, and the second stays when the first goes', async ({ page }) => {
  await watch(page);
  await serveHost(page, {
    css,
    body: `<cojoin-join id="one" instance="one" start="parents"></cojoin-join><cojoin-join id="two" instance="two" start="parents" locale="${otherLanguage}"></cojoin-join>`,
  });
  await page.goto(hostOrigin);
  const [one, two] = [page.locator('#one'), page.locator('#two')];
  await one.getByRole('textbox', { name: t('field_first_name') }).fill('Ana');
  await two.getByRole('textbox', { name: wordsOf(otherLanguage)('field_first_name') }).fill('Berta');
  await expect(one.getByRole('textbox', { name: t('field_first_name') })).toHaveValue('Ana');
  expect(await page.evaluate(() => [...document.querySelectorAll('[id]')].map((e) => e.id).filter((id, i, ids) => ids.indexOf(id) !== i))).toEqual(
    [],
  );

  await one.evaluate((element) => element.remove());
  await two.getByRole('button', { name: wordsOf(otherLanguage)('continue') }).click();
  await expect(two.getByRole('textbox', { name: wordsOf(otherLanguage)('field_email') })).toHaveAttribute('aria-invalid', 'true');
  await expect(two.locator('.cojoin-root')).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
});

test('runs under a strict policy with a nonce, overlays included, and breaks nothing of it', async ({ page }) => {
  const violations: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) violations.push(message.text());
  });
  await serveHost(page, {
    csp: "default-src 'none'; base-uri 'none'; form-action 'none'; script-src 'nonce-{nonce}' 'strict-dynamic'; style-src 'self' {server}; connect-src {server} {sandbox}; frame-src {sandbox}; img-src {server} data:",
    css,
    body: `<cojoin-join locale="${defaultLanguage}" nonce="aG9zdC1wYWdl"></cojoin-join>`,
  });
  await page.goto(hostOrigin);
  await new Journey(page, mouse(), t, newPerson()).walkToPayment();
  await expect(page.locator('iframe[name$="-number"]')).toBeVisible();
  expect(violations).toEqual([]);
});

test('follows the color scheme of its page, not of the reader’s system', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await serveHost(page, { css, body: '<cojoin-join start="parents"></cojoin-join>' });
  await page.goto(hostOrigin);
  const root = page.locator('.cojoin-root');
  const [light, dark] = ['rgb(31, 38, 39)', 'rgb(237, 234, 228)'];
  await expect(root).toHaveCSS('color', light);
  await page.evaluate(() => document.documentElement.style.setProperty('color-scheme', 'light dark'));
  await expect(root).toHaveCSS('color', dark);
  await page.evaluate(() => document.documentElement.style.setProperty('color-scheme', 'light'));
  await expect(root).toHaveCSS('color', light);
  await page.locator('cojoin-join').evaluate((element) => element.setAttribute('theme', 'dark'));
  await expect(root).toHaveCSS('color', dark);
});
