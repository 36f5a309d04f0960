import type { Entry } from '../../flow/screen.js';
import { StepTop } from '../../flow/StepTop.js';
import { PaymentStep } from '../../steps/payment/PaymentStep.js';

/** Typed coupons belong to one look at the order; a new one begins without. */
export function enter({ signup }: Entry): undefined {
  signup.set({ promoCodes: [] });
}

export default function PaymentScreen() {
  return <PaymentStep Top={StepTop} back={{ path: '/step3', label: 'billing_back' }} />;
}
