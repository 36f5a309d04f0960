import { expect, test } from 'vitest';
import { wallets } from '../rules/index.js';
import type { Effect } from './effect.js';
import type { Event, Opening } from './event.js';
import { entry, start, step } from './machine.js';
import type { WalletToken } from './providers/port.js';
import { isPriced, methodsOf, needsMailbox, stageOf } from './questions.js';
import type { Context, PricedState, State } from './state.js';
import { answer, opening, quote, values } from './samples.js';

const card = (nonce = 'card') => ({ type: 'CARD_TOKEN', token: { nonce, lastFour: '1111', cardType: 'Visa' } }) as const;
const saved = (country: string) =>
  [
    { type: 'SUBMIT_BILLING', values: values(country) },
    { type: 'BILLING_SAVED', country },
  ] as const;
const typed: readonly Event[] = [{ type: 'CARD_VALIDITY', isValid: true }, { type: 'CONTINUE' }, card()];
const found: Event = { type: 'WALLETS_FOUND', provider: 1, usable: ['paypal', 'venmo', 'applePay'], ownButtons: [] };
const refused = (field: string): Event => ({ type: 'REFUSED', violations: [{ field, code: 'x', text: '' }] });

/** A checkout after some events, and all effects on the way. */
function after(change: Partial<Opening>, ...events: readonly Event[]): { state: PricedState; context: Context; effects: Effect[] } {
  let state: State = start(false);
  const effects: Effect[] = [];
  for (const event of [{ type: 'OPEN', opening: opening(change) } as const, ...events]) {
    const [next, ...made] = step(state, event);
    state = next;
    effects.push(...made);
  }
  if (!isPriced(state)) throw new Error(state.name);
  return { state, context: state.context, effects };
}

const control = { arm: 'control' } as const;
const treatment = { arm: 'treatment' } as const;
const toReview: readonly Event[] = [...saved('US'), ...typed, { type: 'OPENED' }];
const paid = (effects: readonly Effect[]) => effects.flatMap((effect) => (effect.do === 'pay' ? [effect.payment] : []));

test('each arm walks its own way to review', () => {
  const names = (change: Partial<Opening>, events: readonly Event[]) => events.map((_, n) => after(change, ...events.slice(0, n + 1)).state.name);
  expect(names(control, toReview)).toEqual(['billing.saving', 'method', 'method', 'method.tokenizing', 'opening', 'review']);
  expect(names(treatment, [...typed, ...saved('US'), { type: 'OPENED' }])).toEqual([
    'method',
    'method.tokenizing',
    'billing',
    'billing.saving',
    'opening',
    'review',
  ]);
});

test('Continue waits for a card in the control; in the treatment the provider marks missing fields', () => {
  const next = (change: Partial<Opening>, ...events: Event[]) => after(change, ...events, { type: 'CONTINUE' }).state.name;
  expect(next(control, ...saved('US'))).toBe('method');
  expect(next(treatment)).toBe('method.tokenizing');
  expect(next(treatment, found, { type: 'CHOOSE', method: 'paypal' })).toBe('method');
});

test.each(['MX', 'IE', 'DE', 'NZ'])('a card stays good for another billing country that verifies none: %s', (country) => {
  const { state, context } = after(treatment, ...typed, ...saved(country), { type: 'OPENED' });
  expect(state).toMatchObject({ name: 'review', means: { token: { nonce: 'card' } } });
  expect({ country: context.country, message: context.messages.method }).toEqual({ country, message: undefined });
});

const seats = (total: string): Event[] => [
  { type: 'SEATS', payForCoparent: true },
  { type: 'PRICED', quote: quote({ total }) },
];

/** A payment with a British card, at the bank's question. */
const verifying: readonly Event[] = [
  ...saved('GB'),
  ...typed,
  { type: 'OPENED' },
  { type: 'AGREE', agreed: { termsAndConditions: true } },
  { type: 'PAY', key: 'k' },
];
const verifications = (effects: readonly Effect[]) =>
  effects.flatMap((effect) => (effect.do === 'verifyCard' ? [[effect.card.nonce, effect.due.amount]] : []));

