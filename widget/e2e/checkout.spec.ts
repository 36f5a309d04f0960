import { amount, type Journey } from './journey.js';
import { expectCharges } from './ledger.js';
import { misbehave } from './misbehave.js';
import { mailedLink, mailsTo } from './outbox.js';
import { newPerson } from './people.js';
import { enter, issueCode, payElsewhere, resume } from './signup.js';
import { expect, test } from './test.js';

/** The price of Premium, 2 years with the tax of Pennsylvania, for one and for two. */
const price = { one: '419.74', two: '839.48' };

/** Expects the amount beside Total in the order summary. */
async function expectTotal(journey: Journey, decimal: string) {
  await journey.openSummary();
  const total = journey.page
    .getByRole('term')
    .filter({ hasText: new RegExp(`^${journey.t('summary_total')}$`) })
    .locator('xpath=following-sibling::dd');
  await expect(total).toHaveText(amount(decimal));
}

/** Ticks the box for codes, and applies one. */
async function applyCode(journey: Journey, code: string) {
  await journey.page.getByRole('checkbox', { name: journey.t('payment_has_code'), exact: true }).click();
  await journey.hands.fill(journey.field('payment_code'), code);
  await journey.button('payment_code_apply').click();
}

test('in the one-page flow tabs open in order, Back keeps the input, and the card pays once', { tag: '@smoke' }, async ({ start, request }) => {
  const journey = await start({ place: 'nowhere' });
  const { page, person, t } = journey;
  await resume(page, await enter(request, person, 'billed'), '/payment');
  const tab = (code: string) => page.getByRole('navigation', { name: t('payment_stages_label') }).getByRole('button', { name: t(code), exact: true });
  await expect(journey.heading('billing_title')).toBeVisible();
  await expect(tab('payment_stage_payment')).toHaveCount(0);
  await expect(tab('payment_stage_review')).toHaveCount(0);
  await expect(journey.addressLine()).toHaveValue('1 Market Street');
  await journey.submitBilling();
  await expect(tab('payment_stage_review')).toHaveCount(0);
  await journey.fillCard();
  await journey.button('payment_back_billing').click();
  await expect(journey.heading('billing_title')).toBeFocused();
  await tab('payment_stage_payment').click();
  await expect(journey.heading('payment_title')).toBeFocused();
  await journey.submitCard();
  await expectTotal(journey, price.one);

  const sent: string[] = [];
  page.on('request', (call) => {
    if (call.method() === 'POST' && call.url().endsWith('/payment')) sent.push(call.url());
  });
  await journey.button('review_pay_now').dblclick();
  await expect(journey.heading('credentials_title')).toBeFocused();
  expect(sent).toHaveLength(1);
  await expectCharges(request, person, [{ amount: price.one, currency: 'USD', paymentInstrument: 'credit_card' }]);
});

test('in the three-step flow the method comes first, and Back leads step by step to the packages', { tag: '@smoke' }, async ({ start, request }) => {
  const journey = await start({ place: 'nowhere' });
  const { page, person, t } = journey;
  await resume(page, await enter(request, person, 'billed'), '/payment?flags=grow886:treatment');
  await expect(journey.heading('payment_title')).toBeVisible();
  await journey.fillCard();
  await journey.button('continue').click();
  await expect(journey.heading('billing_title')).toBeFocused();
  await journey.button('continue').click();
  await expect(journey.heading('review_title')).toBeFocused();

  await journey.button('back').click();
  await expect(journey.heading('billing_title')).toBeFocused();
  await journey.button('back').or(journey.button('payment_back_billing')).click();
  await expect(journey.heading('payment_title')).toBeFocused();
  // The card was saved: its last digits are shown, and can be changed.
  await expect(page.getByText(t('payment_card_saved', { lastFour: '1111' }), { exact: true })).toBeVisible();
  await expect(journey.button('payment_card_update')).toBeVisible();
  await journey.button('continue').click();
  await journey.button('continue').click();
  await expect(journey.heading('review_title')).toBeFocused();
  await journey.pay();
  await expect(journey.heading('credentials_title')).toBeFocused();
  await expectCharges(request, person, [{ amount: price.one, currency: 'USD', paymentInstrument: 'credit_card' }]);
});

