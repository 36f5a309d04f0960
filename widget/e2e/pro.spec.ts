import { literal } from './journey.js';
import { misbehave } from './misbehave.js';
import { labelOf, newProfessional, practices, ProJourney, readOptions, secrets, type Source } from './professional.js';
import { expect, setting, test } from './test.js';
import { defaultLanguage, languages, localeOf, otherLanguage, wordsOf } from './words.js';

const sources: readonly (readonly [Source, keyof typeof practices])[] = [
  ['BENCH_OFFICER', 'US'],
  ['REFERRED_BY_COLLEAGUE', 'CA'],
  ['SEARCH_ENGINE', 'GB'],
  ['REFERRED_FR', 'JP'],
  ['NEWS_STORY', 'US'],
  ['OTHER', 'GB'],
];

const server = () => setting('COJOIN_URL');

for (const lang of languages) {
  for (const [source, country] of sources) {
    test(
      `a professional signs up: ${source}, ${country}, ${lang}`,
      { tag: source === (lang === defaultLanguage ? 'BENCH_OFFICER' : 'REFERRED_BY_COLLEAGUE') ? '@smoke' : [] },
      async ({ start, request }) => {
        const journey = ProJourney.of(await start({ lang }));
        const { page, t, person } = journey;
        const practice = practices[country];
        const options = await readOptions(request, server(), country, lang);
        await journey.walkToSecurity(source, practice, options);
        await journey.submitSecurity();
        await journey.expectDone();

        // The input in the page's language, without the secrets.
        const shown = page.getByRole('main');
        for (const text of [
          `${labelOf(options.titles, 'DOCTOR')} ${person.firstName} ${person.lastName}, J.D.`,
          person.email,
          labelOf(options.referrals, source),
          labelOf(options.roles, practice.role),
          options.timezones.find(({ id }) => id === practice.timeZone)?.name ?? '',
          t('security_question_first_job'),
        ]) {
          await expect(shown.getByRole('definition').filter({ hasText: text }).first()).toBeVisible();
        }
        await expect(shown).toContainText(t('pro_next_mail', { email: person.email }));
        await expect(page.getByRole('link', { name: t('pro_next_cases') })).toHaveAttribute('href', /^https?:/);
        // As whole words: the same digits may be part of a phone number.
        for (const secret of [secrets.answer, secrets.code]) await expect(shown).not.toContainText(new RegExp(String.raw`\b${secret}\b`));
      },
    );
  }
}

test('the keyboard alone is enough, in an element on a host page', async ({ start, request }) => {
  const journey = ProJourney.of(await start({ place: 'embedded', tool: 'keyboard' }));
  const { page } = journey;
  await page.locator('cojoin-join').evaluate((element) => {
    const own = document.createElement('cojoin-pro');
    own.addEventListener('cojoin:complete', (event) => own.setAttribute('data-complete', JSON.stringify((event as CustomEvent).detail)));
    element.replaceWith(own);
  });
  const before = { title: await page.title(), url: page.url() };
  const options = await readOptions(request, server(), 'US');
  await expect(journey.heading('pro_person_title')).toBeVisible();
  // Alone, it has no choice to go back to; nor does it take the host's focus.
  await expect(page.getByRole('button', { name: journey.t('back'), exact: true })).toHaveCount(0);
  await expect(journey.heading('pro_person_title')).not.toBeFocused();
  await journey.fillPerson('NEWS_STORY', options);
  await journey.submitPerson();
  await journey.fillPractice(practices.US, options);
  await journey.submitPractice();
  await journey.fillSecurity();
  await journey.submitSecurity();
  await journey.expectDone();
  expect({ title: await page.title(), url: page.url() }).toEqual(before);
  await expect(page.locator('cojoin-pro')).toHaveAttribute('data-complete', '{"visitor":"professional"}');
});

