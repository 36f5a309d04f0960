import { readFileSync } from 'node:fs';
import type { Frame, Page } from '@playwright/test';
import { unloadedWords } from '../src/i18n/language.js';
import { serveHost } from './host.js';
import { inviteByProfessional, linkTo } from './inviter.js';
import { newPerson } from './people.js';
import { hostOrigin } from './server.js';
import { enter } from './signup.js';
import { expect, setting, test } from './test.js';
import { defaultLanguage, otherLanguage, wordsOf } from './words.js';

const t = wordsOf();
const { firstName, lastName, email } = newPerson();

type Flow = HTMLElement & { reset: () => void; destroy: (forget?: boolean) => void };

/** Opens a host's page with the flow in a frame; returns the frame once it shows the expected heading. */
async function open(page: Page, attributes: string, heading: string): Promise<Frame> {
  await serveHost(page, { body: `<cojoin-join mode="frame" ${attributes}></cojoin-join>`, lang: otherLanguage });
  await page.addInitScript(() => {
    const received: unknown[] = [];
    Object.assign(window, { received });
    for (const name of ['ready', 'step', 'track', 'quote', 'error']) {
      addEventListener(`cojoin:${name}`, (event) => received.push([name, (event as CustomEvent).detail]));
    }
  });
  await page.goto(hostOrigin);
  await expect(page.frameLocator('cojoin-join iframe').getByRole('heading', { name: heading })).toBeVisible();
  const frame = page.frames().find((one) => one.url().startsWith(setting('COJOIN_URL')));
  if (!frame) throw new Error('there is no frame of the server');
  return frame;
}

const received = (page: Page) => page.evaluate(() => (window as unknown as { received: [string, Record<string, unknown>][] }).received);

test('in a frame every attribute applies, none is in a URL, and the page gets the events', async ({ page }) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  const frame = await open(
    page,
    `locale="${defaultLanguage}" start="parents" first-name="${firstName}" last-name="${lastName}" email="${email}" referrer="familylaw" percentage="20" analytics="off" theme="dark"`,
    t('parent_title'),
  );
  await expect(frame.getByRole('textbox', { name: t('field_first_name') })).toHaveValue(firstName);
  await expect(frame.getByRole('textbox', { name: t('field_last_name') })).toHaveValue(lastName);
  await expect(frame.getByRole('textbox', { name: t('field_email') })).toHaveValue(email);
  await expect(frame.getByText(t('savenow_text', { percentage: 20 }), { exact: true })).toBeVisible();
  await expect(frame.locator('.cojoin-root')).toHaveCSS('background-color', 'rgb(20, 25, 26)');
  await expect
    .poll(async () => (await received(page)).filter(([name]) => name !== 'track'))
    .toEqual([
      ['ready', {}],
      ['step', { view: 'parent', path: '/step1', step: 1 }],
    ]);

  // It grows with its content, and a changed attribute restarts it, as without a frame.
  const height = () => page.locator('cojoin-join iframe').evaluate((one) => Number((one as HTMLIFrameElement).height));
  const form = await height();
  await page.locator('cojoin-join').evaluate((element) => element.setAttribute('start', 'chooser'));
  await page.locator('cojoin-join').evaluate((element, locale) => element.setAttribute('locale', locale), otherLanguage);
  await expect(frame.getByRole('textbox', { name: wordsOf(otherLanguage)('field_first_name') })).toHaveValue(firstName);
  expect(form).toBeGreaterThan(300);

  expect(requests.filter((url) => [firstName, lastName, email, encodeURIComponent(email)].some((secret) => url.includes(secret)))).toEqual([]);
  expect(requests.filter((url) => url.endsWith('/v1/events'))).toEqual([]);
});

