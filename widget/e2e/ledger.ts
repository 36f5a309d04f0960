import { expect, type APIRequestContext } from '@playwright/test';
import { mailsTo } from './outbox.js';
import type { Person } from './people.js';
import { setting } from './test.js';

/** The provider sandbox's record of one charge. */
export interface Charge {
  amount: string;
  currency: string;
  paymentInstrument: string;
}

interface Entry extends Charge {
  id: string;
  status: string;
  orderId?: string;
}

/** Expects the captures for the orders of a person's receipts; waits until there are as many as expected. */
export async function expectCharges(request: APIRequestContext, person: Person, want: readonly Charge[]): Promise<void> {
  await expect(async () => {
    const receipts = (await mailsTo(request, person.email)).filter(({ kind }) => kind === 'receipt').map(({ text }) => text);
    expect(receipts).toHaveLength(1);
    const { transactions } = (await (await request.get(`${setting('COJOIN_SANDBOX')}/sandbox/ledger`)).json()) as { transactions: Entry[] };
    const captured = transactions.filter(({ status }) => ['submitted_for_settlement', 'settling', 'settled'].includes(status));
    const orders = new Set(captured.filter(({ id }) => receipts.some((text) => text.includes(id))).map(orderOf));
    const charged = captured.filter((entry) => orders.has(orderOf(entry)));
    expect(charged.map(({ amount, currency, paymentInstrument }) => ({ amount, currency, paymentInstrument }))).toEqual(want);
  }).toPass({ timeout: 20_000 });
}

/** Returns a charge's order: the provider's id is the order's, followed by the number of the try. */
function orderOf({ orderId }: Entry): string | undefined {
  return orderId?.replace(/-\d+$/, '');
}
