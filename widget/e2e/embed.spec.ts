import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { hold } from './hold.js';
import { nonce, serveHost } from './host.js';
import { hostOrigin } from './server.js';
import { expect, setting, test } from './test.js';
import { defaultLanguage, otherLanguage, wordsOf } from './words.js';

const [t, other] = [wordsOf(), wordsOf(otherLanguage)];

/** Only nonces, as the README recommends: not even our own host is listed. */
const csp =
  "default-src 'none'; script-src 'nonce-{nonce}'; style-src 'nonce-{nonce}'; connect-src {server} {sandbox}; frame-src {sandbox}; " +
  "img-src data:; require-trusted-types-for 'script'";

/** Records the failure events on the page. */
async function listen(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const received: unknown[] = [];
    Object.assign(globalThis, { received });
    addEventListener('cojoin:error', (event) => received.push((event as CustomEvent).detail));
  });
}

const received = (page: Page) => page.evaluate(() => (globalThis as unknown as { received: unknown[] }).received);

test('a policy with nonces only styles every screen', { tag: '@smoke' }, async ({ page }) => {
  const blocked: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') blocked.push(message.text());
  });
  await serveHost(page, { csp, body: `<h1>Plans</h1><cojoin-join locale="${defaultLanguage}"></cojoin-join>` });
  await page.goto(hostOrigin);
  await page.getByRole('button', { name: new RegExp(`^${t('chooser_parents')}`) }).click();
  await page.getByRole('button', { name: new RegExp(`^${t('status_no')}\\b`) }).click();
  const field = page.getByRole('textbox', { name: t('field_first_name') });
  await expect(field).toHaveCSS('border-top-left-radius', '10px');
  const sheets = await page.evaluate(() => Array.from(document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]'), (link) => link.nonce));
  expect(new Set(sheets)).toEqual(new Set([nonce]));
  expect(blocked).toEqual([]);
});

test('a loader that another site gives out under another name finds the server that the element names', async ({ page }) => {
  const server = setting('COJOIN_URL');
  const body = `<script src="/cache/bundle-1.js"></script><cojoin-join server="${server}" locale="${defaultLanguage}"></cojoin-join>`;
  await serveHost(page, { script: false, body });
  const loader = await (await page.request.get(`${server}/embed/v1/cojoin.js`)).text();
  await page.route(`${hostOrigin}/cache/bundle-1.js`, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: `window.before=1;\n${loader};\nwindow.after=1;` }),
  );
  await page.goto(hostOrigin);
  await expect(page.getByRole('heading', { name: t('chooser_title') })).toBeVisible();
});

test('while the server is slow the page’s own words stay, and support is named after ten seconds', async ({ page }) => {
  await page.clock.install();
  const { release } = await hold(page, '**/v1/bootstrap*');
  await serveHost(page, {
    body: `<cojoin-join locale="${otherLanguage}" support-phone="+52 55 0000 0000"><p>Llámenos cuando quiera.</p></cojoin-join>`,
  });
  await page.goto(hostOrigin);
  const element = page.locator('cojoin-join');
  await expect(element.locator('.cojoin-root')).toBeAttached();
  expect((await element.boundingBox())?.height).toBeGreaterThan(500);
  await page.clock.fastForward(10_000);
  await expect(element.getByText('Llámenos cuando quiera.')).toBeVisible();
  await expect(element.getByText('Sigue cargando…').filter({ visible: true })).toBeVisible();
  await expect(element.getByRole('link', { name: '+52 55 0000 0000' })).toHaveAttribute('href', /^tel:/);
  release();
  await expect(page.getByRole('heading', { name: other('chooser_title') })).toBeVisible();
  await expect(element.getByText('Llámenos cuando quiera.')).toHaveCount(0);
  await element.evaluate((one: HTMLElement & { destroy: () => void }) => one.destroy());
  await expect(element).toHaveText('Llámenos cuando quiera.');
});

