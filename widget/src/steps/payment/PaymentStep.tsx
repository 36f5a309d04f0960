import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import type { Package } from '../../client/types.js';
import { isPriced } from '../../checkout/questions.js';
import { pricedOrder } from '../../checkout/order.js';
import { Checkout, type CheckoutProps } from '../../checkout/views/Checkout.js';
import { CheckoutProvider, useCheckout } from '../../checkout/views/useCheckout.js';
import { useSessionValue } from '../../checkout/views/useSessionValue.js';
import { deferred } from '../../fields/deferred.js';
import { useFlow, useTreatment } from '../../flow/flow.js';
import { useLookup } from '../../flow/lookup.js';
import { useQuote } from '../../flow/quote.js';
import type { Session } from '../../session/session.js';
import { useText } from '../../i18n/useText.js';
import { useStore } from '../../machine/useStore.js';
import { Button, Page, Spinner } from '../../parts/index.js';
import { Confirming } from './Confirming.js';
import { openingOf } from './opening.js';
import { useNewCheckout } from './useNewCheckout.js';

const Prompt = deferred(async () => (await import('./EmailPromptGate.js')).EmailPromptGate);

type PaymentStepProps = Pick<CheckoutProps, 'Top' | 'back'>;

/** The payment step, for either buyer. It first waits for the result of a payment from before a reload. */
export function PaymentStep(props: PaymentStepProps) {
  const checkout = useNewCheckout();
  const { name } = useStore(checkout);
  if (name === 'resuming' || name === 'resuming.failed' || name === 'resumed')
    return <Confirming hasFailed={name === 'resuming.failed'} onRetry={() => checkout.send({ type: 'ASK_AGAIN' })} />;
  return (
    <CheckoutProvider value={checkout}>
      <PricedOrder {...props} />
    </CheckoutProvider>
  );
}

const registrationOf = ({ registration }: Session) => registration;
const seatsOf = ({ payForCoparent }: Session) => payForCoparent;
const promoCodesOf = ({ promoCodes }: Session) => promoCodes;
const paymentCodesOf = ({ paymentCodes }: Session) => paymentCodes;

/** Keeps the order's price up to date. The checkout begins with the first price. */
function PricedOrder({ Top, back }: PaymentStepProps) {
  const { bootstrap, buyer, keeper, notify, go, hasMoved } = useFlow();
  const checkout = useCheckout();
  const { subscribe, get } = checkout;
  const isOpen = useSyncExternalStore(subscribe, () => isPriced(get()));
  const registration = useSessionValue(registrationOf);
  const t = useText();
  // The group of the chosen package: billing may move the registration to another before the mismatch is settled.
  const [group] = useState(registration?.pricingGroup);
  const order = registration?.order;
  const packages = useLookup(group && `packages ${group}`, () => buyer.packages(group ?? ''));
  const item: Package | undefined = packages.data?.packages.find((p) => p.id === order?.packageId);
  const pricing = useQuote(
    pricedOrder({
      registration,
      payForCoparent: useSessionValue(seatsOf),
      promoCodes: useSessionValue(promoCodesOf),
      paymentCodes: useSessionValue(paymentCodesOf),
    }),
  );
  const isTreatment = useTreatment('grow886');
  // Only a sign-up prompts for the co-parent's email, in an experiment. If the prompt's code can't be loaded, the payment goes on without it.
  const isPrompting = useTreatment('grow621') && !buyer.isInvited;

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

  const { quote } = pricing;
  const isDecided = order !== undefined && (item !== undefined || packages.failed);
  const begin = useEffectEvent(() => {
    if (!quote) return;
    checkout.send({
      type: 'OPEN',
      opening: openingOf({
        arm: isTreatment ? 'treatment' : 'control',
        quote,
        item,
        session: keeper.get(),
        bootstrap,
        isBack: location.hash.includes('venmo'),
      }),
    });
  });
  useEffect(() => {
    if (quote === undefined || !isDecided) return;
    begin();
    checkout.send({ type: 'PRICED', quote });
  }, [quote, isDecided, checkout]);

  if (isOpen) {
    return (
      <>
        <Checkout Top={Top} back={back} isPricing={pricing.isLoading} />
        <Prompt isShown={isPrompting} props={{}} />
      </>
    );
  }
  return (
    <Page heading={t('payment_title')} top={<Top step={4} back={back.path} backLabel={back.label} />} headingTakesFocus={hasMoved()}>
      {pricing.violations.length > 0 ? (
        <>
          <p>{pricing.violations.map((v) => t.violation(v)).join(' ')}</p>
          <Button onPress={() => go(back.path)}>{t(back.label)}</Button>
        </>
      ) : (
        <Spinner size="large" label={t('payment_deciding')} />
      )}
    </Page>
  );
}