test('every step shows errors beside the field and in the summary, and keeps the input', { tag: '@smoke' }, async ({ start, request }) => {
  const journey = ProJourney.of(await start());
  const { page, t, hands } = journey;
  const options = await readOptions(request, server(), 'US');
  await journey.chooseProfessionals();
  await journey.button('continue').click();
  await journey.expectSummary(5);
  await journey.expectFault(journey.field('field_first_name'), t('field_first_name'), t('signup_firstName_error'));
  await journey.expectFault(journey.select('pro_hear'), t('pro_hear'), t('signup_hearAboutUs_error'));
  await hands.choose(journey.select('pro_hear'), labelOf(options.referrals, 'OTHER'));
  // The field has only just appeared.
  await expect(journey.field('pro_other')).toHaveAttribute('aria-invalid', 'false');
  await journey.button('continue').click();
  await journey.expectFault(journey.field('pro_other'), t('pro_other'), t('signup_referralOtherExplain_error'));
  await hands.fill(journey.field('pro_other'), 'x'.repeat(201));
  await journey.expectFault(journey.field('pro_other'), t('pro_other'), t('max200'));
  await hands.fill(journey.field('pro_extension'), '1a2');
  await expect(journey.field('pro_extension')).toHaveValue('12');
  await journey.fillPerson('SEARCH_ENGINE', options);
  await journey.submitPerson();

  await expect(journey.select('pro_state')).toBeVisible();
  await journey.button('continue').click();
  const roles = page.getByRole('group', { name: t('pro_roles'), exact: true });
  await expect(roles).toHaveAccessibleDescription(new RegExp(literal(t('signup_roles_error'))));
  await journey.fillPractice(practices.US, options);
  await hands.fill(journey.field('pro_zip'), '19103');
  await journey.button('continue').click();
  await journey.expectFault(journey.field('pro_zip'), t('pro_zip'), t('postal_code_state'));
  await hands.fill(journey.field('pro_zip'), '78701');
  await journey.submitPractice();

  await journey.submitSecurity();
  await journey.expectSummary(4);
  await journey.fillSecurity();
  const again = page.getByLabel(t('pro_code_confirm'), { exact: true });
  await hands.fill(again, '4822');
  await journey.submitSecurity();
  await journey.expectFault(again, t('pro_code_confirm'), t('codeConfirm'));
  await expect(journey.field('pro_answer')).toHaveValue(secrets.answer);
});

test('another country has other time zones, regions and roles', async ({ start, request }) => {
  const journey = ProJourney.of(await start());
  const { page, hands } = journey;
  const [us, gb] = await Promise.all([readOptions(request, server(), 'US'), readOptions(request, server(), 'GB')]);
  await journey.chooseProfessionals();
  await journey.fillPerson('SEARCH_ENGINE', us);
  await journey.submitPerson();
  await journey.fillPractice(practices.US, us);
  await journey.submitPractice();
  await journey.dot(2).click();

  const country = journey.select('pro_country');
  await hands.choose(country, gb.countries.find(({ code }) => code === 'GB')?.name ?? '');
  await expect(journey.select('pro_region')).toHaveValue('');
  await expect(journey.select('pro_timezone')).toHaveValue('Europe/London');
  await expect(page.getByRole('checkbox')).toHaveCount(gb.roles.length);
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0);
  await expect(journey.field('pro_city')).toHaveValue('Austin');
  // The step isn't complete any more, so no dot leads beyond it.
  await expect(journey.dot(3)).toHaveCount(0);

  await hands.choose(country, us.countries.find(({ code }) => code === 'US')?.name ?? '');
  await expect(journey.select('pro_state')).toHaveValue('');
  await expect(journey.select('pro_timezone')).toHaveValue('');
});

test('a country that no time zone is known for takes it as text', async ({ start, request }) => {
  const journey = ProJourney.of(await start());
  const [us, bouvet] = await Promise.all([readOptions(request, server(), 'US'), readOptions(request, server(), 'BV')]);
  await journey.chooseProfessionals();
  await journey.fillPerson('SEARCH_ENGINE', us);
  await journey.submitPerson();
  await journey.fillPractice(practices.BV, bouvet);
  await journey.submitPractice();
  await journey.fillSecurity();
  await journey.submitSecurity();
  await journey.expectDone();
  await expect(journey.page.getByRole('definition').filter({ hasText: 'Etc/UTC' })).toBeVisible();
});

