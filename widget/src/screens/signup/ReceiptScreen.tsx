import type { SignupRef } from '../../client/api.js';
import { useFlow } from '../../flow/flow.js';
import type { Entry } from '../../flow/screen.js';
import type { Session } from '../../session/session.js';
import { loginHref } from '../../steps/receipt/loginHref.js';
import { PaidReceipt, paidOrderOf, trackReceipt, type PaidOrder } from '../../steps/receipt/PaidReceipt.js';

interface ReceiptScreenProps {
  order: PaidOrder;
  registration: SignupRef;
  login: Session['login'];
}

/** The sign-up is over: it is kept for this screen, and forgotten. */
export function enter({ signup, track }: Entry): ReceiptScreenProps {
  const session = signup.get();
  const order = paidOrderOf(session);
  trackReceipt(order, track);
  signup.clear();
  const { signupId = '', registrationKey = '', login } = session;
  return { order, registration: { signupId, registrationKey }, login };
}

export default function ReceiptScreen({ order, registration, login }: ReceiptScreenProps) {
  const { api, bootstrap } = useFlow();
  const { links } = bootstrap;
  return <PaidReceipt {...order} fetchPayment={() => api.payment(registration)} loginHref={loginHref(login, links)} goneHref={links.login ?? ''} />;
}
