import { useState } from 'react';
import { useInvited, useInvitedSession } from '../../flow/flow.js';
import { useLookup } from '../../flow/lookup.js';
import { useTask } from '../../flow/task.js';
import { useText } from '../../i18n/useText.js';
import { InviteParentStep } from './InviteParentStep.js';
import { InviteTop } from './InviteTop.js';
import { afterStep1 } from './onward.js';
import { draftOf, inviteParentValues, type InviteParentValues } from './securityValues.js';

const draft = 'invite parent';

export default function InviteParentScreen() {
  const { api, buyer, keeper, go, hasMoved, track } = useInvited();
  const { registration, drafts } = useInvitedSession();
  const t = useText();
  const task = useTask();
  const options = useLookup('parent-options', api.parentOptions);
  const [values] = useState(() => inviteParentValues(registration, drafts[draft]));
  const [isSecuritySaved, setSecuritySaved] = useState((registration?.lastCompletedStep ?? 0) > 0);

  const submit = (input: InviteParentValues) =>
    task.run(async () => {
      const { referral, securityQuestion, securityAnswer, securityCode, confirmCode, ...parent } = input;
      await buyer.save({
        sections: ['PARENT', 'REFERRAL', ...(isSecuritySaved ? [] : (['SECURITY_QUESTION', 'SECURITY_CODE'] as const))],
        parent,
        referral,
        ...(isSecuritySaved ? {} : { securityQuestion, securityAnswer, securityCode, confirmCode }),
      });
      keeper.draft(draft, undefined);
      track('Step Completed', { step: 1 });
      return () => go(afterStep1(keeper.get().invitation));
    });

  return (
    <InviteParentStep
      top={<InviteTop step={1} back="/invite" />}
      headingTakesFocus={hasMoved()}
      values={values}
      countryCodes={options.data?.countryCodes}
      referrals={options.data?.referrals ?? []}
      questions={options.data?.securityQuestions ?? []}
      isSecuritySaved={isSecuritySaved}
      onChangeSecurity={() => setSecuritySaved(false)}
      errors={task.violations}
      isBusy={task.isBusy}
      isSlow={task.isSlow}
      failure={t.failure(task.failure)}
      onDraft={(next) => keeper.draft(draft, draftOf(next))}
      onSubmit={submit}
    />
  );
}
