import { useMemo, type ReactNode } from 'react';
import { FlowProvider, useSignup, useTreatment, type InvitedFlow, type SignupFlow } from '../../flow/flow.js';
import { Lookup } from '../../flow/lookupAnswers.js';
import type { InvitedSession, SessionKeeper } from '../../session/session.js';
import { inviteBuyer } from './inviteBuyer.js';
import { InviteLook } from './InviteLook.js';
import { lossOf } from './loss.js';

/** The flow of an invited parent: it has the invitation's own session, calls and failures. It stays mounted while its screens change. */
export function InviteFlow({ children }: { children: ReactNode }) {
  const around = useSignup();
  const isTreatment = useTreatment('grow722');
  const flow = useMemo(() => inviteFlow(around), [around]);
  return (
    <FlowProvider value={flow}>
      <InviteLook isTreatment={isTreatment}>{children}</InviteLook>
    </FlowProvider>
  );
}

function inviteFlow(around: SignupFlow): InvitedFlow {
  const { api, inviteKeeper: keeper, go, notify } = around;
  const lost = (error: unknown): boolean => {
    const loss = lossOf(error, keeper.get().paid !== undefined);
    if (!loss) return false;
    if (loss.isReset) restartInvite(keeper);
    if (loss.to === '/invite/step1') notify('invite_restarted');
    go(loss.to);
    return true;
  };
  return {
    ...around,
    kind: 'invited',
    keeper,
    buyer: inviteBuyer(api, keeper),
    lookup: new Lookup(),
    lost,
    fail: (error) => {
      if (!lost(error)) around.fail(error);
    },
  };
}

/** Forgets all input and choices. The link stays, and the server is asked again. */
export function restartInvite(keeper: SessionKeeper<InvitedSession>): void {
  const { invite } = keeper.get();
  keeper.restart({ invite });
}
