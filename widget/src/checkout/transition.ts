import type { Quote } from '../client/types.js';
import * as action from './action.js';
import type { Effect } from './effect.js';
import type { Opening } from './event.js';
import { cardToVerify, dueOf, meansOf, stageOf, walk } from './questions.js';
import type { Step } from './row.js';
import type { Context, FormStage, Payment, PricedState, StageMessage, State } from './state.js';

export const billing = (context: Context): State => ({ name: 'billing', context });
export const method = (context: Context): State => ({ name: 'method', context });
export const left = (state: PricedState): State => ({ name: 'left', from: stageOf(state), context: action.forgetAll(state.context) });

/** Returns review, or the method if there are no means of payment. */
export function review(context: Context): State {
  const means = meansOf(context);
  return means ? { name: 'review', context, means } : method(context);
}

/** Leads back from a failed payment: the message is shown at the buyer's stage. */
export function unpaid(context: Context, message: StageMessage | undefined): State {
  return meansOf(context) ? review(action.answer(context, 'review', message)) : method(action.withMessage(context, 'method', message));
}

export const show = (stage: FormStage, context: Context): State => (stage === 'billing' ? billing(context) : method(context));

/** Leads to the stage after a finished one. Review's code is loaded first; if that fails, the buyer stays at the shown stage. */
export function onward(
  done: Context,
  { finished, shown = finished }: { finished: FormStage; shown?: FormStage },
  ...effects: readonly Effect[]
): Step {
  const stages = walk(done.arm);
  const next = stages[stages.indexOf(finished) + 1] ?? 'review';
  if (next !== 'review') return [show(next, done), ...effects];
  return meansOf(done) ? [{ name: 'opening', from: shown, context: done }, ...effects, { do: 'loadReview' }] : [method(done), ...effects];
}

/** Returns the same state with a new context. Review needs means of payment to stay open. */
export function again(state: PricedState, context: Context): State {
  return state.name === 'review' ? review(context) : { ...state, context };
}

export function begin({ billing: initial, codes, ...given }: Opening): Context {
  return {
    ...given,
    verifiesAll: false,
    chosen: 'creditCard',
    tokens: {},
    provider: 0,
    usable: [],
    ownButtons: [],
    isCardValid: false,
    refused: [],
    codes: { ...codes, isOpen: codes.promoCodes.length + codes.paymentCodes.length > 0, typed: '', isBusy: false, message: undefined },
    billing: { initial, revision: 0 },
    agreed: {},
    done: 0,
    moves: 0,
    isPriceNew: false,
    messages: {},
    attempts: { billing: 0, method: 0, review: 0 },
  };
}

export const openProvider = (c: Context): Effect => ({
  do: 'openProvider',
  provider: c.provider,
  country: c.country,
  wallets: c.offers.map(({ wallet }) => wallet),
});

export const send = (context: Context, payment: Payment): Step => [
  { name: 'paying', context: { ...context, key: payment.key }, payment },
  { do: 'pay', payment, order: { agreed: context.agreed, country: context.country, referral: context.referral } },
];

/** Pays. If the card's bank must verify the price, it is asked first. */
export function pay(context: Context, payment: Payment): Step {
  const card = cardToVerify(context, payment);
  if (!card) return send(context, payment);
  return [
    { name: 'paying.verifying', context: { ...context, key: payment.key }, payment },
    { do: 'verifyCard', card, due: dueOf({ ...context, quote: payment.shown }) },
  ];
}

/** Ends a payment with a final answer: the next one gets another key. */
export const decided = (c: Context): Context => ({ ...c, key: undefined });

/** Takes over a new quote. A code in it that no longer counts is dropped with a message. */
export function priced(c: Context, quote: Quote): readonly [Context, ...Effect[]] {
  const shown = { ...c, quote };
  const dropped = action.dropCodes(shown, quote.validationErrors);
  return dropped ? [dropped, action.keepCodes(dropped)] : [shown];
}
