import { ValidationFailure } from '../client/failure.js';
import type { PaymentAnswer } from '../client/types.js';
import { isDuplicate } from '../flow/registration.js';
import { newId } from '../session/visitor.js';
import { validateReferral } from '../rules/index.js';
import { consentOf } from './consent.js';
import type { EffectOf } from './effect.js';
import { pricedOrder } from './order.js';
import { isFinal, pay, resumePayment, type PayOptions } from './pay.js';
import { paymentInput } from './paymentInput.js';
import { stageMessageOf, type CheckoutFlow, type Ports, type Send } from './ports.js';

/** Fields of faults in the method or a code, not in the order. */
const methodFields = new Set(['nonce', 'payment', 'payment.nonce', 'paymentType', 'paymentCodes', 'promoCodes']);

const optionsOf = ({ buyer, keeper }: CheckoutFlow, wait: Ports['wait'], onConfirming: () => void): PayOptions => ({
  calls: buyer,
  keepKey: (paymentKey) => keeper.set({ paymentKey }),
  onConfirming,
  wait,
});

/** Sends a payment and its outcome. If review asked for the referral, that is saved first. */
export async function payOrder({ payment, order }: EffectOf<'pay'>, ports: Ports, send: Send): Promise<void> {
  const flow = ports.flow();
  const { buyer, keeper, api } = flow;
  try {
    await saveReferral(flow, order.referral);
    const session = keeper.get();
    const input = paymentInput({
      order: pricedOrder(session)?.orderDetail ?? { packageId: 0 },
      quote: payment.shown,
      registration: session.registration,
      payForCoparent: session.payForCoparent,
      promoCodes: session.promoCodes,
      paymentCodes: session.paymentCodes,
      consent: consentOf(order),
      pricingLocale: api.locale(),
      means: payment.means,
    });
    const answer = await pay(
      input,
      payment.key,
      optionsOf(flow, ports.wait, () => send({ type: 'UNDECIDED' })),
    );
    send({ type: 'PAID', answer });
  } catch (error) {
    if (error instanceof ValidationFailure) {
      const { violations, quote } = error;
      if (isDuplicate(violations) && buyer.keepDuplicate) {
        buyer.keepDuplicate();
        send({ type: 'DUPLICATE' });
      } else if (quote) send({ type: 'PRICE_CHANGED', quote, key: newId() });
      else send({ type: violations.some(({ field }) => methodFields.has(field)) ? 'REFUSED' : 'ORDER_REFUSED', violations });
      return;
    }
    const message = stageMessageOf(error, flow);
    if (message && !isFinal(error)) send({ type: 'UNANSWERED', message });
    else send({ type: 'FAILED', message });
  }
}

async function saveReferral({ buyer, keeper }: CheckoutFlow, referral: EffectOf<'pay'>['order']['referral']): Promise<void> {
  if (buyer.isInvited || keeper.get().registration?.referral !== undefined) return;
  const { faults } = validateReferral(referral);
  if (faults.length > 0) throw new ValidationFailure(faults.map((fault) => ({ ...fault, text: '' })));
  await buyer.save({ sections: ['REFERRAL'], referral });
}

/** Looks up the outcome of a payment from before the page was loaded; undefined if there was none, or it was declined. */
export async function fetchPayment({ flow, wait }: Pick<Ports, 'flow' | 'wait'>): Promise<PaymentAnswer | undefined> {
  const answer = await resumePayment(optionsOf(flow(), wait, () => undefined));
  if (!answer) await flow().buyer.refresh();
  return answer;
}
