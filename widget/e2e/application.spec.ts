import type { Page } from '@playwright/test';
import { enter, payElsewhere } from './signup.js';
import { mailedLink } from './outbox.js';
import { ownServer } from './ownServer.js';
import { expect, setting, test } from './test.js';

/** A page of the customer's application: the home of its members. */
const home = 'http://app.localhost/welcome';

const own = ownServer({ COJOIN_LINKS_home: home, COJOIN_EVENTS_RETURN_URLS: home });

test('joining, returning and logging in lead to the application with a login code', async ({ start, request }) => {
  const open = async () => {
    const journey = await start({ place: 'nowhere' });
    await journey.page.route('http://app.localhost/**', (route) => route.fulfill({ contentType: 'text/html', body: '<h1>The application</h1>' }));
    return journey;
  };
  const journey = await open();
  const { page, person, t, hands } = journey;
  const made = await own.operate('events', 'tokens', 'create', 'the application', '--scopes', 'login', '--json');
  const { token } = JSON.parse(made) as { token: string };

  /** The application's server exchanges the code for the account, once. */
  const arrived = async (at: Page) => {
    await expect(at.getByRole('heading', { name: 'The application' })).toBeVisible();
    const code = new URL(at.url()).searchParams.get('code');
    const exchange = () =>
      request.post(`${setting('COJOIN_URL')}/v1/host/login-code`, {
        headers: { Authorization: `Bearer ${token}` },
        data: { code, returnUrl: home },
      });
    const answer = await exchange();
    expect(answer.status(), await answer.text()).toBe(200);
    expect((await exchange()).ok()).toBe(false);
    return ((await answer.json()) as { accountId: string }).accountId;
  };

  await payElsewhere(request, await enter(request, person, 'billed'), { nonce: 'fake-valid-visa-nonce' });
  await page.goto(await mailedLink(request, person.email, 'receipt', '/app/join/credentials'));
  await journey.typeCredentials();
  await hands.press(journey.button('credentials_submit'));
  await hands.press(page.getByRole('link', { name: t('continue'), exact: true }));
  const joined = await arrived(page);

  await page.goto('/app/join');
  await hands.press(page.getByRole('banner').getByRole('link', { name: t('header_account'), exact: true }));
  expect(await arrived(page)).toBe(joined);

  const deferred = await open();
  await deferred.page.goto('/app/join/login');
  await hands.fill(deferred.field('login_username'), person.username);
  await hands.fill(deferred.page.getByLabel(t('login_password'), { exact: true }), person.password);
  await hands.press(deferred.button('login_submit'));
  expect(await arrived(deferred.page)).toBe(joined);
});
