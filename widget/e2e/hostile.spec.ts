import type { Page, Request } from '@playwright/test';
import { nonce, serveHost } from './host.js';
import { linkTo, inviteByProfessional } from './inviter.js';
import { mouse } from './hands.js';
import { hold } from './hold.js';
import { Journey, literal } from './journey.js';
import { cards, newPerson } from './people.js';
import { ProJourney, readOptions } from './professional.js';
import { hostOrigin } from './server.js';
import { enter, resume } from './signup.js';
import { expect, setting, test } from './test.js';
import { traces, watch } from './traces.js';
import { defaultLanguage, otherLanguage, wordsOf } from './words.js';

const t = wordsOf();

/** A malicious site. */
const evilOrigin = 'http://evil.localhost';

/** Every window records its received messages, and the page records the flow's events. */
async function listen(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const messages: unknown[] = [];
    const received: string[] = [];
    Object.assign(window, { messages, received });
    addEventListener('message', ({ origin, data }) => messages.push({ origin, data: data as unknown }));
    for (const name of ['step', 'complete', 'error'])
      addEventListener(`cojoin:${name}`, (event) => received.push(JSON.stringify((event as CustomEvent).detail)));
  });
}

interface Message {
  origin: string;
  data: { type?: string; attributes?: Record<string, string> };
}

const messagesIn = (frame: Pick<Page, 'evaluate'>) => frame.evaluate(() => (window as unknown as { messages: Message[] }).messages);
const receivedBy = (page: Page) => page.evaluate(() => (window as unknown as { received: string[] }).received);

/** Returns the window of that origin, once it is there. */
async function frameOf(page: Page, origin: string) {
  await expect.poll(() => page.frames().some((frame) => frame.url().startsWith(origin))).toBe(true);
  const frame = page.frames().find((each) => each.url().startsWith(origin));
  if (!frame) throw new Error(`no frame of ${origin}`);
  return frame;
}

test(
  'messages of another site move neither the page nor the frame, and a frame navigated there receives none',
  { tag: '@smoke' },
  async ({ page }) => {
    const person = newPerson();
    await listen(page);
    await page.route(`${evilOrigin}/**`, (route) => route.fulfill({ contentType: 'text/html', body: '<h1>Evil</h1>' }));
    await serveHost(page, {
      body: `<cojoin-join mode="frame" locale="${defaultLanguage}" start="parents" email="${person.email}"></cojoin-join><iframe src="${evilOrigin}/"></iframe>`,
    });
    await page.goto(hostOrigin);
    const flow = page.frameLocator('cojoin-join iframe');
    await expect(flow.getByRole('textbox', { name: t('field_email') })).toHaveValue(person.email);
    const before = { received: await receivedBy(page), height: await page.locator('cojoin-join iframe').getAttribute('height') };

    const ours = await frameOf(page, setting('COJOIN_URL'));
    const evil = await frameOf(page, evilOrigin);
    const lies = [
      { cojoinFrame: 1, type: 'event', event: 'complete', detail: { total: '0.00' } },
      { cojoinFrame: 1, type: 'size', height: 4000 },
      { cojoinFrame: 1, type: 'hello' },
      { cojoinHost: 1, type: 'start', attributes: { email: 'evil@example.com', start: 'parents', locale: otherLanguage }, forget: true },
      { cojoinHost: 1, type: 'forget' },
    ];
    await evil.evaluate((all) => {
      for (const target of [parent, ...Array.from({ length: parent.length }, (_, n) => parent[n])])
        for (const lie of all) target?.postMessage(lie, '*');
    }, lies);
    const fromEvil = async (frame: Pick<Page, 'evaluate'>) => (await messagesIn(frame)).filter(({ origin }) => origin === evilOrigin).length;
    await expect.poll(() => fromEvil(page)).toBe(lies.length);
    await expect.poll(() => fromEvil(ours)).toBe(lies.length);
    await expect(flow.getByRole('textbox', { name: t('field_email') })).toHaveValue(person.email);
    expect({ received: await receivedBy(page), height: await page.locator('cojoin-join iframe').getAttribute('height') }).toEqual(before);

    // The same window on another site: we no longer send to it, nor accept its messages.
    await ours.goto(`${evilOrigin}/led`);
    await ours.evaluate((all) => {
      for (const lie of all) parent.postMessage(lie, '*');
    }, lies);
    await expect.poll(() => fromEvil(page)).toBe(2 * lies.length);
    await page.locator('cojoin-join').evaluate((element) => element.setAttribute('first-name', 'Maya'));
    // A message that may reach it, sent after the ones that may not.
    await page.evaluate(
      (origin) => document.querySelector<HTMLIFrameElement>('cojoin-join iframe')?.contentWindow?.postMessage({ type: 'last' }, origin),
      evilOrigin,
    );
    await expect.poll(async () => (await messagesIn(ours)).map(({ data }) => data.type)).toEqual(['last']);
    expect(await receivedBy(page)).toEqual(before.received);
  },
);

