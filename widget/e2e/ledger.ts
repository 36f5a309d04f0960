import { expect, type APIRequestContext } from '@playwright/test';
import { mailsTo } from './outbox.js';
import type { Person } from './people.js';
import { setting } from './test.js';

/** What the provider's sandbox knows of one charge. */
export interface Charge {
  amount: string;
  currency: string;
  paymentInstrument: string;
}

interface Entry extends Charge {
  status: string;
  orderId?: string;
}

/** What was captured for the orders of the receipts that went to a person; waits until there are as many as wanted. */
export async function expectCharges(request: APIRequestContext, person: Person, want: readonly Charge[]): Promise<void> {
  await expect(async () => {
    const receipts = (await mailsTo(request, person.email)).filter(({ kind }) => kind === 'receipt').map(({ text }) => text);
    expect(receipts).toHaveLength(1);
    const { transactions } = (await (await request.get(`${setting('COJOIN_SANDBOX')}/sandbox/ledger`)).json()) as { transactions: Entry[] };
    const charged = transactions.filter(
      ({ status, orderId }) => ['submitted_for_settlement', 'settling', 'settled'].includes(status) && isOrderOf(orderId, receipts),
    );
    expect(charged.map(({ amount, currency, paymentInstrument }) => ({ amount, currency, paymentInstrument }))).toEqual(want);
  }).toPass({ timeout: 20_000 });
}

/** Gateway order ids are the order's, and which try it was. */
function isOrderOf(gatewayId: string | undefined, receipts: readonly string[]): boolean {
  const order = gatewayId?.replace(/-\d+$/, '');
  return order !== undefined && receipts.some((text) => text.includes(order));
}
