import { expect, test, vi } from 'vitest';
import { arrival } from '../../fake/arrival.js';
import { LostAnswer, Problem, ValidationFailure } from '../client/failure.js';
import type { Api } from '../client/api.js';
import type { PaymentAnswer, Quote, Registration, RegistrationInput } from '../client/types.js';
import { signupBuyer } from '../flow/buyer.js';
import { openSession } from '../session/session.js';
import type { Event } from './event.js';
import { createInterpreter } from './interpreter.js';
import { fetchPayment, payOrder } from './payOrder.js';
import { purchasedBy } from './purchased.js';
import type { CheckoutFlow, Ports } from './ports.js';
import { CardRefused, CardUnconfirmed, ProviderFailure, type CardForm, type PaymentProvider, type WalletToken } from './providers/port.js';
import { answer, quote, values } from './samples.js';
import type { Payment } from './state.js';

const parent = { firstName: 'Maya', lastName: 'Ortiz', email: 'maya@example.com', phoneCountryCode: '+1', phoneNumber: '2155550143' };
const registration = { signupId: 's', parent, order: { packageId: 2001 }, referral: { selection: 'OTHER' }, routes: [] } as unknown as Registration;
const token = { nonce: 'n', lastFour: '1111', cardType: 'Visa' };
const due = { amount: '106.00', currency: 'USD', country: 'US', hiddenBrands: [] };
const payment: Payment = { key: 'k', means: { kind: 'nothingDue' }, shown: quote({ total: '0.00' }), isRenewed: false };
const receipt = {
  orderId: 'o-1',
  transactionId: 't-1',
  packageName: 'Essentials',
  totals: { total: '107.00', taxAmount: '7.00', currencyCode: 'USD' },
  couponDetail: { couponCode: 'SAVE' },
  paymentCodeDetails: [{ code: 'PAYS' }],
};
const order = { agreed: {}, country: 'US', referral: { selection: '', other: '' } };

/** A provider with loaded scripts. A test sets its behavior. */
function providerOf(change: Partial<PaymentProvider> = {}): PaymentProvider {
  return {
    cardForm: () => Promise.resolve(formOf()),
    canUse: () => Promise.resolve(true),
    authorize: () => Promise.resolve(undefined),
    returned: () => Promise.resolve(undefined),
    ownButtons: [],
    openButton: () => Promise.resolve(() => undefined),
    destroy: () => undefined,
    ...change,
  };
}

const formOf = (
  tokenize: CardForm['tokenize'] = () => Promise.resolve(token),
  verify: CardForm['verify'] = () => Promise.resolve('verified'),
): CardForm => ({
  focus: () => undefined,
  restyle: () => undefined,
  tokenize,
  verify,
  destroy: () => undefined,
});

