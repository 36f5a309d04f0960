// @vitest-environment jsdom
import { act, createElement } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { arrival } from '../../../../fake/arrival.js';
import { loadProvider } from '../../../checkout/providers/provider.js';
import type { CardForm, CardFormOptions, PaymentProvider } from '../../../checkout/providers/port.js';
import { FlowProvider, type SignupFlow } from '../../../flow/flow.js';
import { createI18n } from '../../../i18n/i18n.js';
import { SpokenContext } from '../../../i18n/spoken.js';
import { openAccount } from '../../../session/account.js';
import { openSession } from '../../../session/session.js';
import MethodScreen from './MethodScreen.js';

vi.mock('../../../checkout/providers/provider.js', () => ({ loadProvider: vi.fn() }));

const i18n = await createI18n('en', ['frame', 'step', 'order', 'payment', 'account']);
let place: HTMLElement;
let root: Root;

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }));
  vi.mocked(loadProvider).mockReset();
  place = document.createElement('div');
  root = createRoot(place);
});
afterEach(() => act(() => root.unmount()));

/** A renewal of 2027 in Great Britain. */
const subscription = {
  id: 's1',
  packageName: 'Premium',
  isOwn: true,
  startsAt: '2026-04-05T12:00:00Z',
  endsAt: '2027-04-05T04:00:00Z',
  endsOn: '2027-04-05',
  renewal: { price: '99.00', currency: 'GBP', country: 'GB', priceFormatted: '£99.00' },
};

/** Opens the screen, with a provider that the test lets arrive. */
async function open() {
  const loading = arrival<PaymentProvider>();
  const form = { destroy: vi.fn() };
  const destroy = vi.fn();
  const cards: CardFormOptions[] = [];
  vi.mocked(loadProvider).mockReturnValue(loading.promise);
  const requests: unknown[] = [];
  const answer = (path: string, options: { params?: object }) => {
    requests.push([path, options.params]);
    const data = path === '/v1/account' ? { subscriptions: [subscription], email: 'maya@example.com', locale: 'en-GB' } : { clientToken: 'client' };
    return Promise.resolve({ data, response: new Response() });
  };
  const flow = {
    kind: 'account',
    account: openAccount(undefined, 'k', { token: 'login', userId: 'u' }),
    keeper: openSession(undefined, 'test'),
    api: { client: { GET: answer } },
    bootstrap: { product: 'Cojoin', payment: { provider: 'sandbox', verifiedCountries: [] }, links: {} },
    go: vi.fn(),
    href: () => undefined,
    emit: vi.fn(),
    hasMoved: () => false,
  } as unknown as SignupFlow;
  const draw = (current: SignupFlow) =>
    act(async () => {
      root.render(createElement(SpokenContext, { value: i18n }, createElement(FlowProvider, { value: current }, createElement(MethodScreen))));
      await Promise.resolve();
    });
  await draw(flow);
  await act(() => vi.waitFor(() => expect(loadProvider).toHaveBeenCalledOnce(), { interval: 1 }));
  const provider = {
    destroy,
    cardForm: (options: CardFormOptions) => (cards.push(options), Promise.resolve(form as unknown as CardForm)),
  } as unknown as PaymentProvider;
  return {
    requests,
    cards,
    form,
    destroy,
    redraw: () => draw({ ...flow }),
    arrive: () =>
      act(async () => {
        loading.resolve(provider);
        await loading.promise;
      }),
  };
}

test('the card fields belong to the subscription’s country and token, are opened once, and go with the screen', async () => {
  const { requests, cards, form, destroy, redraw, arrive } = await open();
  const [payment, clientToken, country] = vi.mocked(loadProvider).mock.lastCall ?? [];
  expect({ payment, token: await clientToken?.(), country, last: requests.at(-1) }).toEqual({
    payment: { provider: 'sandbox', verifiedCountries: [] },
    token: 'client',
    country: 'GB',
    last: ['/v1/subscriptions/{subscriptionId}/client-token', { path: { subscriptionId: 's1' } }],
  });
  await arrive();
  await redraw();
  expect({ cards: cards.length, loads: vi.mocked(loadProvider).mock.calls.length, destroyed: destroy.mock.calls.length }).toEqual({
    cards: 1,
    loads: 1,
    destroyed: 0,
  });
  act(() => root.unmount());
  expect([form.destroy.mock.calls.length, destroy.mock.calls.length]).toEqual([1, 1]);
  root = createRoot(place);
});

test('a provider that comes after the screen was left is destroyed, and has no card fields', async () => {
  const { cards, destroy, arrive } = await open();
  act(() => root.unmount());
  await arrive();
  expect([cards, destroy.mock.calls.length]).toEqual([[], 1]);
  root = createRoot(place);
});

test('the day of the renewal is written as in the payer’s country', async () => {
  await open();
  expect(place.querySelector('dl')?.textContent).toContain('5 April 2027');
});
