import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Problem } from '../../client/failure.js';
import type { OrderChoice, Package, Quote, Violation } from '../../client/types.js';
import { later } from '../../fields/later.js';
import { useFlow, useSession, useTreatment } from '../../flow/flow.js';
import { useLookup } from '../../flow/lookup.js';
import type { PricedOrder } from '../../flow/buyer.js';
import type { QuoteState } from '../../flow/quote.js';
import { useTask } from '../../flow/task.js';
import type { Path } from '../../flow/route.js';
import type { Top } from '../../flow/StepTop.js';
import { useText, type Say, type TextCode } from '../../i18n/useText.js';
import {
  cardFaults,
  CardRefused,
  CardUnconfirmed,
  type CardField,
  type HiddenBrand,
  type Wallet,
  type WalletAddress,
  type WalletToken,
} from '../../checkout/providers/port.js';
import { ReferralFields } from '../parent/ReferralFields.js';
import { useAddressSearch } from './addressSearch.js';
import { BillingForm } from './BillingForm.js';
import { CardFields, type CardHandle } from './CardFields.js';
import { LeaveGuard } from './LeaveGuard.js';
import { methodNames, MethodForm } from './MethodForm.js';
import { PaymentLayout } from './PaymentLayout.js';
import { paymentInput } from './paymentInput.js';
import { usePlaces } from './places.js';
import type { Stage } from './Stages.js';
import { useBilling } from './useBilling.js';
import { useCodes } from './useCodes.js';
import { useConsent } from './useConsent.js';
import { useMethods } from './useMethods.js';
import { useReferral } from './useReferral.js';
import { usePay } from './usePay.js';

export interface PaymentStepProps {
  Top: Top;
  /** Where Back leads from the first stage. */
  back: { path: Path; label: TextCode };
}

export interface CheckoutProps extends PaymentStepProps {
  item: Package | undefined;
  order: OrderChoice;
  quote: Quote;
  pricing: QuoteState;
  priced: PricedOrder;
}

const loadReview = async () => (await import('./Review.js')).Review;
const Review = later(loadReview);
const WalletButton = later(async () => (await import('./WalletButton.js')).WalletButton);
const Mismatch = later(async () => (await import('./MismatchDialog.js')).MismatchDialog);
const Codes = later(async () => (await import('./CodeBox.js')).CodeBox);

const walks = { control: ['BILLING', 'PAYMENT', 'REVIEW'], treatment: ['PAYMENT', 'BILLING', 'REVIEW'] } as const satisfies Record<
  string,
  readonly Stage[]
>;

/** In three steps the header shows Payment, which billing belongs to, then Review. */
const treatmentTabs = ['PAYMENT', 'REVIEW'] as const satisfies readonly Stage[];

