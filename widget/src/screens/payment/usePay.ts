import { useRef, useState } from 'react';
import { ValidationFailure } from '../../client/failure.js';
import type { PaymentInput, Quote, Violation } from '../../client/types.js';
import { useFlow, useSession } from '../../flow/flow.js';
import { isDuplicate, useDuplicate } from '../../flow/registration.js';
import { useTask } from '../../flow/task.js';
import { newId } from '../../flow/visitor.js';
import { pay } from '../../checkout/pay.js';

/** Lets some time pass. */
export const wait = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms);
  });

/** Fields whose message means that the method, or a code, has to be put right, not the order. */
const methodFields = new Set(['nonce', 'payment', 'payment.nonce', 'paymentType', 'paymentCodes', 'promoCodes']);

export interface PayOutcome {
  onPaid: () => void;
  /** The method was refused, and its token is used up; or a code was, which counts no more. Nothing was charged. */
  onRefused: (violations: readonly Violation[]) => void;
  /** The price isn't what was shown: nothing was charged. */
  onPrice: (quote: Quote) => void;
}

/** Pay now: one payment at a time, one key until there is a final answer. */
export function usePay({ onPaid, onRefused, onPrice }: PayOutcome) {
  const { buyer, keeper, emit, track } = useFlow();
  const { registration } = useSession();
  const toDuplicate = useDuplicate();
  const task = useTask();
  const [isConfirming, setConfirming] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const displayed = useRef<Quote>(undefined);

  /** `before` is done first, under the same guard: what it rejects with is shown like the payment's own. */
  const submit = (input: PaymentInput, quote: Quote, before?: () => Promise<void>) =>
    task.run(async () => {
      displayed.current = quote;
      const once = (body: PaymentInput) =>
        pay(body, {
          calls: buyer,
          keys: { get: () => keeper.get().paymentKey, set: (paymentKey) => keeper.set({ paymentKey }), make: newId },
          onConfirming: () => setConfirming(true),
          wait,
        });
      try {
        await before?.();
        const answer = await once(input).catch((error: unknown) => {
          const renewed = error instanceof ValidationFailure ? error.quote : undefined;
          // A quote that has run out but comes to the same is taken without a word.
          if (renewed && comesToTheSame(renewed, quote)) return once({ ...input, payment: { ...input.payment, taxId: renewed.taxId } });
          throw error;
        });
        keeper.set({ paid: answer });
        const { receipt, registration: paid } = answer;
        emit('complete', {
          ...(receipt?.transactionId ? { transactionId: receipt.transactionId } : {}),
          packageId: paid?.order?.packageId ?? 0,
          currency: receipt?.totals.currencyCode ?? '',
          total: receipt?.totals.total ?? '',
        });
        track('Order Completed', { packageId: paid?.order?.packageId ?? 0, total: receipt?.totals.total ?? '' });
        onPaid();
      } catch (error) {
        setAttempt((n) => n + 1);
        if (!(error instanceof ValidationFailure)) throw error;
        const { parent } = registration ?? {};
        if (isDuplicate(error.violations) && parent && !buyer.isInvited) {
          toDuplicate({ who: 'parent', firstName: parent.firstName, lastName: parent.lastName, email: parent.email });
          return;
        }
        if (error.quote) {
          onPrice(error.quote);
          return;
        }
        if (error.violations.some(({ field }) => methodFields.has(field))) {
          onRefused(error.violations);
          return;
        }
        throw error;
      } finally {
        setConfirming(false);
      }
    });

  return { submit, isBusy: task.isBusy, isSlow: task.isSlow, isConfirming, violations: task.violations ?? [], failure: task.failure, attempt };
}

function comesToTheSame(renewed: Quote, shown: Quote): boolean {
  return renewed.totals.total === shown.totals.total && renewed.totals.taxAmount === shown.totals.taxAmount;
}
