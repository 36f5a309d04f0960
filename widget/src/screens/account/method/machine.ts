import type { FailureMessage } from '../../../client/failure.js';
import type { AccountPage, HeldSubscription, Violation } from '../../../client/types.js';
import type { CardField } from '../../../checkout/providers/port.js';

/** The reason that a card was refused. The earlier method stays in force. */
export type Refusal =
  | { reason: 'fields'; fields: readonly CardField[] }
  | { reason: 'violations'; violations: readonly Violation[] }
  | { reason: 'wait'; seconds: number }
  | { reason: 'failed'; message: FailureMessage };

/** A subscription that renews, to be continued with another card. */
export type Renewing = HeldSubscription & { renewal: NonNullable<HeldSubscription['renewal']> };

/** A subscription with an uncollected payment: another card pays it. */
export type Owing = HeldSubscription & { due: NonNullable<HeldSubscription['due']> };

/** The purpose of another card. */
export type Purpose = { kind: 'card'; subscription: Renewing } | { kind: 'payment'; subscription: Owing };

export interface Card {
  lastFour: string;
  brand: string;
}

/** The card form. `opened` counts the provider's clients: each try has a new one. */
export type Form = Purpose & {
  name: 'form';
  email: string;
  locale: string;
  opened: number;
  isBusy: boolean;
  refusal?: Refusal | undefined;
  attempt: number;
};

export type State =
  | { name: 'loading' }
  | { name: 'unavailable'; message: FailureMessage }
  /** Nothing renews. */
  | { name: 'none' }
  | Form
  /** A payment was sent, and its outcome isn't known yet. */
  | { name: 'confirming' }
  | (Card & { name: 'done'; email: string; isTriedAgain: boolean })
  | (Card & { name: 'paid'; email: string; amount: string; isActive: boolean });

export type Event =
  | { type: 'RETRY' }
  | { type: 'LOADED'; page: Pick<AccountPage, 'subscriptions' | 'email' | 'locale'> }
  | { type: 'LOAD_FAILED'; message: FailureMessage }
  | { type: 'CHANGE_CARD' }
  | { type: 'RETRY_CARD' }
  | { type: 'SUBMIT'; holder: string }
  | { type: 'REFUSED'; refusal: Refusal }
  | { type: 'REPLACED'; card: Card }
  | { type: 'PAID'; card: Card; isActive: boolean }
  | { type: 'UNCONFIRMED' };

export type Effect = { do: 'load' } | { do: 'replace'; purpose: Purpose; holder: string };

export const start: State = { name: 'loading' };

/** Returns the next state and the effects to run. An event without a place in a state changes nothing. */
export function step(state: State, event: Event): readonly [State, ...Effect[]] {
  if (state.name === 'form') return state.isBusy ? [stepSending(state, event)] : stepForm(state, event);
  if (state.name === 'loading' && event.type === 'LOADED') return [loaded(event.page)];
  if (state.name === 'loading' && event.type === 'LOAD_FAILED') return [{ name: 'unavailable', message: event.message }];
  if ((state.name === 'unavailable' || state.name === 'confirming') && event.type === 'RETRY') return [start, { do: 'load' }];
  return [state];
}

function stepForm(form: Form, event: Event): readonly [State, ...Effect[]] {
  switch (event.type) {
    case 'CHANGE_CARD':
      // Both are about the card before.
      return [form.refusal?.reason === 'fields' || form.refusal?.reason === 'violations' ? quiet(form) : form];
    case 'RETRY_CARD':
      return [{ ...form, opened: form.opened + 1 }];
    case 'SUBMIT':
      return [
        { ...quiet(form), isBusy: true },
        { do: 'replace', purpose: form, holder: event.holder },
      ];
    default:
      return [form];
  }
}

function stepSending(form: Form, event: Event): State {
  const { email } = form;
  switch (event.type) {
    case 'REFUSED':
      return { ...form, isBusy: false, refusal: event.refusal, attempt: form.attempt + 1 };
    case 'REPLACED':
      return { name: 'done', ...event.card, email, isTriedAgain: form.kind === 'card' && form.subscription.renewal.nextTryAt !== undefined };
    case 'PAID':
      return form.kind === 'payment'
        ? { name: 'paid', ...event.card, email, amount: form.subscription.due.amountFormatted, isActive: event.isActive }
        : form;
    case 'UNCONFIRMED':
      return { name: 'confirming' };
    default:
      return form;
  }
}

function quiet(form: Form): Form {
  return { ...form, refusal: undefined };
}

function loaded({ subscriptions, email, locale }: Pick<AccountPage, 'subscriptions' | 'email' | 'locale'>): State {
  const purpose = purposeOf(subscriptions);
  if (purpose?.kind === 'payment' && purpose.subscription.due.confirming) return { name: 'confirming' };
  return purpose ? { name: 'form', ...purpose, email, locale, opened: 0, isBusy: false, attempt: 0 } : { name: 'none' };
}

/** Chooses a subscription: an uncollected payment comes first, then a declined renewal, then any that renews. */
function purposeOf(subscriptions: readonly HeldSubscription[]): Purpose | undefined {
  const owing = subscriptions.find((s): s is Owing => s.due !== undefined);
  if (owing) return { kind: 'payment', subscription: owing };
  const renewing = subscriptions.filter((s): s is Renewing => s.renewal !== undefined);
  const subscription = renewing.find(({ renewal }) => renewal.nextTryAt) ?? renewing[0];
  return subscription && { kind: 'card', subscription };
}

/** Returns the purchase that the card's bank must verify. */
export function purchaseOf(purpose: Purpose): { amount: string; currency: string; country: string } {
  if (purpose.kind === 'card') {
    const { price, currency, country = '' } = purpose.subscription.renewal;
    return { amount: price, currency, country };
  }
  const { amount, currency, country = '' } = purpose.subscription.due;
  return { amount, currency, country };
}
