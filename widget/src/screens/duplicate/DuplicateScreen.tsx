import { useState } from 'react';
import type { Registration } from '../../client/types.js';
import { useEntered } from '../../flow/entered.js';
import { useSignup, useSignupSession } from '../../flow/flow.js';
import { resetSignup, type DuplicatePerson } from '../../flow/session.js';
import { regionPhones } from '../../flow/support.js';
import { useSupport } from '../../flow/useSupport.js';
import { Duplicate } from './Duplicate.js';

export default function DuplicateScreen() {
  const { bootstrap, keeper, go, hasMoved, track } = useSignup();
  const { duplicate, paid, registration } = useSignupSession();
  // The support phone goes by what was entered, which is forgotten in a moment.
  const support = useSupport();
  const [shown] = useState({ person: duplicate ?? confirmedParent(registration), support });
  useEntered(() => {
    track('Duplicate Shown', { who: shown.person?.who ?? 'unknown' });
    // Whoever opens this page starts over; a reload still says whom it was about.
    if (!paid) resetSignup(keeper, { duplicate: shown.person });
  });
  return (
    <Duplicate
      headingTakesFocus={hasMoved()}
      product={bootstrap.product}
      person={shown.person}
      support={shown.support}
      phones={regionPhones(bootstrap)}
      loginHref={bootstrap.links.login ?? ''}
      passwordHref={bootstrap.links.passwordRetrieval ?? ''}
      onRestart={() => {
        keeper.set({ duplicate: undefined });
        go('/signup');
      }}
    />
  );
}

/** A parent who confirmed the warning, and whom the guards brought here all the same (a pricing group other than the base one). */
function confirmedParent(registration: Registration | undefined): DuplicatePerson | undefined {
  const { parent, parentDuplicateConfirmed } = registration ?? {};
  return parent && parentDuplicateConfirmed
    ? { who: 'parent', firstName: parent.firstName, lastName: parent.lastName, email: parent.email }
    : undefined;
}