test('a British card is verified at Pay now for the displayed price, and the verified nonce is sent', () => {
  const { state, effects } = after(control, ...verifying);
  expect({ name: state.name, verifications: verifications(effects), paid: paid(effects) }).toEqual({
    name: 'paying.verifying',
    verifications: [['card', '106.00']],
    paid: [],
  });
  const sent = after(control, ...verifying, { type: 'VERIFIED', nonce: 'verified' });
  expect(sent.state.name).toBe('paying');
  expect(paid(sent.effects)).toMatchObject([{ key: 'k', means: { token: { nonce: 'verified' } }, shown: { totals: { total: '106.00' } } }]);
  // In other countries no bank is asked.
  expect(verifications(after(control, ...toReview, { type: 'PAY', key: 'k' }).effects)).toEqual([]);
});

test('a seat added after the verification causes another, for the full amount', () => {
  const unanswered: Event = { type: 'UNANSWERED', message: { kind: 'failure', failure: { code: 'offline_message' } } };
  const first: Event[] = [...verifying, { type: 'VERIFIED', nonce: 'verified' }, unanswered];
  // The same price again: the bank has approved it already.
  const same = after(control, ...first, { type: 'PAY', key: 'k2' });
  expect({ name: same.state.name, verifications: verifications(same.effects) }).toEqual({ name: 'paying', verifications: [['card', '106.00']] });
  const raised = after(control, ...first, ...seats('212.00'), { type: 'PAY', key: 'k2' });
  expect({ name: raised.state.name, verifications: verifications(raised.effects) }).toEqual({
    name: 'paying.verifying',
    verifications: [
      ['card', '106.00'],
      ['verified', '212.00'],
    ],
  });
});

test('a price change during verification needs consent, and then another verification', () => {
  const { state, context, effects } = after(control, ...verifying, ...seats('212.00'), { type: 'VERIFIED', nonce: 'verified' });
  expect({ name: state.name, isPriceNew: context.isPriceNew, paid: paid(effects) }).toEqual({ name: 'review', isPriceNew: true, paid: [] });
  const again = after(control, ...verifying, ...seats('212.00'), { type: 'VERIFIED', nonce: 'verified' }, { type: 'PAY', key: 'k2' });
  expect(verifications(again.effects).at(-1)).toEqual(['verified', '212.00']);
});

test('a failed verification sends no payment, and shows its error at the card', () => {
  const message = { kind: 'text', code: 'payment_unconfirmed' } as const;
  const { state, context, effects } = after(control, ...verifying, { type: 'FAILED', message });
  expect({ name: state.name, tokens: context.tokens, message: context.messages.method, paid: paid(effects) }).toEqual({
    name: 'method',
    tokens: {},
    message,
    paid: [],
  });
});

test('with verification required for all cards, a card of any country is verified', () => {
  const pay: Event = { type: 'PAY', key: 'k' };
  expect(verifications(after(control, ...toReview, pay).effects)).toEqual([]);
  expect(verifications(after(control, { type: 'ASK_BANK' }, ...toReview, pay).effects)).toEqual([['card', '106.00']]);
  // The server may require it as late as this, with the client token for the card.
  expect(verifications(after(control, ...toReview, { type: 'ASK_BANK' }, pay).effects)).toEqual([['card', '106.00']]);
});

test('a payment that needs a proved mailbox keeps the card, and the link in our mail is the way on', () => {
  const refusal: Event = { type: 'FAILED', message: { kind: 'failure', failure: { code: 'payment_prove_mailbox' } } };
  const { state, context } = after(control, ...toReview, { type: 'PAY', key: 'k' }, refusal);
  expect({
    name: state.name,
    card: context.tokens.creditCard?.nonce,
    key: context.key,
    isNeeded: needsMailbox(context, context.messages.review),
  }).toEqual({
    name: 'review',
    card: 'card',
    key: undefined,
    isNeeded: true,
  });
});

