import type { Violation } from '../../client/types.js';
import { useSignup, useSignupSession, useTreatment } from '../../flow/flow.js';
import { useDuplicates, useRegistrationSaver } from '../../flow/registration.js';
import { useTask } from '../../flow/task.js';
import { useText } from '../../i18n/useText.js';
import { EmailPrompt } from './EmailPrompt.js';

/** The prompt has one field, named without its section. */
const ownNames = (violations: readonly Violation[]) => violations.map((v) => ({ ...v, field: v.field === 'coParent.email' ? 'email' : v.field }));

/** Shows the prompt for the co-parent's email if the experiment is on and no address is known. */
export function EmailPromptGate() {
  const { keeper, go, track } = useSignup();
  const { registration, emailPromptDone } = useSignupSession();
  const isTreatment = useTreatment('grow621');
  const t = useText();
  const save = useRegistrationSaver();
  const task = useTask();
  const duplicates = useDuplicates('coParent', ownNames);
  const { coParent, parent, children } = registration ?? {};
  if (!isTreatment || emailPromptDone || !coParent || !parent || coParent.email) return null;
  const done = (answered: boolean) => {
    track('Co-Parent Email Prompt Closed', { answered });
    keeper.set({ emailPromptDone: true });
  };
  return (
    <EmailPrompt
      parentEmail={parent.email}
      errors={task.violations}
      failure={t.failure(task.failure)}
      isBusy={task.isBusy}
      onSkip={() => done(false)}
      onChange={() => go('/step2')}
      onSubmit={(email) =>
        task.run(async () => {
          const named = { ...coParent, email };
          return duplicates.save(named, async (coParentDuplicateConfirmed) => {
            const { next } = await save({
              sections: ['FAMILY'],
              coParent: named,
              knowsCoParentEmail: true,
              coParentDuplicateConfirmed,
              children: children ?? [],
            });
            done(true);
            return next === '/duplicate' ? () => duplicates.explain('coParent', named) : undefined;
          });
        })
      }
    />
  );
}
