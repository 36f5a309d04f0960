import { useEffect, useEffectEvent, useState } from 'react';
import type { PaymentAnswer } from '../../client/types.js';
import { useFlow } from '../../flow/flow.js';

/**
 * How it was paid, as the server tells it now: since this tab kept the answer, another card may have paid for what could not be collected. Who came
 * here by a step has just paid. Where no answer can be had, what was kept is told. Undefined while it is asked.
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
