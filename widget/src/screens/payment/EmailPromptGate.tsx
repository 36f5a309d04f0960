import { ValidationFailure } from '../../client/failure.js';
import { useSignup, useSignupSession, useTreatment } from '../../flow/flow.js';
import { isDuplicate, useDuplicate, useDuplicateWarning, useRegistrationSaver } from '../../flow/registration.js';
import { useTask } from '../../flow/task.js';
import { useText } from '../../i18n/useText.js';
import { EmailPrompt } from './EmailPrompt.js';

/** Shows the co-parent e-mail prompt where the experiment wants it and no address is known. */
export function EmailPromptGate() {
  const { keeper, go, track } = useSignup();
  const { registration, emailPromptDone } = useSignupSession();
  const isTreatment = useTreatment('grow621');
  const say = useText();
  const save = useRegistrationSaver();
  const task = useTask();
  const toDuplicate = useDuplicate();
  const warning = useDuplicateWarning();
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
      failure={say.failure(task.failure)}
      isBusy={task.isBusy}
      onSkip={() => done(false)}
      onChange={() => go('/step2')}
      onSubmit={(email) =>
        task.run(async () => {
          const named = { ...coParent, email };
          const explain = () => toDuplicate('coParent', named);
          try {
            const { next } = await save({
              sections: ['FAMILY'],
              coParent: named,
              knowsCoParentEmail: true,
              coParentDuplicateConfirmed: warning.isConfirmed(named),
              children: children ?? [],
            });
            done(true);
            return next === '/duplicate' ? explain : undefined;
          } catch (error) {
            if (!(error instanceof ValidationFailure)) throw error;
            if (isDuplicate(error.violations)) return explain;
            warning.heed(named, error.violations);
            throw new ValidationFailure(error.violations.map((v) => ({ ...v, field: v.field === 'coParent.email' ? 'email' : v.field })));
          }
        })
      }
    />
  );
}
