import { create as createClient } from 'braintree-web/client';
import { create as createCollector } from 'braintree-web/data-collector';
import { create as createVenmo } from 'braintree-web/venmo';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { arrival } from '../../../fake/arrival.js';
import { createBraintreeProvider } from './braintree.js';
import { openBraintreeCard } from './braintreeCard.js';
import { ProviderFailure, type CardForm, type CardFormOptions } from './port.js';

vi.mock('braintree-web/client', () => ({ create: vi.fn() }));
vi.mock('braintree-web/data-collector', () => ({ create: vi.fn() }));
vi.mock('braintree-web/venmo', () => ({ create: vi.fn() }));
vi.mock('./braintreeCard.js', () => ({ openBraintreeCard: vi.fn() }));

const rules = { verifiedCountries: [], deviceDataCountries: ['US'] };
const options = {} as CardFormOptions;

/** Names of the removed components, in order. */
let gone: string[];

const client = {
  teardown: () => gone.push('client'),
  getConfiguration: () => ({ gatewayConfiguration: {} }),
};

beforeEach(() => {
  vi.useFakeTimers();
  gone = [];
  vi.mocked(createClient)
    .mockReset()
    .mockResolvedValue(client as never);
  vi.mocked(createCollector)
    .mockReset()
    .mockResolvedValue({ deviceData: 'data', teardown: () => Promise.resolve(gone.push('collector')) } as never);
  vi.mocked(createVenmo)
    .mockReset()
    .mockResolvedValue({ isBrowserSupported: () => true, teardown: (done: () => void) => (gone.push('venmo'), done()) } as never);
  vi.mocked(openBraintreeCard)
    .mockReset()
    .mockImplementation(() => Promise.resolve({ destroy: () => gone.push('card') } as unknown as CardForm));
});
afterEach(() => void vi.useRealTimers());

const open = (country = 'US') => createBraintreeProvider(rules, () => Promise.resolve('token'), country);

test('a provider takes everything with it, and its client last', async () => {
  const provider = await open();
  await provider.cardForm(options);
  expect(await provider.canUse('venmo')).toBe(true);
  provider.destroy();
  await vi.advanceTimersByTimeAsync(0);
  expect(gone).toEqual(['card', 'venmo', 'collector', 'client']);
});

test('a client that comes too late is torn down', async () => {
  const late = arrival<never>();
  vi.mocked(createClient).mockReturnValue(late.promise as never);
  const opened = expect(open()).rejects.toThrow(ProviderFailure);
  await vi.advanceTimersByTimeAsync(15_000);
  await opened;
  late.resolve(client as never);
  await vi.advanceTimersByTimeAsync(0);
  expect(gone).toEqual(['client']);
});

test('a fraud check that comes after the provider has gone is torn down', async () => {
  const late = arrival<never>();
  vi.mocked(createCollector).mockReturnValue(late.promise as never);
  const provider = await open();
  provider.destroy();
  await vi.advanceTimersByTimeAsync(0);
  expect(gone).toEqual([]);
  late.resolve({ deviceData: 'data', teardown: () => Promise.resolve(gone.push('collector')) } as never);
  await vi.advanceTimersByTimeAsync(0);
  expect(gone).toEqual(['collector', 'client']);
});

test('the fraud check runs where the card is from, as soon as that is known', async () => {
  const begun = async (expected: string) => {
    vi.mocked(createCollector).mockClear();
    const provider = await open(expected);
    const early = vi.mocked(createCollector).mock.calls.length;
    await provider.cardForm(options);
    const deviceData = vi.mocked(openBraintreeCard).mock.lastCall?.[2];
    return { early, GB: await deviceData?.('GB'), US: await deviceData?.('US'), all: vi.mocked(createCollector).mock.calls.length };
  };
  expect([await begun('US'), await begun('GB')]).toEqual([
    { early: 1, GB: undefined, US: 'data', all: 1 },
    { early: 0, GB: undefined, US: 'data', all: 1 },
  ]);
});

test('a wallet opens in its own way only', async () => {
  const provider = await open();
  expect({ ownButtons: provider.ownButtons, paypal: await provider.canUse('paypal') }).toEqual({ ownButtons: ['paypal'], paypal: true });
  const purchase = { amount: '1.00', currency: 'USD', country: 'US', product: 'Cojoin' };
  await expect(provider.authorize('paypal', purchase)).rejects.toThrow(ProviderFailure);
  await expect(provider.openButton('venmo', {} as never)).rejects.toThrow(ProviderFailure);
  expect([await provider.returned('paypal'), await provider.returned('applePay')]).toEqual([undefined, undefined]);
});
