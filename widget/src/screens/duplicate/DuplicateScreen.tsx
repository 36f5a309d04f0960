import type { Registration } from '../../client/types.js';
import { useSignup } from '../../flow/flow.js';
import type { Entry } from '../../flow/screen.js';
import { resetSignup, type DuplicatePerson } from '../../flow/session.js';
import { regionPhones, supportOf } from '../../flow/support.js';
import { useLinkRequest } from '../link/useLinkRequest.js';
import { Duplicate } from './Duplicate.js';

/** Opening this page starts over; a reload still says whom it was about. */
export function enter({ signup, track }: Entry) {
  const { duplicate, paid, registration } = signup.get();
  const person = duplicate ?? confirmedParent(registration);
  track('Duplicate Shown', { who: person?.who ?? 'unknown' });
  if (!paid) resetSignup(signup, { duplicate: person });
  return <DuplicateScreen person={person} registration={registration} />;
}

interface DuplicateScreenProps {
  person: DuplicatePerson | undefined;
  /** What was entered; the session has forgotten it. */
  registration: Registration | undefined;
}

function DuplicateScreen({ person, registration }: DuplicateScreenProps) {
  const { bootstrap, keeper, go, hasMoved } = useSignup();
  const request = useLinkRequest();
  return (
    <Duplicate
      headingTakesFocus={hasMoved()}
      product={bootstrap.product}
      person={person}
      support={supportOf(bootstrap, registration)}
      phones={regionPhones(bootstrap)}
      loginHref={bootstrap.links.login ?? ''}
      request={request}
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
