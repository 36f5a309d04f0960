import { useState } from 'react';
import { billingDraftOf, confirmCountry, saveBilling } from '../../checkout/saveBilling.js';
import { draftName, type BillingValues } from '../../checkout/billing.js';
import { billingFailure } from '../../checkout/views/billingFailure.js';
import { useFlow } from '../../flow/flow.js';
import { useTask } from '../../flow/task.js';
import { useText } from '../../i18n/useText.js';

/** An invited parent's billing step. `isPaid`: the subscription is paid already, so no package has to fit. */
export function useBilling(onDone: () => void, isPaid: boolean) {
  const flow = useFlow();
  const { keeper, buyer, go } = flow;
  const t = useText();
  const task = useTask();
  const confirming = useTask();
  const [initial] = useState(() => billingDraftOf(keeper.get()));
  const [values, setValues] = useState(initial);
  const [mismatch, setMismatch] = useState<BillingValues>();

  return {
    initial,
    values,
    change: (next: BillingValues) => {
      setValues(next);
      keeper.draft(draftName, next);
    },
    submit: (input: BillingValues) =>
      task.run(async () => {
        const outcome = await saveBilling(flow, input, { hasReferral: false, isPaid });
        if (outcome === 'mismatch') setMismatch(input);
        return outcome === 'saved' ? onDone : undefined;
      }),
    task,
    failure: task.failure && billingFailure({ kind: 'failure', failure: task.failure }, t),
    mismatchCountry: mismatch?.address.country,
    isConfirming: confirming.isBusy,
    /** Confirms the country; the buyer then chooses another package. */
    confirmMismatch: () =>
      confirming.run(async () => {
        if (!mismatch) return undefined;
        await confirmCountry(flow, mismatch);
        setMismatch(undefined);
        keeper.set({ promoCodes: [], paymentCodes: [] });
        return () => go(buyer.paths.packages);
      }),
  };
}
