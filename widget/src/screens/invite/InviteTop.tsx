import { BackLink } from '../../flow/BackLink.js';
import { useFlow, useInvitedSession } from '../../flow/flow.js';
import type { InvitePath } from '../../session/route.js';
import type { StepTopProps } from '../../flow/StepTop.js';
import { useText, type TextCode } from '../../i18n/useText.js';
import { StepDots } from '../../parts/index.js';
import { inviteRedirect } from './guard.js';

interface InviteStep {
  path: InvitePath;
  code: TextCode;
}

const you: InviteStep = { path: '/invite/step1', code: 'invite_steps_you' };

/** The steps: payers choose a package first; with a paid seat, only the address is needed. */
const walks: Record<'paid' | 'paying', readonly InviteStep[]> = {
  paid: [you, { path: '/invite/billing-info', code: 'invite_steps_billing' }],
  paying: [you, { path: '/invite/packages', code: 'invite_steps_package' }, { path: '/invite/payment', code: 'invite_steps_payment' }],
};

/** The way back and the dots of an invited parent's steps. The steps are numbered as the parent flow's: 1 you, 3 package, 4 payment and billing. */
export function InviteTop({ step, back, backLabel = 'back', onBack }: StepTopProps) {
  const t = useText();
  const { go } = useFlow();
  const session = useInvitedSession();
  const walk = walks[session.invitation?.isSubscriptionCurrent ? 'paid' : 'paying'];
  const at = step === 1 ? 0 : step === 4 ? walk.length - 1 : 1;
  return (
    <>
      {(back || onBack) && <BackLink to={back} onBack={onBack} code={backLabel} />}
      <StepDots
        label={t('steps_label')}
        caption={t('steps_caption', { step: at + 1, count: walk.length })}
        steps={walk.map(({ path, code }, index) => {
          const state = index === at ? 'current' : index < at ? 'done' : 'upcoming';
          const position = t('steps_position', { step: index + 1, count: walk.length, name: t(code) });
          const isOpen = index !== at && inviteRedirect(path, session) === undefined;
          return {
            id: String(index + 1),
            state,
            accessibleLabel: state === 'upcoming' ? position : `${position}, ${t(state === 'current' ? 'steps_current' : 'steps_done')}`,
            ...(isOpen ? { onSelect: () => go(path) } : {}),
          };
        })}
      />
    </>
  );
}
