import { useState } from 'react';
import { useEntered } from '../../flow/entered.js';
import { useFlow, useSession } from '../../flow/flow.js';
import { PaidReceipt, paidOrderOf, trackReceipt } from './PaidReceipt.js';

export default function ReceiptScreen() {
  const { bootstrap, keeper, track } = useFlow();
  const session = useSession();
  const [{ order, login }] = useState(() => ({ order: paidOrderOf(session), login: session.login }));
  useEntered(() => {
    trackReceipt(order, track);
    keeper.clear();
  });
  const page = bootstrap.links.login ?? '';
  const loginHref = (login && !login.redirect.includes('login_error') && login.redirect) || page;
  return <PaidReceipt {...order} loginHref={loginHref} goneHref={page} />;
}
