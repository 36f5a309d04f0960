import { useState } from 'react';
import { ValidationFailure } from '../../client/failure.js';
import type { Registration } from '../../client/types.js';
import { useFlow, useSession } from '../../flow/flow.js';
import { isDuplicate, useDuplicate, useRegistrationSaver } from '../../flow/registration.js';
import { useTask } from '../../flow/task.js';
import { useText } from '../../i18n/useText.js';
import type { WalletAddress } from '../../checkout/providers/port.js';
import { timeZoneOf } from './places.js';
import { addressOf, billingValues, type BillingValues } from '../../checkout/billing.js';

const draft = 'billing';

/** Failures that say nothing of what went wrong. */
const vague = new Set(['genericErrorMessage', 'unexpected_error']);

/** Billing: saves it, and finds out whether the package is sold there. Where the subscription is paid already, there is no package to fit. */
export function useBilling(onDone: () => void | Promise<void>, isPaid = false) {
  const { api, buyer, keeper, go, track } = useFlow();
  const { registration, drafts } = useSession();
  const say = useText();
  const save = useRegistrationSaver();
  const toDuplicate = useDuplicate();
  const task = useTask();
  const confirming = useTask();
  const [values, setValues] = useState<BillingValues>(() => (drafts[draft] as BillingValues | undefined) ?? billingValues(registration));
  const [form, setForm] = useState({ initial: values, revision: 0 });
  const [mismatch, setMismatch] = useState<BillingValues>();

  /** Saves the address; answers whether the package is sold there. Where it isn't, or for a duplicate, the person is led on from here. */
  const keep = async (input: BillingValues, asksReferral: boolean): Promise<boolean> => {
    const { parent, order } = registration ?? {};
    if (!parent || (!order && !isPaid)) return false;
    let saved: Registration;
    try {
      saved = await save({
        sections: asksReferral ? ['PARENT', 'ADDRESS', 'REFERRAL'] : ['PARENT', 'ADDRESS'],
        parent: { ...parent, timeZone: input.timeZone },
        address: addressOf(input),
        ...(asksReferral ? { referral: input.referral } : {}),
        parentDuplicateConfirmed: registration?.parentDuplicateConfirmed === true,
      });
    } catch (error) {
      if (error instanceof ValidationFailure && isDuplicate(error.violations) && !buyer.isInvited) {
        toDuplicate({ who: 'parent', firstName: parent.firstName, lastName: parent.lastName, email: parent.email });
        return false;
      }
      throw error;
    }
    keeper.draft(draft, undefined);
    const { country } = input.address;
    // Once the person has said which country counts, the phone's no longer does.
    const isConfirmed = saved.confirmedCountry === country;
    try {
      if (order && !isPaid) {
        const phone = { countryCode: parent.phoneCountryCode ?? '', phoneNumber: parent.phoneNumber };
        await buyer.fitsCountry(order.packageId, { country, ...(isConfirmed ? {} : phone) });
      }
    } catch (error) {
      if (!(error instanceof ValidationFailure) || isConfirmed) throw error;
      track('Package Mismatch Shown', { packageId: order?.packageId ?? 0, country });
      setMismatch(input);
      return false;
    }
    track('Billing Completed');
    return true;
  };

  const submit = (input: BillingValues) =>
    task.run(async () => {
      if (await keep(input, !buyer.isInvited)) await onDone();
    });

  /** Puts an address that a wallet gave into the form, where what is missing is still asked for. */
  const prefill = (next: BillingValues) => {
    setValues(next);
    setForm((f) => ({ initial: next, revision: f.revision + 1 }));
    keeper.draft(draft, next);
  };

  /** Takes the address that a wallet gave, as if it had been typed. Answers `saved`, `asked` where something about it has to be asked, or `stopped`. */
  const takeWallet = async ({ line1, line2 = '', city, region, postalCode, country }: WalletAddress): Promise<'saved' | 'asked' | 'stopped'> => {
    const next = { ...values, address: { line1, line2, city, region, postalCode, country }, timeZone: '' };
    try {
      next.timeZone = await timeZoneOf(api, country, region);
      return (await keep(next, false)) ? 'saved' : 'stopped';
    } catch (error) {
      if (!(error instanceof ValidationFailure)) throw error;
      prefill(next);
      return 'asked';
    }
  };

  /** OK of the dialog: the country counts from now on, and a package is chosen anew. */
  const confirmMismatch = () =>
    confirming.run(async () => {
      if (!mismatch) return;
      await save({ sections: ['ADDRESS'], address: addressOf(mismatch), parent: { timeZone: mismatch.timeZone }, countryConfirmed: true });
      setMismatch(undefined);
      keeper.set({ promoCodes: [], paymentCodes: [] });
      go(buyer.paths.packages);
    });

  return {
    values,
    initial: form.initial,
    /** Changes when the form has to begin anew. */
    revision: form.revision,
    takeWallet,
    change: (next: BillingValues) => {
      setValues(next);
      keeper.draft(draft, next);
    },
    submit,
    task,
    /** Why the last try failed, where no field is at fault. */
    failure: task.failure && vague.has(task.failure.code) ? say('billing_failed') : say.failure(task.failure),
    mismatchCountry: mismatch?.address.country,
    isConfirming: confirming.isBusy,
    confirmMismatch,
  };
}
