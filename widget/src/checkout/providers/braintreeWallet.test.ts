import type { Client } from 'braintree-web/client';
import { create as createApplePay } from 'braintree-web/apple-pay';
import { create as createVenmo } from 'braintree-web/venmo';
import { beforeEach, expect, test, vi } from 'vitest';
import { applePay, venmo } from './braintreeWallet.js';
import { ProviderFailure, type Purchase } from './port.js';

vi.mock('braintree-web/apple-pay', () => ({ create: vi.fn() }));
vi.mock('braintree-web/venmo', () => ({ create: vi.fn() }));

const client = { getConfiguration: () => ({ gatewayConfiguration: {} }) } as unknown as Client;
const purchase: Purchase = { amount: '106.00', currency: 'USD', country: 'US', product: 'Cojoin' };

/** A Venmo component with given answers, and its received calls. */
function venmoOf(change: Record<string, unknown> = {}) {
  const component = {
    isBrowserSupported: () => true,
    hasTokenizationResult: () => false,
    tokenize: vi.fn(() => Promise.resolve({ nonce: 'n', details: { username: '@maya' } })),
    teardown: vi.fn((done: () => void) => done()),
    ...change,
  };
  vi.mocked(createVenmo).mockResolvedValue(component as never);
  return component;
}

beforeEach(() => {
  vi.mocked(createApplePay).mockReset();
  vi.mocked(createVenmo).mockReset();
});

test('Apple Pay’s sheet opens within the press, as Safari demands', async () => {
  let isPress = false;
  const begun: boolean[] = [];
  class Session {
    static readonly canMakePayments = () => true;
    static readonly supportsVersion = () => true;
    oncancel = () => undefined;
    constructor(readonly version: number) {
      if (!isPress) throw new Error('must create a new ApplePaySession from a user gesture handler');
    }
    begin() {
      begun.push(isPress);
      queueMicrotask(() => this.oncancel());
    }
  }
  vi.stubGlobal('ApplePaySession', Session);
  vi.mocked(createApplePay).mockResolvedValue({ createPaymentRequest: (request: unknown) => request } as never);
  const wallet = applePay(client);
  await expect(wallet.authorize(purchase)).rejects.toThrow(ProviderFailure);
  expect(await wallet.canUse()).toBe(true);
  isPress = true;
  const answer = wallet.authorize(purchase);
  isPress = false;
  expect(begun).toEqual([true]);
  expect(await answer).toBeUndefined();
});

test('Venmo opens within the press, by the component created before', async () => {
  const component = venmoOf();
  const wallet = venmo(client);
  expect(await wallet.canUse()).toBe(true);
  const answer = wallet.authorize(purchase);
  expect(component.tokenize).toHaveBeenCalledOnce();
  expect(await answer).toMatchObject({ nonce: 'n', account: '@maya' });
  await wallet.authorize(purchase);
  expect(createVenmo).toHaveBeenCalledOnce();
  await wallet.destroy();
  expect(component.teardown).toHaveBeenCalledOnce();
});

test('a result from Venmo’s return is read, and nothing without one', async () => {
  venmoOf();
  expect(await venmo(client).returned?.()).toBeUndefined();
  const component = venmoOf({ hasTokenizationResult: () => true });
  expect(await venmo(client).returned?.()).toMatchObject({ nonce: 'n', account: '@maya' });
  expect(component.tokenize).toHaveBeenCalledOnce();
});

test.each(['VENMO_CANCELED', 'VENMO_DESKTOP_CANCELED', 'VENMO_APP_CANCELED', 'VENMO_MOBILE_POLLING_TOKENIZATION_CANCELED'])(
  '%s is a wallet that was closed',
  async (code) => {
    venmoOf({ tokenize: () => Promise.reject(Object.assign(new Error(code), { code })) });
    const wallet = venmo(client);
    await wallet.canUse();
    expect(await wallet.authorize(purchase)).toBeUndefined();
  },
);