test('an unavailable server raises an error event, shows support’s phone, and is retried by the button', async ({ page }) => {
  await listen(page);
  await page.route('**/v1/bootstrap*', (route) => route.abort());
  await serveHost(page, { body: `<cojoin-join locale="${defaultLanguage}"><p>Call us any time.</p></cojoin-join>` });
  await page.goto(hostOrigin);
  await expect(page.getByRole('heading', { name: 'We can’t reach our server' })).toBeVisible();
  await expect(page.getByText('Call us any time.')).toBeVisible();
  // The loader has the server's own phone.
  await expect(page.getByRole('link', { name: /\d{3}/ })).toHaveAttribute('href', /^tel:\+\d+$/);
  expect(await received(page)).toEqual([{ code: 'server_unreachable', canContinue: false }]);
  await page.unroute('**/v1/bootstrap*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: t('chooser_title') })).toBeVisible();
});

test('a failed code download raises an error event in the loader and in a later screen, and is retried by the button', async ({ page }) => {
  await listen(page);
  const core = '**/embed/assets/first-*.js';
  await page.route(core, (route) => route.abort());
  await serveHost(page, { body: `<cojoin-join locale="${defaultLanguage}"></cojoin-join>` });
  await page.goto(hostOrigin);
  await expect(page.getByText('We can’t reach our server')).toBeVisible();
  await expect(page.getByRole('link', { name: /\d{3}/ })).toHaveAttribute('href', /^tel:\+/);
  expect(await received(page)).toEqual([{ code: 'load_failed', canContinue: false }]);
  await page.unroute(core);
  // A browser remembers a module that failed to load: the press can't load it, but a reload of the page does.
  await page.reload();
  await page.getByRole('button', { name: new RegExp(`^${t('chooser_parents')}`) }).click();
  const no = page.getByRole('button', { name: new RegExp(`^${t('status_no')}\\b`) });
  await expect(no).toBeVisible();
  await page.route('**/embed/assets/*.js', (route) => route.abort());
  await no.click();
  await expect(page.getByRole('heading', { name: t('broken_title') })).toBeVisible();
  expect(await received(page)).toEqual([{ code: 'screen_unavailable', canContinue: false }]);
});

const above = '<h1>Two homes, one plan</h1><p>A calendar, expenses and messages for both parents.</p>';
const below = Array.from({ length: 12 }, (_, i) => `<p>What comes after the sign-up, line ${i}: it must not be moved.</p>`).join('');

for (const width of [390, 1280]) {
  for (const markup of [
    `<cojoin-join locale="${defaultLanguage}"></cojoin-join>`,
    `<cojoin-join locale="${otherLanguage}" start="parents"></cojoin-join>`,
    `<cojoin-pro locale="${defaultLanguage}"></cojoin-pro>`,
    `<cojoin-account locale="${otherLanguage}"></cojoin-account>`,
    `<cojoin-join locale="${defaultLanguage}" mode="frame"></cojoin-join>`,
  ]) {
    test(`nothing on the page moves, ${width} wide: ${markup.slice(0, markup.indexOf('>'))}>`, async ({ page }) => {
      await page.setViewportSize({ width, height: 844 });
      await page.addInitScript(() => {
        let sum = 0;
        const from: string[] = [];
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & {
            value: number;
            sources: { node?: Element; previousRect: DOMRect; currentRect: DOMRect }[];
          })[]) {
            sum += entry.value;
            for (const { node, previousRect, currentRect } of entry.sources) {
              from.push(`${entry.value.toFixed(3)} ${node?.nodeName} ${previousRect.y} to ${currentRect.y}`);
            }
          }
        }).observe({ type: 'layout-shift', buffered: true });
        Object.assign(globalThis, { shifts: () => ({ sum, from }) });
      });
      // Like a distant server: each answer takes its time, the start-up data most of all.
      await page.route('**/embed/assets/**', async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 150));
        await route.fallback();
      });
      await page.route('**/v1/bootstrap*', async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 600));
        await route.fallback();
      });
      const css = [
        // As in the README: the script loads after the page's first paint.
        'cojoin-join:not(:defined), cojoin-account:not(:defined) { display: block; min-height: 680px } cojoin-pro:not(:defined) { display: block; min-height: 1245px }',
        'body { margin: 0 auto; max-width: 720px; padding: 0 16px; font: 16px/1.5 Arial }',
      ];
      await serveHost(page, { css, body: `${above}${markup}${below}` });
      await page.goto(hostOrigin);
      const flow = markup.includes('frame') ? page.frameLocator('iframe').locator('.cj-page') : page.locator('.cj-page');
      await expect(flow).toBeVisible();
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
      const { sum, from } = await page.evaluate(() => (globalThis as unknown as { shifts: () => { sum: number; from: string[] } }).shifts());
      expect(sum, from.join('\n')).toBeLessThan(0.05);
    });
  }
}

