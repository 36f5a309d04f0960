import { useState } from 'react';
import type { Option, Violation } from '../../client/types.js';
import type { SummaryError } from '../../parts/index.js';
import { useFlow } from '../../flow/flow.js';
import { useStepForm } from '../../form/form.js';
import { useLookup } from '../../flow/lookup.js';
import type { Session } from '../../session/session.js';
import { newId } from '../../session/visitor.js';
import { useText, type Translate } from '../../i18n/useText.js';
import { paymentMethods, validateReferral } from '../../rules/index.js';
import { consentOf } from '../consent.js';
import { isPriced, meansOf, needsMailbox } from '../questions.js';
import type { Means, PricedState } from '../state.js';
import { ProveMailbox } from './mailbox.js';
import { ReferralFields, type ReferralValues } from './ReferralFields.js';
import { Review } from './Review.js';
import { messageText } from './messageText.js';
import { useCheckout, useSelected } from './useCheckout.js';
import { useSessionValue } from './useSessionValue.js';
import { useSlow } from '../../flow/slow.js';

const shown = (state: PricedState) => {
  const { context } = state;
  return {
    quote: context.quote,
    means: 'payment' in state ? state.payment.means : undefined,
    context,
    isBusy: state.name.startsWith('paying') || state.name === 'paid',
    isConfirming: state.name === 'paying.confirming',
  };
};

const registrationOf = ({ registration }: Session) => registration;

/** The whole order, and Pay now. */
export function ReviewStage() {
  const { send } = useCheckout();
  const { quote, means, context, isBusy, isConfirming } = useSelected(shown);
  const { api, bootstrap, buyer } = useFlow();
  const t = useText();
  const registration = useSessionValue(registrationOf);
  const options = useLookup('parent-options', api.parentOptions);
  const isSlow = useSlow(isBusy);
  if (!registration?.address) return null;
  const message = context.messages.review;
  const attempt = context.attempts.review;
  const hasReferral = !buyer.isInvited && registration.referral === undefined;
  return (
    <Review
      quote={quote}
      address={registration.address}
      methodText={methodText(means ?? meansOf(context), t)}
      onChangeMethod={() => send({ type: 'SELECT', stage: 'method' })}
      onChangeBilling={() => send({ type: 'SELECT', stage: 'billing' })}
      termsHref={bootstrap.links.terms ?? ''}
      referral={
        hasReferral && (
          <ReviewReferral errors={message?.kind === 'violations' ? message.violations : undefined} referrals={options.data?.referrals ?? []} />
        )
      }
      consent={consentOf(context)}
      onConsent={(agreed) => send({ type: 'AGREE', agreed })}
      isPriceChanged={context.isPriceNew}
      errors={message?.kind === 'violations' ? message.violations.map((violation) => summaryError(violation, t)) : none}
      attempt={attempt}
      failure={message?.kind === 'violations' ? undefined : messageText(message, t)}
      wayOn={needsMailbox(context, message) && !buyer.isInvited && <ProveMailbox props={{}} />}
      isBusy={isBusy}
      isSlow={isSlow}
      isConfirming={isConfirming}
      onPay={() => send({ type: 'PAY', key: newId() })}
    />
  );
}

const none: readonly SummaryError[] = [];
const noSubmit = () => undefined;
const check = ({ referral }: ReferralValues) => validateReferral(referral).faults;

/** The referral question on review. A wallet's address replaces the billing form, which asks it otherwise. */
function ReviewReferral({ errors, referrals }: { errors: readonly Violation[] | undefined; referrals: readonly Option[] }) {
  const { get, send } = useCheckout();
  const [values] = useState<ReferralValues>(() => {
    const state = get();
    return { referral: isPriced(state) ? state.context.referral : { selection: '', other: '' } };
  });
  const form = useStepForm({
    values,
    check,
    serverErrors: errors,
    isBusy: false,
    onSubmit: noSubmit,
    onDraft: ({ referral }) => send({ type: 'REFER', referral }),
  });
  return <ReferralFields form={form} referrals={referrals} />;
}

/** Links only to fields of review itself. */
function summaryError(violation: Parameters<Translate['violation']>[0] & { field: string }, t: Translate): SummaryError {
  return { message: t.violation(violation), ...(/^termsAndConditions$|^referral\./.test(violation.field) ? { field: violation.field } : {}) };
}

function methodText(means: Means | undefined, t: Translate): string | undefined {
  if (means?.kind !== 'token') return undefined;
  const { token } = means;
  if (token.method === 'creditCard') return t('payment_card_saved', { lastFour: token.lastFour });
  const name = t(paymentMethods[token.method].name);
  return token.account ? `${name} (${token.account})` : name;
}
