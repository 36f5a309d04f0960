import { useState } from 'react';
import { Problem } from '../../../client/failure.js';
import { defaultCountryCode } from '../../../form/countryCode.js';
import { filledIn } from '../../../form/draft.js';
import { useSignup, useSignupSession } from '../../../flow/flow.js';
import { useLookup } from '../../../flow/lookup.js';
import { useDuplicates, useRegistrationSaver } from '../../../flow/registration.js';
import { pathAfter } from '../../../session/route.js';
import { StepTop } from '../../../flow/StepTop.js';
import { valuesIn } from '../../../form/FormField.js';
import { useTask } from '../../../flow/task.js';
import { useText } from '../../../i18n/useText.js';
import { ParentStep } from './ParentStep.js';
import { parentTable, type ParentValues } from '../../../steps/parent/table.js';

const draft = 'parent';

export default function ParentScreen() {
  const { api, keeper, bootstrap, setting, go, hasMoved, track, fail } = useSignup();
  const { registration, drafts, selectionCode } = useSignupSession();
  const t = useText();
  const save = useRegistrationSaver();
  const task = useTask();
  const options = useLookup('parent-options', api.parentOptions);
  const duplicates = useDuplicates('parent');
  const [values] = useState<ParentValues>(() =>
    filledIn(valuesIn(parentTable, { phoneCountryCode: defaultCountryCode, ...setting.prefill, ...registration?.parent }), drafts[draft]),
  );

  const submit = (input: ParentValues) =>
    task.run(async () => {
      try {
        return await duplicates.save(input, async (parentDuplicateConfirmed) => {
          const saved = await save({ sections: ['PARENT'], parent: input, parentDuplicateConfirmed, ...(selectionCode ? { selectionCode } : {}) });
          track('Step Completed', { step: 1 });
          keeper.draft(draft, undefined);
          return () => go(pathAfter('/step2', saved));
        });
      } catch (error) {
        // A sign-up that can't be created has no message of its own, so this shows the general one.
        if (registration || !(error instanceof Problem)) throw error;
        return () => fail(error);
      }
    });

  return (
    <ParentStep
      top={<StepTop step={1} back="/signup" />}
      headingTakesFocus={hasMoved()}
      values={values}
      countryCodes={options.data?.countryCodes}
      errors={task.violations}
      isLikelyDuplicate={duplicates.isSuspected}
      loginHref={bootstrap.links.login}
      isBusy={task.isBusy}
      isSlow={task.isSlow}
      failure={t.failure(task.failure)}
      onDraft={(next) => keeper.draft(draft, next)}
      onSubmit={submit}
    />
  );
}