test('paying for the co-parent doubles the price, and the invitation shows the seat as paid', async ({ start, request }) => {
  const journey = await start({ place: 'nowhere' });
  const { page, person, t } = journey;
  await resume(page, await enter(request, person, 'billed'), '/payment');
  await journey.submitBilling();
  await page.getByRole('checkbox', { name: t('payment_coparent') }).click();
  await expectTotal(journey, price.two);
  await expect(page.getByText(t('quote_line_coparent', { package: t('package_premium_2y') }), { exact: true })).toBeVisible();
  await journey.fillCard();
  await journey.submitCard();
  await journey.pay();
  await expect(journey.heading('credentials_title')).toBeFocused();
  await expectCharges(request, person, [{ amount: price.two, currency: 'USD', paymentInstrument: 'credit_card' }]);
  await expect(async () => {
    const mails = await mailsTo(request, person.coParent.email);
    expect(mails.map(({ text }) => text).join()).toContain(t('mail_invitation_paid'));
  }).toPass();
});

test('one coupon counts, Enter applies it, and a wrong one that is cleared away holds nothing up', async ({ start, request }) => {
  const journey = await start({ place: 'nowhere' });
  const { page, person, t, hands } = journey;
  await resume(page, await enter(request, person, 'billed'), '/payment');
  await journey.submitBilling();
  await page.getByRole('checkbox', { name: t('payment_has_code'), exact: true }).click();
  await journey.fillCard();
  const box = journey.field('payment_code');
  const applied = page.getByRole('button', { name: new RegExp(`^${t('children_remove')} `) });
  for (const code of ['FLAT15', 'flat15']) {
    await hands.fill(box, code);
    await box.press('Enter');
    await expect(page.getByRole('button', { name: new RegExp(`${code}$`, 'i') })).toBeVisible();
    await expect(box).toHaveValue('');
    await expect(applied).toHaveCount(1);
  }
  await expectTotal(journey, '403.84');

  await hands.fill(box, 'NOPE');
  await expect(page.getByText(t('payment_code_missing'), { exact: true })).toBeVisible();
  await box.press('Enter');
  await expect(box).toHaveAccessibleDescription(t('coupon_invalid'));
  await expect(journey.button('payment_review_order')).toBeDisabled();
  await hands.fill(box, '');
  await expect(page.getByText(t('coupon_invalid'), { exact: true })).toHaveCount(0);
  await journey.submitCard();
  await journey.pay();
  await expect(journey.heading('credentials_title')).toBeFocused();
  await expectCharges(request, person, [{ amount: '403.84', currency: 'USD', paymentInstrument: 'credit_card' }]);
});

test('a code redeemed elsewhere meanwhile is removed, and the price without it is shown', async ({ start, request }) => {
  const journey = await start({ place: 'nowhere' });
  const { page, person, t } = journey;
  const code = await issueCode(request);
  await resume(page, await enter(request, person, 'billed'), '/payment');
  await journey.submitBilling();
  await applyCode(journey, code);
  await journey.submitCard();
  await payElsewhere(request, await enter(request, newPerson(), 'billed'), { paymentCodes: [code] });

  await journey.button('review_complete').click();
  await expect(journey.heading('payment_title')).toBeVisible();
  await expect(page.getByText(t('subscription_code_invalid'), { exact: true })).toBeVisible();
  await expectTotal(journey, price.one);
  await journey.fillCard();
  await page.getByRole('checkbox', { name: t('payment_has_code'), exact: true }).click();
  await journey.submitCard();
  await journey.pay();
  await expect(journey.heading('credentials_title')).toBeFocused();
  await expectCharges(request, person, [{ amount: price.one, currency: 'USD', paymentInstrument: 'credit_card' }]);
});

