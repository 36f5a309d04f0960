import { useCallback, useEffect, useRef, useState } from 'react';
import type { AccountApi } from '../../client/account.js';
import { LostAnswer, Problem, saidOf, ValidationFailure, type Said } from '../../client/failure.js';
import type { HeldSubscription, Violation } from '../../client/types.js';
import { CardRefused, CardUnconfirmed, ProviderFailure, type CardField, type CardForm, type PaymentProvider } from '../../checkout/providers/port.js';
import type { loadProvider } from '../../checkout/providers/provider.js';
import type { Flow } from '../../flow/flow.js';
import { RetryKey } from '../../flow/retryKey.js';

/** Why a card didn't take the place of the one before. Nothing has changed then. */
export type Refusal =
  | { why: 'fields'; fields: readonly CardField[] }
  | { why: 'violations'; violations: readonly Violation[] }
  | { why: 'wait'; seconds: number }
  | { why: 'failed'; said: Said };

/** The subscription that goes on with another card. */
export type Renewing = HeldSubscription & { renewal: NonNullable<HeldSubscription['renewal']> };

/** The subscription whose payment could not be collected: another card pays what is due. */
export type Owing = HeldSubscription & { due: NonNullable<HeldSubscription['due']> };

/** What another card is for. */
export type Wanted = { wants: 'card'; subscription: Renewing } | { wants: 'payment'; subscription: Owing };

export type ReplacementState =
  | { name: 'loading' }
  | { name: 'unavailable'; said: Said }
  /** Nothing renews. */
  | { name: 'none' }
  | ({ name: 'form'; email: string; locale: string; isBusy: boolean; refusal?: Refusal | undefined; attempt: number } & Wanted)
  /** What is due was paid, and nobody knows yet how that ends. */
  | { name: 'confirming' }
  | { name: 'done'; lastFour: string; brand: string; email: string; isTriedAgain: boolean }
  | { name: 'paid'; lastFour: string; brand: string; email: string; amount: string; isActive: boolean };

export interface ReplacementPorts {
  calls: AccountApi;
  flow: Pick<Flow, 'account' | 'bootstrap' | 'emit' | 'go'>;
  loadProvider: typeof loadProvider;
}