/** An interpreter with the test's own flow, server and provider. It collects the events for the machine. */
function edge(change: { buyer?: Partial<CheckoutFlow['buyer']>; provider?: Partial<PaymentProvider>; registration?: Partial<Registration> } = {}) {
  const events: Event[] = [];
  const reported: string[] = [];
  const waits: (() => void)[] = [];
  /** The sessions that another tab could take over now. */
  const handed = new Set<object>();
  const keeper = openSession(undefined, 'test');
  keeper.set({ registration: { ...registration, ...change.registration } });
  const flow = {
    keeper,
    api: { locale: () => 'en', timeZones: () => Promise.resolve([{ id: 'Europe/London', name: 'London' }]) },
    bootstrap: { product: 'Cojoin', payment: { provider: 'sandbox' } },
    setting: {},
    buyer: {
      isInvited: false,
      keepDuplicate: signupBuyer({} as Api, keeper).keepDuplicate,
      paths: { credentials: '/credentials', packages: '/step3' },
      save: (input: RegistrationInput) => Promise.resolve({ ...registration, ...input } as unknown as Registration),
      refresh: () => Promise.resolve(),
      fitsCountry: () => Promise.resolve(),
      quote: (): Promise<Quote> => Promise.resolve(quote()),
      pay: (): Promise<PaymentAnswer> => Promise.resolve(answer),
      payment: (): Promise<PaymentAnswer> => Promise.reject(new Problem(404, 'payment_missing')),
      clientToken: () => Promise.resolve({ clientToken: 'token' }),
      ...change.buyer,
    },
    lost: (error: unknown) => error instanceof Problem && error.status === 410,
    fail: () => reported.push('toast'),
    emit: (event: string, detail: object) => reported.push(`${event} ${JSON.stringify(detail)}`),
    go: (path: string) => reported.push(`go ${path}`),
    track: (event: string) => reported.push(event),
  } as unknown as CheckoutFlow;
  const ports: Ports = {
    flow: () => flow,
    loadProvider: () => Promise.resolve(providerOf(change.provider)),
    loadPayment: () => Promise.resolve({ payOrder, fetchPayment }),
    loadVenmo: () =>
      Promise.resolve({
        handOver: (_setting, session) => {
          handed.add(session);
          return () => handed.delete(session);
        },
      }),
    wait: () => new Promise((resolve) => waits.push(resolve)),
  };
  const interpreter = createInterpreter(ports, (event) => events.push(event));
  return { interpreter, ports, events, reported, keeper, waits, handed, pass: () => waits.splice(0).forEach((resolve) => resolve()) };
}

const settled = (events: readonly Event[], count = 1) => vi.waitFor(() => expect(events).toHaveLength(count));

const invalid = (...fields: string[]) => new ValidationFailure(fields.map((field) => ({ field, code: 'x', text: '' })));

test('a billing address that was saved is where it is paid from, and its draft is forgotten', async () => {
  const { interpreter, events, keeper, reported } = edge();
  keeper.draft('billing', values('GB'));
  interpreter.run({ do: 'saveBilling', values: values('GB') });
  await settled(events);
  expect({ events, drafts: keeper.get().drafts, reported }).toEqual({
    events: [{ type: 'BILLING_SAVED', country: 'GB' }],
    drafts: { billing: undefined },
    reported: ['Billing Completed'],
  });
});

test('a package unavailable in the billing country prompts once', async () => {
  const refuse = () => Promise.reject(invalid('order.packageId'));
  const first = edge({ buyer: { fitsCountry: refuse } });
  first.interpreter.run({ do: 'saveBilling', values: values('GB') });
  await settled(first.events);
  expect(first.events).toEqual([{ type: 'MISMATCH', values: values('GB') }]);

  const confirmed = { ...registration, confirmedCountry: 'GB' } as Registration;
  const second = edge({ buyer: { fitsCountry: refuse, save: () => Promise.resolve(confirmed) } });
  second.interpreter.run({ do: 'saveBilling', values: values('GB') });
  await settled(second.events);
  expect(second.events).toMatchObject([{ type: 'FAILED', message: { kind: 'violations' } }]);
});

test('a duplicate leads away, and an invited parent’s is a message', async () => {
  const refuse = () => Promise.reject(invalid('parent.duplicate'));
  const own = edge({ buyer: { save: refuse } });
  own.interpreter.run({ do: 'saveBilling', values: values('US') });
  await settled(own.events);
  expect(own.events).toEqual([{ type: 'DUPLICATE' }]);
  expect(own.keeper.get().duplicate).toEqual({ who: 'parent', firstName: 'Maya', lastName: 'Ortiz', email: 'maya@example.com' });

  const invited = edge({ buyer: { save: refuse, isInvited: true, keepDuplicate: undefined } });
  invited.interpreter.run({ do: 'saveBilling', values: values('US') });
  await settled(invited.events);
  expect(invited.events).toMatchObject([{ type: 'FAILED', message: { kind: 'violations' } }]);
});

