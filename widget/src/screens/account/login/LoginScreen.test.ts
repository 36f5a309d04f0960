// @vitest-environment jsdom
import { act, createElement } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { arrival, type Arrival } from '../../../../fake/arrival.js';
import { FlowProvider, type SignupFlow } from '../../../flow/flow.js';
import { createI18n } from '../../../i18n/i18n.js';
import { SpokenContext } from '../../../i18n/spoken.js';
import { openAccount } from '../../../session/account.js';
import { openSession } from '../../../session/session.js';
import LoginScreen, { enter } from './LoginScreen.js';

const i18n = await createI18n('en', ['frame', 'step', 'account']);
let place: HTMLElement;
let root: Root;

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  // jsdom has no layout.
  Object.assign(HTMLElement.prototype, { scrollIntoView: () => undefined });
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
});
afterEach(() => {
  act(() => root.unmount());
  place.remove();
  history.replaceState(null, '', '/');
  Reflect.deleteProperty(HTMLElement.prototype, 'scrollIntoView');
});

type Answer = { data?: object; error?: object; response: Response };

/** The login screen of a site with this flow's own account page. */
function open({ handOver, hosted = true }: { handOver?: string; hosted?: boolean } = {}) {
  const requests: { path: string; options: object; answer: Arrival<Answer> }[] = [];
  const account = openAccount(undefined, 'k');
  const flow = {
    kind: 'account',
    account,
    keeper: openSession(undefined, 'test'),
    api: {
      client: {
        POST: (path: string, options: object) => {
          const answer = arrival<Answer>();
          requests.push({ path, options, answer });
          return answer.promise;
        },
      },
    },
    bootstrap: { links: {} },
    setting: { hosted, start: 'account' },
    emit: vi.fn(),
    go: vi.fn(),
    hasMoved: () => false,
    href: () => undefined,
  };
  const draw = () =>
    act(() =>
      root.render(
        createElement(
          SpokenContext,
          { value: i18n },
          createElement(FlowProvider, { value: flow as unknown as SignupFlow }, createElement(LoginScreen, { handOver })),
        ),
      ),
    );
  draw();
  const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  const fill = (name: string, text: string) =>
    act(() => {
      const field = place.querySelector<HTMLInputElement>(`[name="${name}"]`);
      write?.call(field, text);
      field?.dispatchEvent(new Event('input', { bubbles: true }));
    });
  return {
    account,
    flow,
    requests,
    draw,
    submit: (username: string, password: string) => {
      fill('username', username);
      fill('password', password);
      act(() => place.querySelector('form')?.requestSubmit());
    },
    answer: (n: number, data: object) => act(async () => requests[n]?.answer.resolve({ data, response: new Response() })),
    refuse: (n: number, status: number, code: string, headers: HeadersInit = {}) =>
      act(async () => requests[n]?.answer.resolve({ error: { code }, response: new Response('', { status, headers }) })),
    lose: (n: number) => act(async () => requests[n]?.answer.reject(new TypeError('offline'))),
    alert: () => place.querySelector('[role=alert]')?.textContent ?? '',
    words: () => place.textContent ?? '',
  };
}

const login = { auth: 'token', userId: 'u', redirect: '/home' };

test('a login leads to the screen that was asked for, and nothing is sent twice', async () => {
  const { account, flow, requests, submit, answer } = open();
  account.rememberTarget('/account/payment-method');
  submit('maya', 'secret');
  expect(requests.map(({ path, options }) => [path, (options as { body?: unknown }).body])).toEqual([
    ['/login', { submit: 'Login', _eventId: 'submit', username: 'maya', password: 'secret' }],
  ]);
  await answer(0, login);
  expect([account.get().login, flow.go.mock.calls]).toEqual([{ token: 'token', userId: 'u' }, [['/account/payment-method', { replace: true }]]]);
});

test('a login that is answered after the screen was left logs in, and leads nowhere', async () => {
  const { account, flow, submit, answer } = open();
  submit('maya', 'secret');
  act(() => root.unmount());
  await answer(0, login);
  expect([account.get().login?.token, flow.go.mock.calls]).toEqual(['token', []]);
  root = createRoot(place);
});

test('a refusal goes with the next try, and its password can be tried again', async () => {
  const { requests, submit, answer, alert } = open();
  submit('maya', 'wrong');
  await answer(0, { redirect: '' });
  expect(alert()).toContain(i18n.t('login_wrong'));
  submit('maya', 'secret');
  expect([alert(), requests.length]).toEqual(['', 2]);
});

test.each([
  ['  ', 'secret'],
  ['maya', ''],
])('without username or password (%o, %o) nothing is sent', (username, password) => {
  const { requests, submit, alert } = open();
  submit(username, password);
  expect([requests.length, alert()]).toEqual([0, i18n.t('login_missing')]);
});

test('too many tries say how long to wait; a failure is told to the page', async () => {
  const { flow, submit, refuse, lose, alert } = open();
  submit('maya', 'secret');
  await refuse(0, 429, 'too_many_tries', { 'Retry-After': '120' });
  expect(alert()).toContain('2 minutes');
  expect(flow.emit).not.toHaveBeenCalled();
  submit('maya', 'secret');
  await lose(1);
  expect([alert(), flow.emit.mock.calls]).toEqual([i18n.t('offline_message'), [['error', { code: 'offline_message', canContinue: true }]]]);
});

test('a login handed over by another site is taken once', async () => {
  const { account, flow, requests, draw, answer } = open({ handOver: 'code' });
  draw();
  expect(requests.map(({ path, options }) => [path, options])).toEqual([['/v1/account/login', { headers: { Authorization: 'Bearer code' } }]]);
  await answer(0, login);
  expect([account.get().login?.token, flow.go.mock.calls]).toEqual(['token', [['/account', { replace: true }]]]);
});

test('a login that can no longer be handed over says so, and the form is there', async () => {
  const { account, refuse, words } = open({ handOver: 'code' });
  await refuse(0, 401, 'token_invalid');
  expect([account.get().farewell, place.querySelector('form') !== null]).toEqual(['not_handed_over', true]);
  expect(words()).toContain(i18n.t('login_not_handed_over'));
});

test('a code is removed from the tab with the first look', () => {
  const signup = openSession(undefined, 'test');
  signup.set({ handOver: 'code' });
  expect([enter({ signup } as never), enter({ signup } as never)]).toEqual([{ handOver: 'code' }, { handOver: undefined }]);
});

test.each([
  [true, true],
  [false, false],
])('the refusal of the site’s own form is shown on our page (%s) only', (hosted, isShown) => {
  history.replaceState(null, '', '/?login_error');
  const { alert } = open({ hosted });
  expect(alert() !== '').toBe(isShown);
});
