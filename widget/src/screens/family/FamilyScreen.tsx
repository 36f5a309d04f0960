import { useState } from 'react';
import { ValidationFailure } from '../../client/failure.js';
import { useSignup, useSignupSession } from '../../flow/flow.js';
import { useLookup } from '../../flow/lookup.js';
import { isDuplicate, useDuplicate, useDuplicateWarning, useRegistrationSaver } from '../../flow/registration.js';
import { pathAfter } from '../../flow/route.js';
import { StepTop } from '../../flow/StepTop.js';
import { useTask } from '../../flow/task.js';
import { useSupport } from '../../flow/useSupport.js';
import { useText } from '../../i18n/useText.js';
import { FamilyStep } from './FamilyStep.js';
import { familyValues, type FamilyValues } from './values.js';

const draft = 'family';

export default function FamilyScreen() {
  const { api, keeper, go, hasMoved, track } = useSignup();
  const { registration, drafts } = useSignupSession();
  const say = useText();
  const save = useRegistrationSaver();
  const toDuplicate = useDuplicate();
  const support = useSupport();
  const task = useTask();
  const options = useLookup('parent-options', api.parentOptions);
  const warning = useDuplicateWarning();
  const [values] = useState(() => familyValues(registration, drafts[draft]));

  const submit = (input: FamilyValues) =>
    task.run(async () => {
      const { coParent } = input;
      const explain = () => toDuplicate('coParent', coParent);
      try {
        const saved = await save({
          sections: ['FAMILY'],
          coParent: {
            firstName: coParent.firstName,
            lastName: coParent.lastName,
            ...(coParent.email.trim() ? { email: coParent.email } : {}),
            ...(coParent.phoneNumber ? { phoneCountryCode: coParent.phoneCountryCode, phoneNumber: coParent.phoneNumber } : {}),
          },
          knowsCoParentEmail: input.knowsCoParentEmail,
          coParentDuplicateConfirmed: warning.isConfirmed(coParent),
          // Blank ones too: the server leaves them out, and its messages count the places as the form does.
          children: input.children,
        });
        track('Step Completed', { step: 2, children: saved.children.length });
        keeper.draft(draft, undefined);
        const next = pathAfter('/step3', saved);
        if (next !== '/duplicate') return () => go(next);
        const { parent, parentDuplicateConfirmed } = saved;
        return parentDuplicateConfirmed && parent ? () => toDuplicate('parent', parent) : explain;
      } catch (error) {
        if (!(error instanceof ValidationFailure)) throw error;
        if (isDuplicate(error.violations)) return explain;
        warning.heed(coParent, error.violations);
        throw new ValidationFailure(error.violations.filter(({ field }) => !field.endsWith('duplicateWarning')));
      }
    });

  return (
    <FamilyStep
      top={<StepTop step={2} back="/step1" />}
      headingTakesFocus={hasMoved()}
      values={values}
      parent={registration?.parent}
      countryCodes={options.data?.countryCodes}
      errors={task.violations}
      isLikelyDuplicate={warning.isShown}
      supportPhone={support.phone}
      isBusy={task.isBusy}
      isSlow={task.isSlow}
      failure={say.failure(task.failure)}
      onDraft={(next) => keeper.draft(draft, next)}
      onSubmit={submit}
    />
  );
}
