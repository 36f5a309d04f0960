import { misbehave } from './misbehave.js';
import { expect, setting, test } from './test.js';
import { defaultLanguage, otherLanguage } from './words.js';

/** Pairs of place, language and tool: each value meets each of the others. */
const walks = [
  ['hosted', defaultLanguage, 'mouse'],
  ['hosted', otherLanguage, 'keyboard'],
  ['embedded', defaultLanguage, 'keyboard'],
  ['embedded', otherLanguage, 'mouse'],
] as const;

for (const [place, lang, tool] of walks) {
  test(`a parent signs up and pays: ${place}, ${lang}, by ${tool}`, { tag: tool === 'keyboard' ? '@smoke' : [] }, async ({ start, request }) => {
    const journey = await start({ place, lang, tool });
    const { page, person, t } = journey;
    const before = { title: await page.title(), url: page.url() };

    await journey.walkToPayment();
    await journey.fillCard();
    await journey.submitCard();
    const total = await page
      .getByRole('region', { name: t('summary_heading') })
      .getByRole('definition')
      .last()
      .innerText();
    await journey.pay();
    await journey.fillCredentials();
    await journey.submitCredentials();

    await expect(page.getByText(t('receipt_mail'), { exact: true })).toBeVisible();
    // The exact format: es-MX writes amounts differently from es.
    await expect(page.getByText(total, { exact: true })).toBeVisible();
    if (place === 'embedded') {
      expect({ title: await page.title(), url: page.url() }).toEqual(before);
    }

    const login = await request.post(`${setting('COJOIN_URL')}/login`, {
      form: { submit: 'Log In', _eventId: 'submit', username: person.username, password: person.password },
    });
    expect(await login.json()).toEqual({
      redirect: expect.stringMatching(/^https?:/),
      auth: expect.stringMatching(/.{20,}/),
      userId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  });
}

test('pages outside the journey are titled by their content', async ({ start }) => {
  const journey = await start({ place: 'nowhere' });
  for (const [path, heading] of [
    ['/step1/parentb', 'legacy_title'],
    ['/not-a-page', 'missing_title'],
    ['/receipt', 'receipt_reload_title'],
  ] as const) {
    await journey.page.goto(`/app/join${path}`);
    await expect(journey.heading(heading)).toBeVisible();
    await expect(journey.page).toHaveTitle(`${journey.t(heading)} · Cojoin`);
  }
});

test('an error stays until a successful retry, and not on the next screen', async ({ start }) => {
  const journey = await start();
  const { page, t } = journey;
  const behave = await misbehave(page, { failing: { '/v1/signups': 500 } });
  await page.goto('/app/join/step1');
  await journey.fillParent();
  await journey.button('continue').click();
  const alert = page.getByRole('alert').filter({ hasText: t('genericErrorMessage') });
  await expect(alert).toBeVisible();
  await behave();
  await journey.submitParent();
  await expect(alert).toHaveCount(0);
});
