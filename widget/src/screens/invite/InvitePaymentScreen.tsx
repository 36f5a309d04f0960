import { useInvitedSession } from '../../flow/flow.js';
import { PaymentStep } from '../payment/PaymentScreen.js';
import { backOfBilling } from './backOfBilling.js';
import { InviteFlow } from './InviteFlow.js';
import { InviteTop } from './InviteTop.js';

export default function InvitePaymentScreen() {
  return (
    <InviteFlow>
      <InvitePayment />
    </InviteFlow>
  );
}

function InvitePayment() {
  const { invitation } = useInvitedSession();
  return <PaymentStep Top={InviteTop} back={backOfBilling(invitation)} />;
}