test.each([
  ['payment_unconfirmed', true, true],
  ['payment_card_failed', true, true],
  ['payment_unconfirmed', false, false],
  ['review_price_changed', true, false],
] as const)('after %s the link in our mail is the way on only where every card is verified (%s)', (code, verifiesAll, isNeeded) => {
  expect(needsMailbox({ verifiesAll }, { kind: 'text', code })).toBe(isNeeded);
  expect(needsMailbox({ verifiesAll }, { kind: 'failure', failure: { code: 'payment_closed' } })).toBe(false);
  expect(needsMailbox({ verifiesAll }, undefined)).toBe(false);
});

test.each(['payment_card_unverified', 'payment_amount_unverified'])(
  'a card that the server refuses with %s is kept, and its bank asked again',
  (code) => {
    const refusal: Event = { type: 'REFUSED', violations: [{ field: 'nonce', code, text: '' }] };
    // Also if this page didn't know that the bank had to be asked.
    for (const before of [
      [...verifying, { type: 'VERIFIED', nonce: 'verified' } as const],
      [...toReview, { type: 'PAY', key: 'k' } as const],
    ]) {
      const { state, context } = after(control, ...before, refusal);
      expect({ name: state.name, message: context.messages.review?.kind, key: context.key }).toEqual({
        name: 'review',
        message: 'violations',
        key: undefined,
      });
      const again = after(control, ...before, refusal, { type: 'PAY', key: 'k2' });
      expect(again.state).toMatchObject({ name: 'paying.verifying', payment: { key: 'k2' } });
    }
  },
);

test('a wallet that was approved before the page was opened again is chosen and stands, at the method, and its address answers billing', () => {
  const back = (wallet: WalletToken = { nonce: 'back', account: '@maya' }): Event => ({ type: 'WALLET_RETURNED', wallet: 'venmo', token: wallet });
  const { state, context } = after({ ...control, isBack: true }, back());
  expect({ name: state.name, chosen: context.chosen, token: context.tokens.venmo }).toMatchObject({
    name: 'method',
    chosen: 'venmo',
    token: { nonce: 'back', account: '@maya' },
  });
  expect(step(state, { type: 'CONTINUE' })[0]).toMatchObject({ name: 'opening' });
  const { address } = values('US');
  expect(after(treatment, back({ nonce: 'back', address })).effects.at(-1)).toEqual({ do: 'saveWalletAddress', address });
  // Not if the wallet isn't offered, and not during a payment.
  expect(after(control, ...saved('GB'), back()).context.tokens).toEqual({});
  const paying: Event[] = [...toReview, { type: 'PAY', key: 'k' }];
  expect(after(control, ...paying, back()).context.chosen).toBe('creditCard');
});

test('a wallet with an address in an unsupported country can’t pay', () => {
  const address = values('GB').address;
  const { state, context } = after(
    treatment,
    found,
    { type: 'CHOOSE', method: 'paypal' },
    { type: 'WALLET_TOKEN', wallet: 'paypal', token: { nonce: 'p', address } },
    { type: 'BILLING_SAVED', country: 'GB' },
  );
  expect({ name: state.name, chosen: context.chosen, tokens: context.tokens, message: context.messages.method }).toEqual({
    name: 'method',
    chosen: 'creditCard',
    tokens: {},
    message: { kind: 'text', code: 'payment_wallet_elsewhere', method: 'paypal' },
  });
  expect(methodsOf(context)).toEqual(['creditCard', 'applePay']);
});

test('a wallet that isn’t offered can’t be chosen', () => {
  const { state } = after(control, ...saved('GB'), found);
  expect(step(state, { type: 'CHOOSE', method: 'paypal' })).toEqual([state]);
});

test('choosing a method takes back other wallets, but for Apple Pay’s; a card stays', () => {
  const wallet = (name: 'paypal' | 'venmo' | 'applePay'): Event[] => [
    { type: 'CHOOSE', method: name },
    { type: 'WALLET_TOKEN', wallet: name, token: { nonce: name } },
  ];
  const kept = (...events: Event[]) => {
    const { tokens } = after(control, ...toReview, { type: 'BACK' }, found, ...events).context;
    return Object.entries(tokens).flatMap(([method, token]) => (token ? [method] : []));
  };
  expect(kept(...wallet('applePay'), ...wallet('paypal'))).toEqual(['creditCard', 'applePay', 'paypal']);
  expect(kept(...wallet('applePay'), ...wallet('paypal'), ...wallet('venmo'))).toEqual(['creditCard', 'applePay', 'venmo']);
  expect(kept(...wallet('paypal'), { type: 'CHOOSE', method: 'creditCard' })).toEqual(['creditCard']);
});