test('a wallet’s address is saved with the local time zone; missing fields are prompted for', async () => {
  const saved: RegistrationInput[] = [];
  const whole = edge({ buyer: { save: (input) => (saved.push(input), Promise.resolve(registration)) } });
  const address = { line1: '1 Long Lane', city: 'London', region: 'ENG', postalCode: 'EC1A 9HF', country: 'GB' };
  whole.interpreter.run({ do: 'saveWalletAddress', address });
  await settled(whole.events);
  expect(saved).toMatchObject([{ sections: ['PARENT', 'ADDRESS'], parent: { timeZone: 'Europe/London' }, address: { line1: '1 Long Lane' } }]);
  expect(whole.events).toEqual([{ type: 'BILLING_SAVED', country: 'GB' }]);

  const lacking = edge({ buyer: { save: () => Promise.reject(invalid('address.region')) } });
  lacking.interpreter.run({ do: 'saveWalletAddress', address });
  await settled(lacking.events);
  expect(lacking.events).toMatchObject([{ type: 'ADDRESS_ASKED', values: { address }, violations: [{ field: 'address.region' }] }]);
});

test('a lost sign-up shows no message of its own; a missing answer does', async () => {
  for (const [error, event] of [
    [new Problem(410, 'registration_expired'), { type: 'FAILED', message: undefined }],
    [new LostAnswer(), { type: 'FAILED', message: { kind: 'failure', failure: { code: 'offline_message' } } }],
  ] as const) {
    const { interpreter, events } = edge({ buyer: { save: () => Promise.reject(error) } });
    interpreter.run({ do: 'saveBilling', values: values('US') });
    await settled(events);
    expect(events).toEqual([event]);
  }
});

test('wallets come together in their order, and one that is late comes below them', async () => {
  let answerLate: (can: boolean) => void = () => undefined;
  const late = new Promise<boolean>((resolve) => (answerLate = resolve));
  const { interpreter, events, pass, waits } = edge({ provider: { canUse: (wallet) => (wallet === 'paypal' ? late : Promise.resolve(true)) } });
  interpreter.run({ do: 'openProvider', provider: 1, country: 'US', wallets: ['paypal', 'venmo', 'applePay'] });
  await vi.waitFor(() => expect(waits).toHaveLength(1));
  expect(events).toEqual([]);
  pass();
  await settled(events, 2);
  answerLate(true);
  await settled(events, 4);
  expect(events.at(0)).toEqual({ type: 'WALLETS_FOUND', provider: 1, usable: ['venmo', 'applePay'], ownButtons: [] });
  expect(events.at(-1)).toEqual({ type: 'WALLETS_FOUND', provider: 1, usable: ['venmo', 'applePay', 'paypal'], ownButtons: [] });
});

test('a provider that comes after the screen was left is taken away', async () => {
  const destroy = vi.fn();
  const { interpreter, events } = edge({ provider: { destroy } });
  interpreter.run({ do: 'openProvider', provider: 1, country: 'US', wallets: ['paypal'] });
  interpreter.close();
  await vi.waitFor(() => expect(destroy).toHaveBeenCalledTimes(1));
  expect(events).toEqual([]);
});

test.each([
  [undefined, { type: 'CARD_TOKEN', token }],
  [new CardRefused(['cvv']), { type: 'CARD_REFUSED', fields: ['cvv'] }],
  [new ProviderFailure(), { type: 'FAILED', message: { kind: 'text', code: 'payment_card_failed' } }],
  [new Problem(429, 'payment_closed', 60), { type: 'FAILED', message: { kind: 'failure', failure: { code: 'payment_closed', text: undefined } } }],
])('a card whose tokenisation ends with %s', async (end, event) => {
  const tokenize = () => (end ? Promise.reject(end) : Promise.resolve(token));
  const { interpreter, events } = edge({ provider: { cardForm: () => Promise.resolve(formOf(tokenize)) } });
  interpreter.run({ do: 'openProvider', provider: 1, country: 'US', wallets: [] });
  await interpreter.openCard({} as never);
  interpreter.run({ do: 'tokenizeCard', holder: 'Maya Ortiz', due });
  await vi.waitFor(() => expect(events.filter(({ type }) => type !== 'WALLETS_FOUND')).toEqual([event]));
});