test('theme overrides the schemes of page and system, and print is dark on white', async ({ page }) => {
  const colors = () =>
    page.locator('.cojoin-root').evaluate((root) => {
      const { color, backgroundColor } = getComputedStyle(root);
      return [color, backgroundColor];
    });
  await page.emulateMedia({ colorScheme: 'dark' });
  await serveHost(page, {
    css: [':root { color-scheme: light dark } body { background: #fff }'],
    body: `<cojoin-join theme="light" locale="${defaultLanguage}"></cojoin-join>`,
  });
  for (const address of [hostOrigin, `${setting('COJOIN_URL')}/app/join?theme=light`]) {
    await page.goto(address);
    await expect(page.getByRole('heading', { name: t('chooser_title') })).toBeVisible();
    expect((await colors())[0], address).toBe('rgb(31, 38, 39)');
  }
  await page.goto(`${setting('COJOIN_URL')}/app/join?theme=dark`);
  await expect(page.getByRole('heading', { name: t('chooser_title') })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  expect(await colors()).toEqual(['rgb(31, 38, 39)', 'rgb(255, 255, 255)']);
});

test('the README’s brand colors buttons, hover, focus ring and errors legibly, but no disabled button', async ({ page }) => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const css = /```css\n(cojoin-join[\s\S]*?)```/.exec(readme)?.[1] ?? '';
  expect(css).toContain('--cojoin-accent: #7a2f5d');
  await serveHost(page, { css: [css], body: `<cojoin-join start="parents" locale="${defaultLanguage}"></cojoin-join>` });
  await page.goto(hostOrigin);
  const button = page.getByRole('button', { name: t('continue'), exact: true });
  const ground = () => button.evaluate((element) => getComputedStyle(element).backgroundColor);
  await expect(button).toHaveCSS('background-color', 'rgb(122, 47, 93)');
  const field = page.getByRole('textbox', { name: t('field_first_name') });
  await field.focus();
  await expect(field).toHaveCSS('border-color', 'rgb(122, 47, 93)');
  await button.hover();
  await expect.poll(ground).not.toBe('rgb(122, 47, 93)');
  await button.click();
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await page.addScriptTag({ path: fileURLToPath(new URL('../node_modules/axe-core/axe.min.js', import.meta.url)) });
  const violations = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run: (place: string, options: object) => Promise<{ violations: unknown[] }> } };
    return (await axe.run('cojoin-join', { runOnly: ['color-contrast'] })).violations;
  });
  expect(violations).toEqual([]);
  // A disabled button has neither brand's color, not even under the pointer.
  await button.evaluate((element: HTMLButtonElement) => (element.disabled = true));
  await expect(button).toHaveCSS('background-color', 'rgb(244, 240, 234)');
  await expect(button).toHaveCSS('color', 'rgb(86, 93, 94)');
});
