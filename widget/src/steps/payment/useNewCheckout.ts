import { useEffect, useState } from 'react';
import { start } from '../../checkout/machine.js';
import { loadProvider } from '../../checkout/providers/provider.js';
import { createCheckout, type Checkout } from '../../checkout/store.js';
import { loadMethod } from '../../checkout/views/loadMethod.js';
import { loadReview } from '../../checkout/views/loadReview.js';
import { useFlow } from '../../flow/flow.js';

const loadVenmo = () => import('../../session/otherTab.js');

const wait = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms);
  });

/** Returns a checkout that lives as long as the screen, through changes of the language. */
export function useNewCheckout(): Checkout {
  const flow = useFlow();
  const [checkout] = useState(() => createCheckout(start(flow.buyer.isPaying()), flow, { loadProvider, loadPayment: loadReview, loadVenmo, wait }));
  useEffect(() => checkout.follow(flow), [checkout, flow]);
  useEffect(() => {
    // A failure here has a second try: the stage loads it again.
    loadMethod().catch(() => undefined);
    return checkout.open();
  }, [checkout]);
  return checkout;
}
