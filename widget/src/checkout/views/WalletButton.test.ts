// @vitest-environment jsdom
import { act, createElement } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { arrival } from '../../../fake/arrival.js';
import { createI18n } from '../../i18n/i18n.js';
import { SpokenContext } from '../../i18n/spoken.js';
import { start, step } from '../machine.js';
import type { WalletButtonOptions } from '../providers/port.js';
import { opening, values } from '../samples.js';
import type { State } from '../state.js';
import type { Checkout } from '../store.js';
import { CheckoutProvider } from './useCheckout.js';
import { WalletButton } from './WalletButton.js';

const i18n = await createI18n('en', ['frame', 'step', 'order']);
let place: HTMLElement;
let root: Root;

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  place = document.createElement('div');
  root = createRoot(place);
});
afterEach(() => act(() => root.unmount()));

/** Draws PayPal's button, with a script that the test lets arrive. */
function draw() {
  const opened: {
    at: Pick<WalletButtonOptions, 'place' | 'signal'>;
    due: unknown;
    remove: () => void;
    late: ReturnType<typeof arrival<() => void>>;
  }[] = [];
  let state: State = start(false);
  for (const event of [
    { type: 'OPEN', opening: opening() },
    { type: 'SUBMIT_BILLING', values: values('US') },
    { type: 'BILLING_SAVED', country: 'US' },
  ] as const)
    [state] = step(state, event);
  const checkout = {
    get: () => state,
    openButton: (_wallet: string, due: unknown, at: Pick<WalletButtonOptions, 'place' | 'signal'>) => {
      const late = arrival<() => void>();
      opened.push({ at, due, remove: vi.fn(), late });
      return late.promise;
    },
  } as unknown as Checkout;
  act(() =>
    root.render(
      createElement(
        SpokenContext,
        { value: i18n },
        createElement(CheckoutProvider, { value: checkout }, createElement(WalletButton, { wallet: 'paypal' })),
      ),
    ),
  );
  const attempt = (n: number) => {
    const one = opened[n];
    if (!one) throw new Error(`no attempt ${n}`);
    return one;
  };
  return {
    opened,
    attempt,
    arrive: (n: number) => act(async () => attempt(n).late.resolve(attempt(n).remove)),
    fail: (n: number) => act(async () => attempt(n).late.reject(new Error('blocked'))),
    retry: () => act(async () => place.querySelector<HTMLElement>('button')?.click()),
    shown: () => ({
      words: place.querySelector('[role=status]')?.textContent,
      isFailed: place.querySelector('.cj-banner') !== null,
      isHidden: place.querySelector<HTMLElement>('.cj-wallet-own')?.hidden,
    }),
  };
}

test('a wallet’s button is opened once in its place, for the price, and removed with the screen', async () => {
  const { opened, attempt, arrive, shown } = draw();
  expect(shown()).toEqual({ words: 'Loading the secure card fields…', isFailed: false, isHidden: false });
  await arrive(0);
  expect(shown()).toEqual({ words: '', isFailed: false, isHidden: false });
  expect({ count: opened.length, place: attempt(0).at.place.className, due: attempt(0).due }).toEqual({
    count: 1,
    place: 'cj-wallet-own',
    due: { amount: '106.00', currency: 'USD', country: 'US', hiddenBrands: [] },
  });
  expect(attempt(0).remove).not.toHaveBeenCalled();
  act(() => root.unmount());
  expect(attempt(0).remove).toHaveBeenCalledOnce();
  root = createRoot(place);
});

test('a button that comes after the screen was left is removed', async () => {
  const { attempt, arrive } = draw();
  act(() => root.unmount());
  expect(attempt(0).at.signal.aborted).toBe(true);
  await arrive(0);
  expect(attempt(0).remove).toHaveBeenCalledOnce();
  root = createRoot(place);
});

test('a button that fails is hidden, and can be tried again', async () => {
  const { opened, arrive, fail, retry, shown } = draw();
  await fail(0);
  expect(shown()).toMatchObject({ words: '', isFailed: true, isHidden: true });
  await retry();
  expect({ count: opened.length, ...shown() }).toEqual({ count: 2, words: 'Loading the secure card fields…', isFailed: false, isHidden: false });
  await arrive(1);
  expect(shown()).toEqual({ words: '', isFailed: false, isHidden: false });
});
