import { useFlow } from '../../flow/flow.js';
import type { Entry } from '../../flow/screen.js';
import type { Session } from '../../flow/session.js';
import { loginHref } from './loginHref.js';
import { PaidReceipt, paidOrderOf, trackReceipt, type PaidOrder } from './PaidReceipt.js';

/** The sign-up is over: it is shown once more, and forgotten. */
export function enter({ signup, track }: Entry) {
  const session = signup.get();
  const order = paidOrderOf(session);
  trackReceipt(order, track);
  signup.clear();
  return <ReceiptScreen order={order} login={session.login} />;
}

function ReceiptScreen({ order, login }: { order: PaidOrder; login: Session['login'] }) {
  const { bootstrap } = useFlow();
  const { links } = bootstrap;
  return <PaidReceipt {...order} loginHref={loginHref(login, links)} goneHref={links.login ?? ''} />;
}
