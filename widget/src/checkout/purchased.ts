import type { PaymentAnswer } from '../client/types.js';
import type { Purchased } from '../flow/event.js';

/** What the page around the flow is told of an accepted payment. */
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