test('in a frame the flow has the scheme of the page around it, and its ground where words can be read on that', async ({ page }) => {
  // The page decides, not the reader's system, unless its background is neither light nor dark.
  await page.emulateMedia({ colorScheme: 'dark' });
  for (const [css, ground] of [
    ['', 'rgb(255, 255, 255)'],
    ['body { background: #eef3fa }', 'rgb(238, 243, 250)'],
    ['body { background: #77818c }', 'rgb(20, 25, 26)'],
    [':root { color-scheme: dark } body { background: #101820 }', 'rgb(16, 24, 32)'],
  ] as const) {
    await page.unrouteAll();
    await serveHost(page, { css: [css], body: `<cojoin-join mode="frame" locale="${defaultLanguage}"></cojoin-join>` });
    await page.goto(hostOrigin);
    const flow = page.frameLocator('cojoin-join iframe');
    await expect(flow.getByRole('heading', { name: t('chooser_title') })).toBeVisible();
    await expect(flow.locator('.cojoin-root'), css).toHaveCSS('background-color', ground);
  }
});

test('a frame leaves the page where its reader is as it loads, and comes into view with the next step', async ({ page }) => {
  await serveHost(page, {
    css: ['body { margin: 0 } div { height: 1200px }'],
    body: `<div></div><cojoin-join mode="frame" locale="${defaultLanguage}"></cojoin-join><div></div>`,
  });
  await page.goto(hostOrigin);
  await page.evaluate(() => scrollTo(0, 400));
  const flow = page.frameLocator('cojoin-join iframe');
  await expect(flow.getByRole('heading', { name: t('chooser_title') })).toBeVisible();
  await expect(page.locator('cojoin-join iframe')).toBeVisible();
  const scrolled = () => page.evaluate(() => scrollY);
  expect(await scrolled()).toBe(400);

  await page.evaluate(() => scrollTo(0, 1500));
  await flow.getByRole('button', { name: new RegExp(`^${t('chooser_parents')}`) }).press('Enter');
  await expect.poll(scrolled).toBe(1200);
});

test('a frame without a response from its server is replaced by an error with a retry', async ({ page }) => {
  await page.clock.install();
  await page.route('**/app/join?frame=*', (route) => route.abort());
  await serveHost(page, { body: `<cojoin-join mode="frame" locale="${defaultLanguage}"></cojoin-join>` });
  const refused = page.waitForEvent('requestfailed', (request) => request.url().includes('/app/join?frame='));
  await page.goto(hostOrigin);
  await refused;
  await page.clock.fastForward('00:31');
  const again = page.locator('cojoin-join').getByRole('button');
  await expect(page.getByText(unloadedWords[defaultLanguage].failed)).toBeVisible();
  await expect(page.locator('cojoin-join iframe')).toHaveCount(0);
  await page.unroute('**/app/join?frame=*');
  await again.click();
  await expect(page.frameLocator('cojoin-join iframe').getByRole('heading', { name: t('chooser_title') })).toBeVisible();
  await expect(again).toHaveCount(0);
});

test('an error in a frame is shown in the visible part', async ({ page }) => {
  await page.setViewportSize({ width: 1000, height: 400 });
  const frame = await open(page, `locale="${defaultLanguage}" start="parents"`, t('parent_title'));
  await page.context().setOffline(true);
  await frame.getByRole('combobox', { name: t('header_language') }).selectOption(otherLanguage);
  const toast = frame.getByRole('alert');
  await expect(toast).toBeVisible();
  await expect(toast).toBeInViewport({ ratio: 1 });
});

test('in a frame reset() starts over, and destroy() with it forgets the sign-up and leaves nothing', async ({ page, request }) => {
  const person = newPerson();
  const frame = await open(page, `locale="${defaultLanguage}"`, t('chooser_title'));
  const signup = await enter(request, person, 'package');
  const keep = () => frame.evaluate((kept) => sessionStorage.setItem(`cojoin.${location.origin}.main`, JSON.stringify(kept)), signup);
  const kept = () => frame.evaluate(() => Object.keys(sessionStorage).filter((key) => key !== 'cojoin.frame'));
  await keep();
  const element = page.locator('cojoin-join');
  await element.evaluate((flow) => flow.setAttribute('theme', 'light'));
  // A sign-up in progress continues, because the frame was told to restart with it.
  await frame.goto(`${setting('COJOIN_URL')}/app/join`);
  await expect(frame.getByRole('heading', { name: t('packages_title') })).toBeVisible();

  await element.evaluate((flow: Flow) => flow.reset());
  await expect(frame.getByRole('heading', { name: t('chooser_title') })).toBeVisible();
  expect(await kept()).toEqual([]);

  await keep();
  await frame.goto(`${setting('COJOIN_URL')}/app/join`);
  await expect(frame.getByRole('heading', { name: t('packages_title') })).toBeVisible();
  await element.evaluate((flow: Flow) => flow.destroy(true));
  await expect(element).toBeEmpty();
  await element.evaluate((flow) => flow.replaceWith(flow.cloneNode()));
  await expect(page.frameLocator('cojoin-join iframe').getByRole('heading', { name: t('chooser_title') })).toBeVisible();
});

