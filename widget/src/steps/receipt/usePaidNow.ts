import { useEffect, useEffectEvent, useState } from 'react';
import type { PaymentAnswer } from '../../client/types.js';
import { useFlow } from '../../flow/flow.js';

/**
 * Returns the payment with the server's current method: after a failed collection another card may have paid since this tab
 * kept its own. After a step of the flow the payment is new and isn't loaded again. Without an answer the kept one counts. Undefined while loading.
 */
export function usePaidNow(
  kept: PaymentAnswer | undefined,
  fetchPayment: () => Promise<PaymentAnswer>,
): { paid: PaymentAnswer | undefined } | undefined {
  const { hasMoved } = useFlow();
  const [answer, setAnswer] = useState(kept && !hasMoved() ? undefined : { paid: kept });
  const fetchNow = useEffectEvent(fetchPayment);
  const isKnown = answer !== undefined;
  useEffect(() => {
    if (isKnown) return undefined;
    let isCurrent = true;
    const keep = (paid: PaymentAnswer | undefined) => {
      if (isCurrent) setAnswer({ paid });
    };
    fetchNow().then(
      (now) => keep(now.receipt ? now : kept),
      () => keep(kept),
    );
    return () => {
      isCurrent = false;
    };
  }, [isKnown, kept]);
  return answer;
}