test.each([
  [undefined, []],
  [true, [{ type: 'ASK_BANK' }]],
])('a client token with verifyCard %s', async (verifyCard, events) => {
  const { interpreter, ports, events: sent } = edge({ buyer: { clientToken: () => Promise.resolve({ clientToken: 'token', verifyCard }) } });
  let loaded: Promise<string> | undefined;
  ports.loadProvider = (_payment, clientToken) => {
    loaded = clientToken();
    return Promise.resolve(providerOf());
  };
  interpreter.run({ do: 'openProvider', provider: 1, country: 'US', wallets: [] });
  expect(await loaded).toBe('token');
  expect(sent.filter(({ type }) => type !== 'WALLETS_FOUND')).toEqual(events);
});

test.each([
  [undefined, { type: 'VERIFIED', nonce: 'verified' }],
  [new CardUnconfirmed(), { type: 'FAILED', message: { kind: 'text', code: 'payment_unconfirmed' } }],
  [new ProviderFailure(), { type: 'FAILED', message: { kind: 'text', code: 'payment_card_failed' } }],
])('a bank that is asked ends with %s', async (end, event) => {
  const requests: unknown[] = [];
  const verify: CardForm['verify'] = (...about) => {
    requests.push(about);
    return end ? Promise.reject(end) : Promise.resolve('verified');
  };
  const { interpreter, events } = edge({ provider: { cardForm: () => Promise.resolve(formOf(undefined, verify)) } });
  interpreter.run({ do: 'openProvider', provider: 1, country: 'US', wallets: [] });
  await interpreter.openCard({} as never);
  const card = { ...token, method: 'creditCard', holder: 'Maya Ortiz' } as const;
  interpreter.run({ do: 'verifyCard', card, due });
  await vi.waitFor(() => expect(events.filter(({ type }) => type !== 'WALLETS_FOUND')).toEqual([event]));
  // The bank gets the price and the payer.
  expect(requests).toEqual([[card, { ...due, product: 'Cojoin', payer: registration }]]);
});

test.each<[string, () => Promise<WalletToken | undefined>, Event]>([
  ['authorized', () => Promise.resolve({ nonce: 'n' }), { type: 'WALLET_TOKEN', wallet: 'venmo', token: { nonce: 'n' } }],
  ['closed', () => Promise.resolve(undefined), { type: 'WALLET_CLOSED', wallet: 'venmo' }],
  ['broken', () => Promise.reject(new ProviderFailure()), { type: 'WALLET_FAILED', wallet: 'venmo' }],
])('a wallet that is %s', async (_, authorize, event) => {
  const { interpreter, events } = edge({ provider: { authorize } });
  interpreter.run({ do: 'openProvider', provider: 1, country: 'US', wallets: ['venmo'] });
  await settled(events);
  interpreter.run({ do: 'authorize', wallet: 'venmo', due });
  await settled(events, 2);
  expect(events[1]).toEqual(event);
});

test.each([
  [quote({ codes: 1 }), 'CODE_APPLIED'],
  [quote({ validationErrors: [{ field: 'paymentCodes', code: 'subscription_code_invalid', text: '' }] }), 'CODE_REFUSED'],
])('a code is tried with those before it', async (given, type) => {
  const requests: unknown[] = [];
  const { interpreter, events, keeper } = edge({ buyer: { quote: (input) => (requests.push(input), Promise.resolve(given)) } });
  interpreter.run({ do: 'applyCode', code: 'B', codes: { promoCodes: [], paymentCodes: ['A', 'B'] } });
  await settled(events);
  expect(requests).toMatchObject([{ orderDetail: { packageId: 2001 }, paymentCodes: ['A', 'B'] }]);
  expect(events).toMatchObject([{ type }]);
  // They count only after the machine accepts them.
  expect(keeper.get().paymentCodes).toEqual([]);
});