test('with card payments closed the form shows a message, and a code for the full price still pays', async ({ start, request }) => {
  const journey = await start({ place: 'nowhere' });
  const { page, person, t } = journey;
  const code = await issueCode(request);
  await misbehave(page, { failing: { '/v1/payment/client-token': { status: 429, code: 'payment_closed', detail: t('payment_closed') } } });
  await resume(page, await enter(request, person, 'billed'), '/payment');
  await journey.submitBilling();
  await journey.fillCard();
  await journey.button('payment_review_order').click();
  await expect(page.getByText(t('payment_closed'), { exact: true })).toBeVisible();

  await applyCode(journey, code);
  await journey.submitCard();
  await journey.button('review_complete').click();
  await expect(journey.heading('credentials_title')).toBeFocused();
  await expectCharges(request, person, []);
});

test(
  'where payments are declined by the dozen the link in our mail is the way on, and nothing entered is lost',
  { tag: '@smoke' },
  async ({ start, request }) => {
    const journey = await start({ place: 'nowhere' });
    const { page, person, t } = journey;
    const refusal = { status: 429, code: 'payment_prove_mailbox', detail: t('payment_prove_mailbox') };
    const calm = await misbehave(page, { failing: { '/v1/payment/client-token': refusal } });
    await resume(page, await enter(request, person, 'billed'), '/payment');
    await journey.submitBilling();
    await journey.fillCard();
    await journey.button('payment_review_order').click();
    await expect(page.getByText(t('prove_mailbox_text', { email: person.email }), { exact: true })).toBeVisible();
    await journey.button('prove_mailbox_send').click();
    await expect(page.getByText(t('prove_mailbox_sent', { email: person.email }), { exact: true })).toBeVisible();

    await calm();
    // The sign-up was begun by the API, in English.
    const lang = await page.evaluate(() => document.documentElement.lang);
    const link = await mailedLink(request, person.email, 'signup_link', '/app/join/resume');
    await page.goto(link.replace(/lang=[\w-]+/, `lang=${lang}`));
    await journey.submitBilling();
    await journey.fillCard();
    await journey.submitCard();
    await journey.pay();
    await expect(journey.heading('credentials_title')).toBeFocused();
    await expectCharges(request, person, [{ amount: price.one, currency: 'USD', paymentInstrument: 'credit_card' }]);
  },
);

test('a sign-up that another tab has paid for goes on to username and password', async ({ start, request }) => {
  const journey = await start({ place: 'nowhere' });
  const { page, person } = journey;
  const signup = await enter(request, person, 'billed');
  await resume(page, signup, '/payment');
  await journey.submitBilling();
  await journey.fillCard();
  await journey.submitCard();
  await payElsewhere(request, signup, { nonce: 'fake-valid-nonce' });

  await journey.pay();
  await expect(journey.heading('credentials_title')).toBeFocused();
  await expectCharges(request, person, [{ amount: price.one, currency: 'USD', paymentInstrument: 'credit_card' }]);
});

test('an invalid code shows an error; a code for the full price needs no card', { tag: '@smoke' }, async ({ start, request }) => {
  const journey = await start({ place: 'nowhere' });
  const { page, person, t, hands } = journey;
  const code = await issueCode(request);
  await resume(page, await enter(request, person, 'billed'), '/payment');
  await journey.submitBilling();

  await page.getByRole('checkbox', { name: t('payment_has_code'), exact: true }).click();
  await expect(journey.button('payment_code_apply')).toBeDisabled();
  await journey.fillCard();
  await expect(journey.button('payment_review_order')).toBeDisabled();
  await hands.fill(journey.field('payment_code'), 'AAAA-BBBB-CCCC-DDDD');
  await journey.button('payment_code_apply').click();
  await expect(journey.field('payment_code')).toHaveAccessibleDescription(t('subscription_code_invalid'));
  await expectTotal(journey, price.one);

  await hands.fill(journey.field('payment_code'), code.toLowerCase());
  await journey.button('payment_code_apply').click();
  await expect(page.getByText(t('payment_nothing_due'), { exact: true })).toBeVisible();
  await expectTotal(journey, '0.00');
  await expect(page.locator('iframe[name$="-number"]')).toHaveCount(0);
  await journey.submitCard();
  await journey.button('review_complete').click();
  await expect(journey.heading('credentials_title')).toBeFocused();
  await expectCharges(request, person, []);
});

