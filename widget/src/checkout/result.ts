import * as action from './action.js';
import { meansOf } from './questions.js';
import type { Rows } from './row.js';
import type { StateOf } from './state.js';
import { decided, left, method, priced, review, send, unpaid } from './transition.js';

/** The outcomes of a payment, immediate or after its confirmation. */
export const paymentResults: Rows<StateOf<'paying'> | StateOf<'paying.confirming'>> = {
  PAID: [
    {
      to: ['paid'],
      go: ({ context }, { answer }) => [
        { name: 'paid', context: action.forgetAll(decided(context)) },
        { do: 'keepPaid', answer },
        { do: 'go', to: 'credentials' },
      ],
    },
  ],
  REFUSED: [
    // Without the code the price changes; the card stays valid.
    {
      when: (_state, { violations }) => action.refusedCodes(violations).length > 0,
      to: ['method'],
      go: ({ context }, { violations }) => {
        const dropped = action.dropCodes(decided(context), violations) ?? context;
        return [method(dropped), action.keepCodes(dropped)];
      },
    },
    // The bank wasn't asked, or was asked about another amount. The card stays valid: Pay now asks the bank, then pays.
    {
      when: (_state, { violations }) => violations.some(({ code }) => code.endsWith('_unverified')),
      to: ['review', 'method'],
      go: ({ context }, { violations }) => [unpaid(action.keepVerified(decided(context), ''), { kind: 'violations', violations })],
    },
    // The token is used up.
    {
      to: ['method'],
      go: ({ context }, { violations }) => [
        method(action.withMessage(action.forgetAll(decided(context)), 'method', { kind: 'violations', violations })),
      ],
    },
  ],
  ORDER_REFUSED: [
    {
      to: ['review', 'method'],
      go: ({ context }, { violations }) => [unpaid(decided(context), { kind: 'violations', violations })],
    },
  ],
  PRICE_CHANGED: [
    // An expired quote is replaced without a message, once, if the new one has the same price.
    {
      when: ({ payment }, { quote }) => !payment.isRenewed && action.comesToTheSame(quote, payment.shown),
      to: ['paying'],
      go: ({ context, payment }, { quote, key }) => send({ ...context, quote }, { ...payment, key, shown: quote, isRenewed: true }),
    },
    {
      to: ['review', 'method'],
      go: ({ context }, { quote }) => {
        const [next, ...effects] = priced({ ...decided(context), isPriceNew: true }, quote);
        if (meansOf(next)) return [review(action.answer(next, 'review', undefined)), ...effects];
        return [method(action.withMessage(next, 'method', next.messages.method ?? { kind: 'text', code: 'review_price_changed' })), ...effects];
      },
    },
  ],
  DUPLICATE: [{ to: ['left'], go: (state) => [left(state), { do: 'go', to: 'duplicate' }] }],
  // No final answer: the key stays, so that a retry can't charge twice.
  UNANSWERED: [{ to: ['review', 'method'], go: ({ context }, { message }) => [unpaid(context, message)] }],
  FAILED: [{ to: ['review', 'method'], go: ({ context }, { message }) => [unpaid(decided(context), message)] }],
};
