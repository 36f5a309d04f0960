import { useEffect, useState } from 'react';
import { useFlow, useInvitedSession } from '../../flow/flow.js';
import { useLookup } from '../../flow/lookup.js';
import { languageOf } from '../../i18n/language.js';
import { faqLocale, loadFaq } from './faq.js';
import { invitePathOf } from './guard.js';
import { Welcome } from './Welcome.js';

export default function WelcomeScreen() {
  const { bootstrap, language, go, hasMoved, track } = useFlow();
  const { invitation: current } = useInvitedSession();
  // Kept through a reset, which leads elsewhere a moment later.
  const [invitation] = useState(current);
  const hasFaq = invitation?.languageLocale === faqLocale && language === languageOf(faqLocale);
  const faq = useLookup(hasFaq ? 'invite faq' : undefined, () => loadFaq(bootstrap.product));
  const isPaid = invitation?.isSubscriptionCurrent === true;
  const isByPro = invitation?.userCreatedByPro !== undefined;
  useEffect(() => {
    track('Invitation Opened', { isPaid, isByPro });
  }, [track, isPaid, isByPro]);
  if (!invitation) return null;
  return (
    <Welcome
      headingTakesFocus={hasMoved()}
      invitation={invitation}
      firstName={invitation.registration.parent?.firstName ?? ''}
      faq={faq.data}
      onStart={() => {
        const next = invitePathOf(invitation.next);
        // An invitation in progress continues at its next step.
        go(next === '/invite' ? '/invite/step1' : next);
      }}
    />
  );
}
