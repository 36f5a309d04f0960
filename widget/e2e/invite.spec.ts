import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { APIRequestContext } from '@playwright/test';
import { languageOf, tagOf } from '../src/i18n/language.js';
import { faqLocale, type Faq } from '../src/screens/invite/faq.js';
import { Invited } from './invited.js';
import { inviteByParent, inviteByProfessional, linkTo } from './inviter.js';
import { Journey } from './journey.js';
import { misbehave } from './misbehave.js';
import { expect, setting, test } from './test.js';
import { defaultLanguage, otherLanguage, wordsOf } from './words.js';
import type { Person } from './people.js';

/** Expects a login with the new credentials: it proves that the account exists. */
async function expectLogin(request: APIRequestContext, { username, password }: Person) {
  const login = await request.post(`${setting('COJOIN_URL')}/login`, { form: { submit: 'Log In', _eventId: 'submit', username, password } });
  expect(await login.json()).toMatchObject({ auth: expect.stringMatching(/.{20,}/), userId: expect.stringMatching(/^[0-9a-f-]{36}$/) });
}

test(
  'an invited parent with a paid subscription enters the address, agrees to the terms and joins',
  { tag: '@smoke' },
  async ({ start, request }) => {
    const journey = await start();
    const { page, person, t } = journey;
    await inviteByParent(person, 'both');
    const link = await linkTo(request, person.email);
    const invited = new Invited(journey);
    const seen: string[] = [];
    page.on('request', (sent) => seen.push(`${sent.url()} ${sent.headers()['referer'] ?? ''}`));
    page.on('framenavigated', (frame) => seen.push(frame.url()));
    page.on('console', (message) => seen.push(message.text()));

    await invited.open(link);
    await invited.expectWelcome({ isPaid: true, isByPro: false });
    await invited.start();
    await invited.fillStep1();
    await invited.submitStep1('billing_title');
    await expect(page.getByRole('link', { name: t('invite_back_step1'), exact: true })).toBeVisible();

    await page.reload();
    await expect(journey.heading('billing_title')).toBeVisible();
    await invited.fillAddress();
    await journey.hands.press(journey.button('continue'));
    await journey.fillCredentials();
    await invited.agreeToTerms();
    await journey.hands.press(journey.button('credentials_submit'));
    await expect(journey.heading('credentials_success_title')).toBeFocused();
    await expect(page.getByText(t('invite_login_text'), { exact: true })).toBeVisible();
    await journey.hands.press(journey.button('continue'));
    // The product's home is the account page.
    await expect(journey.heading('account_title')).toBeVisible();

    await expectLogin(request, person);
    // Only the link itself ever had the token in its address: no call, Referer, later address or log did.
    expect(seen.filter((line) => line.includes(link.token) && !line.startsWith(`${link.href} `) && line !== link.href)).toEqual([]);
    const log = await readFile(setting('COJOIN_LOG'), 'utf8');
    expect(log).toContain('/v1/invite');
    expect(log).not.toContain(link.token);
    expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.endsWith('.invite')))).toEqual([]);
  },
);

test('an invited parent pays for a package of their own by keyboard, and the login clears the invitation', async ({ start, request }) => {
  const journey = await start({ tool: 'keyboard' });
  const { page, person, t } = journey;
  await inviteByParent(person, 'own');
  const invited = new Invited(journey);
  await invited.open(await linkTo(request, person.email));
  await invited.expectWelcome({ isPaid: false, isByPro: false });
  await invited.start();
  await invited.fillStep1();
  await invited.submitStep1('packages_title');

  await journey.choosePackage();
  await invited.payByCard();
  await journey.fillCredentials();
  await invited.agreeToTerms();
  await journey.submitCredentials();
  await expect(page.getByText(t('receipt_coparent'), { exact: true })).toHaveCount(0);

  await page.reload();
  await expect(journey.heading('receipt_reload_title')).toBeVisible();
  await journey.hands.press(page.getByRole('link', { name: t('header_account'), exact: true }).last());
  // The product's home is the account page.
  await expect(journey.heading('account_title')).toBeVisible();
  expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.endsWith('.invite')))).toEqual([]);
  await expectLogin(request, person);
});

