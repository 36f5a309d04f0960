import type { OrderChoiceInput, PaymentInput, Quote, Registration } from '../../client/types.js';
import type { CardToken, WalletToken } from '../../checkout/providers/port.js';
import type { Consent } from './ConsentFields.js';
import type { Method } from './MethodForm.js';

export const paymentTypes = { creditCard: 'CREDIT_CARD', paypal: 'PAYPAL', venmo: 'VENMO', applePay: 'APPLE_PAY' } as const satisfies Record<
  Method,
  string
>;

/** All that is known when Pay now is pressed. */
export interface Purchased {
  order: OrderChoiceInput;
  /** The price that was shown. */
  quote: Quote;
  registration: Registration | undefined;
  payForCoparent: boolean;
  promoCodes: readonly string[];
  paymentCodes: readonly string[];
  consent: Consent;
  /** BCP 47 tag that the price was shown in. */
  pricingLocale: string;
  method: Method;
  token: CardToken | WalletToken | undefined;
  cardHolderName: string;
}

/** The payment call's content. Where nothing is due, no method goes with it. */
export function paymentInput(of: Purchased): PaymentInput {
  const { quote, registration, consent, method, token } = of;
  const isFree = Number(quote.totals.total) === 0;
  return {
    order: of.order,
    payForCoparent: of.payForCoparent,
    promoCodes: [...of.promoCodes],
    paymentCodes: [...of.paymentCodes],
    termsAndConditions: consent.termsAndConditions,
    marketingOptIn: consent.marketingOptIn,
    parentDuplicateConfirmed: registration?.parentDuplicateConfirmed === true,
    coParentDuplicateConfirmed: registration?.coParentDuplicateConfirmed === true,
    payment: {
      taxId: quote.taxId,
      amountDisplayed: quote.totals.total,
      taxAmountDisplayed: quote.totals.taxAmount,
      pricingLocale: of.pricingLocale,
      ...(isFree || !token
        ? {}
        : {
            paymentType: paymentTypes[method],
            nonce: token.nonce,
            storePaymentOnFile: true,
            ...(method === 'creditCard' ? { cardHolderName: of.cardHolderName } : {}),
            ...(token.deviceData ? { deviceData: token.deviceData } : {}),
          }),
    },
  };
}