/** Another card for what renews, or for what is due: which subscription, the provider's fields, and what came of it. The ports are those of the first render. */
export function useReplacement(ports: () => ReplacementPorts) {
  const [{ calls, flow, loadProvider: open }] = useState(ports);
  const [state, setState] = useState<ReplacementState>({ name: 'loading' });
  /** Counts the provider's clients: another try is another one. */
  const [opened, setOpened] = useState(0);
  const provider = useRef<PaymentProvider>(undefined);
  const card = useRef<CardForm>(undefined);
  const isSending = useRef(false);
  const keys = useRef(new RetryKey());
  const id = state.name === 'form' ? state.subscription.id : '';
  const country = state.name === 'form' ? purchaseOf(state).country : '';
  useEffect(() => () => provider.current?.destroy(), []);

  /** Runs a call with the login's token; once the login is over, the login screen says so. */
  const withLogin = useCallback(
    async <T>(ask: (token: string) => Promise<T>): Promise<T> => {
      const { login } = flow.account.get();
      try {
        if (!login) throw new Problem(401, 'token_invalid');
        return await ask(login.token);
      } catch (error) {
        if (error instanceof Problem && error.status === 401) {
          flow.account.leave('expired');
          flow.account.want('/account/payment-method');
          flow.go('/login', { replace: true });
        }
        throw error;
      }
    },
    [flow],
  );

  const load = useCallback(() => {
    setState({ name: 'loading' });
    withLogin(calls.page).then(
      ({ subscriptions, email, locale }) => {
        const wanted = wantedOf(subscriptions);
        if (wanted?.wants === 'payment' && wanted.subscription.due.confirming) setState({ name: 'confirming' });
        else setState(wanted ? { name: 'form', ...wanted, email, locale, isBusy: false, attempt: 0 } : { name: 'none' });
      },
      (error: unknown) => setState({ name: 'unavailable', said: saidOf(error, 'unexpected_error') }),
    );
  }, [calls, withLogin]);

  const openCard = useCallback(
    async (options: Parameters<PaymentProvider['cardForm']>[0]) => {
      provider.current?.destroy();
      const loaded = await open(flow.bootstrap.payment, async () => (await withLogin((token) => calls.clientToken(token, id))).clientToken, country);
      provider.current = loaded;
      card.current = await loaded.cardForm(options);
      return card.current;
    },
    [calls, country, flow, id, open, withLogin],
  );

  const replace = async (form: Extract<ReplacementState, { name: 'form' }>, holder: string) => {
    if (isSending.current || !card.current) return;
    isSending.current = true;
    setState({ ...form, isBusy: true, refusal: undefined });
    const { id: subscriptionId } = form.subscription;
    try {
      const purchase = { ...purchaseOf(form), product: flow.bootstrap.product };
      const token = await card.current.tokenize(holder, purchase);
      const { lastFour, cardType: brand, deviceData } = token;
      const isVerified = flow.bootstrap.payment.verifiedCountries.includes(country);
      const nonce = isVerified ? await card.current.verify(token, purchase) : token.nonce;
      if (form.wants === 'card') {
        await withLogin((login) => calls.replaceMethod(login, subscriptionId, nonce));
        setState({ name: 'done', lastFour, brand, email: form.email, isTriedAgain: form.subscription.renewal.nextTryAt !== undefined });
        return;
      }
      const { amount: amountDisplayed, amountFormatted: amount } = form.subscription.due;
      const said = { amountDisplayed, cardHolderName: holder };
      const key = keys.current.for({ subscriptionId, ...said });
      const { status, subscription } = await withLogin((login) => calls.payAgain(login, subscriptionId, { ...said, nonce, deviceData }, key));
      if (status === 'confirming') setState({ name: 'confirming' });
      else setState({ name: 'paid', lastFour, brand, email: form.email, amount, isActive: subscription.state === 'active' });
    } catch (error) {
      // Without an answer nobody knows whether it was charged: the same call is sent again.
      if (!(error instanceof LostAnswer)) keys.current.answered();
      const refusal = refusalOf(error);
      if (refusal.why === 'failed') flow.emit('error', { code: refusal.said.code, canContinue: true });
      setState({ ...form, isBusy: false, refusal, attempt: form.attempt + 1 });
    } finally {
      isSending.current = false;
    }
  };

  return {
    state,
    load,
    openCard,
    opened,
    onRetryCard: () => setOpened((n) => n + 1),
    onChanged: () => setState((s) => (s.name === 'form' && s.refusal?.why === 'fields' ? { ...s, refusal: undefined } : s)),
    onSubmit: (holder: string) => {
      if (state.name === 'form') void replace(state, holder);
    },
  };
}

/** What somebody is sent here for: what could not be collected, what couldn't be charged, and then what renews. */
function wantedOf(subscriptions: readonly HeldSubscription[]): Wanted | undefined {
  const owing = subscriptions.find((s): s is Owing => s.due !== undefined);
  if (owing) return { wants: 'payment', subscription: owing };
  const renewing = subscriptions.filter((s): s is Renewing => s.renewal !== undefined);
  const subscription = renewing.find(({ renewal }) => renewal.nextTryAt) ?? renewing[0];
  return subscription && { wants: 'card', subscription };
}

/** What the card's bank is asked about. */
function purchaseOf(wanted: Wanted): { amount: string; currency: string; country: string } {
  if (wanted.wants === 'card') {
    const { price, currency, country = '' } = wanted.subscription.renewal;
    return { amount: price, currency, country };
  }
  const { amount, currency, country = '' } = wanted.subscription.due;
  return { amount, currency, country };
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof CardRefused) return { why: 'fields', fields: error.fields };
  if (error instanceof ValidationFailure) return { why: 'violations', violations: error.violations };
  if (error instanceof Problem && error.status === 429 && error.retryAfter !== undefined) return { why: 'wait', seconds: error.retryAfter };
  if (error instanceof CardUnconfirmed) return { why: 'failed', said: { code: 'payment_unconfirmed' } };
  if (error instanceof ProviderFailure) return { why: 'failed', said: { code: 'payment_card_failed' } };
  return { why: 'failed', said: saidOf(error, 'unexpected_error') };
}
