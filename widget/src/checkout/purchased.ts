import type { PaymentAnswer } from '../client/types.js';
import type { Purchased } from '../flow/event.js';
import type { Flow } from '../flow/flow.js';

/** Keeps an accepted payment and, in the tab that sent it, announces it. That tab has the payment's key until then, also through reloads. */
export function keepPaid({ keeper, emit, track }: Pick<Flow, 'emit' | 'keeper' | 'track'>, paid: PaymentAnswer): void {
  const { paymentKey } = keeper.get();
  keeper.set({ paid, paymentKey: undefined });
  if (!paymentKey) return;
  const bought = purchasedBy(paid);
  emit('complete', bought);
  track('Order Completed', { packageId: bought.packageId, total: bought.total });
}

/** Returns the host page's data of an accepted payment. */
export function purchasedBy({ receipt, registration }: PaymentAnswer): Purchased {
  const { transactionId, couponDetail, totals } = receipt ?? {};
  return {
    orderId: receipt?.orderId ?? '',
    ...(transactionId && { transactionId }),
    packageId: registration?.order?.packageId ?? 0,
    packageName: receipt?.packageName ?? '',
    currency: totals?.currencyCode ?? '',
    total: totals?.total ?? '',
    tax: totals?.taxAmount ?? '',
    ...(couponDetail && { coupon: couponDetail.couponCode }),
  };
}
