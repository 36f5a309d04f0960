import { useState } from 'react';
import { ValidationFailure } from '../../client/failure.js';
import type { Quote } from '../../client/types.js';
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
  const [isOpen, setOpen] = useState(promoCodes.length + paymentCodes.length > 0);
  const shown = quote?.paymentCodeDetails.map(({ code }) => code) ?? [];
  const applied = [...paymentCodes.map((code, i) => shown[i] ?? code), ...promoCodes];

  const apply = (code: string) =>
    task.run(async () => {
      const isCode = isSubscriptionCode(code);
      const next = {
        paymentCodes: isCode ? [...paymentCodes, code] : [...paymentCodes],
        promoCodes: isCode ? [...promoCodes] : [...promoCodes, code],
      };
      const answer = await buyer.quote({ ...priced, ...next });
      // The price is worked out without what doesn't count; here, that is an error of the box.
      if (answer.validationErrors.length > 0) throw new ValidationFailure(answer.validationErrors);
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
    error: violation ? say.violation(violation) : say.failure(task.failure),
    isBusy: task.isBusy,
    apply,
    remove: (index: number) =>
      keeper.set(
        index < paymentCodes.length
          ? { paymentCodes: paymentCodes.filter((_, i) => i !== index) }
          : { promoCodes: promoCodes.filter((_, i) => i !== index - paymentCodes.length) },
      ),
    /** The box is ticked, and holds no code that counts. */
    isIncomplete: isOpen && (applied.length === 0 || violation !== undefined),
  };
}
