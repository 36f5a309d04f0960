import { useState } from 'react';
import { useSignup, useSignupSession } from '../../../flow/flow.js';
import { useLookup } from '../../../flow/lookup.js';
import { useDuplicates, useRegistrationSaver } from '../../../flow/registration.js';
import { pathAfter } from '../../../session/route.js';
import { StepTop } from '../../../flow/StepTop.js';
import { useTask } from '../../../flow/task.js';
import { useSupport } from '../../../flow/useSupport.js';
import { useText } from '../../../i18n/useText.js';
import { FamilyStep } from './FamilyStep.js';
import { familyValues, type FamilyValues } from './values.js';

const draft = 'family';

export default function FamilyScreen() {
  const { api, keeper, go, hasMoved, track } = useSignup();
  const { registration, drafts } = useSignupSession();
  const t = useText();
  const save = useRegistrationSaver();
  const support = useSupport();
  const task = useTask();
  const options = useLookup('parent-options', api.parentOptions);
  const duplicates = useDuplicates('coParent');
  const [values] = useState(() => familyValues(registration, drafts[draft]));

  const submit = (input: FamilyValues) =>
    task.run(async () => {
      const { coParent } = input;
      return duplicates.save(coParent, async (coParentDuplicateConfirmed) => {
        const saved = await save({
          sections: ['FAMILY'],
          coParent: {
            firstName: coParent.firstName,
            lastName: coParent.lastName,
            ...(coParent.email.trim() ? { email: coParent.email } : {}),
            ...(coParent.phoneNumber ? { phoneCountryCode: coParent.phoneCountryCode, phoneNumber: coParent.phoneNumber } : {}),
          },
          knowsCoParentEmail: input.knowsCoParentEmail,
          coParentDuplicateConfirmed,
          // Includes blank children: the server omits them, and its messages number the children like the form.
          children: input.children,
        });
        track('Step Completed', { step: 2, children: saved.children.length });
        keeper.draft(draft, undefined);
        const next = pathAfter('/step3', saved);
        if (next !== '/duplicate') return () => go(next);
        const { parent, parentDuplicateConfirmed } = saved;
        return () => (parentDuplicateConfirmed && parent ? duplicates.explain('parent', parent) : duplicates.explain('coParent', coParent));
      });
    });

  return (
    <FamilyStep
      top={<StepTop step={2} back="/step1" />}
      headingTakesFocus={hasMoved()}
      values={values}
      parent={registration?.parent}
      countryCodes={options.data?.countryCodes}
      errors={task.violations}
      isLikelyDuplicate={duplicates.isSuspected}
      supportPhone={support.phone}
      isBusy={task.isBusy}
      isSlow={task.isSlow}
      failure={t.failure(task.failure)}
      onDraft={(next) => keeper.draft(draft, next)}
      onSubmit={submit}
    />
  );
}
