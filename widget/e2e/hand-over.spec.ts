import type { Page } from '@playwright/test';
import { mouse } from './hands.js';
import { serveHost } from './host.js';
import { Journey } from './journey.js';
import { newPerson } from './people.js';
import { hostOrigin } from './server.js';
import { enter, payElsewhere, type Signup } from './signup.js';
import { expect, setting, test } from './test.js';
import { defaultLanguage, languages, type Lang } from './words.js';

/*
 * A sign-up or login on another site's page is a login on that site only, because it is in that site's store of the tab. A code in the address brings
 * the login to the account page.
 */

const sizes = { phone: { width: 360, height: 740 }, desktop: { width: 1280, height: 900 } };

/** Restores a paid sign-up in a page of another site, like a reload in its tab. */
async function resumeOnHost(page: Page, signup: Signup, lang: Lang) {
  await serveHost(page, { lang, body: `<h1>Harbor Family Law</h1><cojoin-join locale="${lang}"></cojoin-join>` });
  await page.goto(hostOrigin);
  await page.evaluate(([key, kept]) => sessionStorage.setItem(key, kept), [`cojoin.${setting('COJOIN_URL')}.main`, JSON.stringify(signup)] as const);
  await page.reload();
}

for (const lang of languages) {
  test(
    `a sign-up in another site’s page leads from its receipt to the account, without another login: ${lang}`,
    { tag: lang === defaultLanguage ? '@smoke' : [] },
    async ({ start, request }) => {
      const { page, t, person, hands } = await start({ place: 'nowhere', lang });
      const journey = new Journey(page, hands, t, person);
      await page.setViewportSize(lang === defaultLanguage ? sizes.desktop : sizes.phone);
      const signup = await enter(request, person, 'billed');
      await payElsewhere(request, signup, { nonce: 'fake-valid-visa-nonce' });
      const requests: string[] = [];
      page.context().on('request', (one) => requests.push(`${one.url()} ${one.headers()['referer'] ?? ''}`));
      let led = '';
      await page.route('**/v1/account/hand-over', async (route) => {
        const answer = await route.fetch();
        ({ redirect: led } = (await answer.json()) as { redirect: string });
        await route.fulfill({ response: answer });
      });

      await resumeOnHost(page, signup, lang);
      await expect(journey.heading('credentials_title')).toBeVisible();
      await journey.typeCredentials();
      await hands.press(journey.button('credentials_submit'));
      await expect(journey.heading('credentials_success_title')).toBeVisible();
      await hands.press(journey.button('continue'));
      await expect(journey.heading('receipt_title')).toBeVisible();

      await test.step('the account opens, in the same language', async () => {
        await hands.press(page.getByRole('link', { name: t('header_account'), exact: true }).last());
        await expect(journey.heading('account_title')).toBeVisible();
        await expect(page.getByText(person.email)).toBeVisible();
        await expect(page.locator('html')).toHaveAttribute('lang', lang);
        expect(new URL(page.url()).origin).toBe(setting('COJOIN_URL'));
      });

      const token = /#token=(\S+)$/.exec(led)?.[1] ?? '';
      await test.step('no address, store or call has the code', async () => {
        expect(token).not.toBe('');
        expect(page.url()).toMatch(/\/app\/join\/account(\?lang=[\w-]+)?$/);
        expect(requests.filter((line) => line.includes(token))).toEqual([]);
        const kept = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage].map((store) => Object.entries(store))));
        expect(kept).not.toContain(token);
      });

      await test.step('the code worked once', async () => {
        const again = await start({ place: 'nowhere', lang });
        await again.page.goto(led);
        await expect(again.page.getByText(t('login_not_handed_over'))).toBeVisible();
        await expect(again.field('login_username')).toBeVisible();
        expect(again.page.url()).not.toContain('token');
      });

      await test.step('logging out there is logging out in the other site’s page, too', async () => {
        await hands.press(journey.button('account_logout'));
        await expect(page.getByText(t('login_left'))).toBeVisible();
        await page.goto(hostOrigin);
        await hands.press(page.getByRole('banner').getByRole('link', { name: t('header_account'), exact: true }));
        await expect(page).toHaveURL(/\/app\/join\/login/);
        await expect(journey.heading('login_title')).toBeVisible();
      });
    },
  );
}

test('the other site’s header links to the account, and a tab of an earlier user shows the new user’s', async ({ start, request }) => {
  const [first, second] = [newPerson(), newPerson()];
  const { page, t, hands } = await start({ place: 'nowhere' });
  for (const person of [first, second]) {
    const journey = new Journey(page, mouse(), t, person);
    const signup = await enter(request, person, 'billed');
    await payElsewhere(request, signup, { nonce: 'fake-valid-visa-nonce' });
    await resumeOnHost(page, signup, defaultLanguage);
    await expect(journey.heading('credentials_title')).toBeVisible();
    await journey.typeCredentials();
    await hands.press(journey.button('credentials_submit'));
    await expect(journey.heading('credentials_success_title')).toBeVisible();
    await hands.press(page.getByRole('banner').getByRole('link', { name: t('header_account'), exact: true }));
    await expect(journey.heading('account_title')).toBeVisible();
    await expect(page.getByText(person.email)).toBeVisible();
  }
  await expect(page.getByText(first.email)).toHaveCount(0);
});

test('an unknown code leads to the login, with the reason', async ({ start }) => {
  const { page, t } = await start({ place: 'nowhere' });
  await page.goto('/app/join/account#token=made-up');
  await expect(page.getByText(t('login_not_handed_over'))).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: t('login_title'), exact: true })).toBeVisible();
  await expect(page.getByText(t('login_not_handed_over'))).toHaveCount(0);
});