test('offline at Pay now loses nothing: the second press pays, once', async ({ start, request }) => {
  const journey = await start({ place: 'nowhere' });
  const { page, person, t } = journey;
  await resume(page, await enter(request, person, 'billed'), '/payment');
  await journey.submitBilling();
  await journey.fillCard();
  await journey.submitCard();
  await page.context().setOffline(true);
  await journey.pay();
  await expect(page.getByText(t('offline_message'), { exact: true })).toBeVisible();
  await expect(journey.button('review_pay_now')).toBeEnabled();
  await page.context().setOffline(false);
  await journey.pay();
  await expect(journey.heading('credentials_title')).toBeFocused();
  await expectCharges(request, person, [{ amount: price.one, currency: 'USD', paymentInstrument: 'credit_card' }]);
});

test('the answer to Pay now is lost on its way: a reload finds that it is paid, once', async ({ start, request }) => {
  const journey = await start({ place: 'nowhere' });
  const { page, person } = journey;
  await resume(page, await enter(request, person, 'billed'), '/payment');
  await journey.submitBilling();
  await journey.fillCard();
  await journey.submitCard();
  await page.route('**/v1/signups/*/payment', async (route) => {
    await route.fetch();
    await route.abort();
  });
  const sent = page.waitForEvent('requestfailed', (call) => call.url().endsWith('/payment'));
  await journey.pay();
  await sent;
  await page.unroute('**/v1/signups/*/payment');
  page.on('dialog', (dialog) => void dialog.accept());
  const counted: string[] = [];
  page.on('request', (call) => {
    if (call.url().endsWith('/v1/events')) counted.push(...(call.postData()?.match(/Order Completed/g) ?? []));
  });
  await page.reload();
  await expect(journey.heading('credentials_title')).toBeVisible();
  await expect.poll(() => counted).toHaveLength(1);
  await page.reload();
  await expect(journey.heading('credentials_title')).toBeVisible();
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem(`cojoin.${location.origin}.main`))).not.toContain('paymentKey');
  await expectCharges(request, person, [{ amount: price.one, currency: 'USD', paymentInstrument: 'credit_card' }]);
  expect(counted).toHaveLength(1);
});

for (const [method, instrument] of [
  ['payment_paypal', 'paypal_account'],
  ['payment_venmo', 'venmo_account'],
  ['payment_applepay', 'apple_pay_card'],
] as const) {
  test(`${method} pays, and the receipt names it`, { tag: '@smoke' }, async ({ start, request }) => {
    const journey = await start({ place: 'nowhere' });
    const { page, person, t, hands } = journey;
    const name = t(method);
    await resume(page, await enter(request, person, 'billed'), '/payment');
    await journey.submitBilling();
    await page.getByRole('radio', { name, exact: true }).check({ force: true });
    await hands.press(page.getByRole('button', { name: t('payment_authorize', { method: name }), exact: true }));
    await expect(page.getByText(t('payment_authorized', { method: name }))).toBeVisible();
    await journey.submitCard();
    await journey.pay();
    await journey.fillCredentials();
    await journey.submitCredentials();
    await expect(page.getByText(name, { exact: true })).toBeVisible();
    await expectCharges(request, person, [{ amount: price.one, currency: 'USD', paymentInstrument: instrument }]);
  });
}
