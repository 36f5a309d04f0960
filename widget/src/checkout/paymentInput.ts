import type { OrderChoiceInput, PaymentInput, Quote, Registration } from '../client/types.js';
import { paymentMethods } from '../rules/index.js';
import type { Means } from './state.js';

/** Everything known at the press of Pay now. */
export interface Purchased {
  order: OrderChoiceInput;
  /** The shown price. */
  quote: Quote;
  registration: Registration | undefined;
  payForCoparent: boolean;
  promoCodes: readonly string[];
  paymentCodes: readonly string[];
  consent: { termsAndConditions: boolean; marketingOptIn: boolean };
  /** BCP 47 tag of the shown price. */
  pricingLocale: string;
  means: Means;
}

/** Returns the body of the payment call. If nothing is due, it has no method. */
export function paymentInput(of: Purchased): PaymentInput {
  const { quote, registration, consent } = of;
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
      ...methodInput(of.means),
    },
  };
}

function methodInput(means: Means) {
  if (means.kind === 'nothingDue') return {};
  const { token } = means;
  return {
    paymentType: paymentMethods[token.method].type,
    nonce: token.nonce,
    storePaymentOnFile: true,
    ...(token.method === 'creditCard' ? { cardHolderName: token.holder } : {}),
    ...(token.deviceData ? { deviceData: token.deviceData } : {}),
  };
}
