import { expect, test, vi } from 'vitest';
import type { AccountApi } from '../../../client/account.js';
import { LostAnswer, Problem, ValidationFailure } from '../../../client/failure.js';
import { CardRefused, ProviderFailure, type CardForm, type CardToken, type Purchase } from '../../../checkout/providers/port.js';
import { openAccount } from '../../../session/account.js';
import { runMachine } from '../../../machine/useMachine.js';
import { createInterpreter, type MethodPorts } from './interpreter.js';
import { start, step, type Owing, type Renewing, type State } from './machine.js';

const renewing = { id: 's1', renewal: { price: '99.00', currency: 'USD', country: 'US' } } as unknown as Renewing;
const owing = { id: 's2', due: { amount: '50.00', amountFormatted: '$50.00', currency: 'USD', country: 'GB' } } as unknown as Owing;
const token = { nonce: 'n', lastFour: '1111', cardType: 'Visa' };
const card: CardForm = {
  focus: () => undefined,
  restyle: () => undefined,
  tokenize: () => Promise.resolve(token),
  verify: () => Promise.resolve('verified'),
  destroy: () => undefined,
};

/** Polls without a pause: nothing here takes time. */
const soon = { interval: 1 };

/** The screen's machine with the test's own server and card fields. */
async function screen(subscriptions: readonly object[], change: { calls?: object; card?: () => Promise<CardForm> } = {}) {
  const account = openAccount(undefined, 'k', { token: 'login', userId: 'u' });
  const calls = {
    page: vi.fn(() => Promise.resolve({ subscriptions, email: 'maya@example.com', locale: 'en-US' })),
    replaceMethod: vi.fn(() => Promise.resolve()),
    payAgain: vi.fn((): Promise<object> => Promise.resolve({ status: 'placed', subscription: { state: 'active' } })),
    ...change.calls,
  };
  const flow = { account, bootstrap: { product: 'Cojoin', payment: { verifiedCountries: ['GB'] } }, emit: vi.fn(), go: vi.fn() };
  const ports = { calls: calls as unknown as AccountApi, flow, held: { card: change.card ?? (() => Promise.resolve(card)) } };
  const machine = runMachine(start, step, (send) => createInterpreter(ports as unknown as MethodPorts, send));
  machine.run({ do: 'load' });
  const until = (name: State['name'], holds: (state: State) => boolean = () => true) =>
    vi.waitFor(() => {
      const state = machine.get();
      if (state.name !== name || !holds(state)) throw new Error(`the state is ${state.name}`);
      return state;
    }, soon);
  const refused = () => until('form', (state) => state.name === 'form' && state.refusal !== undefined && !state.isBusy);
  return { ...machine, machine, calls, flow, account, until, refused };
}

test('another card takes the place of the one that renews, once however often it is pressed', async () => {
  const { send, calls, until } = await screen([renewing]);
  await until('form');
  send({ type: 'SUBMIT', holder: 'Maya' });
  send({ type: 'SUBMIT', holder: 'Maya' });
  expect(await until('done')).toEqual({ name: 'done', lastFour: '1111', brand: 'Visa', email: 'maya@example.com', isTriedAgain: false });
  expect(calls.replaceMethod.mock.calls).toEqual([['login', 's1', 'n']]);
});

test('the debt is paid first, by a verified nonce; the same call is repeated only after a lost response', async () => {
  const answers = [() => Promise.reject(new LostAnswer(new Error('gone'))), () => Promise.reject(new Problem(409, 'declined'))];
  const payAgain = vi.fn((): Promise<object> => answers.shift()?.() ?? Promise.resolve({ status: 'placed', subscription: { state: 'active' } }));
  const { send, until, refused } = await screen([renewing, owing], { calls: { payAgain } });
  await until('form');
  for (let n = 0; n < 2; n++) {
    send({ type: 'SUBMIT', holder: 'Maya' });
    await refused();
  }
  send({ type: 'SUBMIT', holder: 'Maya' });
  expect(await until('paid')).toMatchObject({ amount: '$50.00', isActive: true });
  const sent = payAgain.mock.calls as unknown as [string, string, { nonce: string; amountDisplayed: string }, string][];
  expect(sent[0]?.slice(0, 3)).toEqual([
    'login',
    's2',
    { nonce: 'verified', amountDisplayed: '50.00', cardHolderName: 'Maya', deviceData: undefined },
  ]);
  const [first, second, third] = sent.map(([, , , key]) => key);
  expect({ isSame: first === second, isOther: third !== second }).toEqual({ isSame: true, isOther: true });
});

