import { useEffect, useEffectEvent } from 'react';
import { deferred } from '../../fields/deferred.js';
import { useFlow } from '../../flow/flow.js';
import type { Path } from '../../session/route.js';
import type { Top } from '../../flow/StepTop.js';
import type { TextCode } from '../../i18n/useText.js';
import { useHistoryEntry } from '../../machine/useHistoryEntry.js';
import { reportView } from '../../flow/view.js';
import { canGo, isPriced, stageOf, walk } from '../questions.js';
import type { PricedState, Stage } from '../state.js';
import { BillingStage } from './BillingStage.js';
import { LeaveGuard } from './LeaveGuard.js';
import { PaymentLayout } from './PaymentLayout.js';
import { MethodStage } from './loadMethod.js';
import { ReviewStage } from './loadReview.js';
import { useCheckout, useSelected } from './useCheckout.js';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Stage of the checkout. */
    stage?: Stage;
  }
}

export interface CheckoutProps {
  Top: Top;
  /** The target of Back on the first stage. */
  back: { path: Path; label: TextCode };
  isPricing: boolean;
}

const Mismatch = deferred(async () => (await import('./Mismatch.js')).Mismatch);

/** The stages' names in events. */
const viewNames = { billing: 'billing', method: 'payment', review: 'review' } as const satisfies Record<Stage, string>;

/** With three steps, the header's tabs are the method (which includes billing) and review. */
const treatmentTabs: readonly Stage[] = ['method', 'review'];

const shown = (state: PricedState) => ({
  arm: state.context.arm,
  stage: stageOf(state),
  hasMoved: state.context.moves > 0,
  hasSeenMethod: state.context.provider > 0,
  isMismatch: state.name === 'billing.mismatch' || state.name === 'billing.confirming',
  isPaying: state.name.startsWith('paying'),
  isReview: stageOf(state) === 'review',
  quote: state.context.quote,
  isBillingOpen: canGo(state, 'billing'),
  isMethodOpen: canGo(state, 'method'),
  isReviewOpen: canGo(state, 'review'),
});

const shownStage = (state: PricedState) => ({ stage: stageOf(state) });

/** The checkout as a screen: it warns before a token is lost, and puts its stages into the browser's history and the events. */
export function Checkout(props: CheckoutProps) {
  const { get, send, subscribe } = useCheckout();
  const flow = useFlow();
  const { stage } = useSelected(shownStage);
  const path = useHistoryEntry('stage', stage, (entry) => {
    const isOpen = canGo(get(), entry);
    if (isOpen) send({ type: 'SELECT', stage: entry });
    return isOpen;
  });
  const onStage = useEffectEvent((view: Stage) => reportView(flow, path, { view: viewNames[view], step: 4 }));
  // Must run before the effects of the step.
  useEffect(() => {
    let last: Stage | undefined;
    const report = () => {
      const state = get();
      const next = isPriced(state) ? stageOf(state) : undefined;
      if (next && next !== last) onStage(next);
      last = next;
    };
    report();
    return subscribe(report);
  }, [get, subscribe]);
  return (
    <>
      <CheckoutStages {...props} />
      <LeaveGuard />
    </>
  );
}

/** Billing, payment method and review, in the order of the experiment's variant. */
export function CheckoutStages({ Top, back, isPricing }: CheckoutProps) {
  const { hasMoved } = useFlow();
  const checkout = useCheckout();
  const { arm, stage, isMismatch, isPaying, quote, ...seen } = useSelected(shown);
  const stages = walk(arm);
  const open: Record<Stage, boolean> = { billing: seen.isBillingOpen, method: seen.isMethodOpen, review: seen.isReviewOpen };
  return (
    <>
      <PaymentLayout
        top={
          stage === stages[0] ? (
            <Top step={4} back={back.path} backLabel={back.label} />
          ) : (
            <Top
              step={4}
              onBack={isPaying ? undefined : () => checkout.send({ type: 'BACK' })}
              backLabel={stage === 'method' ? 'payment_back_billing' : 'back'}
            />
          )
        }
        headingTakesFocus={seen.hasMoved || hasMoved()}
        stages={arm === 'treatment' ? treatmentTabs : stages}
        current={stage}
        tab={arm === 'treatment' && stage === 'billing' ? 'method' : stage}
        isOpen={(target) => open[target]}
        onSelect={(target) => checkout.send({ type: 'SELECT', stage: target })}
        quote={quote}
        isPricing={isPricing}
      >
        <BillingStage />
        {seen.hasSeenMethod && <MethodStage props={{}} />}
        {seen.isReview && <ReviewStage props={{}} />}
      </PaymentLayout>
      {isMismatch && <Mismatch props={{}} />}
    </>
  );
}