test('the validator’s conflict keeps the step and the input; another address continues', async ({ start, request }) => {
  const journey = ProJourney.of(await start());
  const { page, t, hands, person } = journey;
  const options = await readOptions(request, server(), 'US');
  // Only an address with a confirmed mailbox blocks another sign-up.
  const { email: known } = await newProfessional(request);

  await journey.chooseProfessionals();
  await journey.fillPerson('REFERRED_FR', options);
  await hands.fill(journey.field('field_email'), known);
  const validation = page.waitForRequest('**/v2/professional/users/validator');
  await journey.button('continue').click();
  const headers = await (await validation).allHeaders();
  expect(headers).toMatchObject({ activity: 'start', 'accept-language': localeOf(), 'anonymous-id': expect.stringMatching(/^[0-9a-f-]{36}$/) });
  await journey.expectSummary(1);
  await expect(page.getByText(t('pro_duplicate_help'))).toBeVisible();
  await expect(journey.heading('pro_person_title')).toBeVisible();
  await expect(journey.field('field_email')).toHaveValue(known);

  await hands.fill(journey.field('field_email'), person.email);
  await journey.submitPerson();
});

test('any other outcome of the validator goes on', async ({ start, request }) => {
  const journey = ProJourney.of(await start());
  const options = await readOptions(request, server(), 'US');
  await misbehave(journey.page, { failing: { '/v2/professional/users/validator': 500 } });
  await journey.chooseProfessionals();
  await journey.fillPerson('SEARCH_ENGINE', options);
  await journey.submitPerson();
});

test('a failed sign-up shows an error, keeps everything, and works on retry', async ({ start, request }) => {
  const journey = ProJourney.of(await start());
  const { page, t, person } = journey;
  const options = await readOptions(request, server(), 'US');
  await journey.walkToSecurity('REFERRED_BY_COLLEAGUE', practices.US, options);
  const behave = await misbehave(page, { failing: { 'POST /v2/professional/users': { status: 500, code: 'internal' } } });
  await journey.submitSecurity();
  const banner = page.getByRole('alert').filter({ hasText: t('pro_failed_text') });
  await expect(banner).toBeVisible();
  await expect(page.getByText(t('genericErrorMessage'), { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: /Call \+1/ })).toHaveAttribute('href', /^tel:\+1\d{10}$/);
  await expect(journey.field('pro_answer')).toHaveValue(secrets.answer);

  // Back, and forward to the failed step by its dot: no input is lost.
  await page.getByRole('button', { name: t('pro_back_practice'), exact: true }).click();
  await expect(journey.heading('pro_practice_title')).toBeFocused();
  await expect(page.getByText(t('genericErrorMessage'), { exact: true })).toHaveCount(0);
  await expect(journey.field('pro_city')).toHaveValue('Austin');
  await journey.dot(3).click();
  await expect(journey.field('pro_answer')).toHaveValue(secrets.answer);
  await journey.submitSecurity();
  await expect(banner).toBeVisible();

  // A reload keeps everything except the secrets, which are nowhere in the tab's store.
  await page.reload();
  await expect(banner).toBeVisible();
  await expect(journey.field('pro_answer')).toHaveValue('');
  expect(await page.evaluate(() => JSON.stringify([Object.entries(sessionStorage), Object.entries(localStorage)]))).not.toMatch(
    new RegExp(`${secrets.answer}|"${secrets.code}"`),
  );
  await expect(journey.select('pro_question')).toHaveValue(t('security_question_first_job'));
  await journey.fillSecrets();
  await behave();
  await banner.getByRole('button', { name: t('try_again') }).click();
  await journey.expectDone();
  await expect(page.getByText(t('genericErrorMessage'), { exact: true })).toHaveCount(0);
  await page.reload();
  await expect(page.getByText(t('pro_next_mail', { email: person.email }))).toBeVisible();
});

