// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { arrival } from '../../../fake/arrival.js';
import { CardUnconfirmed, ProviderFailure } from './port.js';
import { verifyAtSandbox } from './sandboxSecure.js';

const bank = 'https://bank.example';

// jsdom has no dialogs.
beforeEach(() => {
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.open = true;
    },
    close(this: HTMLDialogElement) {
      this.open = false;
      this.dispatchEvent(new Event('close'));
    },
  });
});
afterEach(() => {
  document.body.replaceChildren();
  Reflect.deleteProperty(HTMLDialogElement.prototype, 'showModal');
  Reflect.deleteProperty(HTMLDialogElement.prototype, 'close');
});

/** A verification at the sandbox, with the focus on Pay now. */
function verification(answer: object = { lookup: { acsUrl: `${bank}/acs` } }) {
  document.body.innerHTML = '<div class="cojoin-root"><button>Pay now</button><div id="near"></div></div>';
  const near = document.querySelector<HTMLElement>('#near');
  const pay = document.querySelector('button');
  if (!near || !pay) throw new Error('no page');
  pay.focus();
  const looked = arrival<Response>();
  const requests: unknown[] = [];
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    requests.push([url, JSON.parse(init.body as string)]);
    return looked.promise;
  });
  const control = new AbortController();
  const outcome = verifyAtSandbox({
    sandboxUrl: 'https://sandbox.example/',
    authorization: btoa(JSON.stringify({ authorizationFingerprint: 'finger' })),
    nonce: 'n 1',
    amount: '106.00',
    lang: 'es',
    labels: { challenge: 'Your bank', close: 'Close' },
    near,
    signal: control.signal,
  });
  outcome.catch(() => undefined);
  const dialog = () => document.querySelector('dialog');
  const frame = () => {
    const found = document.querySelector('iframe');
    if (!found?.contentWindow) throw new Error('no question');
    return found;
  };
  const say = (message: object, change: MessageEventInit = {}) => {
    const instance = new URL(frame().src).searchParams.get('instance');
    const data = { cojoinHosted: 1, instance, field: 'challenge', ...message };
    dispatchEvent(new MessageEvent('message', { origin: bank, source: frame().contentWindow, data, ...change }));
  };
  return {
    pay,
    outcome,
    requests,
    dialog,
    frame,
    say,
    leave: () => control.abort(),
    look: (response = Response.json(answer)) => looked.resolve(response),
    isAsked: () => vi.waitFor(() => expect(dialog()).not.toBeNull(), { interval: 1 }),
  };
}

const gone = { dialog: null, isBack: true };

test('the bank’s question is shown in our root, and its approval is the new nonce', async () => {
  const { look, isAsked, outcome, requests, dialog, frame, say, pay } = verification();
  look();
  await isAsked();
  expect(requests).toEqual([
    ['https://sandbox.example/client_api/v1/payment_methods/n%201/three_d_secure/lookup', { authorizationFingerprint: 'finger', amount: '106.00' }],
  ]);
  const { origin, searchParams } = new URL(frame().src);
  expect({
    isInRoot: dialog()?.parentElement?.className,
    isOpen: dialog()?.open,
    name: [dialog()?.ariaLabel, frame().title],
    close: dialog()?.querySelector('button')?.textContent,
    origin,
    lang: searchParams.get('lang'),
  }).toEqual({ isInRoot: 'cojoin-root', isOpen: true, name: ['Your bank', 'Your bank'], close: 'Close', origin: bank, lang: 'es' });
  const approval = { type: 'authenticated', nonce: 'verified', threeDSecureInfo: { liabilityShifted: true } };
  // Another page, or another question, confirms nothing.
  say(approval, { origin: 'https://evil.example' });
  say(approval, { source: window });
  say({ ...approval, instance: 'another' });
  expect(dialog()?.open).toBe(true);
  say(approval);
  expect(await outcome).toBe('verified');
  expect({ dialog: dialog(), isBack: document.activeElement === pay }).toEqual(gone);
});

test.each<[string, object, typeof CardUnconfirmed | typeof ProviderFailure]>([
  ['not confirmed', { type: 'authenticated', nonce: 'x', threeDSecureInfo: { liabilityShifted: false } }, CardUnconfirmed],
  ['failed', { type: 'error' }, ProviderFailure],
])('a bank’s question that is %s', async (_, message, failure) => {
  const { look, isAsked, outcome, dialog, say, pay } = verification();
  look();
  await isAsked();
  say(message);
  await expect(outcome).rejects.toThrow(failure);
  expect({ dialog: dialog(), isBack: document.activeElement === pay }).toEqual(gone);
});

test('a bank’s question that is closed is a refusal', async () => {
  const { look, isAsked, outcome, dialog } = verification();
  look();
  await isAsked();
  dialog()?.querySelector('button')?.click();
  await expect(outcome).rejects.toThrow(CardUnconfirmed);
  expect(dialog()).toBeNull();
});

test('the bank’s question goes with the card fields', async () => {
  const { look, isAsked, outcome, dialog, leave } = verification();
  look();
  await isAsked();
  leave();
  await expect(outcome).rejects.toThrow(ProviderFailure);
  expect(dialog()).toBeNull();
});

test('no question opens after the card fields are gone', async () => {
  const { look, outcome, dialog, leave } = verification();
  leave();
  look();
  await expect(outcome).rejects.toThrow(ProviderFailure);
  expect(dialog()).toBeNull();
});

test('nor if they go while the answer is read', async () => {
  const { look, outcome, dialog, leave } = verification();
  const body = arrival<object>();
  look({ ok: true, json: () => (leave(), body.promise) } as unknown as Response);
  await expect(outcome).rejects.toThrow(ProviderFailure);
  body.resolve({ lookup: { acsUrl: bank } });
  await body.promise;
  expect(dialog()).toBeNull();
});

test.each<[string, object, string | typeof CardUnconfirmed]>([
  ['confirms immediately', { paymentMethod: { nonce: 'same' }, threeDSecureInfo: { liabilityShifted: true } }, 'same'],
  ['refuses immediately', { paymentMethod: { nonce: 'same' }, threeDSecureInfo: { liabilityShifted: false } }, CardUnconfirmed],
  ['takes no part', { paymentMethod: { nonce: 'same' }, lookup: null }, CardUnconfirmed],
])('a bank that %s asks nothing', async (_, answer, end) => {
  const { look, outcome, dialog } = verification(answer);
  look();
  if (typeof end === 'string') expect(await outcome).toBe(end);
  else await expect(outcome).rejects.toThrow(end);
  expect(dialog()).toBeNull();
});

test('a look-up that fails is the sandbox’s failure', async () => {
  const { look, outcome } = verification();
  look(new Response('', { status: 500 }));
  await expect(outcome).rejects.toThrow(ProviderFailure);
});