test('an invitation opens in a frame, its token in no address', async ({ page, request }) => {
  const requests: string[] = [];
  page.on('request', (one) => requests.push(one.url()));
  const person = newPerson();
  await inviteByProfessional(request, person);
  const { userId, token } = await linkTo(request, person.email);
  await open(
    page,
    `locale="${defaultLanguage}" invite-user="${userId}" invite-token="${token}"`,
    t('invite_welcome_title', { name: person.firstName }),
  );
  expect(requests.filter((url) => url.includes(token))).toEqual([]);
});

for (const sheet of ['bootstrap/dist/css/bootstrap.css', 'tailwindcss/preflight.css']) {
  test(`doctor() accepts ${sheet}, and reports a mistyped attribute`, async ({ page }) => {
    const css = [readFileSync(new URL(`../node_modules/${sheet}`, import.meta.url), 'utf8')];
    await serveHost(page, { css, body: `<cojoin-join locale="${defaultLanguage}" theme="drak"></cojoin-join>` });
    await page.goto(hostOrigin);
    await expect(page.getByRole('heading', { name: t('chooser_title') })).toBeVisible();
    const findings = await page.locator('cojoin-join').evaluate(async (flow) => {
      const report = await (flow as unknown as { doctor: () => Promise<{ findings: { check: string; isOk: boolean; text: string }[] }> }).doctor();
      return report.findings.filter(({ check }) => check === 'host_css' || check === 'attributes').map(({ isOk, text }) => [isOk, text]);
    });
    expect(findings).toEqual([
      [false, 'theme="drak" is unknown, did you mean dark.'],
      [true, 'The page’s own style sheet doesn’t reach into the flow.'],
    ]);
  });
}

test('a style sheet with !important is reported by doctor(), and doesn’t affect a frame', async ({ page }) => {
  const css = [
    'button, .cta:hover { text-transform: uppercase !important; letter-spacing: 3px !important }',
    'input { float: left !important } p { margin: 0 } @media print { a { color: red !important } } @media screen { h2 { color: #f0f !important } }',
    'main article { margin-top: 9px !important } * { font-family: Papyrus !important }',
  ];
  const doctor = () =>
    page.locator('cojoin-join').evaluate(async (flow) => {
      const { findings } = await (
        flow as unknown as { doctor: () => Promise<{ findings: { check: string; isOk: boolean; text: string }[] }> }
      ).doctor();
      return findings.filter(({ check }) => check === 'host_css');
    });
  await serveHost(page, { css, body: `<cojoin-join locale="${defaultLanguage}"></cojoin-join>` });
  await page.goto(hostOrigin);
  await expect(page.getByRole('heading', { name: t('chooser_title') })).toBeVisible();
  const before = await page.locator('cojoin-join').evaluate((flow) => flow.outerHTML);
  expect(await doctor()).toEqual([
    {
      check: 'host_css',
      isOk: false,
      text:
        'The page’s style sheet overrides ours with !important: button, .cta:hover { text-transform: uppercase; letter-spacing: 3px }, ' +
        'input { float: left }, h2 { color: rgb(255, 0, 255) }. Narrow these rules, or use mode="frame".',
    },
  ]);
  expect(await page.locator('cojoin-join').evaluate((flow) => flow.outerHTML)).toBe(before);

  await serveHost(page, { css, body: `<cojoin-join locale="${defaultLanguage}" mode="frame"></cojoin-join>` });
  await page.goto(hostOrigin);
  const button = page.frameLocator('cojoin-join iframe').getByRole('button', { name: new RegExp(`^${t('chooser_parents')}`) });
  await expect(button).toHaveCSS('text-transform', 'none');
  await expect(button).toHaveCSS('letter-spacing', 'normal');
});
