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

/** Review, or the method where there is nothing to pay with. */
export function review(context: Context): State {
  const means = meansOf(context);
  return means ? { name: 'review', context, means } : method(context);
}

/** Back from a payment that came to nothing: what there is to say is said where the buyer is now. */
export function unpaid(context: Context, message: StageMessage | undefined): State {
  return meansOf(context) ? review(action.answer(context, 'review', message)) : method(action.say(context, 'method', message));
}

export const show = (stage: FormStage, context: Context): State => (stage === 'billing' ? billing(context) : method(context));

/** The stage after one that is done. Review's code is loaded first: where it can't be had, the buyer stays at the stage that is shown. */
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

/** The same state, knowing something else. Review can't stay where there is nothing left to pay with. */
export function again(state: PricedState, context: Context): State {
  return state.name === 'review' ? review(context) : { ...state, context };
}

export function begin({ billing: initial, codes, ...given }: Opening): Context {
  return {
    ...given,
    asksBank: false,
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

/** Pays, once the card's bank has said yes to the price where it has to be asked. */
export function pay(context: Context, payment: Payment): Step {
  const card = cardToVerify(context, payment);
  if (!card) return send(context, payment);
  return [
    { name: 'paying.verifying', context: { ...context, key: payment.key }, payment },
    { do: 'verifyCard', card, due: dueOf({ ...context, quote: payment.shown }) },
  ];
}

/** A payment that has its final answer: the next one has another key. */
export const decided = (c: Context): Context => ({ ...c, key: undefined });

/** A quote that came with an answer, or by itself: a code in it that no longer counts goes, and is spoken of. */
export function priced(c: Context, quote: Quote): readonly [Context, ...Effect[]] {
  const shown = { ...c, quote };
  const dropped = action.dropCodes(shown, quote.validationErrors);
  return dropped ? [dropped, action.keepCodes(dropped)] : [shown];
}
