import type { APIRequestContext } from '@playwright/test';
import type { Journey } from './journey.js';
import { mailedLink, mailsTo } from './outbox.js';
import { ownServer } from './ownServer.js';
import { newPerson, type Person } from './people.js';
import { enter, payElsewhere } from './signup.js';
import { expect, setting, test, type Start } from './test.js';
import { defaultLanguage, languages, localeOf, type Lang } from './words.js';

/*
 * Emails that are sent as time passes: reminders for payers without a username, a renewal notice, a renewal that the bank declined. Each link is
 * opened in a new browser. Days pass on each test's own server.
 */

const own = ownServer();

async function open(start: (how?: Start) => Promise<Journey>, lang: Lang, address: string): Promise<Journey> {
  const journey = await start({ place: 'nowhere', lang });
  await journey.page.setViewportSize(lang === defaultLanguage ? { width: 1280, height: 900 } : { width: 360, height: 740 });
  await journey.page.goto(address);
  return journey;
}

/** Moves the server's clock. */
async function pass(request: APIRequestContext, advance: string) {
  const moved = await request.put(`${setting('COJOIN_URL')}/dev/clock`, { data: { advance } });
  expect(moved.status(), await moved.text()).toBe(200);
}

/** Runs the renewals that are due on a day, as the workers do. */
async function renewBy(day: string) {
  await own.operate('renewals', 'run', '--at', day, '--yes');
}

async function logIn(journey: Journey, { username, password }: Person) {
  const { page, hands, t } = journey;
  await expect(journey.heading('login_title')).toBeVisible();
  await hands.fill(journey.field('login_username'), username);
  await hands.fill(page.getByLabel(t('login_password'), { exact: true }), password);
  await hands.press(journey.button('login_submit'));
}

/** Returns the date some days after another. */
const dayIn = (iso: string, days: number) => new Date(Date.parse(iso) + days * 86_400_000).toISOString().slice(0, 10);

for (const lang of languages) {
  test(`the mails that time sends lead on: ${lang}`, async ({ start, playwright, request }) => {
    const person = newPerson();
    const reader = await playwright.request.newContext({ extraHTTPHeaders: { 'Accept-Language': localeOf(lang) } });
    // On a clock one day behind, work due in an hour or a day is due immediately.
    await pass(request, '-25h');
    await payElsewhere(reader, await enter(reader, person, 'billed'), { nonce: 'fake-valid-visa-nonce' });
    await reader.dispose();
    const reminders = async () => (await mailsTo(request, person.email)).filter(({ kind }) => kind === 'credentials_reminder');
    await expect.poll(async () => (await reminders()).length).toBe(2);
    await pass(request, '25h');

    await test.step('each reminder leads to username and password', async () => {
      const links = (await reminders()).map(({ text }) => /https?:\/\/\S+\/app\/join\/credentials#\S+/.exec(text)?.[0] ?? '');
      for (const link of links.toReversed()) {
        const journey = await open(start, lang, link);
        await expect(journey.heading('credentials_title')).toBeVisible();
        await expect(journey.page.locator('html')).toHaveAttribute('lang', lang);
        await journey.page.context().close();
      }
      const journey = await open(start, lang, links[0] ?? '');
      await journey.hands.fill(journey.field('credentials_username'), person.username);
      await journey.hands.fill(journey.page.getByLabel(journey.t('credentials_password'), { exact: true }), person.password);
      await journey.hands.press(journey.button('credentials_submit'));
      await expect(journey.page.getByText(journey.t('credentials_saved'))).toBeVisible();
      await journey.page.context().close();
      const over = await open(start, lang, links[1] ?? '');
      // A used link shows its message as soon as a username is checked.
      await over.hands.fill(over.field('credentials_username'), `${person.username}.2`);
      await over.page.keyboard.press('Tab');
      await expect(over.page.getByText(over.t('link_ended'))).toBeVisible();
      await over.page.context().close();
    });

    // Two years are paid.
    const ends = dayIn(new Date().toISOString(), 730);
    await test.step('the notice of a renewal leads to the account', async () => {
      await renewBy(dayIn(ends, -20));
      const journey = await open(start, lang, await mailedLink(request, person.email, 'renewal_notice', '/app/join/account'));
      await logIn(journey, person);
      await expect(journey.heading('account_title')).toBeVisible();
      await expect(journey.button('account_cancel')).toBeVisible();
      await journey.page.context().close();
    });

    await test.step('a renewal that the bank refused leads to another card', async () => {
      await own.operate('sandbox', 'fault', 'decline', '--count', '1', '--url', new URL(setting('COJOIN_SANDBOX')).origin);
      await renewBy(dayIn(ends, 1));
      const link = await mailedLink(request, person.email, 'renewal_declined', '/app/join/account/payment-method');
      const journey = await open(start, lang, link);
      await logIn(journey, person);
      await expect(journey.heading('method_title')).toBeFocused();
      await journey.fillCard();
      await journey.hands.press(journey.button('method_save'));
      await expect(journey.heading('method_done')).toBeFocused();
      await journey.page.context().close();
    });

    const linked = (await mailsTo(request, person.email)).filter(({ text }) => text.includes('/app/join')).map(({ kind }) => kind);
    expect([...new Set(linked)].toSorted()).toEqual(['credentials_reminder', 'receipt', 'renewal_declined', 'renewal_notice']);
  });
}
