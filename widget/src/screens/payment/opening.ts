import type { Bootstrap, Package, Quote } from '../../client/types.js';
import { billingDraftOf } from '../../checkout/saveBilling.js';
import type { Opening } from '../../checkout/event.js';
import { paymentTypes } from '../../checkout/paymentTypes.js';
import { wallets, type HiddenBrand } from '../../checkout/providers/port.js';
import type { Arm, Offer } from '../../checkout/state.js';
import type { Session } from '../../flow/session.js';

/** What switches each wallet on, and what a package hides it by. */
const switches = {
  paypal: { flag: 'paypalInJoin', hidden: 'hidePayPal' },
  venmo: { flag: 'grow365Venmo', hidden: 'hideVenmo' },
  applePay: { flag: 'grow835ApplePay', hidden: 'hideApplePay' },
} as const;

/** Which wallets may be offered for a package, and in which countries. */
function offersOf(item: Package | undefined, { experiments, payment }: Bootstrap): Offer[] {
  return wallets
    .filter((wallet) => experiments[switches[wallet].flag] === 'Treatment' && item?.[switches[wallet].hidden] !== true)
    .map((wallet) => ({ wallet, ...payment.walletCountries[paymentTypes[wallet]] }));
}

/** Card brands that a package can't be paid for with. */
function hiddenBrandsOf(item: Package | undefined): readonly HiddenBrand[] {
  return [...(item?.hideAmex ? (['amex'] as const) : []), ...(item?.hideDiscover ? (['discover'] as const) : [])];
}

/** What the checkout begins with. */
export function openingOf({
  arm,
  quote,
  item,
  session,
  bootstrap,
}: {
  arm: Arm;
  quote: Quote;
  item: Package | undefined;
  session: Session;
  bootstrap: Bootstrap;
}): Opening {
  const { registration, payForCoparent, promoCodes, paymentCodes, paymentKey } = session;
  const { parent, address } = registration ?? {};
  const billing = billingDraftOf(session);
  return {
    arm,
    quote,
    country: address?.country ?? billing.address.country,
    verified: bootstrap.payment.verifiedCountries,
    offers: offersOf(item, bootstrap),
    hiddenBrands: hiddenBrandsOf(item),
    holder: parent ? `${parent.firstName} ${parent.lastName}` : '',
    billing,
    codes: { promoCodes, paymentCodes },
    payForCoparent,
    referral: { selection: '', other: '' },
    key: paymentKey,
  };
}
