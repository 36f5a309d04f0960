import { readFile } from 'node:fs/promises';
import { Invited } from './invited.js';
import { inviteByParent, inviter, linkTo } from './inviter.js';
import { literal, type Journey } from './journey.js';
import { mailedLink, mailsTo } from './outbox.js';
import { cards } from './people.js';
import { enter, payElsewhere } from './signup.js';
import { expect, test } from './test.js';
import { defaultLanguage, languages } from './words.js';

/** A phone in one language, a desktop in the other. */
const sizes = { phone: { width: 360, height: 740 }, desktop: { width: 1280, height: 900 } };

/** Expects a page as wide as its window, and a login in this tab only. */
async function expectTidy({ page }: Journey) {
  expect(
    await page.evaluate(() => {
      const key = Object.keys(sessionStorage).find((name) => name.endsWith('.login')) ?? '';
      const { token } = JSON.parse(sessionStorage.getItem(key) ?? '{}') as { token?: string };
      const isIn = (text: string) => token !== undefined && text.includes(token);
      return {
        isWider: document.documentElement.scrollWidth > innerWidth,
        isLoggedIn: token !== undefined,
        isKept: Object.keys(localStorage).some((name) => isIn(localStorage.getItem(name) ?? '')),
        isInAddress: isIn(location.href),
      };
    }),
  ).toEqual({ isWider: false, isLoggedIn: true, isKept: false, isInAddress: false });
}

async function logIn(journey: Journey, username: string, password: string) {
  await journey.hands.fill(journey.field('login_username'), username);
  await journey.hands.fill(journey.page.getByLabel(journey.t('login_password'), { exact: true }), password);
  await journey.hands.press(journey.button('login_submit'));
}

