import { useEffect, useEffectEvent, useState } from 'react';
import type { PaymentAnswer } from '../../client/types.js';
import { useFlow } from '../../flow/flow.js';

/**
 * Returns the payment method by the server's current answer: another card may have paid after a failed collection, since this tab
 * kept its own. After a step of the flow the payment is new. Without an answer the kept one counts. Undefined while it is loaded.
 */
export function usePaidNow(kept: PaymentAnswer | undefined, ask: () => Promise<PaymentAnswer>): { paid: PaymentAnswer | undefined } | undefined {
  const { hasMoved } = useFlow();
  const [told, setTold] = useState(kept && !hasMoved() ? undefined : { paid: kept });
  const askNow = useEffectEvent(ask);
  const isTold = told !== undefined;
  useEffect(() => {
    if (isTold) return undefined;
    let isCurrent = true;
    const tell = (paid: PaymentAnswer | undefined) => {
      if (isCurrent) setTold({ paid });
    };
    askNow().then(
      (now) => tell(now.receipt ? now : kept),
      () => tell(kept),
    );
    return () => {
      isCurrent = false;
    };
  }, [isTold, kept]);
  return told;
}