test.each([
  ['paypal', { kind: 'text', code: 'paypalInitError' }],
  ['venmo', { kind: 'failure', failure: { code: 'unexpected_error' } }],
] as const)('%s can’t be opened: it is said in its words, or in those for everything unexpected', (wallet, message) => {
  const { context } = after(control, ...saved('US'), found, { type: 'CHOOSE', method: wallet }, { type: 'WALLET_FAILED', wallet });
  expect(context.messages.method).toEqual(message);
});

test('a wallet that answers after another method was chosen changes nothing', () => {
  const { state } = after(
    control,
    ...saved('US'),
    found,
    { type: 'CHOOSE', method: 'venmo' },
    { type: 'AUTHORIZE' },
    { type: 'CHOOSE', method: 'creditCard' },
  );
  expect(step(state, { type: 'WALLET_TOKEN', wallet: 'venmo', token: { nonce: 'late' } })).toEqual([state]);
});

test('a second press pays nothing', () => {
  const { effects } = after(control, ...toReview, { type: 'PAY', key: 'a' }, { type: 'PAY', key: 'b' });
  expect(paid(effects).map(({ key }) => key)).toEqual(['a']);
});

test('a refused token is used up, and the next payment has another key', () => {
  const { state, context } = after(control, ...toReview, { type: 'PAY', key: 'a' }, refused('nonce'));
  expect({ name: state.name, tokens: context.tokens, message: context.messages.method?.kind, key: context.key }).toEqual({
    name: 'method',
    tokens: {},
    message: 'violations',
    key: undefined,
  });
  const { effects } = after(
    control,
    ...toReview,
    { type: 'PAY', key: 'a' },
    refused('nonce'),
    { type: 'CONTINUE' },
    card('other'),
    { type: 'OPENED' },
    { type: 'PAY', key: 'b' },
  );
  expect(paid(effects).map(({ key, means }) => [key, means.kind === 'token' && means.token.nonce])).toEqual([
    ['a', 'card'],
    ['b', 'other'],
  ]);
});

test('the message about a payment with one card is not shown beside another card, or a wallet; Back and the same card keep it', () => {
  const message = { kind: 'failure', failure: { code: 'offline_message' } } as const;
  const before: readonly Event[] = [found, ...toReview, { type: 'PAY', key: 'a' }, { type: 'UNANSWERED', message }];
  const shown = (...events: readonly Event[]) => {
    const { state, context } = after(control, ...before, ...events);
    return [state.name, context.messages.review];
  };
  const again: readonly Event[] = [{ type: 'CONTINUE' }, { type: 'OPENED' }];
  const paypal: Event = { type: 'WALLET_TOKEN', wallet: 'paypal', token: { nonce: 'p' } };
  expect({
    before: shown(),
    same: shown({ type: 'BACK' }, ...again),
    other: shown({ type: 'BACK' }, { type: 'UPDATE_CARD' }, { type: 'CONTINUE' }, card('other'), { type: 'OPENED' }),
    wallet: shown({ type: 'BACK' }, { type: 'CHOOSE', method: 'paypal' }, paypal, ...again),
    kept: shown({ type: 'BACK' }, { type: 'CHOOSE', method: 'paypal' }, paypal, { type: 'CHOOSE', method: 'creditCard' }, ...again),
  }).toEqual({
    before: ['review', message],
    same: ['review', message],
    other: ['review', undefined],
    wallet: ['review', undefined],
    kept: ['review', undefined],
  });
});

