import { useState } from 'react';
import { useEntered } from '../../flow/entered.js';
import { useInvited, useInvitedSession } from '../../flow/flow.js';
import { PaidReceipt, paidOrderOf, trackReceipt } from '../receipt/PaidReceipt.js';
import { InviteFlow } from './InviteFlow.js';
import { leaveToLogin, loginHref } from './login.js';

export default function InviteReceiptScreen() {
  return (
    <InviteFlow>
      <InviteReceipt />
    </InviteFlow>
  );
}

function InviteReceipt() {
  const { bootstrap, keeper, track } = useInvited();
  const { links } = bootstrap;
  const session = useInvitedSession();
  const [{ order, href }] = useState(() => ({ order: paidOrderOf(session), href: loginHref(session.login, links) }));
  useEntered(() => {
    trackReceipt(order, track);
    const { invite, login } = keeper.get();
    keeper.clear();
    // User id and token stay until the login, which clears everything.
    keeper.set({ invite, login, credentialsSet: true });
  });
  const onLogin = () => leaveToLogin(keeper, links, (to) => location.assign(to));
  return <PaidReceipt {...order} loginHref={href} onLogin={onLogin} hasCoParent={false} />;
}
