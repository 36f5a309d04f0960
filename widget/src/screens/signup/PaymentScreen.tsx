import type { Entry } from '../../flow/screen.js';
import { StepTop } from '../../flow/StepTop.js';
import { PaymentStep } from '../../steps/payment/PaymentStep.js';

/** Typed coupons belong to one visit of the screen; a new visit begins without. */
export function enter({ signup }: Entry): undefined {
  signup.set({ promoCodes: [] });
}

export default function PaymentScreen() {
  return <PaymentStep Top={StepTop} back={{ path: '/step3', label: 'billing_back' }} />;
}