test('a refused code goes, and the card is as good as before', () => {
  const codes = { promoCodes: ['FLAT15'], paymentCodes: [] };
  const { state, context, effects } = after({ ...control, codes }, ...toReview, { type: 'PAY', key: 'a' }, refused('promoCodes'));
  expect({ name: state.name, card: context.tokens.creditCard?.nonce, codes: context.codes.promoCodes }).toEqual({
    name: 'method',
    card: 'card',
    codes: [],
  });
  expect(effects.at(-1)).toEqual({ do: 'keepCodes', codes: { promoCodes: [], paymentCodes: [] } });
});

test('a payment without an answer keeps its key, and a reload’s key is used again', () => {
  const unanswered: Event = { type: 'UNANSWERED', message: { kind: 'failure', failure: { code: 'offline_message' } } };
  const { effects } = after(control, ...toReview, { type: 'PAY', key: 'a' }, unanswered, { type: 'PAY', key: 'b' });
  expect(paid(effects).map(({ key }) => key)).toEqual(['a', 'a']);
  expect(paid(after({ ...control, key: 'kept' }, ...toReview, { type: 'PAY', key: 'b' }).effects).map(({ key }) => key)).toEqual(['kept']);
});

test('a quote that has run out and comes to the same is paid once more without a word; another price is shown', () => {
  const same: Event = { type: 'PRICE_CHANGED', quote: { ...quote(), taxId: 'renewed' }, key: 'b' };
  const renewed = after(control, ...toReview, { type: 'PAY', key: 'a' }, same);
  expect(paid(renewed.effects).map(({ key, shown }) => [key, shown.taxId])).toEqual([
    ['a', 'quote-106.00'],
    ['b', 'renewed'],
  ]);
  expect(after(control, ...toReview, { type: 'PAY', key: 'a' }, same, same).state).toMatchObject({ name: 'review', context: { isPriceNew: true } });
  const other: Event = { type: 'PRICE_CHANGED', quote: quote({ total: '119.00' }), key: 'b' };
  expect(after(control, ...toReview, { type: 'PAY', key: 'a' }, other).state).toMatchObject({
    name: 'review',
    context: { isPriceNew: true, key: undefined },
  });
});

test('an order that is no longer free needs a payment method before review', () => {
  const free: readonly Event[] = [...saved('US'), { type: 'CONTINUE' }, { type: 'OPENED' }];
  const codes = { promoCodes: [], paymentCodes: ['CODE'] };
  const bought = { ...control, codes, quote: quote({ total: '0.00' }) };
  expect(after(bought, ...free).state).toMatchObject({ name: 'review', means: { kind: 'nothingDue' } });
  const gone = quote({ validationErrors: [{ field: 'paymentCodes', code: 'subscription_code_invalid', text: '' }] });
  const { state, context } = after(bought, ...free, { type: 'PRICED', quote: gone });
  expect({ name: state.name, message: context.messages.method?.kind, codes: context.codes.paymentCodes }).toEqual({
    name: 'method',
    message: 'violations',
    codes: [],
  });
});

test('where the terms have to be ticked, Pay now waits for that', () => {
  const toCanadianReview: readonly Event[] = [...saved('CA'), ...typed, { type: 'OPENED' }];
  expect(paid(after(control, ...toCanadianReview, { type: 'PAY', key: 'a' }).effects)).toEqual([]);
  expect(
    paid(after(control, ...toCanadianReview, { type: 'AGREE', agreed: { termsAndConditions: true } }, { type: 'PAY', key: 'a' }).effects),
  ).toHaveLength(1);
});

test('a code that is typed and not applied keeps the method from being left', () => {
  const open: readonly Event[] = [...saved('US'), { type: 'CARD_VALIDITY', isValid: true }, { type: 'OPEN_CODES', isOpen: true }];
  expect(after(control, ...open, { type: 'CONTINUE' }).state.name).toBe('method');
  expect(after(control, ...open, { type: 'OPEN_CODES', isOpen: false }, { type: 'CONTINUE' }).state.name).toBe('method.tokenizing');
});