test('a link’s token in the query is in no address bar, history entry or later request', async ({ start, request }) => {
  const journey = await start({ place: 'nowhere' });
  const { page, person } = journey;
  await inviteByProfessional(request, person);
  const { userId, token, href } = await linkTo(request, person.email);
  const requests: Request[] = [];
  page.on('request', (one) => requests.push(one));
  const link = `${new URL(href).origin}${new URL(href).pathname}?userId=${userId}&token=${token}`;
  await page.goto(link);
  await expect(page.getByRole('heading', { name: t('invite_welcome_title', { name: person.firstName }), exact: true })).toBeVisible();
  await expect(page).not.toHaveURL((url) => url.href.includes(token) || url.href.includes(userId));
  const entries = await page.evaluate(() => history.length);

  await page.reload();
  await expect(page.getByRole('heading', { name: t('invite_welcome_title', { name: person.firstName }), exact: true })).toBeVisible();
  expect(await page.evaluate(() => history.length)).toBe(entries);
  const lines = await Promise.all(requests.map(async (one) => `${one.url()} ${(await one.allHeaders())['referer'] ?? ''}`));
  expect(lines.filter((line) => line.includes(token) && !line.startsWith(`${link} `))).toEqual([]);
});

test('under a slow answer a second press and Enter change nothing: one sign-up begins, and it goes on', async ({ start }) => {
  const journey = await start();
  const { page } = journey;
  const { calls, release } = await hold(page, '**/v1/signups');
  await journey.chooseParents();
  await journey.fillParent();
  await journey.button('continue').dblclick();
  await expect.poll(() => calls.length).toBe(1);
  await journey.field('field_email').press('Enter');
  await journey.field('field_email').press('Enter');
  await expect(page.locator('[aria-busy="true"], [aria-disabled="true"]').first()).toBeVisible();
  release();
  await expect(journey.heading('family_title')).toBeFocused();
  expect(calls).toHaveLength(1);
});

test('Continue, pressed while the time zones are loading, takes effect once they have loaded, for a parent and for a professional', async ({
  start,
  request,
}) => {
  const journey = await start({ place: 'nowhere' });
  const { page, person } = journey;
  const zones = await hold(page, '**/v1/countries/**/timezones');
  await resume(page, await enter(request, person, 'payment'), '/payment');
  await journey.fillBilling();
  expect(zones.calls).toHaveLength(1);
  await journey.button('billing_continue').click();
  await expect(journey.button('billing_continue')).toHaveAttribute('aria-disabled', 'true');
  zones.release();
  await expect(journey.heading('payment_title')).toBeFocused();

  const pro = ProJourney.of(await start());
  const again = await hold(pro.page, '**/v1/countries/**/timezones');
  const options = await readOptions(request, setting('COJOIN_URL'), 'US');
  await pro.chooseProfessionals();
  await pro.fillPerson('SEARCH_ENGINE', options);
  await pro.submitPerson();
  for (const [code, text] of [
    ['pro_practice_name', 'Harbor Family Law'],
    ['pro_address', '1 Market Street'],
    ['pro_city', 'Philadelphia'],
    ['pro_zip', '19103'],
  ] as const)
    await pro.field(code).fill(text);
  await pro.page.locator('[data-field="region"]').selectOption('PA');
  await pro.page.getByRole('checkbox').first().check({ force: true });
  await expect.poll(() => again.calls.length).toBe(1);
  await pro.button('continue').click();
  await expect(pro.button('continue')).toHaveAttribute('aria-disabled', 'true');
  again.release();
  await expect(pro.heading('pro_security_title')).toBeFocused();
});

test('an element that is removed in the middle of a call leaves nothing, and one in its place goes on where it stood', async ({ page }) => {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await watch(page);
  await serveHost(page, { body: `<main><cojoin-join locale="${defaultLanguage}" start="parents" nonce="${nonce}"></cojoin-join></main>` });
  // Our libraries read the page's nonce there.
  const offered = page.locator('meta[property="csp-nonce"]');
  await page.goto(hostOrigin);
  const journey = new Journey(page, mouse(), t, newPerson());
  await journey.fillParent();
  const { calls, release } = await hold(page, '**/v1/signups');
  await journey.button('continue').click();
  await expect.poll(() => calls.length).toBe(1);
  await expect(offered).toHaveCount(1);

  const removed = await page.locator('cojoin-join').evaluateHandle((element) => (element.remove(), element));
  const answered = page.waitForEvent('requestfinished', (one) => one === calls[0]).catch(() => undefined);
  release();
  await answered;
  expect(await page.locator('main').evaluate((main) => main.outerHTML)).toBe('<main></main>');
  await expect(offered).toHaveCount(0);
  expect(await removed.evaluate((element) => element.childElementCount)).toBe(0);
  await expect.poll(async () => (await traces(page)).listeners).toEqual([]);
  await expect.poll(async () => (await traces(page)).running).toEqual([]);

  await page.locator('main').evaluate((main, element) => main.append(element), removed);
  await expect(journey.heading('family_title').or(journey.heading('parent_title'))).toBeVisible();
  expect(errors).toEqual([]);
});

