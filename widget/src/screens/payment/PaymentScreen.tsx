import { useCallback, useEffect, useState } from 'react';
import type { Package } from '../../client/types.js';
import { later } from '../../fields/later.js';
import { useFlow, useSession, useTreatment } from '../../flow/flow.js';
import { useLookup } from '../../flow/lookup.js';
import { useQuote } from '../../flow/quote.js';
import { StepTop } from '../../flow/StepTop.js';
import { useText } from '../../i18n/useText.js';
import { Button, Page, Spinner } from '../../parts/index.js';
import { quoteAddress } from '../../checkout/billing.js';
import { Checkout, type PaymentStepProps } from './Checkout.js';

const Confirming = later(async () => (await import('./Confirming.js')).Confirming);
const Prompt = later(async () => (await import('./EmailPromptGate.js')).EmailPromptGate);

export default function PaymentScreen() {
  return <PaymentStep Top={StepTop} back={{ path: '/step3', label: 'billing_back' }} />;
}

/** The payment step, whoever buys; a payment that was sent before a reload is waited for first. */
export function PaymentStep(props: PaymentStepProps) {
  const { buyer } = useFlow();
  const [isConfirming, setConfirming] = useState(buyer.isPaying);
  const over = useCallback(() => setConfirming(false), []);
  const say = useText();
  if (!isConfirming) return <PricedOrder {...props} />;
  const waiting = (
    <Page heading={say('payment_title')} layout="letter">
      <Spinner size="large" label={say('review_confirming')} />
    </Page>
  );
  return <Confirming props={{ onOver: over }} fallback={waiting} />;
}

/** Decides what can be shown: the price of the order has to be there. */
function PricedOrder({ Top, back }: PaymentStepProps) {
  const { buyer, keeper, notify, go, hasMoved } = useFlow();
  const { registration, payForCoparent, promoCodes, paymentCodes } = useSession();
  const say = useText();
  // The group that the package was chosen in: billing may move the registration to another before the mismatch is settled.
  const [group] = useState(registration?.pricingGroup);
  const order = registration?.order;
  const packages = useLookup(group && `packages ${group}`, () => buyer.packages(group ?? ''));
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

  // The co-parent's e-mail is asked for in an experiment only; where its code can't be had, nobody is kept from paying.
  const isPrompting = useTreatment('grow621');

  const isWithoutPackage = !order;
  useEffect(() => {
    if (isWithoutPackage) go(buyer.paths.first, { replace: true });
  }, [isWithoutPackage, buyer, go]);
  const isPriceless = pricing.error !== undefined && !pricing.quote;
  useEffect(() => {
    if (!isPriceless) return;
    notify('pricing_failed');
    go(buyer.paths.packages, { replace: true });
  }, [isPriceless, notify, buyer, go]);
  // Typed coupons belong to one look at the order; a new one begins without.
  useEffect(() => {
    keeper.set({ promoCodes: [] });
  }, [keeper]);

  if (!order || !priced || !pricing.quote || (!item && !packages.failed)) {
    return (
      <Page heading={say('payment_title')} top={<Top step={4} back={back.path} backLabel={back.label} />} headingTakesFocus={hasMoved()}>
        {pricing.violations.length > 0 ? (
          <>
            <p>{pricing.violations.map((v) => say.violation(v)).join(' ')}</p>
            <Button onPress={() => go(back.path)}>{say(back.label)}</Button>
          </>
        ) : (
          <Spinner size="large" label={say('payment_deciding')} />
        )}
      </Page>
    );
  }
  return (
    <>
      <Checkout Top={Top} back={back} item={item} order={order} quote={pricing.quote} pricing={pricing} priced={priced} />
      <Prompt isWanted={isPrompting} props={{}} />
    </>
  );
}