test('an invited parent builds a package of their own', async ({ start, request }) => {
  const journey = await start();
  const { page, person, t } = journey;
  await inviteByParent(person, 'own');
  const invited = new Invited(journey);
  await invited.open(await linkTo(request, person.email));
  await invited.start();
  await invited.fillStep1();
  await invited.submitStep1('packages_title');
  await journey.hands.press(journey.button('packages_build'));
  await expect(journey.heading('custom_title')).toBeFocused();
  expect(new URL(page.url()).pathname).toBe('/app/join/invite/choose-your-own');
  await page.getByRole('checkbox').first().click();
  await journey.hands.press(journey.button('custom_submit'));
  await expect(journey.heading('billing_title')).toBeFocused();
  await invited.payByCard();
  await journey.fillCredentials();
  await invited.agreeToTerms();
  await journey.submitCredentials();
  await expect(page.getByText(t('receipt_mail'), { exact: true })).toBeVisible();
});

test('a parent created by a professional goes back from billing to step 1 and keeps the saved data', async ({ start, request }) => {
  const journey = await start();
  const { page, person, t } = journey;
  await inviteByProfessional(request, person);
  const invited = new Invited(journey);
  await invited.open(await linkTo(request, person.email));
  await invited.expectWelcome({ isPaid: false, isByPro: true });
  await invited.start();
  await invited.fillStep1();
  await invited.submitStep1('packages_title');
  await journey.choosePackage();
  await page.getByRole('link', { name: t('invite_back_step1'), exact: true }).click();
  await expect(journey.heading('parent_title')).toBeFocused();
  await expect(page.getByText(t('invite_security_saved'))).toBeVisible();
  await invited.submitStep1('packages_title');
  await journey.choosePackage();
  await invited.payByCard();
  await journey.fillCredentials();
  await invited.agreeToTerms();
  await journey.submitCredentials();
  await expectLogin(request, person);
});

test('an expired link offers a new one; the new link works and the old one does not', { tag: '@smoke' }, async ({ start, request }) => {
  const journey = await start();
  const { page, person } = journey;
  await inviteByProfessional(request, person);
  const old = await linkTo(request, person.email);
  const invited = new Invited(journey);
  await invited.open(old);
  await invited.start();
  // It expires while the first step is being filled in.
  const expired = await request.post(`${setting('COJOIN_URL')}/dev/invitations/${old.userId}/expire`);
  expect(expired.ok(), await expired.text()).toBe(true);
  await invited.fillStep1();
  await invited.submitStep1('invite_request_title');
  await journey.hands.press(journey.button('invite_request_action'));
  await expect(journey.heading('invite_request_sent_title')).toBeFocused();
  await journey.hands.press(journey.button('invite_request_again'));
  await expect(journey.heading('invite_request_title')).toBeFocused();

  const renewed = await linkTo(request, person.email, 'invitation_renewal');
  await invited.open(renewed);
  await invited.expectWelcome({ isPaid: false, isByPro: true });
  await invited.open(old);
  await expect(journey.heading('invite_request_title')).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/app/join/invite/request');
});

test('an invitation that ends with a card ready offers a new link, without a leave confirmation', async ({ start, request }) => {
  const journey = await start();
  const { page, person, hands } = journey;
  await inviteByParent(person, 'own');
  const link = await linkTo(request, person.email);
  const invited = new Invited(journey);
  await invited.open(link);
  await invited.start();
  await invited.fillStep1();
  await invited.submitStep1('packages_title');
  await journey.choosePackage();
  await invited.fillAddress();
  await journey.submitBilling();
  await journey.fillCard();
  await journey.submitCard();
  // Back leads from view to view and keeps the card. While the invitation is valid, losing the card is confirmed first.
  await page.goBack();
  await expect(journey.heading('payment_title')).toBeVisible();
  await page.goBack();
  await expect(journey.heading('billing_title')).toBeVisible();
  await page.goBack();
  await hands.press(journey.button('leave_stay'));
  await expect(journey.heading('billing_title')).toBeVisible();

  const expired = await request.post(`${setting('COJOIN_URL')}/dev/invitations/${link.userId}/expire`);
  expect(expired.ok(), await expired.text()).toBe(true);
  await hands.press(journey.button('billing_continue'));
  await expect(journey.heading('invite_request_title')).toBeFocused();
  // The checkout is over: neither the browser's Back nor a reload opens it again.
  await page.goBack();
  await expect(journey.heading('invite_request_title')).toBeVisible();
  await page.reload();
  await expect(journey.heading('invite_request_title')).toBeVisible();
});