test('dots, Back and the browser’s Back go by steps', async ({ start, request }) => {
  const journey = ProJourney.of(await start());
  const { page, person } = journey;
  const options = await readOptions(request, server(), 'US');
  await journey.chooseProfessionals();
  await expect(journey.dot(2)).toHaveCount(0);
  await journey.fillPerson('SEARCH_ENGINE', options);
  await journey.submitPerson();
  await page.goBack();
  await expect(journey.heading('pro_person_title')).toBeFocused();
  await expect(journey.field('field_email')).toHaveValue(person.email);
  await page.goForward();
  await expect(journey.heading('pro_practice_title')).toBeFocused();
  await journey.fillPractice(practices.US, options);
  await journey.submitPractice();
  await page.reload();
  await expect(journey.heading('pro_security_title')).toBeVisible();
  await journey.dot(1).click();
  await expect(journey.field('field_first_name')).toHaveValue(person.firstName);
  await journey.dot(3).click();
  await expect(journey.heading('pro_security_title')).toBeFocused();
  await page.goBack();
  await page.goBack();
  await expect(journey.heading('pro_security_title')).toBeFocused();
  for (const heading of ['pro_practice_title', 'pro_person_title'] as const) {
    await page.goBack();
    await expect(journey.heading(heading)).toBeFocused();
  }
  await page.goBack();
  await expect(journey.heading('chooser_title')).toBeVisible();
});

test('another language keeps the input, including secrets', async ({ start, request }) => {
  const journey = ProJourney.of(await start());
  const { page } = journey;
  const other = wordsOf(otherLanguage);
  const options = await readOptions(request, server(), 'US');
  await journey.walkToSecurity('SEARCH_ENGINE', practices.US, options);
  await page.getByRole('combobox', { name: journey.t('header_language') }).selectOption(otherLanguage);
  await expect(page.getByRole('heading', { name: other('pro_security_title') })).toBeVisible();
  await expect(page).toHaveTitle(new RegExp(`^${other('pro_security_title')} · `));
  await expect(page.getByLabel(other('pro_answer'), { exact: true })).toHaveValue(secrets.answer);
  await page.reload();
  await expect(page.getByRole('heading', { name: other('pro_security_title') })).toBeVisible();
  // Until the page requests another: an address with its own language.
  await page.goto(`/app/join/pro?lang=${defaultLanguage}`);
  await expect(journey.heading('pro_security_title')).toBeVisible();
});

test('the mailed link leads to username and password, and to a login', async ({ start, request }) => {
  const journey = ProJourney.of(await start());
  const { page, t, person, hands } = journey;
  const options = await readOptions(request, server(), 'US');
  await journey.walkToSecurity('SEARCH_ENGINE', practices.US, options);
  await journey.submitSecurity();
  await journey.expectDone();
  const linkOf = async () => {
    const outbox = await (await request.get(`${server()}/dev/outbox.json`)).json();
    const mails = (Array.isArray(outbox) ? outbox : outbox.mails) as { to: string; text: string }[];
    return /\/credentials#\S+/.exec(mails.find(({ to }) => to === person.email)?.text ?? '')?.[0];
  };
  await expect.poll(linkOf).toBeDefined();
  await page.goto(`/app/join${await linkOf()}`);
  await page.reload();
  await expect(journey.heading('credentials_title')).toBeVisible();
  await expect(page.getByText(t('credentials_subtitle_mailed'))).toBeVisible();
  expect(page.url()).not.toContain('token');
  await hands.fill(journey.field('credentials_username'), person.username);
  await hands.fill(page.getByLabel(t('credentials_password'), { exact: true }), person.password);
  await journey.button('credentials_submit').click();
  await expect(page.getByText(t('credentials_saved'))).toBeVisible();
  const login = await request.post(`${server()}/login`, {
    form: { submit: 'Log In', _eventId: 'submit', username: person.username, password: person.password },
  });
  expect(await login.json()).toMatchObject({ userId: expect.stringMatching(/^[0-9a-f-]{36}$/) });
});

test('a mailed link that is no good offers another', async ({ start }) => {
  const journey = ProJourney.of(await start());
  const { page, t, person, hands } = journey;
  await page.goto('/app/join/credentials#token=not-a-token-of-ours');
  await page.reload();
  await hands.fill(journey.field('credentials_username'), person.username);
  await journey.field('credentials_username').blur();
  await expect(page.getByText(t('link_ended'))).toBeVisible();
  await journey.button('link_send').click();
  await expect(journey.field('field_email')).toHaveAttribute('aria-invalid', 'true');
  await hands.fill(journey.field('field_email'), person.email);
  await journey.button('link_send').click();
  await expect(page.getByText(t('link_sent', { email: person.email }))).toBeVisible();
});
