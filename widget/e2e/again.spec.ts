import type { APIRequestContext } from '@playwright/test';
import { amount, literal } from './journey.js';
import { mailedLink, mailsTo } from './outbox.js';
import { cards, type Person } from './people.js';
import { enter, payElsewhere, resume } from './signup.js';
import { expect, setting, test } from './test.js';
import { localeOf } from './words.js';

/** The price of Premium, 2 years with the tax of Pennsylvania. */
const price = '419.74';

interface Sale {
  id: string;
  status: string;
  amount: string;
  cardLastFour?: string;
  orderId?: string;
}

async function sales(request: APIRequestContext): Promise<Sale[]> {
  return ((await (await request.get(`${setting('COJOIN_SANDBOX')}/sandbox/ledger`)).json()) as { transactions: Sale[] }).transactions;
}

/** Makes the bank decline the settlement of a person's receipt, after its capture; returns the sale. */
async function declineSettlement(request: APIRequestContext, person: Person): Promise<Sale> {
  const receipt = (await mailsTo(request, person.email)).find(({ kind }) => kind === 'receipt')?.text ?? '';
  const sale = (await sales(request)).find(({ id }) => receipt.includes(id));
  if (!sale) throw new Error(`no sale of the receipt ${receipt}`);
  await expect(async () => {
    const data = { transactionId: sale.id, status: 'settlement_declined' };
    const answer = await request.post(`${setting('COJOIN_SANDBOX')}/sandbox/settlements`, { data });
    expect(answer.ok(), await answer.text()).toBe(true);
  }).toPass({ timeout: 20_000 });
  return sale;
}

/** Makes the server poll the provider about its payments, until the payer gets an email. */
async function awaitMail(request: APIRequestContext, person: Person) {
  await expect(async () => {
    expect((await request.post(`${setting('COJOIN_URL')}/dev/settlements`)).ok()).toBe(true);
    expect((await mailsTo(request, person.email)).map(({ kind }) => kind)).toContain('payment_problem');
  }).toPass();
}

test('an approved but uncollected payment is paid once with another card, and the receipt names that card', async ({
  start,
  playwright,
  request,
  lang,
}) => {
  const first = await start({ place: 'nowhere' });
  const { person } = first;
  // The account has the payer's language.
  const payer = await playwright.request.newContext({ extraHTTPHeaders: { 'Accept-Language': localeOf(lang) } });
  const signup = await enter(payer, person, 'billed');
  await payElsewhere(payer, signup, { nonce: 'fake-valid-visa-nonce' });
  await payer.dispose();
  await resume(first.page, signup, '/payment');
  await first.typeCredentials();
  await first.hands.press(first.button('credentials_submit'));
  await first.hands.press(first.button('credentials_success_stay'));
  const declined = await declineSettlement(request, person);
  await awaitMail(request, person);

  // The email is read on a new device.
  const journey = await start({ place: 'nowhere' });
  const { page, t, hands } = journey;
  await page.goto(await mailedLink(request, person.email, 'payment_problem', '/app/join/account/payment-method'));
  await expect(journey.heading('login_title')).toBeVisible();
  await hands.fill(journey.field('login_username'), person.username);
  await hands.fill(page.getByLabel(t('login_password'), { exact: true }), person.password);
  await hands.press(journey.button('login_submit'));
  await expect(journey.heading('due_title')).toBeFocused();
  await expect(page.getByRole('definition').filter({ hasText: amount(price) })).toBeVisible();

  await test.step('the account page shows the amount due and links to its payment', async () => {
    await hands.press(page.getByRole('link', { name: t('account_back'), exact: true }));
    await expect(journey.heading('account_title')).toBeFocused();
    await expect(page.getByText(t('account_status_suspended'), { exact: true })).toBeVisible();
    const [before = '', after = ''] = t('account_due', { amount: '|' }).split('|');
    await expect(page.getByText(new RegExp(`^${literal(before)}.*${literal(price)}${literal(after)}$`))).toBeVisible();
    await hands.press(page.getByRole('link', { name: t('due_title'), exact: true }));
    await expect(journey.heading('due_title')).toBeFocused();
  });

  const pay = page.getByRole('button', { name: new RegExp(literal(price)) });
  await test.step('a card that is declined pays nothing', async () => {
    await journey.fillCard(cards.declined);
    await hands.press(pay);
    await expect(page.getByRole('alert')).toContainText(t('payment_method_declined'));
  });

  await test.step('a good card pays', async () => {
    await journey.fillCard(cards.good);
    await pay.dblclick();
    await expect(journey.heading('due_done')).toBeFocused();
    await hands.press(page.getByRole('link', { name: t('account_back'), exact: true }));
    await expect(page.getByText(t('account_status_active'), { exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: t('due_title'), exact: true })).toHaveCount(0);
    await expect(page.getByText(t('account_card', { brand: 'Visa', lastFour: '1111' }))).toBeVisible();
    await hands.press(page.getByText(t('account_receipt_open'), { exact: true }));
    await expect(page.getByText(t('receipt_card', { lastFour: '1111' }), { exact: true })).toBeVisible();
  });

  await test.step('the tab that signed up, which was left open, names the card that has paid', async () => {
    await first.page.reload();
    await expect(first.heading('receipt_title')).toBeVisible();
    await expect(first.page.getByText(first.t('receipt_card', { lastFour: '1111' }), { exact: true })).toBeVisible();
  });

  await test.step('one card was charged, and a mail confirms it', async () => {
    const order = declined.orderId?.replace(/-\d+$/, '') ?? '';
    const sold = (await sales(request)).filter(({ orderId }) => orderId?.startsWith(order));
    expect(sold.map(({ status, amount: sum }) => ({ status, sum }))).toEqual([
      { status: 'settlement_declined', sum: price },
      { status: 'processor_declined', sum: price },
      { status: 'submitted_for_settlement', sum: price },
    ]);
    await expect(async () => {
      const kinds = (await mailsTo(request, person.email)).map(({ kind }) => kind);
      expect(kinds.filter((kind) => kind.startsWith('payment_')).toSorted()).toEqual(['payment_problem', 'payment_recovered']);
    }).toPass({ timeout: 20_000 });
  });
});
