import { expect, test, vi } from 'vitest';
import type { AccountApi } from '../../../client/account.js';
import { LostAnswer, Problem } from '../../../client/failure.js';
import { CardRefused, ProviderFailure, type CardForm } from '../../../checkout/providers/port.js';
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
    });
  const refused = () => until('form', (state) => state.name === 'form' && state.refusal !== undefined && !state.isBusy);
  return { ...machine, calls, flow, account, until, refused };
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
