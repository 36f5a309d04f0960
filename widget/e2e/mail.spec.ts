import type { APIRequestContext } from '@playwright/test';
import { Invited } from './invited.js';
import { linkTo, professional } from './inviter.js';
import { Journey, literal } from './journey.js';
import { mailedLink, mailsTo } from './outbox.js';
import { newPerson, type Person } from './people.js';
import { Terminal } from './terminal.js';
import { expect, setting, test, type Start } from './test.js';
import { defaultLanguage, languages, type Lang } from './words.js';

/*
 * People who close the tab at every step and go on by an email from their inbox, each time in a new browser. Emails that are sent as time passes
 * are in later.spec.ts.
 */

/** Opens an address in a new browser: a phone in one language, a desktop in the other. */
async function open(start: (how?: Start) => Promise<Journey>, lang: Lang, person: Person, address: string): Promise<Journey> {
  const { page, hands, t } = await start({ place: 'nowhere', lang });
  await page.setViewportSize(lang === defaultLanguage ? { width: 1280, height: 900 } : { width: 360, height: 740 });
  await page.goto(address);
  return new Journey(page, hands, t, person);
}

/** Closes the tab and its browser. */
const close = ({ page }: Journey) => page.context().close();

/** Requests a link with the only form for that. */
async function requestLink(journey: Journey, email: string): Promise<void> {
  await journey.hands.fill(journey.field('field_email'), email);
  await journey.hands.press(journey.button('link_send'));
  await expect(journey.page.getByText(journey.t('link_sent', { email }))).toBeVisible();
}

async function saveCredentials(journey: Journey): Promise<void> {
  await journey.typeCredentials();
  await journey.hands.press(journey.button('credentials_submit'));
  await expect(journey.page.getByText(journey.t('credentials_saved'))).toBeVisible();
}

/** Expects that every email to the address with a link to our pages is of one of these kinds. */
async function expectKinds(request: APIRequestContext, email: string, kinds: readonly string[]): Promise<void> {
  const linked = (await mailsTo(request, email)).filter(({ text }) => text.includes('/app/join')).map(({ kind }) => kind);
  expect([...new Set(linked)].toSorted()).toEqual(kinds.toSorted());
}

