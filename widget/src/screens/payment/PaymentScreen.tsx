import { useCallback, useEffect, useState } from 'react';
import type { Package } from '../../client/types.js';
import { useFlow, useSession } from '../../flow/flow.js';
import { useLookup } from '../../flow/lookup.js';
import { useQuote } from '../../flow/quote.js';
import { StepTop } from '../../flow/StepTop.js';
import { useText } from '../../i18n/useText.js';
import { Button, Page, Spinner } from '../../parts/index.js';
import { quoteAddress } from './billing.js';
import { Confirming } from './Confirming.js';
import { Checkout } from './Checkout.js';
import { EmailPromptGate } from './EmailPromptGate.js';

/** The payment step; a payment that was sent before a reload is waited for first. */
export default function PaymentScreen() {
  const { registration, paymentKey } = useSession();
  const [isConfirming, setConfirming] = useState(() => paymentKey !== undefined || registration?.routes.join() === '/payment');
  const over = useCallback(() => setConfirming(false), []);
  return isConfirming ? <Confirming onOver={over} /> : <PricedOrder />;
}

/** Decides what can be shown: the price of the order has to be there. */
function PricedOrder() {
  const { api, keeper, go, hasMoved } = useFlow();
  const { registration, payForCoparent, promoCodes, paymentCodes } = useSession();
  const say = useText();
  // The group that the package was chosen in: billing may move the registration to another before the mismatch is settled.
  const [group] = useState(registration?.pricingGroup);
  const order = registration?.order;
  const packages = useLookup(group && `packages ${group}`, () => api.packages(group ?? ''));
  const item: Package | undefined = packages.data?.packages.find((p) => p.id === order?.packageId);
  const priced = order && {
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
  const pricing = useQuote(priced);

  const isWithoutPackage = !order;
  useEffect(() => {
    if (isWithoutPackage) go('/step1', { replace: true });
  }, [isWithoutPackage, go]);
  const isPriceless = pricing.error !== undefined && !pricing.quote;
  useEffect(() => {
    if (!isPriceless) return;
    keeper.set({ notice: 'pricing_failed' });
    go('/step3', { replace: true });
  }, [isPriceless, keeper, go]);
  // A coupon or code that no longer counts must not keep anyone from paying.
  const isRefused = [...pricing.violations, ...(pricing.quote?.validationErrors ?? [])].length > 0 && promoCodes.length + paymentCodes.length > 0;
  useEffect(() => {
    if (isRefused) keeper.set({ promoCodes: [], paymentCodes: [] });
  }, [isRefused, keeper]);
  // Typed coupons belong to one look at the order; a new one begins without.
  useEffect(() => {
    keeper.set({ promoCodes: [] });
  }, [keeper]);

  if (!order || !priced || !pricing.quote || (!item && !packages.failed)) {
    return (
      <Page heading={say('payment_title')} top={<StepTop step={4} back="/step3" backLabel="billing_back" />} headingTakesFocus={hasMoved()}>
        {pricing.violations.length > 0 && !isRefused ? (
          <>
            <p>{pricing.violations.map((v) => say.violation(v)).join(' ')}</p>
            <Button onPress={() => go('/step3')}>{say('billing_back')}</Button>
          </>
        ) : (
          <Spinner size="large" label={say('payment_deciding')} />
        )}
      </Page>
    );
  }
  return (
    <>
      <Checkout item={item} order={order} quote={pricing.quote} pricing={pricing} priced={priced} />
      <EmailPromptGate />
    </>
  );
}
