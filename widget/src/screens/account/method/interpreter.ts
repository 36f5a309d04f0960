import type { AccountApi } from '../../../client/account.js';
import { LostAnswer, Problem, failureMessage, ValidationFailure } from '../../../client/failure.js';
import type { HeldProvider } from '../../../checkout/providers/hold.js';
import { CardRefused, CardUnconfirmed, ProviderFailure } from '../../../checkout/providers/port.js';
import type { Flow } from '../../../flow/flow.js';
import { RetryKey } from '../../../session/retryKey.js';
import { withLogin } from '../../../flow/withLogin.js';
import { purchaseOf, type Effect, type Event, type Refusal, type Purpose } from './machine.js';

/** The dependencies of the effects outside of the screen. */
export interface MethodPorts {
  calls: AccountApi;
  flow: Pick<Flow, 'account' | 'bootstrap' | 'emit' | 'go'>;
  held: Pick<HeldProvider<never>, 'card'>;
}

/** Runs the machine's effects and sends their results. */
export function createInterpreter({ calls, flow, held }: MethodPorts, send: (event: Event) => void) {
  const keys = new RetryKey();
  const call = <T>(request: (token: string) => Promise<T>) => withLogin(flow, '/account/payment-method', request);

  const load = async () => {
    try {
      send({ type: 'LOADED', page: await call(calls.page) });
    } catch (error) {
      send({ type: 'LOAD_FAILED', message: failureMessage(error, 'unexpected_error') });
    }
  };

  const replace = async (purpose: Purpose, cardHolderName: string): Promise<Event> => {
    const { bootstrap } = flow;
    const { id } = purpose.subscription;
    const purchase = { ...purchaseOf(purpose), product: bootstrap.product };
    const form = await held.card();
    const token = await form.tokenize(cardHolderName, purchase);
    const { lastFour, cardType: brand, deviceData } = token;
    const nonce = bootstrap.payment.verifiedCountries.includes(purchase.country) ? await form.verify(token, purchase) : token.nonce;
    const card = { lastFour, brand };
    if (purpose.kind === 'card') {
      await call((login) => calls.replaceMethod(login, id, nonce));
      return { type: 'REPLACED', card };
    }
    const input = { amountDisplayed: purpose.subscription.due.amount, cardHolderName };
    const key = keys.for({ subscriptionId: id, ...input });
    const { status, subscription } = await call((login) => calls.payAgain(login, id, { ...input, nonce, deviceData }, key));
    return status === 'confirming' ? { type: 'UNCONFIRMED' } : { type: 'PAID', card, isActive: subscription.state === 'active' };
  };

  return (effect: Effect): void => {
    if (effect.do === 'load') {
      void load();
      return;
    }
    replace(effect.purpose, effect.holder).then(send, (error: unknown) => {
      // Without an answer the card may have been charged: the same call is sent again.
      if (!(error instanceof LostAnswer)) keys.answered();
      const refusal = refusalOf(error);
      if (refusal.reason === 'failed') flow.emit('error', { code: refusal.message.code, canContinue: true });
      send({ type: 'REFUSED', refusal });
    });
  };
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof CardRefused) return { reason: 'fields', fields: error.fields };
  if (error instanceof ValidationFailure) return { reason: 'violations', violations: error.violations };
  if (error instanceof Problem && error.status === 429 && error.retryAfter !== undefined) return { reason: 'wait', seconds: error.retryAfter };
  if (error instanceof CardUnconfirmed) return { reason: 'failed', message: { code: 'payment_unconfirmed' } };
  if (error instanceof ProviderFailure) return { reason: 'failed', message: { code: 'payment_card_failed' } };
  return { reason: 'failed', message: failureMessage(error, 'unexpected_error') };
}