for (const lang of languages) {
  test(
    `a parent reads a receipt, cancels the renewal in two clicks, logs out and in again: ${lang}`,
    { tag: '@smoke' },
    async ({ start, request }) => {
      const journey = await start({ place: 'nowhere', lang });
      const { page, person, t, hands } = journey;
      await page.setViewportSize(lang === defaultLanguage ? sizes.desktop : sizes.phone);
      await payElsewhere(request, await enter(request, person, 'billed'), { nonce: 'fake-valid-visa-nonce' });
      await page.goto(await mailedLink(request, person.email, 'receipt', '/app/join/credentials'));
      await hands.fill(journey.field('credentials_username'), person.username);
      await hands.fill(journey.field('credentials_password'), person.password);
      await hands.press(journey.button('credentials_submit'));
      await expect(page.getByText(t('credentials_saved'))).toBeVisible();

      await test.step('the account is open without another login', async () => {
        await hands.press(page.getByRole('link', { name: t('continue'), exact: true }));
        await expect(journey.heading('account_title')).toBeVisible();
        await expect(journey.heading('account_own')).toBeVisible();
        await expect(page.getByText(t('account_card', { brand: 'Visa', lastFour: '1881' }))).toBeVisible();
        await expectTidy(journey);
      });

      await test.step('the receipt opens whole, and Back closes it', async () => {
        await hands.press(page.getByText(t('account_receipt_open'), { exact: true }));
        await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
        await expect(page.getByText(t('receipt_number'), { exact: true })).toBeVisible();
        await expect(journey.button('receipt_print')).toBeVisible();
        await page.goBack();
        await expect(journey.heading('account_receipts')).toBeVisible();
      });

      await test.step('the receipt is kept as a file', async () => {
        const download = page.waitForEvent('download');
        await hands.press(page.getByText(t('account_receipt_file'), { exact: true }));
        const file = await download;
        expect(file.suggestedFilename()).toMatch(/^\S.* \d{4}-\d\d-\d\d\.pdf$/);
        expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-');
        await expect(page.getByText(t('account_receipt_saving'), { exact: true })).toHaveCount(0);
      });

      await test.step('another card takes the place of the one before, once it is good, and a mail confirms it', async () => {
        await hands.press(page.getByRole('link', { name: new RegExp(`^${literal(t('method_change'))}`) }));
        await expect(journey.heading('method_title')).toBeFocused();
        await journey.fillCard(cards.declined);
        await hands.press(journey.button('method_save'));
        await expect(page.getByRole('alert')).toContainText(t('method_kept'));
        await journey.fillCard(cards.good);
        await hands.press(journey.button('method_save'));
        await expect(journey.heading('method_done')).toBeFocused();
        const kinds = async () => (await mailsTo(request, person.email)).map(({ kind }) => kind);
        await expect.poll(kinds, { timeout: 20_000 }).toContain('method_replaced');
        await hands.press(page.getByRole('link', { name: t('account_back'), exact: true }));
        await expect(page.getByText(t('account_card', { brand: 'Visa', lastFour: '1111' }))).toBeVisible();
      });

      await test.step('the renewal is cancelled, and a mail confirms it', async () => {
        await hands.press(journey.button('account_cancel'));
        const question = page.getByRole('dialog');
        await expect(question.getByText(t('account_cancel_mail'))).toBeVisible();
        await hands.press(question.getByRole('button', { name: t('account_cancel'), exact: true }));
        await expect(page.getByText(t('account_status_cancelled'), { exact: true })).toBeVisible();
        await expect(journey.button('account_cancel')).toHaveCount(0);
        const kinds = async () => (await mailsTo(request, person.email)).map(({ kind }) => kind);
        await expect.poll(kinds, { timeout: 20_000 }).toContain('subscription_cancelled');
        await page.reload();
        await expect(page.getByText(t('account_status_cancelled'), { exact: true })).toBeVisible();
      });

      await test.step('a user logs in again after logging out, with the right password only', async () => {
        await hands.press(journey.button('account_logout'));
        await expect(page.getByText(t('login_left'))).toBeVisible();
        await page.goto('/app/join/account/payment-method');
        await expect(journey.heading('login_title')).toBeVisible();
        await logIn(journey, person.username, 'not-this-one-1!');
        await expect(page.getByRole('alert')).toHaveText(t('login_wrong'));
        await logIn(journey, person.username, person.password);
        await expect(journey.heading('method_title')).toBeFocused();
        await expect(page.getByText(t('method_none'))).toBeVisible();
        await hands.press(page.getByText(t('account_back'), { exact: true }));
        await expect(journey.heading('account_title')).toBeFocused();
        await expectTidy(journey);
      });
    },
  );

  test(`an invited parent sees the payer, but no price: ${lang}`, async ({ start, request }) => {
    const journey = await start({ lang });
    const { page, person, t, hands } = journey;
    await inviteByParent(person, 'both');
    const invited = new Invited(journey);
    await invited.open(await linkTo(request, person.email));
    await invited.start();
    await invited.fillStep1();
    await invited.submitStep1('billing_title');
    await invited.fillAddress();
    await hands.press(journey.button('continue'));
    await journey.fillCredentials();
    await invited.agreeToTerms();
    await hands.press(journey.button('credentials_submit'));
    await expect(journey.heading('credentials_success_title')).toBeFocused();
    await hands.press(journey.button('continue'));

    await page.setViewportSize(lang === defaultLanguage ? sizes.phone : sizes.desktop);
    await expect(journey.heading('account_title')).toBeVisible();
    const payer = `${inviter.firstName} ${inviter.lastName}`;
    await expect(page.getByText(t('account_receipts_paid_by', { name: payer }))).toBeVisible();
    await expect(page.getByRole('definition').filter({ hasText: payer })).toBeVisible();
    await expect(journey.button('account_cancel')).toHaveCount(0);
    expect(await page.getByRole('main').textContent()).not.toMatch(/\d[.,]\d\d/);
    await expectTidy(journey);
    await hands.press(journey.button('account_logout'));
    await expect(journey.heading('login_title')).toBeFocused();
    await expect(page.getByText(t('login_left'))).toBeVisible();
  });
}
