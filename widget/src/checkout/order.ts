import type { PricedOrder } from '../flow/buyer.js';
import type { Session } from '../session/session.js';
import { quoteAddress } from './billing.js';

/** The order as it is priced now; undefined while no package is chosen. */
export function pricedOrder({
  registration,
  payForCoparent,
  promoCodes,
  paymentCodes,
}: Pick<Session, 'registration' | 'payForCoparent' | 'promoCodes' | 'paymentCodes'>): PricedOrder | undefined {
  const order = registration?.order;
  if (!order) return undefined;
  return {
    orderDetail: {
      packageId: order.packageId,
      ...(order.productId ? { productId: order.productId } : {}),
      ...(order.services ? { services: order.services } : {}),
    },
    payForCoparent,
    ...(registration.address ? { address: quoteAddress(registration.address) } : {}),
    promoCodes: [...promoCodes],
    paymentCodes: [...paymentCodes],
    phoneCountryCode: registration.parent?.phoneCountryCode ?? '',
    phoneNumber: registration.parent?.phoneNumber ?? '',
  };
}
