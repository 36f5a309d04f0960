import * as action from './action.js';
import type { Rows } from './row.js';
import type { PricedState } from './state.js';
import { isSubscriptionCode } from './subscriptionCode.js';
import { again, openProvider, priced } from './transition.js';

/**
 * Transitions of every priced state that isn't over; a state's own row comes first. They keep the state, except that review leads to the method
 * when no means of payment is left.
 */
export const globalRows: Rows<PricedState> = {
  PRICED: [
    {
      to: ['method'],
      go: (state, { quote }) => {
        const [context, ...effects] = priced(state.context, quote);
        return [again(state, context), ...effects];
      },
    },
  ],
  WALLETS_FOUND: [
    {
      when: ({ context }, { provider }) => provider === context.provider,
      to: [],
      go: (state, { usable, ownButtons }) => [again(state, { ...state.context, usable, ownButtons })],
    },
  ],
  // The card in the old client's fields must be typed again. Tokens stay; the server may refuse them.
  RETRY_PROVIDER: [
    {
      to: [],
      go: (state) => {
        const context = { ...state.context, provider: state.context.provider + 1, usable: [], isCardValid: false };
        return [again(state, context), openProvider(context)];
      },
    },
  ],
  ASK_BANK: [{ to: [], go: (state) => [again(state, { ...state.context, verifiesAll: true })] }],
  HOLDER: [{ to: [], go: (state, { holder }) => [again(state, { ...state.context, holder })] }],
  CARD_VALIDITY: [{ to: [], go: (state, { isValid }) => [again(state, { ...state.context, isCardValid: isValid })] }],
  CARD_CHANGED: [
    {
      when: ({ context }, { field }) => context.refused.includes(field),
      to: [],
      go: (state, { field }) => [again(state, { ...state.context, refused: state.context.refused.filter((one) => one !== field) })],
    },
  ],
  SEATS: [
    {
      to: [],
      go: (state, { payForCoparent }) => [again(state, { ...state.context, payForCoparent, isPriceNew: false }), { do: 'keepSeats', payForCoparent }],
    },
  ],
  OPEN_CODES: [
    { when: (_state, event) => event.isOpen, to: [], go: (state) => [again(state, action.inCodes(state.context, { isOpen: true }))] },
    // A new provider client makes the pending attempt void.
    {
      to: [],
      go: (state) => {
        const context = action.setCodes(action.inCodes(state.context, { isOpen: false, isBusy: false }), { promoCodes: [], paymentCodes: [] });
        return [again(state, context), action.keepCodes(context)];
      },
    },
  ],
  // Typing removes the message about the code.
  TYPE_CODE: [{ to: [], go: (state, { typed }) => [again(state, action.inCodes(state.context, { typed, message: undefined }))] }],
  APPLY_CODE: [
    {
      when: ({ context: { codes } }) => codes.isOpen && !codes.isBusy && codes.typed.trim() !== '',
      to: [],
      go: (state) => {
        const { codes } = state.context;
        const code = codes.typed.trim();
        const { promoCodes, paymentCodes } = action.listsOf(state.context);
        // An order has one coupon: a new one replaces it.
        const tried = isSubscriptionCode(code) ? { promoCodes, paymentCodes: [...paymentCodes, code] } : { promoCodes: [code], paymentCodes };
        return [again(state, action.inCodes(state.context, { isBusy: true, message: undefined })), { do: 'applyCode', code, codes: tried }];
      },
    },
  ],
  CODE_APPLIED: [
    // The same code counts once, however it is written.
    {
      when: ({ context: { codes } }, { quote, codes: tried }) =>
        codes.isBusy && tried.paymentCodes.length > codes.paymentCodes.length && quote.paymentCodeDetails.length === codes.paymentCodes.length,
      to: [],
      go: (state) => [again(state, action.inCodes(state.context, { isBusy: false, typed: '' }))],
    },
    {
      when: ({ context: { codes } }) => codes.isBusy,
      to: ['method'],
      go: (state, { quote, codes: tried }) => {
        const context = { ...action.setCodes(action.inCodes(state.context, { isBusy: false, typed: '' }), tried), quote };
        const kind = tried.paymentCodes.length > state.context.codes.paymentCodes.length ? 'subscription' : 'coupon';
        return [again(state, context), action.keepCodes(context), { do: 'trackCode', kind }];
      },
    },
  ],
  CODE_REFUSED: [
    {
      when: ({ context: { codes } }) => codes.isBusy,
      to: [],
      go: (state, { message }) => [again(state, action.inCodes(state.context, { isBusy: false, message }))],
    },
  ],
  REMOVE_CODE: [
    {
      to: [],
      go: (state, { index }) => {
        const { promoCodes, paymentCodes } = action.listsOf(state.context);
        const context = action.setCodes(
          state.context,
          index < paymentCodes.length
            ? { promoCodes, paymentCodes: paymentCodes.filter((_, i) => i !== index) }
            : { promoCodes: promoCodes.filter((_, i) => i !== index - paymentCodes.length), paymentCodes },
        );
        return [again(state, context), action.keepCodes(context)];
      },
    },
  ],
};
