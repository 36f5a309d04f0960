import { ValidationFailure } from '../../client/failure.js';
import { useFlow, useSession } from '../../flow/flow.js';
import { useStepForm } from '../../flow/form.js';
import { useRegistrationSaver } from '../../flow/registration.js';
import { useText } from '../../i18n/useText.js';
import { validateReferral } from '../../rules/index.js';
import type { ReferralValues } from '../parent/ReferralFields.js';

const blank: ReferralValues = { referral: { selection: '', other: '' } };
const check = ({ referral }: ReferralValues) => validateReferral(referral).faults;

/** How the parent heard of us, asked on review where a wallet's address took the place of the billing form that asks it. */
export function useReferral() {
  const { buyer } = useFlow();
  const { registration } = useSession();
  const say = useText();
  const store = useRegistrationSaver();
  const form = useStepForm<ReferralValues>({ values: blank, check, isBusy: false, onSubmit: () => undefined });
  const isAsked = !buyer.isInvited && registration?.referral === undefined;
  return {
    isAsked,
    /** What the fields work with. */
    form,
    /** Saves the answer, where one is asked for. Rejects with ValidationFailure where it is missing, which is then said beside the fields. */
    save: async (): Promise<void> => {
      if (!isAsked) return;
      form.onSubmit();
      const values = form.get();
      const faults = check(values);
      if (faults.length > 0) throw new ValidationFailure(faults.map((fault) => ({ ...fault, text: say.violation(fault) })));
      await store({ sections: ['REFERRAL'], referral: values.referral });
    },
  };
}
