import { useEffect, useState } from 'react';
import { useFlow, useSession } from '../../flow/flow.js';
import { PaidReceipt, paidOrderOf, trackReceipt } from './PaidReceipt.js';

export default function ReceiptScreen() {
  const { bootstrap, keeper, track } = useFlow();
  const session = useSession();
  const [{ order, login }] = useState(() => ({ order: paidOrderOf(session), login: session.login }));
  useEffect(() => {
    trackReceipt(order, track);
    keeper.clear();
    // Once, when the screen is opened.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  const page = bootstrap.links.login ?? '';
  const loginHref = (login && !login.redirect.includes('login_error') && login.redirect) || page;
  return <PaidReceipt {...order} loginHref={loginHref} goneHref={page} />;
}