type Sent = [token: string, id: string, input: { nonce: string; cardHolderName: string; deviceData?: string }, key: string];
const lost = () => Promise.reject(new LostAnswer());
const placed = () => Promise.resolve({ status: 'placed', subscription: { state: 'active' } });
const declined = () => Promise.reject(new ValidationFailure([{ field: 'nonce', code: 'payment_method_declined', text: '' }]));

/** Pays a debt until the answers are used up, each time with the next card. Returns the sent calls, their keys as numbers in order, and the screen. */
async function payDebt(answers: (() => Promise<object>)[], tokens: readonly (Partial<CardToken> | Error)[] = []) {
  const left = [...answers];
  const cards = [...tokens];
  const payAgain = vi.fn((): Promise<object> => left.shift()?.() ?? placed());
  const tokenize = () => {
    const next = cards.shift();
    return next instanceof Error ? Promise.reject(next) : Promise.resolve({ ...token, ...next });
  };
  const open = await screen([{ ...owing, due: { ...owing.due, country: 'US' } }], {
    calls: { payAgain },
    card: () => Promise.resolve({ ...card, tokenize }),
  });
  const submit = async (holder = 'Maya') => {
    await open.until('form');
    open.send({ type: 'SUBMIT', holder });
    await vi.waitFor(() => {
      const state = open.machine.get();
      if (state.name === 'form' && state.isBusy) throw new Error('still paying');
    }, soon);
  };
  const sent = () => payAgain.mock.calls as unknown as Sent[];
  const keys = () => {
    const all = sent().map(([, , , key]) => key);
    return all.map((key) => all.indexOf(key));
  };
  return { ...open, submit, sent, keys };
}

test.each<[string, () => Promise<object>, number[]]>([
  ['without an answer', lost, [0, 0]],
  ['that the server still works on', () => Promise.reject(new Problem(409, 'in_progress', 1)), [0, 0]],
  ['that failed in the server', () => Promise.reject(new Problem(500, 'genericErrorMessage')), [0, 0]],
  ['that comes too soon', () => Promise.reject(new Problem(429, 'too_many_requests', 60)), [0, 0]],
  ['that the bank declined', declined, [0, 1]],
  ['that no longer is due', () => Promise.reject(new Problem(409, 'subscription_nothing_due')), [0, 1]],
])('the payment of a debt %s', async (_, answer, keys) => {
  const paying = await payDebt([answer, placed]);
  await paying.submit();
  await paying.submit();
  expect({ state: paying.machine.get().name, keys: paying.keys() }).toEqual({ state: 'paid', keys });
});

test('fields that are refused after a lost answer leave the payment its key', async () => {
  const { submit, keys } = await payDebt([lost, placed], [{}, new CardRefused(['cvv']), new ProviderFailure(), {}]);
  for (let n = 0; n < 4; n++) await submit();
  expect(keys()).toEqual([0, 0]);
});

test('another card after a lost answer is another payment: it doesn’t get the answer about the first', async () => {
  const { submit, keys } = await payDebt([lost, lost, lost, placed], [{}, { lastFour: '4444' }, { lastFour: '4444', cardType: 'Visa Debit' }]);
  for (let n = 0; n < 3; n++) await submit();
  await submit('Luis');
  expect(keys()).toEqual([0, 1, 2, 3]);
});