test('too many requests for a link end in steps that help', async ({ start, request }) => {
  const journey = await start();
  const { page, person, t } = journey;
  await page.goto('/app/join/invite/request');
  await expect(journey.heading('invite_request_failed_title')).toBeVisible();
  await expect(page.getByRole('link', { name: new RegExp(t('invite_request_failed_email', { email: '' })) })).toHaveAttribute('href', /^mailto:/);

  await inviteByProfessional(request, person);
  const link = await linkTo(request, person.email);
  await misbehave(page, { failing: { '/v1/invite/renewal': { status: 409, code: 'invitation_not_renewed', statusCode: 111 } } });
  await page.goto(link.href.replace('/invite#', '/invite/request#'));
  await journey.hands.press(journey.button('invite_request_action'));
  await expect(journey.heading('invite_request_failed_title')).toBeFocused();
  await journey.hands.press(journey.button('invite_request_back'));
  await expect(journey.heading('invite_request_title')).toBeFocused();
});

test('a package that is not sold where the invited parent lives is chosen again', async ({ start, request }) => {
  const journey = await start();
  const { page, person, t, hands } = journey;
  await inviteByParent(person, 'own');
  const invited = new Invited(journey);
  await invited.open(await linkTo(request, person.email));
  await invited.start();
  await invited.fillStep1();
  await invited.submitStep1('packages_title');
  await journey.choosePackage();
  const country = await journey.chooseValue(journey.select('billing_country'), 'GB');
  await journey.fillAddressLine('10 High Street');
  await hands.fill(journey.field('billing_city'), 'London');
  await journey.chooseValue(journey.select('billing_province'), 'ENG');
  await hands.fill(journey.field('billing_postal_code'), 'SW1A 1AA');
  await hands.press(journey.button('billing_continue'));
  const dialog = page.getByRole('dialog', { name: t('mismatch_title', { country }), exact: true });
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  await hands.press(dialog.getByRole('button', { name: t('mismatch_ok'), exact: true }));
  await expect(journey.heading('packages_title')).toBeFocused();
  expect(new URL(page.url()).pathname).toBe('/app/join/invite/packages');
  await expect(page.getByText('£').first()).toBeVisible();
  // After the buyer has confirmed a country, a phone number from another country is no obstacle.
  await journey.choosePackage();
  await expect(journey.addressLine()).toHaveValue('10 High Street');
  await journey.submitBilling();
});

test('a Mexican invitation is read in Spanish, with its questions and answers', { tag: '@smoke' }, async ({ start, request }) => {
  // The browser requests English: the invitation decides.
  const { page, person, hands } = await start();
  const lang = tagOf(languageOf(faqLocale));
  const t = wordsOf(lang);
  const faq = JSON.parse(readFileSync(new URL(`../../sdk/text/${faqLocale}/faq.json`, import.meta.url), 'utf8')) as Faq;
  const journey = new Journey(page, hands, t, person);
  await inviteByProfessional(request, person, faqLocale);
  const invited = new Invited(journey);
  await invited.open(await linkTo(request, person.email));
  await invited.expectWelcome({ isPaid: false, isByPro: true });
  await expect(page.locator('html')).toHaveAttribute('lang', lang);
  await expect(page.getByRole('heading', { name: faq.title })).toBeVisible();
  await expect(page.locator('summary')).toHaveCount(3);
  await page.locator('summary').first().press('Enter');
  await expect(page.locator('details').first().locator('p')).toBeVisible();
  await page.getByRole('combobox', { name: t('header_language') }).selectOption(defaultLanguage);
  await expect(page.getByRole('heading', { name: faq.title })).toHaveCount(0);
});

test('a Spanish invitation leaves a Mexican visitor the way amounts are written in Mexico', async ({ start, request }) => {
  const journey = await start({ lang: otherLanguage });
  const { page, person } = journey;
  await inviteByProfessional(request, person, otherLanguage);
  const invited = new Invited(journey);
  await invited.open(await linkTo(request, person.email));
  await invited.start();
  await invited.fillStep1();
  await invited.submitStep1('packages_title');
  await expect(page.getByRole('main')).toContainText(/USD\s\d+\.\d\d/);
  await expect(page.getByRole('main')).not.toContainText('US$');
});

test('without a link every invite screen but the request leads home', async ({ start }) => {
  const journey = await start();
  for (const path of ['', '/step1', '/packages', '/choose-your-own', '/billing-info', '/payment', '/credentials', '/receipt']) {
    await journey.page.goto(`/app/join/invite${path}`);
    await expect(journey.heading('chooser_title')).toBeVisible();
    expect(new URL(journey.page.url()).pathname).toBe('/app/join/signup');
  }
});
