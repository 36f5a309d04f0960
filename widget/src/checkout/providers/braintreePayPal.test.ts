// @vitest-environment jsdom
import type { Client } from 'braintree-web/client';
import { create } from 'braintree-web/paypal-checkout';
import { beforeEach, expect, test, vi } from 'vitest';
import { arrival, type Arrival } from '../../../fake/arrival.js';
import { openPayPalButton } from './braintreePayPal.js';
import { ProviderFailure, type Purchase } from './port.js';

vi.mock('braintree-web/paypal-checkout', () => ({ create: vi.fn() }));

const client = {} as Client;
const purchase: Purchase = { amount: '106.00', currency: 'GBP', country: 'GB', product: 'Cojoin' };
const scriptName = 'cojoinPayPal';

interface Shown {
  createBillingAgreement: () => Promise<string>;
  onApprove: (approval: object) => Promise<void>;
  onCancel: () => void;
  onError: () => void;
}

beforeEach(() => {
  vi.mocked(create).mockReset();
  Reflect.deleteProperty(globalThis, scriptName);
});

/** PayPal, with a component, a script and a button that the test lets arrive. */
function paypal() {
  const steps = ['component', 'script', 'button'] as const;
  const arrivals = Object.fromEntries(steps.map((step) => [step, arrival<void>()])) as Record<(typeof steps)[number], Arrival<void>>;
  const asked: unknown[] = [];
  let shown: Shown | undefined;
  const place = document.createElement('div');
  const button = {
    render: (at: HTMLElement) =>
      arrivals.button.promise.then(() => {
        at.append(document.createElement('iframe'));
      }),
    close: vi.fn(() => Promise.resolve()),
  };
  const component = {
    teardown: vi.fn(),
    loadPayPalSDK: (options: unknown) => {
      asked.push(options);
      return arrivals.script.promise.then(() => {
        const script = { FUNDING: { PAYPAL: 'paypal' }, Buttons: (given: Shown) => ((shown = given), button) };
        Object.assign(globalThis, { [scriptName]: script });
      });
    },
    createPayment: vi.fn(() => Promise.resolve('token')),
    tokenizePayment: vi.fn(() => Promise.resolve({ nonce: 'n', details: { email: 'maya@example.com' } })),
  };
  vi.mocked(create).mockReturnValue(arrivals.component.promise.then(() => component) as never);
  const wait = new AbortController();
  const heard: unknown[] = [];
  const opened = openPayPalButton(client, {
    place,
    purchase,
    signal: wait.signal,
    onToken: (token) => heard.push(token),
    onFailure: () => heard.push('failed'),
  });
  opened.catch(() => undefined);
  const settle = async () => {
    for (let n = 0; n < 20; n++) await Promise.resolve();
  };
  return {
    opened,
    heard,
    asked,
    component,
    wait,
    settle,
    arrive: async (...which: readonly (typeof steps)[number][]) => {
      await vi.dynamicImportSettled();
      for (const step of which) {
        arrivals[step].resolve();
        await settle();
      }
    },
    press: () => {
      if (!shown) throw new Error('no button');
      return shown;
    },
    left: () => ({
      components: component.teardown.mock.calls.length,
      buttons: button.close.mock.calls.length,
      script: scriptName in globalThis,
      place: place.childElementCount,
    }),
  };
}

const nothingLeft = { components: 1, script: false, place: 0 };

test('PayPal’s button authorizes the purchase, and its removal leaves nothing behind', async () => {
  const { opened, arrive, press, heard, asked, component, left } = paypal();
  await arrive('component', 'script', 'button');
  const remove = await opened;
  expect(left()).toEqual({ components: 0, buttons: 0, script: true, place: 1 });
  await press().createBillingAgreement();
  await press().onApprove({ payerId: 'p', billingToken: 'b' });
  press().onCancel();
  press().onError();
  expect({ heard, asked, agreed: component.createPayment.mock.calls, approved: component.tokenizePayment.mock.calls }).toEqual({
    heard: [{ nonce: 'n', account: 'maya@example.com', address: undefined }, undefined, 'failed'],
    asked: [{ vault: true, components: 'buttons', currency: 'GBP', intent: 'tokenize', dataAttributes: { namespace: scriptName } }],
    agreed: [[{ flow: 'vault', currency: 'GBP', amount: '106.00', displayName: 'Cojoin' }]],
    approved: [[{ payerId: 'p', billingToken: 'b', vault: true }]],
  });
  remove();
  expect(left()).toEqual({ ...nothingLeft, buttons: 1 });
});

test.each([
  ['component', [], ['component'], 0],
  ['script', ['component'], ['script'], 0],
  ['button', ['component', 'script'], ['button'], 2],
] as const)('PayPal’s %s that arrives after the screen was left is removed', async (_, before, late, buttons) => {
  const { opened, wait, arrive, settle, left } = paypal();
  await arrive(...before);
  wait.abort();
  await settle();
  await arrive(...late);
  await expect(opened).rejects.toThrow(ProviderFailure);
  expect(left()).toEqual({ ...nothingLeft, buttons });
});

test('a script of PayPal that is blocked fails, and its component is removed', async () => {
  const { opened, arrive, left } = paypal();
  await arrive('component');
  const script = document.createElement('script');
  script.dataset['namespace'] = scriptName;
  document.body.append(script);
  script.dispatchEvent(new Event('error'));
  await expect(opened).rejects.toThrow(ProviderFailure);
  expect(left()).toEqual({ ...nothingLeft, buttons: 0 });
});
