import type { AccountApi } from '../../../client/account.js';
import { Problem, failureMessage, ValidationFailure } from '../../../client/failure.js';
import { isFinal } from '../../../checkout/pay.js';
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
  // The fraud check's data of the last payment. The server compares a repeated call with the first: data that arrive in between would be another payment.
  let sent: { key: string; deviceData: string | undefined } | undefined;
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
    // Another card is another payment: under the same key, the server would repeat its answer about the first one.
    const key = keys.for({ subscriptionId: id, ...input, ...card });
    if (sent?.key !== key) sent = { key, deviceData };
    const body = { ...input, nonce, deviceData: sent.deviceData };
    try {
      const { status, subscription } = await call((login) => calls.payAgain(login, id, body, key));
      keys.answered();
      return status === 'confirming' ? { type: 'UNCONFIRMED' } : { type: 'PAID', card, isActive: subscription.state === 'active' };
    } catch (error) {
      // Without a final answer the card may have been charged: the same call is sent again.
      if (isFinal(error)) keys.answered();
      throw error;
    }
  };

  return (effect: Effect): void => {
    if (effect.do === 'load') {
      void load();
      return;
    }
    replace(effect.purpose, effect.holder).then(send, (error: unknown) => {
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
