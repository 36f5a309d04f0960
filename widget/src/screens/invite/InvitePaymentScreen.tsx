import { useInvitedSession } from '../../flow/flow.js';
import type { Entry } from '../../flow/screen.js';
import { PaymentStep } from '../../steps/payment/PaymentStep.js';
import { backOfBilling } from './backOfBilling.js';
import { InviteTop } from './InviteTop.js';

export function enter({ invited }: Entry): undefined {
  invited.set({ promoCodes: [] });
}

export default function InvitePaymentScreen() {
  const { invitation } = useInvitedSession();
  return <PaymentStep Top={InviteTop} back={backOfBilling(invitation)} />;
}
