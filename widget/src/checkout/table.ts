import * as action from './action.js';
import { canContinue, dueOf, isAgreed, isAllowed, isOpen, meansOf, priceOf, stageOf, walk } from './questions.js';
import { paymentResults } from './result.js';
import type { Row, Rows } from './row.js';
import type { PricedState, Stage, StateName, StateOf } from './state.js';
import { walletAnswers } from './wallet.js';
import { again, begin, billing, left, method, onward, pay, priced, send, show, review, unpaid } from './transition.js';

const select: readonly Row<PricedState, 'SELECT'>[] = [
  {
    when: ({ context }, { stage }) => stage === 'review' && isOpen(context, stage),
    to: ['opening'],
    go: (state) => [{ name: 'opening', from: stageOf(state) === 'billing' ? 'billing' : 'method', context: state.context }, { do: 'loadReview' }],
  },
  {
    when: ({ context }, { stage }) => stage !== 'review' && isOpen(context, stage),
    to: ['billing', 'method'],
    go: ({ context }, { stage }) => [stage === 'billing' ? billing(context) : method(context)],
  },
];

const stageBefore = (state: PricedState): Stage | undefined => walk(state.context.arm)[walk(state.context.arm).indexOf(stageOf(state)) - 1];

const toBilling: Row<PricedState, 'BACK'> = {
  when: (state) => stageBefore(state) === 'billing',
  to: ['billing'],
  go: ({ context }) => [billing(context)],
};

const toMethod: Row<PricedState, 'BACK'> = {
  when: (state) => stageBefore(state) === 'method',
  to: ['method'],
  go: ({ context }) => [method(context)],
};

/** A wallet's billing address came with it, so Back leads to the method. */
const pastBilling: Row<PricedState, 'BACK'> = { ...toMethod, when: ({ context }) => context.arm === 'treatment' && context.chosen !== 'creditCard' };

const chooseMethod: Rows<StateOf<'method'> | StateOf<'method.authorizing'>> = {
  CHOOSE: [
    {
      when: ({ context }, event) => isAllowed(context, event.method, context.country),
      to: ['method'],
      go: ({ context }, event) => [method(action.choose(context, event.method))],
    },
  ],
};