test('closing the box takes the codes away; removing one leaves the others', () => {
  const codes = { promoCodes: ['FLAT15'], paymentCodes: ['A', 'B'] };
  const lists = (...events: Event[]) => {
    const { promoCodes, paymentCodes } = after({ ...control, codes }, ...events).context.codes;
    return [paymentCodes, promoCodes];
  };
  expect(lists({ type: 'REMOVE_CODE', index: 0 })).toEqual([['B'], ['FLAT15']]);
  expect(lists({ type: 'REMOVE_CODE', index: 2 })).toEqual([['A', 'B'], []]);
  expect(lists({ type: 'OPEN_CODES', isOpen: false })).toEqual([[], []]);
});

test('a code that is answered after its box was closed no longer counts, good or bad', () => {
  const box: readonly Event[] = [
    { type: 'OPEN_CODES', isOpen: true },
    { type: 'TYPE_CODE', typed: 'FLAT15' },
    { type: 'APPLY_CODE' },
    { type: 'OPEN_CODES', isOpen: false },
  ];
  const { state, context } = after(control, ...box);
  expect(step(state, { type: 'CODE_APPLIED', quote: quote(), codes: { promoCodes: ['FLAT15'], paymentCodes: [] } })).toEqual([state]);
  expect(step(state, { type: 'CODE_REFUSED', message: undefined })).toEqual([state]);
  expect(context.codes).toMatchObject({ isOpen: false, isBusy: false, promoCodes: [] });
});

test('one coupon counts for an order, and a subscription code joins those before it', () => {
  const codes = { promoCodes: ['OLD'], paymentCodes: ['A'] };
  const tried = (text: string) =>
    after({ ...control, codes }, { type: 'TYPE_CODE', typed: text }, { type: 'APPLY_CODE' }, { type: 'APPLY_CODE' }).effects;
  expect(tried(' NEW ')).toEqual([{ do: 'applyCode', code: 'NEW', codes: { promoCodes: ['NEW'], paymentCodes: ['A'] } }]);
  expect(tried('AAAA-BBBB-CCCC-DDDD')).toMatchObject([{ codes: { promoCodes: ['OLD'], paymentCodes: ['A', 'AAAA-BBBB-CCCC-DDDD'] } }]);
});

test('a payment that is under way can’t be walked away from within the checkout', () => {
  const { state } = after(control, ...toReview, { type: 'PAY', key: 'a' });
  expect(step(state, { type: 'BACK' })).toEqual([state]);
  expect(step(state, { type: 'SELECT', stage: 'method' })).toEqual([state]);
});

test('a wallet goes back from review to the method, a card to billing', () => {
  const wallet: readonly Event[] = [
    found,
    { type: 'CHOOSE', method: 'applePay' },
    { type: 'WALLET_TOKEN', wallet: 'applePay', token: { nonce: 'a' } },
  ];
  const back = (...events: readonly Event[]) => stageOf(after(treatment, ...events, ...saved('US'), { type: 'OPENED' }, { type: 'BACK' }).state);
  expect([back(...typed), back(...wallet)]).toEqual(['billing', 'method']);
});

test('the provider is opened once, at the first use of a method; a mounted view opens it again', () => {
  const { state, effects } = after(control, ...saved('US'), { type: 'BACK' }, ...saved('MX'));
  expect(effects.filter((effect) => effect.do === 'openProvider')).toEqual([{ do: 'openProvider', provider: 1, country: 'US', wallets }]);
  expect(entry(state)).toMatchObject([{}, { do: 'openProvider', provider: 1 }]);
  expect(entry(start(true))).toEqual([{ name: 'resuming' }, { do: 'fetchPayment' }]);
});

test('a payment from before a reload leads on, or back to the checkout', () => {
  expect(step(start(true), { type: 'SETTLED', answer })).toEqual([{ name: 'resumed' }, { do: 'keepPaid', answer }, { do: 'go', to: 'credentials' }]);
  expect(step(start(true), { type: 'NOTHING_SENT' })).toEqual([{ name: 'pricing' }]);
});

