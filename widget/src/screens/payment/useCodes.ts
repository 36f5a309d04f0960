import { useState } from 'react';
import { ValidationFailure } from '../../client/failure.js';
import type { Quote, Violation } from '../../client/types.js';
import { useFlow, useSession } from '../../flow/flow.js';
import type { PricedOrder } from '../../flow/buyer.js';
import { useTask } from '../../flow/task.js';
import { useText } from '../../i18n/useText.js';

/** Characters of a subscription code; anything else in the box is a coupon. */
const codeLength = 16;

export function isSubscriptionCode(typed: string): boolean {
  return typed.replaceAll(/[^0-9a-z]/gi, '').length === codeLength;
}

/** The box for subscription codes and coupons: one call tries a code together with those before it. */
export function useCodes(quote: Quote | undefined, priced: PricedOrder | undefined, accept: (quote: Quote) => void) {
  const { buyer, keeper, track } = useFlow();
  const { promoCodes, paymentCodes } = useSession();
  const say = useText();
  const task = useTask();
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(promoCodes.length + paymentCodes.length > 0);
  const shown = quote?.paymentCodeDetails.map(({ code }) => code) ?? [];
  const applied = [...paymentCodes.map((code, i) => shown[i] ?? code), ...promoCodes];

  const apply = () =>
    task.run(async () => {
      const code = typed.trim();
      const isCode = isSubscriptionCode(code);
      // One coupon counts for an order: another one takes its place.
      const next = isCode ? { promoCodes, paymentCodes: [...paymentCodes, code] } : { promoCodes: [code], paymentCodes };
      const answer = await buyer.quote({ ...priced, promoCodes: [...next.promoCodes], paymentCodes: [...next.paymentCodes] });
      // The price is worked out without what doesn't count; here, that is an error of the box.
      if (answer.validationErrors.length > 0) throw new ValidationFailure(answer.validationErrors);
      setTyped('');
      // A code that was there already, however it is written, counts once.
      if (isCode && answer.paymentCodeDetails.length === paymentCodes.length) return;
      keeper.set(next);
      accept(answer);
      track('Code Applied', { kind: isCode ? 'subscription' : 'coupon' });
    });

  const violation = task.violations?.[0];
  return {
    isOpen,
    open: (next: boolean) => {
      setOpen(next);
      if (!next) keeper.set({ promoCodes: [], paymentCodes: [] });
    },
    applied,
    typed,
    type: (next: string) => {
      setTyped(next);
      // What was said of a code goes with it.
      task.say([]);
    },
    error: violation ? say.violation(violation) : say.failure(task.failure),
    isBusy: task.isBusy,
    apply,
    remove: (index: number) =>
      keeper.set(
        index < paymentCodes.length
          ? { paymentCodes: paymentCodes.filter((_, i) => i !== index) }
          : { promoCodes: promoCodes.filter((_, i) => i !== index - paymentCodes.length) },
      ),
    /** Takes away the kind of code that the server refuses: coupons, or subscription codes. False where it refuses something else. */
    drop: (refused: readonly Violation[]) => {
      const fields = refused.map(({ field }) => field).filter((field) => field === 'promoCodes' || field === 'paymentCodes');
      if (fields.length > 0) keeper.set(Object.fromEntries(fields.map((field) => [field, []])));
      return fields.length > 0;
    },
    /** The box is ticked, and holds no code that counts, or one that wasn't applied yet. */
    isIncomplete: isOpen && (applied.length === 0 || typed.trim() !== ''),
  };
}
