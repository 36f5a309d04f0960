import type { Bootstrap, Package, Quote } from '../../client/types.js';
import { billingDraftOf } from '../../checkout/saveBilling.js';
import type { Opening } from '../../checkout/event.js';
import type { Arm, Offer } from '../../checkout/state.js';
import type { Session } from '../../session/session.js';
import { cardBrands, paymentMethods, wallets, type CardBrand } from '../../rules/index.js';

/** Returns the wallets on offer for a package, with their countries: the server's, because its table may be newer. */
function offersOf(item: Package | undefined, { experiments, payment }: Bootstrap): Offer[] {
  return wallets.flatMap((wallet) => {
    const { experiment, packageFlag, type } = paymentMethods[wallet];
    const isShown = (!experiment || experiments[experiment] === 'Treatment') && !(packageFlag && item?.[packageFlag]);
    return isShown ? [{ wallet, ...payment.walletCountries[type] }] : [];
  });
}

/** Returns the card brands that a package doesn't accept. */
function hiddenBrandsOf(item: Package | undefined): readonly CardBrand[] {
  return (Object.keys(cardBrands) as CardBrand[]).filter((brand) => item?.[cardBrands[brand].packageFlag] === true);
}

/** Returns the checkout's initial data. */
export function openingOf({
  arm,
  quote,
  item,
  session,
  bootstrap,
  isBack = false,
}: {
  arm: Arm;
  quote: Quote;
  item: Package | undefined;
  session: Session;
  bootstrap: Bootstrap;
  /** Venmo's application has opened the page: the provider's library reads its answer from the address. */
  isBack?: boolean;
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
    isBack: isBack && address !== undefined,
  };
}