test('a payment without a result that was then declined leaves its key to no other', async () => {
  const { submit, keys, send, until } = await payDebt([() => Promise.resolve({ status: 'confirming' }), placed]);
  await submit();
  await until('confirming');
  send({ type: 'RETRY' });
  await submit();
  expect(keys()).toEqual([0, 1]);
});

test('the fraud check’s data that arrive between two tries don’t change the payment; the next payment has them', async () => {
  const late = { deviceData: 'data' };
  const { submit, keys, sent } = await payDebt([lost, declined, placed], [{}, { ...late, nonce: 'n2' }, late]);
  for (let n = 0; n < 3; n++) await submit();
  expect(keys()).toEqual([0, 0, 2]);
  expect(sent().map(([, , { nonce, deviceData }]) => [nonce, deviceData])).toEqual([
    ['n', undefined],
    ['n2', undefined],
    ['n', 'data'],
  ]);
});

test('the earlier card’s decline is gone once another card is typed; a wait stays', async () => {
  const refusedBy = async (answer: () => Promise<object>) => {
    const { submit, send, machine } = await payDebt([answer]);
    await submit();
    send({ type: 'CHANGE_CARD' });
    const state = machine.get();
    return state.name === 'form' && state.refusal?.reason;
  };
  expect([await refusedBy(declined), await refusedBy(() => Promise.reject(new Problem(429, 'too_many_requests', 60)))]).toEqual([undefined, 'wait']);
});

test('a card that replaces another is verified where the law requires it, for the price of the renewal', async () => {
  const asked: (Purchase | string)[] = [];
  const verifying: CardForm = { ...card, verify: ({ nonce }, purchase) => (asked.push(nonce, purchase), Promise.resolve('verified')) };
  const { send, until, calls } = await screen([{ ...renewing, renewal: { ...renewing.renewal, country: 'GB' } }], {
    card: () => Promise.resolve(verifying),
  });
  await until('form');
  send({ type: 'SUBMIT', holder: 'Maya' });
  await until('done');
  expect({ asked, sent: calls.replaceMethod.mock.calls }).toEqual({
    asked: ['n', { amount: '99.00', currency: 'USD', country: 'GB', product: 'Cojoin' }],
    sent: [['login', 's1', 'verified']],
  });
});

test('card fields that are wrong are marked until they change', async () => {
  const { send, refused, until } = await screen([renewing], {
    card: () => Promise.resolve({ ...card, tokenize: () => Promise.reject(new CardRefused(['cvv'])) }),
  });
  await until('form');
  send({ type: 'SUBMIT', holder: '' });
  expect(await refused()).toMatchObject({ refusal: { reason: 'fields', fields: ['cvv'] }, attempt: 1 });
  send({ type: 'CHANGE_CARD' });
  expect(await until('form')).toMatchObject({ refusal: undefined });
});

test('a press without card fields is answered', async () => {
  const { send, refused, until } = await screen([renewing], { card: () => Promise.reject(new ProviderFailure()) });
  await until('form');
  send({ type: 'SUBMIT', holder: '' });
  expect(await refused()).toMatchObject({ refusal: { reason: 'failed', message: { code: 'payment_card_failed' } } });
});

test('once the login is over, the login screen opens and leads back', async () => {
  const { until, flow, account } = await screen([], { calls: { page: () => Promise.reject(new Problem(401, 'token_invalid')) } });
  await until('unavailable');
  expect({ calls: flow.go.mock.calls, farewell: account.get().farewell, back: account.takeTarget() }).toEqual({
    calls: [['/login', { replace: true }]],
    farewell: 'expired',
    back: '/account/payment-method',
  });
});

test('without a renewal or a debt no request is sent; a payment without a result is looked up again', async () => {
  await (await screen([])).until('none');
  const { until, send, calls } = await screen([{ ...owing, due: { ...owing.due, confirming: true } }]);
  await until('confirming');
  send({ type: 'RETRY' });
  await until('confirming', () => calls.page.mock.calls.length === 2);
});
