import { useInvited } from '../../flow/flow.js';
import type { Entry } from '../../flow/screen.js';
import type { Session } from '../../session/session.js';
import { loginHref } from '../../steps/receipt/loginHref.js';
import { PaidReceipt, paidOrderOf, trackReceipt, type PaidOrder } from '../../steps/receipt/PaidReceipt.js';
import { leaveToLogin } from './login.js';

interface InviteReceiptProps {
  order: PaidOrder;
  login: Session['login'];
}

/** Keeps the purchase for this screen, and forgets it. User id and token stay until the login, which clears everything. */
export function enter({ invited, track }: Entry): InviteReceiptProps {
  const session = invited.get();
  const { invite, login } = session;
  const order = paidOrderOf(session);
  trackReceipt(order, track);
  invited.restart({ invite, login, credentialsSet: true });
  return { order, login };
}

export default function InviteReceiptScreen({ order, login }: InviteReceiptProps) {
  const flow = useInvited();
  return (
    <PaidReceipt
      {...order}
      fetchPayment={flow.buyer.payment}
      loginHref={loginHref(login, flow.bootstrap.links)}
      onLeave={() => leaveToLogin(flow)}
      hasCoParent={false}
    />
  );
}
