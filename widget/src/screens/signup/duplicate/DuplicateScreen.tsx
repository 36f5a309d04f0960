import type { Registration } from '../../../client/types.js';
import { duplicateOf } from '../../../flow/duplicate.js';
import { useSignup } from '../../../flow/flow.js';
import { isHosted } from '../../../session/route.js';
import type { Entry } from '../../../flow/screen.js';
import { resetSignup, type DuplicatePerson } from '../../../session/session.js';
import { regionPhones, supportOf } from '../../../flow/support.js';
import { useLinkRequest } from '../../../steps/link/useLinkRequest.js';
import { Duplicate } from './Duplicate.js';

interface DuplicateScreenProps {
  person: DuplicatePerson | undefined;
  /** The input, for this screen: the session has usually forgotten it. */
  registration: Registration | undefined;
  /** The session keeps the sign-up, which can go on. */
  isKept: boolean;
}

/**
 * Opening this page starts over; after a reload it still shows the duplicate. A sign-up that stopped here only for its co-parent is kept: it goes on
 * once the co-parent's details are changed.
 */
export function enter({ signup, track }: Entry): DuplicateScreenProps {
  const { duplicate, paid, registration } = signup.get();
  const person = duplicate ?? confirmed(registration);
  const isKept = person?.who === 'coParent' && registration?.next === '/duplicate';
  track('Duplicate Shown', { who: person?.who ?? 'unknown' });
  if (!paid && !isKept) resetSignup(signup, { duplicate: person });
  return { person, registration, isKept };
}

export default function DuplicateScreen({ person, registration, isKept }: DuplicateScreenProps) {
  const { bootstrap, keeper, go, hasMoved } = useSignup();
  const request = useLinkRequest();
  const { login, passwordRetrieval } = bootstrap.links;
  return (
    <Duplicate
      headingTakesFocus={hasMoved()}
      product={bootstrap.product}
      person={person}
      support={supportOf(bootstrap, registration)}
      phones={regionPhones(bootstrap)}
      loginHref={login ?? ''}
      passwordHref={isHosted('/link', passwordRetrieval) ? undefined : passwordRetrieval}
      request={request}
      onChange={
        isKept
          ? () => {
              keeper.set({ duplicate: undefined });
              go('/step2');
            }
          : undefined
      }
      onRestart={() => {
        resetSignup(keeper);
        go('/signup');
      }}
    />
  );
}

/** Returns the person of a confirmed warning that led here: a parent outside of the base pricing group, or a co-parent with packagesV2. */
function confirmed(registration: Registration | undefined): DuplicatePerson | undefined {
  const { parent, parentDuplicateConfirmed, coParent, coParentDuplicateConfirmed } = registration ?? {};
  if (parent && parentDuplicateConfirmed) return duplicateOf('parent', parent);
  return coParent && coParentDuplicateConfirmed ? duplicateOf('coParent', coParent) : undefined;
}