test('an accepted payment is handled, its key then removed, and the purchase announced once', async () => {
  const { interpreter, events, keeper, reported } = edge();
  interpreter.run({ do: 'pay', payment, order });
  await settled(events);
  expect(events).toEqual([{ type: 'PAID', answer }]);
  expect(keeper.get().paymentKey).toBe('k');
  const paid = { ...answer, receipt, registration: { order: { packageId: 2001 } } } as unknown as typeof answer;
  interpreter.run({ do: 'keepPaid', answer: paid });
  interpreter.run({ do: 'keepPaid', answer: paid });
  expect(keeper.get().paymentKey).toBeUndefined();
  interpreter.run({ do: 'go', to: 'credentials' });
  const bought = {
    orderId: 'o-1',
    transactionId: 't-1',
    packageId: 2001,
    packageName: 'Essentials',
    currency: 'USD',
    total: '107.00',
    tax: '7.00',
    coupon: 'SAVE',
  };
  expect(reported).toEqual([`complete ${JSON.stringify(bought)}`, 'Order Completed', 'go /credentials']);
  expect(keeper.get().paid).toEqual(paid);
});

test('a payment that was confirmed after a reload is announced in the tab that sent it, and in no other', async () => {
  for (const [paymentKey, count] of [
    ['k', 1],
    [undefined, 0],
  ] as const) {
    const { interpreter, events, keeper, reported } = edge({ buyer: { payment: () => Promise.resolve(answer) } });
    keeper.set({ paymentKey });
    interpreter.run({ do: 'fetchPayment' });
    await settled(events);
    interpreter.run({ do: 'keepPaid', answer });
    expect(reported.filter((one) => one.startsWith('complete'))).toHaveLength(count);
    expect(keeper.get()).toMatchObject({ paid: answer, paymentKey: undefined });
  }
});

test('a free order is announced to the page, without a payment', () => {
  expect(
    purchasedBy({ ...answer, receipt: { ...receipt, transactionId: '', couponDetail: undefined } } as unknown as typeof answer),
  ).not.toHaveProperty('transactionId');
});

test.each([
  [invalid('nonce'), 'REFUSED', undefined],
  [invalid('paymentCodes'), 'REFUSED', undefined],
  [invalid('termsAndConditions'), 'ORDER_REFUSED', undefined],
  [invalid('parent.duplicate'), 'DUPLICATE', undefined],
  [new ValidationFailure([], quote({ total: '119.00' })), 'PRICE_CHANGED', undefined],
  [new Problem(500, 'genericErrorMessage'), 'UNANSWERED', 'k'],
  [new Problem(422, 'idempotency_conflict'), 'FAILED', undefined],
  [new Problem(410, 'registration_expired'), 'FAILED', undefined],
])('a payment that ends with %s', async (end, type, key) => {
  const { interpreter, events, keeper } = edge({ buyer: { pay: () => Promise.reject(end) } });
  interpreter.run({ do: 'pay', payment, order });
  await settled(events);
  expect(events).toMatchObject([{ type }]);
  expect(keeper.get().paymentKey).toBe(key);
});

test('how the parent heard of us is saved before the payment, and missing it sends none', async () => {
  const pay = vi.fn(() => Promise.resolve(answer));
  const { interpreter, events } = edge({ buyer: { pay }, registration: { referral: undefined } });
  interpreter.run({ do: 'pay', payment, order });
  await settled(events);
  expect(events).toMatchObject([{ type: 'ORDER_REFUSED', violations: [{ field: 'referral.selection' }] }]);
  expect(pay).not.toHaveBeenCalled();
  interpreter.run({ do: 'pay', payment, order: { ...order, referral: { selection: 'SEARCH_ENGINE', other: '' } } });
  await settled(events, 2);
  expect(events[1]).toEqual({ type: 'PAID', answer });
});