test(
  'leaving with a saved card needs confirmation, within the flow and by the browser; staying loses nothing',
  { tag: '@smoke' },
  async ({ start, request }) => {
    const journey = await start({ place: 'nowhere' });
    const { page, person } = journey;
    await resume(page, await enter(request, person, 'package'), '/step3');
    await journey.choosePackage();
    await journey.fillBilling();
    await journey.submitBilling();
    await journey.fillCard();
    await journey.submitCard();

    const question = page.getByRole('dialog', { name: t('payment_leave'), exact: true });
    // Back leads to the view before, which still has the card; only leaving the payment asks first.
    await page.goBack();
    await expect(journey.heading('payment_title')).toBeFocused();
    await page.goBack();
    await expect(journey.heading('billing_title')).toBeFocused();
    await page.goBack();
    await expect(question).toBeVisible();
    await question.getByRole('button', { name: t('leave_stay'), exact: true }).click();
    await expect(question).toBeHidden();
    await expect(journey.heading('billing_title')).toBeVisible();
    await page.goForward();
    await expect(journey.heading('payment_title')).toBeFocused();
    await page.goForward();
    await expect(journey.heading('review_title')).toBeFocused();

    const dialogs: string[] = [];
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.type());
      void dialog.dismiss();
    });
    await page.close({ runBeforeUnload: true });
    await expect.poll(() => dialogs).toEqual(['beforeunload']);
    await expect(journey.heading('review_title')).toBeVisible();

    await page.goBack();
    await expect(journey.heading('payment_title')).toBeFocused();
    await page.goBack();
    await expect(journey.heading('billing_title')).toBeFocused();
    await page.goBack();
    await expect(question).toBeVisible();
    await question.getByRole('button', { name: t('leave_go'), exact: true }).click();
    await expect(journey.heading('packages_title')).toBeVisible();
    expect(dialogs).toHaveLength(1);
  },
);

test('a language that was chosen and the input survive a reload, and requests have that language', async ({ start }) => {
  const journey = await start();
  const { page, person } = journey;
  const other = wordsOf(otherLanguage);
  await journey.chooseParents();
  await journey.fillParent();
  await page.getByRole('combobox', { name: t('header_language') }).selectOption(otherLanguage);
  await expect(page.getByRole('heading', { name: other('parent_title'), exact: true })).toBeVisible();
  for (const link of ['footer_terms', 'footer_privacy', 'footer_help', 'footer_contact']) {
    await test.step(`the page behind the footer’s link is in it, too: ${link}`, async () => {
      const opening = page.context().waitForEvent('page');
      await page.getByRole('link', { name: new RegExp(`^${literal(other(link))}`) }).click();
      const opened = await opening;
      await expect(opened.locator('html')).toHaveAttribute('lang', otherLanguage);
      await opened.close();
    });
  }
  const bootstrap = page.waitForRequest('**/v1/bootstrap');
  await page.reload();
  expect((await (await bootstrap).allHeaders())['accept-language']).toMatch(new RegExp(`^${otherLanguage}`));
  await expect(page.getByRole('heading', { name: other('parent_title'), exact: true })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', new RegExp(`^${otherLanguage}`));
  await expect(page.getByRole('textbox', { name: other('field_email'), exact: true })).toHaveValue(person.email);
});

test('a card that was declined is never sent again: the next payment has another nonce and another key', async ({ start, request }) => {
  const journey = await start({ place: 'nowhere' });
  const { page, person } = journey;
  await resume(page, await enter(request, person, 'billed'), '/payment');
  const sent: { nonce: string; key: string }[] = [];
  page.on('request', (one) => {
    if (one.method() !== 'POST' || !one.url().endsWith('/payment')) return;
    const { payment } = one.postDataJSON() as { payment: { nonce: string } };
    sent.push({ nonce: payment.nonce, key: one.headers()['idempotency-key'] ?? '' });
  });
  await journey.submitBilling();
  await journey.fillCard(cards.declined);
  await journey.submitCard();
  await journey.pay();
  await expect(page.getByRole('alert').filter({ hasText: t('payment_method_declined') })).toBeVisible();
  // The card is no longer saved, and no link leads to review with it.
  await expect(page.getByText(t('payment_card_saved', { lastFour: cards.declined.slice(-4) }))).toHaveCount(0);
  await expect(page.getByRole('button', { name: t('payment_stage_review'), exact: true })).toHaveCount(0);

  await journey.fillCard(cards.good);
  await journey.submitCard();
  await journey.pay();
  await expect(journey.heading('credentials_title')).toBeFocused();
  expect({ count: sent.length, nonces: new Set(sent.map((one) => one.nonce)).size, keys: new Set(sent.map(({ key }) => key)).size }).toEqual({
    count: 2,
    nonces: 2,
    keys: 2,
  });
});