/** Every state with its events and their targets. Events that are neither here nor in `globalRows` have no effect. */
export const table: { readonly [N in StateName]: Rows<StateOf<N>> } = {
  resuming: {
    SETTLED: [
      {
        to: ['resumed'],
        go: (_state, { answer }) => [{ name: 'resumed' }, { do: 'keepPaid', answer }, { do: 'go', to: 'credentials' }],
      },
    ],
    NOTHING_SENT: [{ to: ['pricing'], go: () => [{ name: 'pricing' }] }],
    FAILED: [{ to: ['resuming.failed'], go: () => [{ name: 'resuming.failed' }] }],
  },
  'resuming.failed': {
    ASK_AGAIN: [{ to: ['resuming'], go: () => [{ name: 'resuming' }, { do: 'fetchPayment' }] }],
  },
  resumed: {},
  pricing: {
    OPEN: [
      {
        to: ['billing', 'method'],
        go: (_state, { opening }) => {
          const [context, ...effects] = priced(begin(opening), opening.quote);
          if (opening.arm === 'treatment') return [method(context), ...effects];
          return [opening.isBack ? method(action.finish(context, 'billing')) : billing(context), ...effects];
        },
      },
    ],
  },

  billing: {
    SELECT: select,
    BACK: [toMethod],
    SUBMIT_BILLING: [
      {
        to: ['billing.saving'],
        go: ({ context }, { values }) => [
          { name: 'billing.saving', from: 'billing', context: action.withMessage(context, 'billing', undefined) },
          { do: 'saveBilling', values },
        ],
      },
    ],
  },
  'billing.saving': {
    BILLING_SAVED: [
      {
        to: ['method', 'opening'],
        go: ({ context, from }, { country }) =>
          onward(action.finish(action.settle(context, country), 'billing'), { finished: 'billing', shown: from }),
      },
    ],
    // A wallet's address needs an answer from the buyer.
    ADDRESS_ASKED: [
      {
        to: ['billing'],
        go: ({ context }, { values, violations }) => {
          const kept = { ...action.finish(context, 'method'), billing: { initial: values, revision: context.billing.revision + 1 } };
          return [billing(action.withMessage(kept, 'billing', { kind: 'violations', violations }))];
        },
      },
    ],
    MISMATCH: [{ to: ['billing.mismatch'], go: ({ context, from }, { values }) => [{ name: 'billing.mismatch', from, context, values }] }],
    DUPLICATE: [{ to: ['left'], go: (state) => [left(state), { do: 'go', to: 'duplicate' }] }],
    FAILED: [{ to: ['billing', 'method'], go: ({ context, from }, { message }) => [show(from, action.answer(context, from, message))] }],
  },
  'billing.mismatch': {
    CONFIRM: [
      {
        to: ['billing.confirming'],
        go: (state) => [
          { ...state, name: 'billing.confirming' },
          { do: 'confirmCountry', values: state.values },
        ],
      },
    ],
  },
  'billing.confirming': {
    // Codes belong to one price list.
    CONFIRMED: [
      {
        to: ['left'],
        go: (state) => [left(state), { do: 'keepCodes', codes: { promoCodes: [], paymentCodes: [] } }, { do: 'go', to: 'packages' }],
      },
    ],
    FAILED: [{ to: ['billing.mismatch'], go: (state) => [{ ...state, name: 'billing.mismatch' }] }],
  },

  method: {
    SELECT: select,
    BACK: [toBilling],
    ...chooseMethod,
    ...walletAnswers,
    UPDATE_CARD: [{ to: ['method'], go: ({ context }) => [method(action.forget(context, 'creditCard'))] }],
    CONTINUE: [
      {
        when: ({ context }) => canContinue(context) && meansOf(context) !== undefined,
        to: ['billing', 'opening'],
        go: ({ context }) =>
          onward(
            action.finish(action.withMessage(context, 'method', undefined), 'method'),
            { finished: 'method' },
            { do: 'trackMethod', method: context.chosen },
          ),
      },
      {
        when: ({ context }) => canContinue(context),
        to: ['method.tokenizing'],
        go: ({ context }) => [
          { name: 'method.tokenizing', context: action.withMessage(context, 'method', undefined) },
          { do: 'tokenizeCard', holder: context.holder, due: dueOf(context) },
        ],
      },
    ],
    AUTHORIZE: [
      {
        when: ({ context }) => context.chosen !== 'creditCard',
        to: ['method.authorizing'],
        go: ({ context }) => {
          const { chosen } = context;
          if (chosen === 'creditCard') return [method(context)];
          return [
            { name: 'method.authorizing', wallet: chosen, context: action.withMessage(context, 'method', undefined) },
            { do: 'authorize', wallet: chosen, due: dueOf(context) },
          ];
        },
      },
    ],
  },
  'method.tokenizing': {
    CARD_TOKEN: [
      {
        to: ['billing', 'opening'],
        go: ({ context }, { token }) =>
          onward(action.finish(action.keepCard(context, token), 'method'), { finished: 'method' }, { do: 'trackMethod', method: 'creditCard' }),
      },
    ],
    CARD_REFUSED: [
      { to: ['method'], go: ({ context }, { fields }) => [method({ ...action.answer(context, 'method', undefined), refused: fields })] },
    ],
    FAILED: [{ to: ['method'], go: ({ context }, { message }) => [method(action.withMessage(context, 'method', message))] }],
  },
  'method.authorizing': {
    SELECT: select,
    BACK: [toBilling],
    ...chooseMethod,
    ...walletAnswers,
    FAILED: [{ to: ['method'], go: ({ context }, { message }) => [method(action.withMessage(context, 'method', message))] }],
  },

  opening: {
    OPENED: [{ to: ['review', 'method'], go: ({ context }) => [review(context)] }],
    FAILED: [{ to: ['billing', 'method'], go: ({ context, from }, { message }) => [show(from, action.withMessage(context, from, message))] }],
  },
  review: {
    SELECT: select,
    BACK: [pastBilling, toBilling, toMethod],
    AGREE: [{ to: ['review'], go: (state, { agreed }) => [again(state, { ...state.context, agreed: { ...state.context.agreed, ...agreed } })] }],
    REFER: [{ to: ['review'], go: (state, { referral }) => [again(state, { ...state.context, referral })] }],
    PAY: [
      {
        when: ({ context }) => isAgreed(context),
        to: ['paying', 'paying.verifying'],
        go: ({ context, means }, { key }) =>
          pay(
            { ...action.withMessage(context, 'review', undefined), isPriceNew: false },
            { key: context.key ?? key, means, shown: context.quote, isRenewed: false },
          ),
      },
    ],
  },
  'paying.verifying': {
    VERIFIED: [
      {
        to: ['paying', 'review'],
        go: ({ context, payment }, { nonce }) => {
          const next = action.keepVerified(context, priceOf(payment), nonce);
          // The buyer agrees to a changed price first; the bank is then asked again.
          if (!action.comesToTheSame(next.quote, payment.shown)) return [review({ ...next, isPriceNew: true })];
          return send(next, { ...payment, means: meansOf(next) ?? payment.means });
        },
      },
    ],
    FAILED: [
      {
        to: ['method', 'review'],
        // A text message is about the card: the bank or the buyer refused, or the nonce may be used up. The input is still in the fields.
        go: ({ context }, { message }) => [
          message?.kind === 'text' ? method(action.withMessage(action.forget(context, 'creditCard'), 'method', message)) : unpaid(context, message),
        ],
      },
    ],
  },
  paying: {
    UNDECIDED: [{ to: ['paying.confirming'], go: (state) => [{ ...state, name: 'paying.confirming' }] }],
    ...paymentResults,
  },
  'paying.confirming': paymentResults,
  paid: {},
  left: {},
};
