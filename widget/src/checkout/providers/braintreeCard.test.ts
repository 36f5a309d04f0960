// @vitest-environment jsdom
import type { Client } from 'braintree-web/client';
import { create as createFields } from 'braintree-web/hosted-fields';
import { create as createSecure } from 'braintree-web/three-d-secure';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { arrival } from '../../../fake/arrival.js';
import { openBraintreeCard } from './braintreeCard.js';
import { CardRefused, CardUnconfirmed, ProviderFailure, type CardFormOptions, type CardToken, type Purchase } from './port.js';

vi.mock('braintree-web/hosted-fields', () => ({ create: vi.fn() }));
vi.mock('braintree-web/three-d-secure', () => ({ create: vi.fn() }));

const client = {} as Client;
const token: CardToken = { nonce: 'n', bin: '411111', lastFour: '1111', cardType: 'Visa' };
const purchase: Purchase = {
  amount: '106.00',
  currency: 'GBP',
  country: 'GB',
  product: 'Cojoin',
  payer: {
    parent: { firstName: 'Maya', lastName: 'Ortiz', email: 'maya@example.com', phoneCountryCode: '+44', phoneNumber: '20 7946 0123' } as never,
    address: { line1: '1 Street', line2: null, city: 'Leeds', region: 'ENG', postalCode: 'LS1 1AA', country: 'GB' },
  },
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.mocked(createFields).mockReset();
  vi.mocked(createSecure).mockReset();
});
afterEach(() => void vi.useRealTimers());

/** Braintree's card fields. Events are sent by their names. */
function fieldsOf(change: object = {}) {
  const listeners = new Map<string, (event: object) => void>();
  return {
    on: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
    say: (name: string, field: string, state: object = {}, cards: object[] = []) =>
      listeners.get(name)?.({
        emittedBy: field,
        cards,
        fields: { [field]: { isPotentiallyValid: true, isValid: false, isFocused: false, ...state } },
      }),
    addClass: vi.fn(() => Promise.resolve()),
    removeClass: vi.fn(() => Promise.resolve()),
    focus: vi.fn(() => Promise.resolve()),
    tokenize: vi.fn(() => Promise.resolve({ nonce: 'n', details: { lastFour: '1111', cardType: 'Visa', bin: '411111' } })),
    teardown: vi.fn(() => Promise.resolve()),
    ...change,
  };
}

const style = { fontFamily: '', fontSize: '', lineHeight: '', color: '', errorColor: '', placeholderColor: '', background: '' };

/** Opens the fields. */
function open(fields: object | Promise<object> = fieldsOf(), change: Partial<CardFormOptions> = {}) {
  vi.mocked(createFields).mockReturnValue(Promise.resolve(fields) as never);
  const place = () => document.createElement('div');
  const options: CardFormOptions = {
    places: { number: place(), expirationDate: place(), cvv: place() },
    labels: { number: 'Number', expirationDate: 'Expires', cvv: 'CVV', challenge: 'Bank', close: 'Close' },
    style: { ...style, colorScheme: 'light' },
    lang: 'en',
    onChange: () => undefined,
    onEnter: () => undefined,
    ...change,
  };
  return openBraintreeCard(client, options, (country) => Promise.resolve(`data of ${country}`));
}

/** A component of 3-D Secure with the answer of the test. */
function secureOf(answer: () => Promise<unknown>) {
  const secure = { verifyCard: vi.fn(answer), teardown: vi.fn(() => Promise.resolve()) };
  vi.mocked(createSecure).mockResolvedValue(secure as never);
  return secure;
}

test.each(['that come too late', 'of a screen that was left'])('card fields %s are torn down', async (why) => {
  const late = arrival<object>();
  const fields = fieldsOf();
  const control = new AbortController();
  const opened = expect(open(late.promise, { signal: control.signal })).rejects.toThrow(ProviderFailure);
  if (why === 'that come too late') await vi.advanceTimersByTimeAsync(15_000);
  else control.abort();
  await opened;
  late.resolve(fields);
  await vi.advanceTimersByTimeAsync(0);
  expect(fields.teardown).toHaveBeenCalledOnce();
});

test('card fields are torn down once, and are then left alone', async () => {
  const fields = fieldsOf();
  const form = await open(fields);
  form.focus('cvv');
  form.restyle({ ...style, colorScheme: 'dark' });
  const styled = fields.addClass.mock.calls as unknown as [string, string][];
  expect(styled.map(([, name]) => name)).toEqual(['cj-light', 'cj-light', 'cj-light', 'cj-dark', 'cj-dark', 'cj-dark']);
  form.destroy();
  form.destroy();
  form.focus('cvv');
  form.restyle({ ...style, colorScheme: 'light' });
  expect([fields.teardown.mock.calls.length, fields.focus.mock.calls, styled.length]).toEqual([1, [['cvv']], 6]);
});