test('another try with the provider empties the card’s fields and its wallets, and keeps what was authorized', () => {
  const { state, context, effects } = after(control, found, ...toReview, { type: 'BACK' }, { type: 'RETRY_PROVIDER' });
  expect({
    name: state.name,
    provider: context.provider,
    usable: context.usable,
    isCardValid: context.isCardValid,
    card: context.tokens.creditCard?.nonce,
    opened: effects.flatMap((effect) => (effect.do === 'openProvider' ? [effect.provider] : [])),
  }).toEqual({ name: 'method', provider: 2, usable: [], isCardValid: false, card: 'card', opened: [1, 2] });
  // An answer about the provider before comes too late.
  expect(step(state, found)).toEqual([state]);
});

test('a refused field is marked until it changes, and the others stay marked', () => {
  const events: readonly Event[] = [...saved('US'), { type: 'CARD_VALIDITY', isValid: true }, { type: 'CONTINUE' }];
  const refusedFields: Event = { type: 'CARD_REFUSED', fields: ['number', 'cvv'] };
  const { context } = after(control, ...events, refusedFields, { type: 'CARD_CHANGED', field: 'cvv' });
  expect({ refused: context.refused, attempts: context.attempts }).toEqual({ refused: ['number'], attempts: { billing: 0, method: 1, review: 0 } });
});

test('a code that counts leaves the box empty, and the same code again changes no price', () => {
  const first = quote({ codes: 1, total: '50.00' });
  const tried: readonly Event[] = [
    { type: 'OPEN_CODES', isOpen: true },
    { type: 'TYPE_CODE', typed: 'AAAA-BBBB-CCCC-DDDD' },
    { type: 'APPLY_CODE' },
    { type: 'CODE_APPLIED', quote: first, codes: { promoCodes: [], paymentCodes: ['AAAA-BBBB-CCCC-DDDD'] } },
  ];
  const again: readonly Event[] = [
    { type: 'TYPE_CODE', typed: 'aaaabbbbccccdddd' },
    { type: 'APPLY_CODE' },
    { type: 'CODE_APPLIED', quote: first, codes: { promoCodes: [], paymentCodes: ['AAAA-BBBB-CCCC-DDDD', 'aaaabbbbccccdddd'] } },
  ];
  const box = (...events: readonly Event[]) => {
    const { context, effects } = after(control, ...events);
    const { typed: text, isBusy, paymentCodes } = context.codes;
    return { text, isBusy, paymentCodes, total: context.quote.totals.total, tracked: effects.filter((effect) => effect.do === 'trackCode').length };
  };
  const counted = { text: '', isBusy: false, paymentCodes: ['AAAA-BBBB-CCCC-DDDD'], total: '50.00', tracked: 1 };
  expect([box(...tried), box(...tried, ...again)]).toEqual([counted, counted]);
});

test('the words about a changed price go with another choice of seats, and with the next payment', () => {
  const changed: readonly Event[] = [...toReview, { type: 'PAY', key: 'a' }, { type: 'PRICE_CHANGED', quote: quote({ total: '119.00' }), key: 'b' }];
  const isNew = (...events: readonly Event[]) => after(control, ...changed, ...events).context.isPriceNew;
  expect([isNew(), isNew({ type: 'SEATS', payForCoparent: true }), isNew({ type: 'PAY', key: 'c' })]).toEqual([true, false, false]);
});

test('once it is over nothing is opened again, and nothing counts', () => {
  const { state } = after(control, ...toReview, { type: 'PAY', key: 'a' }, { type: 'PAID', answer });
  expect([entry(state), step(state, { type: 'PRICED', quote: quote({ total: '1.00' }) }), step(state, found)]).toEqual([[state], [state], [state]]);
});

test('a billing form that asks for a wallet’s missing answers is a new one, each time', () => {
  const asked: Event = { type: 'ADDRESS_ASKED', values: values('GB'), violations: [] };
  const wallet: readonly Event[] = [
    { type: 'CHOOSE', method: 'paypal' },
    { type: 'WALLET_TOKEN', wallet: 'paypal', token: { nonce: 'p', address: values('US').address } },
    asked,
  ];
  const { state, context } = after(treatment, found, ...wallet, { type: 'BACK' }, ...wallet);
  expect([state.name, context.billing, context.moves]).toEqual(['billing', { initial: values('GB'), revision: 2 }, 3]);
});
