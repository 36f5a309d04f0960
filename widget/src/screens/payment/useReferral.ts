import { useState } from 'react';
import { ValidationFailure } from '../../client/failure.js';
import { useFlow, useSession } from '../../flow/flow.js';
import { useRegistrationSaver } from '../../flow/registration.js';
import { useText } from '../../i18n/useText.js';
import { validateReferral } from '../../rules/index.js';
import type { ReferralValues } from '../parent/ReferralFields.js';

/** How the parent heard of us, asked on review where a wallet's address took the place of the billing form that asks it. */
export function useReferral() {
  const { buyer } = useFlow();
  const { registration } = useSession();
  const say = useText();
  const store = useRegistrationSaver();
  const [values, setValues] = useState<ReferralValues>({ referral: { selection: '', other: '' } });
  const isAsked = !buyer.isInvited && registration?.referral === undefined;
  return {
    isAsked,
    /** What the fields work with; once `attempt` counts one, what is wrong is said beside them. */
    form: (attempt: number) => ({
      values,
      set: (change: Partial<ReferralValues>) => setValues((v) => ({ ...v, ...change })),
      errorOf: (field: string) => {
        const fault = attempt > 0 ? validateReferral(values.referral).faults.find((f) => f.field === field) : undefined;
        return fault && say.violation(fault);
      },
    }),
    /** Saves the answer, where one is asked for. Rejects with ValidationFailure where it is missing. */
    save: async (): Promise<void> => {
      if (!isAsked) return;
      const { faults } = validateReferral(values.referral);
      if (faults.length > 0) throw new ValidationFailure(faults.map((fault) => ({ ...fault, text: say.violation(fault) })));
      await store({ sections: ['REFERRAL'], referral: values.referral });
    },
  };
}