/** Billing, payment and review, in the order of the experiment's arm. */
export function Checkout({ Top, back: before, item, order, quote, pricing, priced }: CheckoutProps) {
  const { api, buyer, keeper, bootstrap, setting, go, hasMoved, track } = useFlow();
  const { registration, payForCoparent } = useSession();
  const say = useText();
  const isTreatment = useTreatment('grow886');
  const stages = isTreatment ? walks.treatment : walks.control;
  const [stage, setStage] = useState<Stage>(stages[0]);
  // How many stages are done: a stage's tab is open once those before it are.
  const [done, setDone] = useState(0);
  const [hasWalked, setWalked] = useState(false);
  const show = useCallback((next: Stage) => {
    setWalked(true);
    setStage(next);
  }, []);
  const finish = async (finished: Stage) => {
    const index = (stages as readonly Stage[]).indexOf(finished);
    const next = stages[index + 1] ?? 'REVIEW';
    // Where its code can't be had, what is filled in here stays, and says so.
    if (next === 'REVIEW') await loadReview();
    setDone((n) => Math.max(n, index + 1));
    show(next);
  };

  const options = useLookup('parent-options', api.parentOptions);
  const billing = useBilling(() => finish('BILLING'));
  const places = usePlaces(billing.values.address.country, billing.values.address.region);
  const search = useAddressSearch(billing.values.address.country);
  const country = registration?.address?.country ?? billing.values.address.country;
  const [sawPayment, setSawPayment] = useState(stage === 'PAYMENT');
  if (stage === 'PAYMENT' && !sawPayment) setSawPayment(true);
  const methods = useMethods(item, country, sawPayment);
  useEffect(() => {
    // What can't be had now is asked for again when it is shown.
    if (sawPayment) loadReview().catch(() => undefined);
  }, [sawPayment]);
  const codes = useCodes(quote, priced, pricing.accept);

  const cardForm = useRef<CardHandle>(null);
  const { parent } = registration ?? {};
  const [cardholder, setCardholder] = useState(() => (parent ? `${parent.firstName} ${parent.lastName}` : ''));
  const [isCardValid, setCardValid] = useState(false);
  const [refused, setRefused] = useState<readonly CardField[]>([]);
  const [tries, setTries] = useState(0);
  const changed = useCallback(
    (field: CardField) => setRefused((fields) => (fields.includes(field) ? fields.filter((f) => f !== field) : fields)),
    [],
  );
  const faults = useMemo(() => refused.map((field) => ({ field, message: say.coded(cardFaults[field]) })), [refused, say]);
  // What to say, not the text: the language may change while it stands there.
  const [refusal, setRefusal] = useState<(to: Say) => string>();
  const refuse = (why: (to: Say) => string) => setRefusal(() => why);
  const tokenizing = useTask();
  const opening = useTask();
  const isFree = Number(quote.totals.total) === 0;
  const hasMethod = methods.method === 'creditCard' ? methods.card !== undefined || isCardValid : methods.walletToken !== undefined;
  const hiddenBrands = useMemo(() => hiddenBrandsOf(item), [item]);
  const purchase = { amount: quote.totals.total, currency: quote.totals.currencyCode, country, product: bootstrap.product, hiddenBrands };

  const toReview = () => {
    setRefusal(undefined);
    tokenizing.run(async () => {
      if (!isFree && methods.method === 'creditCard' && !methods.card) {
        try {
          const token = await cardForm.current?.tokenize(purchase);
          // No nonce, no review: nothing is wrong that we could name.
          if (!token) return;
          methods.setCard(token);
        } catch (error) {
          if (error instanceof CardRefused) {
            setRefused(error.fields);
            setTries((n) => n + 1);
          } else if (error instanceof Problem) throw error;
          else refuse((to) => to(error instanceof CardUnconfirmed ? 'payment_unconfirmed' : 'payment_blocked'));
          return;
        }
      }
      track('Payment Method Chosen', { method: methods.method });
      await finish('PAYMENT');
    });
  };
  // A code that no longer counts must not keep anyone from paying, nor go without a word.
  const dropCodes = (violations: readonly Violation[]) => {
    const isCode = codes.drop(violations);
    if (isCode) refuse((to) => violations.map((v) => to.violation(v)).join(' '));
    return isCode;
  };
  useEffect(() => {
    dropCodes(quote.validationErrors);
    // What to do with them doesn't change with the words.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [quote]);
  const walletFailed = (method: Wallet) => refuse((to) => (method === 'paypal' ? to('paypalInitError') : to.coded('unexpected_error')));
  const takeToken = async (method: Wallet, token: WalletToken | undefined) => {
    methods.keepWallet(method, token);
    if (!token) refuse((to) => to('payment_wallet_canceled', { method: to(methodNames[method]) }));
    else if (isTreatment) await afterWallet(token.address);
  };
  const authorize = () => {
    const { method } = methods;
    if (method === 'creditCard') return;
    setRefusal(undefined);
    opening.run(async () => {
      let token: WalletToken | undefined;
      try {
        token = await methods.provider.current?.authorize(method, purchase);
      } catch {
        walletFailed(method);
        return;
      }
      await takeToken(method, token);
    });
  };
  // What the button does is read when it is pressed: only another provider, wallet or price makes another button.
  const wallet = useRef({ takeToken, walletFailed, purchase });
  useEffect(() => {
    wallet.current = { takeToken, walletFailed, purchase };
  });
  const { method: chosen, openButton } = methods;
  const openWallet = useCallback(
    (place: HTMLElement, signal: AbortSignal) => {
      if (chosen === 'creditCard') return Promise.reject(new Error('a card has no button of its own'));
      return openButton(chosen, {
        place,
        signal,
        nonce: setting.nonce,
        purchase: { ...wallet.current.purchase, amount: quote.totals.total, currency: quote.totals.currencyCode },
        onToken: (token) => {
          setRefusal(undefined);
          opening.run(() => wallet.current.takeToken(chosen, token));
        },
        onFailure: () => wallet.current.walletFailed(chosen),
      });
    },
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [chosen, openButton, quote.totals.total, quote.totals.currencyCode, setting.nonce],
  );

  /** A wallet that gave the address has answered billing, too. */
  async function afterWallet(given: WalletAddress | undefined) {
    const outcome = given ? await billing.takeWallet(given) : 'asked';
    if (outcome === 'asked') await finish('PAYMENT');
    if (outcome === 'saved') await finish('BILLING');
  }

  const { consent, change: changeConsent } = useConsent(country);
  const referral = useReferral();
  const [isPriceChanged, setPriceChanged] = useState(false);
  const paidRef = useRef(false);
  const payment = usePay({
    onPaid: () => {
      paidRef.current = true;
      go(buyer.paths.credentials, { replace: true });
    },
    onRefused: (violations) => {
      // Without the code there is another price, and the card is as good as before.
      if (!dropCodes(violations)) {
        methods.forget();
        refuse((to) => violations.map((v) => to.violation(v)).join(' '));
      }
      show('PAYMENT');
    },
    onPrice: (renewed) => {
      pricing.accept(renewed);
      setPriceChanged(true);
    },
  });
  const payNow = () => {
    setPriceChanged(false);
    const { promoCodes, paymentCodes } = keeper.get();
    const input = paymentInput({
      order: priced.orderDetail ?? { packageId: order.packageId },
      quote,
      registration,
      payForCoparent,
      promoCodes,
      paymentCodes,
      consent,
      pricingLocale: api.locale(),
      method: methods.method,
      token: methods.method === 'creditCard' ? methods.card : methods.walletToken,
      cardHolderName: cardholder,
    });
    payment.submit(input, quote, referral.save);
  };
  useEffect(() => {
    // A new sign-up of codes or seats is a new price to look at.
    setPriceChanged(false);
  }, [payForCoparent, codes.applied.length]);

  const isOpen = (target: Stage) => (stages as readonly Stage[]).indexOf(target) <= done;
  const back = () => {
    const index = (stages as readonly Stage[]).indexOf(stage);
    // From review, a wallet goes back to the method: its billing came with it.
    if (isTreatment && stage === 'REVIEW' && methods.method !== 'creditCard') show('PAYMENT');
    else show(stages[index - 1] ?? stages[0]);
  };
  const countryName = places.countries?.find(({ code }) => code === billing.mismatchCountry)?.name ?? billing.mismatchCountry;

  return (
    <>
      <LeaveGuard isOn={methods.hasToken} isPaid={paidRef} />
      <PaymentLayout
        top={
          stage === stages[0] ? (
            <Top step={4} back={before.path} backLabel={before.label} />
          ) : (
            <Top step={4} onBack={back} backLabel={stage === 'PAYMENT' ? 'payment_back_billing' : 'back'} />
          )
        }
        headingTakesFocus={hasWalked || hasMoved()}
        stages={isTreatment ? treatmentTabs : stages}
        current={stage}
        tab={isTreatment && stage === 'BILLING' ? 'PAYMENT' : stage}
        isOpen={isOpen}
        onSelect={show}
        quote={quote}
        isPricing={pricing.isLoading}
      >
        <div hidden={stage !== 'BILLING'}>
          <BillingForm
            key={billing.revision}
            values={billing.initial}
            parent={parent}
            places={places}
            search={search}
            referrals={buyer.isInvited ? undefined : (options.data?.referrals ?? [])}
            errors={billing.task.violations}
            continueLabel={say(isTreatment ? 'continue' : 'billing_continue')}
            isBusy={billing.task.isBusy}
            isSlow={billing.task.isSlow}
            failure={billing.failure}
            onChange={billing.change}
            onSubmit={billing.submit}
          />
        </div>
        {sawPayment && (
          <div hidden={stage !== 'PAYMENT'}>
            <MethodForm
              methods={methods.methods}
              method={methods.method}
              onMethod={(next) => {
                setRefusal(undefined);
                methods.choose(next);
              }}
              isFree={isFree}
              payForCoparent={buyer.isInvited ? undefined : { value: payForCoparent, onChange: (value) => keeper.set({ payForCoparent: value }) }}
              codes={
                <Codes
                  props={{
                    isOpen: codes.isOpen,
                    onOpen: codes.open,
                    applied: codes.applied,
                    typed: codes.typed,
                    onType: codes.type,
                    error: codes.error,
                    isBusy: codes.isBusy,
                    onApply: codes.apply,
                    onRemove: codes.remove,
                  }}
                />
              }
              card={
                !methods.isLoading && (
                  <CardFields
                    ref={cardForm}
                    open={methods.openCard}
                    onRetry={methods.retry}
                    cardholderName={cardholder}
                    onCardholderName={setCardholder}
                    refused={refused}
                    onChanged={changed}
                    hiddenBrands={hiddenBrands}
                    onValidity={setCardValid}
                  />
                )
              }
              savedCard={methods.card?.lastFour}
              onUpdateCard={() => methods.setCard(undefined)}
              authorized={methods.walletToken}
              walletButton={methods.hasOwnButton && <WalletButton props={{ open: openWallet }} />}
              isWalletBusy={opening.isBusy}
              onAuthorize={authorize}
              failure={refusal?.(say) ?? say.failure(tokenizing.failure ?? opening.failure)}
              faults={methods.method === 'creditCard' && !isFree ? faults : undefined}
              attempt={tries}
              canReview={(isFree || hasMethod) && !codes.isIncomplete}
              missing={missing()}
              continueLabel={say(isTreatment ? 'continue' : 'payment_review_order')}
              isBusy={tokenizing.isBusy}
              onContinue={toReview}
            />
          </div>
        )}
        {stage === 'REVIEW' && registration?.address && (
          <Review
            props={{
              quote,
              address: registration.address,
              methodText: isFree ? undefined : methodText(),
              onChangeMethod: () => show('PAYMENT'),
              onChangeBilling: () => show('BILLING'),
              termsHref: bootstrap.links.terms ?? '',
              referral: referral.isAsked && <ReferralFields form={referral.form} referrals={options.data?.referrals ?? []} />,
              consent,
              onConsent: changeConsent,
              isPriceChanged,
              errors: payment.violations.map((v) => ({
                message: say.violation(v),
                ...(/^termsAndConditions$|^referral\./.test(v.field) ? { field: v.field } : {}),
              })),
              attempt: payment.attempt,
              failure: say.failure(payment.failure),
              isBusy: payment.isBusy,
              isSlow: payment.isSlow,
              isConfirming: payment.isConfirming,
              onPay: payNow,
            }}
          />
        )}
      </PaymentLayout>
      {billing.mismatchCountry && <Mismatch props={{ country: countryName ?? '', isBusy: billing.isConfirming, onOk: billing.confirmMismatch }} />}
    </>
  );

  /** What keeps Continue from being pressed, where the fields themselves don't say it. */
  function missing(): string | undefined {
    if (codes.isIncomplete) return say('payment_code_missing');
    if (!isFree && methods.method !== 'creditCard' && !hasMethod) return say('payment_wallet_missing', { method: say(methodNames[methods.method]) });
    return undefined;
  }

  function methodText(): string {
    if (methods.method === 'creditCard') return say('payment_card_saved', { lastFour: methods.card?.lastFour ?? '' });
    const account = methods.walletToken?.account;
    return account ? `${say(methodNames[methods.method])} (${account})` : say(methodNames[methods.method]);
  }
}

/** Card brands that the package can't be paid for with. */
function hiddenBrandsOf(item: Package | undefined): readonly HiddenBrand[] {
  return [...(item?.hideAmex ? (['amex'] as const) : []), ...(item?.hideDiscover ? (['discover'] as const) : [])];
}
