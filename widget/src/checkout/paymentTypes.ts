import type { Method } from './state.js';

/** The methods, by the interface's names. */
export const paymentTypes = { creditCard: 'CREDIT_CARD', paypal: 'PAYPAL', venmo: 'VENMO', applePay: 'APPLE_PAY' } as const satisfies Record<
  Method,
  string
>;