for (const lang of languages) {
  test(`parents continue by their mails after closing the tab at every step: ${lang}`, async ({ start, request }) => {
    const person = newPerson();
    const at = (address: string, who = person) => open(start, lang, who, address);

    await test.step('before paying, one link leads to where they were', async () => {
      const journey = await at('/app/join');
      await journey.chooseParents();
      await journey.fillParent();
      await journey.submitParent();
      await journey.hands.press(journey.button('link_send'));
      await expect(journey.page.getByText(journey.t('elsewhere_sent', { email: person.email }))).toBeVisible();
      await close(journey);
    });
    const unpaid = await mailedLink(request, person.email, 'signup_link', '/app/join/resume');
    await test.step('closed at the family', async () => {
      const journey = await at(unpaid);
      await expect(journey.heading('family_title')).toBeVisible();
      await journey.fillFamily();
      await journey.submitFamily();
      await close(journey);
    });
    await test.step('closed at the packages', async () => {
      const journey = await at(unpaid);
      await expect(journey.heading('packages_title')).toBeVisible();
      await journey.choosePackage();
      await close(journey);
    });
    await test.step('closed at the address', async () => {
      const journey = await at(unpaid);
      await expect(journey.heading('billing_title')).toBeVisible();
      await journey.fillBilling();
      await journey.submitBilling();
      await close(journey);
    });
    await test.step('closed after paying, for the co-parent, too', async () => {
      const journey = await at(unpaid);
      await expect(journey.addressLine()).toHaveValue('1 Market Street');
      await journey.submitBilling();
      await journey.hands.tick(journey.page.getByRole('checkbox', { name: journey.t('payment_coparent') }));
      await journey.fillCard();
      await journey.submitCard();
      await journey.pay();
      await expect(journey.heading('credentials_title')).toBeFocused();
      await close(journey);
    });

    await test.step('the receipt leads to username and password; the tab is closed once more', async () => {
      const journey = await at(await mailedLink(request, person.email, 'receipt', '/app/join/credentials'));
      await expect(journey.heading('credentials_title')).toBeVisible();
      await close(journey);
    });
    await test.step('a requested link leads there, too', async () => {
      const linkPage = await at('/app/join/link');
      await requestLink(linkPage, person.email);
      await close(linkPage);
      const journey = await at(await mailedLink(request, person.email, 'credentials', '/app/join/credentials'));
      await saveCredentials(journey);
      await close(journey);
    });
    await test.step('a forgotten password is replaced, and the mail about it has a working link', async () => {
      const linkPage = await at('/app/join/link');
      await requestLink(linkPage, person.email);
      await close(linkPage);
      const journey = await at(await mailedLink(request, person.email, 'password', '/app/join/password'));
      await journey.hands.fill(journey.field('password_new'), 'better-harbor-43!');
      await journey.hands.press(journey.button('password_submit'));
      await expect(journey.heading('password_done_title')).toBeFocused();
      await close(journey);
      const warned = await at(await mailedLink(request, person.email, 'password_changed', '/app/join/link'));
      await expect(warned.heading('link_title')).toBeVisible();
      await close(warned);
    });
    await expectKinds(request, person.email, ['signup_link', 'receipt', 'credentials', 'password', 'password_changed']);

    const invited: Person = { ...newPerson(), ...person.coParent };
    await test.step('the invited co-parent closes the tab; the invitation leads to the remaining steps', async () => {
      const { href } = await linkTo(request, invited.email);
      const journey = await at(href, invited);
      const guest = new Invited(journey);
      await guest.start();
      await guest.fillStep1();
      await guest.submitStep1('billing_title');
      await close(journey);
    });
    await test.step('a lost invitation is mailed again', async () => {
      const linkPage = await at('/app/join/link', invited);
      await requestLink(linkPage, invited.email);
      await close(linkPage);
      const { href } = await linkTo(request, invited.email, 'invitation_renewal');
      const journey = await at(href, invited);
      const guest = new Invited(journey);
      await journey.hands.press(journey.button('invite_get_started'));
      await expect(journey.heading('billing_title')).toBeVisible();
      await guest.fillAddress();
      await journey.hands.press(journey.button('continue'));
      await expect(journey.heading('credentials_title')).toBeFocused();
      await close(journey);

      const last = await at(href, invited);
      await last.typeCredentials();
      await new Invited(last).agreeToTerms();
      await last.hands.press(last.button('credentials_submit'));
      await expect(last.heading('credentials_success_title')).toBeFocused();
      await close(last);
    });
    await test.step('the welcome leads to the login', async () => {
      const journey = await at(await mailedLink(request, invited.email, 'welcome', '/app/join/login'), invited);
      await expect(journey.heading('login_title')).toBeVisible();
      await close(journey);
    });
    await expectKinds(request, invited.email, ['invitation', 'invitation_renewal', 'welcome']);
  });

  test(`professionals and their clients go on by their mails: ${lang}`, async ({ start, request }) => {
    const [pro, client] = [newPerson(), newPerson()];
    const made = await request.post(`${setting('COJOIN_URL')}/dev/professionals`, { data: { ...professional, email: pro.email } });
    expect(made.status()).toBe(201);

    await test.step('the welcome leads to username and password', async () => {
      const journey = await open(start, lang, pro, await mailedLink(request, pro.email, 'professional_welcome', '/app/join/credentials'));
      await saveCredentials(journey);
      await close(journey);
    });
    const terminal = await Terminal.open(setting('COJOIN_BINARY'), setting('COJOIN_URL'));
    try {
      await terminal.run(['login', '--username', pro.username, '--password-stdin'], pro.password);
      await terminal.works('codes', 'buy', '--package', '2001', '--count', '1', '--sandbox-card', '--yes');
      const code = (await terminal.works('codes', 'issue', 'latest', '--email', client.email, '--lang', lang)).trim();

      await test.step('the client’s mail has the code, and leads to the sign-up', async () => {
        const journey = await open(start, lang, client, await mailedLink(request, client.email, 'code_issued', '/app/join'));
        await expect(journey.heading('chooser_title')).toBeVisible();
        const [mail] = await mailsTo(request, client.email);
        expect(mail?.text).toMatch(new RegExp(literal(code)));
        await close(journey);
      });
    } finally {
      await terminal.close();
    }
    await expectKinds(request, pro.email, ['professional_welcome']);
    await expectKinds(request, client.email, ['code_issued']);
  });
}