test('a payment in confirmation shows a message, and is polled until decided', async () => {
  const answers: PaymentAnswer[] = [{ status: 'confirming' }, answer];
  const { interpreter, events, pass, waits } = edge({
    buyer: { pay: () => Promise.resolve({ status: 'confirming' }), payment: () => Promise.resolve(answers.shift() ?? answer) },
  });
  interpreter.run({ do: 'pay', payment, order });
  await settled(events);
  pass();
  await vi.waitFor(() => expect(waits).toHaveLength(1));
  pass();
  await vi.waitFor(() => expect(events.at(-1)).toEqual({ type: 'PAID', answer }));
  expect(events.slice(0, -1).every(({ type }) => type === 'UNDECIDED')).toBe(true);
});

test('after a reload: accepted, never sent, or not to be found out', async () => {
  const found = edge({ buyer: { payment: () => Promise.resolve(answer) } });
  found.interpreter.run({ do: 'fetchPayment' });
  await settled(found.events);
  expect(found.events).toEqual([{ type: 'SETTLED', answer }]);

  const refresh = vi.fn(() => Promise.resolve());
  const never = edge({ buyer: { refresh } });
  never.interpreter.run({ do: 'fetchPayment' });
  await settled(never.events);
  expect({ events: never.events, refreshed: refresh.mock.calls.length }).toEqual({ events: [{ type: 'NOTHING_SENT' }], refreshed: 1 });

  const away = edge({ buyer: { payment: () => Promise.reject(new LostAnswer()) } });
  away.interpreter.run({ do: 'fetchPayment' });
  await settled(away.events);
  expect({ events: away.events, reported: away.reported }).toEqual({ events: [{ type: 'FAILED' }], reported: ['toast'] });
});

test('a wallet approved before a reload is reported', async () => {
  const approved: WalletToken = { nonce: 'back', account: '@maya' };
  const { interpreter, events } = edge({
    provider: { canUse: () => Promise.resolve(false), returned: (wallet) => Promise.resolve(wallet === 'venmo' ? approved : undefined) },
  });
  interpreter.run({ do: 'openProvider', provider: 1, country: 'US', wallets: ['paypal', 'venmo'] });
  await vi.waitFor(() => expect(events).toContainEqual({ type: 'WALLET_RETURNED', wallet: 'venmo', token: approved }));
  expect(events.filter(({ type }) => type === 'WALLET_RETURNED')).toHaveLength(1);
});

test('while Venmo is open, another tab can take the sign-up over', async () => {
  const open: Record<string, number> = {};
  const { interpreter, events, handed } = edge({
    provider: {
      authorize: (wallet) => {
        open[wallet] = handed.size;
        return Promise.resolve({ nonce: wallet });
      },
    },
  });
  interpreter.run({ do: 'openProvider', provider: 1, country: 'US', wallets: ['venmo'] });
  await vi.waitFor(() => expect(events).not.toEqual([]));
  for (const wallet of ['applePay', 'venmo'] as const) interpreter.run({ do: 'authorize', wallet, due });
  await vi.waitFor(() => expect(events.filter(({ type }) => type === 'WALLET_TOKEN')).toHaveLength(2));
  expect({ ...open, after: handed.size }).toEqual({ applePay: 0, venmo: 1, after: 0 });
});

test('the bank gets the known data of the payer', async () => {
  const requests: unknown[] = [];
  const form = formOf((_holder, purchase) => {
    requests.push(purchase.payer);
    return Promise.resolve(token);
  });
  const address = { line1: '1 Street', line2: null, city: 'Leeds', region: 'ENG', postalCode: 'LS1 1AA', country: 'GB' };
  const { interpreter, events } = edge({ provider: { cardForm: () => Promise.resolve(form) }, registration: { address } });
  interpreter.run({ do: 'openProvider', provider: 1, country: 'GB', wallets: [] });
  await interpreter.openCard({} as Parameters<PaymentProvider['cardForm']>[0]);
  interpreter.run({ do: 'tokenizeCard', holder: 'Maya Ortiz', due });
  await vi.waitFor(() => expect(events).toContainEqual({ type: 'CARD_TOKEN', token }));
  expect(requests).toMatchObject([{ parent, address }]);
});