test('a field was left once it has lost the focus; the card’s brand is known once it is the only one', async () => {
  const onChange = vi.fn();
  const fields = fieldsOf();
  await open(fields, { onChange });
  fields.say('focus', 'number', { isFocused: true });
  fields.say('blur', 'number');
  fields.say('validityChange', 'number', { isValid: true }, [{ niceType: 'Visa' }]);
  fields.say('cardTypeChange', 'number', {}, [{ niceType: 'Visa' }, { niceType: 'Maestro' }]);
  fields.say('focus', 'cvv', { isFocused: true });
  fields.say('focus', 'postalCode');
  const state = { isPotentiallyValid: true, isValid: false, isFocused: false, isTouched: true };
  expect(onChange.mock.calls).toEqual([
    ['number', { ...state, isFocused: true, isTouched: false }, undefined],
    ['number', state, undefined],
    ['number', { ...state, isValid: true }, 'Visa'],
    ['number', state, undefined],
    ['cvv', { ...state, isFocused: true, isTouched: false }, undefined],
  ]);
});

test('a card becomes a nonce, with the fraud check’s data of its country', async () => {
  const fields = fieldsOf();
  const form = await open(fields);
  expect(await form.tokenize('Maya Ortiz', purchase)).toEqual({ ...token, deviceData: 'data of GB' });
  expect(fields.tokenize.mock.calls).toEqual([[{ cardholderName: 'Maya Ortiz' }]]);
});

test.each([
  [{ code: 'HOSTED_FIELDS_FIELDS_EMPTY' }, new CardRefused(['number', 'expirationDate', 'cvv'])],
  [{ code: 'HOSTED_FIELDS_FIELDS_INVALID', details: { invalidFieldKeys: ['cvv', 'number'] } }, new CardRefused(['number', 'cvv'])],
  [{ code: 'HOSTED_FIELDS_TOKENIZATION_NETWORK_ERROR' }, new ProviderFailure()],
])('a card that Braintree refuses with %o', async (cause, failure) => {
  const form = await open(fieldsOf({ tokenize: () => Promise.reject(Object.assign(new Error('refused'), cause)) }));
  await expect(form.tokenize('Maya', purchase)).rejects.toThrow(failure);
});

test('the bank is asked about this price and payer, and its component then goes', async () => {
  const secure = secureOf(() => Promise.resolve({ nonce: 'verified', liabilityShiftPossible: true, liabilityShifted: true }));
  const form = await open();
  expect(await form.verify(token, purchase)).toBe('verified');
  expect(secure.verifyCard.mock.calls).toEqual([
    [
      {
        nonce: 'n',
        bin: '411111',
        amount: '106.00',
        challengeRequested: true,
        email: 'maya@example.com',
        billingAddress: {
          givenName: 'Maya',
          surname: 'Ortiz',
          phoneNumber: '442079460123',
          streetAddress: '1 Street',
          locality: 'Leeds',
          region: 'ENG',
          postalCode: 'LS1 1AA',
          countryCodeAlpha2: 'GB',
        },
        onLookupComplete: expect.any(Function) as unknown,
      },
    ],
  ]);
  form.destroy();
  expect(secure.teardown).toHaveBeenCalledOnce();
});

test.each<[string, () => Promise<unknown>, unknown]>([
  ['isn’t enrolled', () => Promise.resolve({ nonce: 'v', liabilityShiftPossible: false, liabilityShifted: false }), 'v'],
  ['refuses', () => Promise.resolve({ nonce: 'v', liabilityShiftPossible: true, liabilityShifted: false }), CardUnconfirmed],
  ['was closed', () => Promise.reject(Object.assign(new Error('closed'), { code: 'THREEDS_CARDINAL_SDK_CANCELED' })), CardUnconfirmed],
  ['fails', () => Promise.reject(new Error('failed')), ProviderFailure],
])('a bank that %s', async (_, answer, end) => {
  const secure = secureOf(answer);
  const form = await open();
  if (typeof end === 'string') expect(await form.verify(token, purchase)).toBe(end);
  else await expect(form.verify(token, purchase)).rejects.toThrow(end as typeof CardUnconfirmed);
  expect(secure.teardown).toHaveBeenCalledOnce();
});

test('the bank’s question goes with the card fields', async () => {
  const bank = arrival<object>();
  const secure = secureOf(() => bank.promise);
  const form = await open();
  const verified = expect(form.verify(token, purchase)).rejects.toThrow(ProviderFailure);
  await vi.advanceTimersByTimeAsync(0);
  form.destroy();
  expect(secure.teardown).toHaveBeenCalledOnce();
  bank.reject(new Error('torn down'));
  await verified;
  expect(secure.teardown).toHaveBeenCalledOnce();
});

test('no question opens after the card fields are gone', async () => {
  const late = arrival<never>();
  const secure = secureOf(() => Promise.resolve({ nonce: 'v' }));
  vi.mocked(createSecure).mockReturnValue(late.promise as never);
  const form = await open();
  const verified = expect(form.verify(token, purchase)).rejects.toThrow(ProviderFailure);
  form.destroy();
  late.resolve(secure as never);
  await verified;
  expect([secure.verifyCard.mock.calls, secure.teardown.mock.calls.length]).toEqual([[], 1]);
});