test('a client token that arrives after the screen was left asks for no bank', async () => {
  const late = arrival<{ clientToken: string; verifyCard: boolean }>();
  const { interpreter, ports, events } = edge({ buyer: { clientToken: () => late.promise } });
  let loaded: Promise<string> | undefined;
  ports.loadProvider = (_payment, clientToken) => {
    loaded = clientToken();
    return new Promise(() => undefined);
  };
  interpreter.run({ do: 'openProvider', provider: 1, country: 'US', wallets: [] });
  interpreter.close();
  late.resolve({ clientToken: 'token', verifyCard: true });
  await loaded;
  expect(events).toEqual([]);
});

test.each(['accepted', 'unknown'])(
  'a payment from before a reload whose outcome (%s) arrives after the screen was left says nothing',
  async (outcome) => {
    const late = arrival<PaymentAnswer>();
    const { interpreter, events, reported } = edge({ buyer: { payment: () => late.promise } });
    interpreter.run({ do: 'fetchPayment' });
    await vi.dynamicImportSettled();
    interpreter.close();
    if (outcome === 'accepted') late.resolve(answer);
    else late.reject(new LostAnswer());
    await late.promise.catch(() => undefined);
    await new Promise(setImmediate);
    expect({ events, reported }).toEqual({ events: [], reported: [] });
  },
);

test('the wallets of a provider that was replaced are not offered, nor is its approval taken', async () => {
  const can = arrival<boolean>();
  const approved = arrival<WalletToken | undefined>();
  const { interpreter, ports, events } = edge();
  ports.loadProvider = (_payment, _token, country) =>
    Promise.resolve(
      providerOf(country === 'US' ? { canUse: () => can.promise, returned: () => approved.promise } : { canUse: () => Promise.resolve(false) }),
    );
  interpreter.run({ do: 'openProvider', provider: 1, country: 'US', wallets: ['venmo'] });
  await new Promise(setImmediate);
  interpreter.run({ do: 'openProvider', provider: 2, country: 'GB', wallets: [] });
  await settled(events);
  can.resolve(true);
  approved.resolve({ nonce: 'late' });
  await new Promise(setImmediate);
  expect(events).toEqual([{ type: 'WALLETS_FOUND', provider: 2, usable: [], ownButtons: [] }]);
});

test('a wallet’s own button has the purchase and the page’s nonce; its answers, a closed wallet and a failure are told', async () => {
  let given: Parameters<PaymentProvider['openButton']>[1] | undefined;
  const remove = () => undefined;
  const { interpreter, ports, events } = edge({
    provider: { canUse: () => new Promise(() => undefined), openButton: (_wallet, options) => ((given = options), Promise.resolve(remove)) },
  });
  Object.assign(ports.flow().setting, { nonce: 'csp' });
  const at = { place: {} as HTMLElement, signal: new AbortController().signal };
  // The button waits for its provider.
  const opened = interpreter.openButton('paypal', due, at);
  interpreter.run({ do: 'openProvider', provider: 1, country: 'US', wallets: ['paypal'] });
  expect(await opened).toBe(remove);
  expect(given).toMatchObject({ ...at, nonce: 'csp', purchase: { ...due, product: 'Cojoin', payer: registration } });
  given?.onToken({ nonce: 'n' });
  given?.onToken(undefined);
  given?.onFailure();
  expect(events).toEqual([
    { type: 'WALLET_TOKEN', wallet: 'paypal', token: { nonce: 'n' } },
    { type: 'WALLET_CLOSED', wallet: 'paypal' },
    { type: 'WALLET_FAILED', wallet: 'paypal' },
  ]);
});

test('a wallet that is pressed before its provider is there fails', async () => {
  const { interpreter, events } = edge();
  interpreter.run({ do: 'authorize', wallet: 'venmo', due });
  await settled(events);
  expect(events).toEqual([{ type: 'WALLET_FAILED', wallet: 'venmo' }]);
});
