// @vitest-environment jsdom
import { act, createElement } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { arrival, type Arrival } from '../../fake/arrival.js';
import { createI18n } from '../i18n/i18n.js';
import { SpokenContext } from '../i18n/spoken.js';
import { openSession } from '../session/session.js';
import { FlowProvider, type SignupFlow } from './flow.js';
import { useSignupLink, type SignupLink } from './useSignupLink.js';

const i18n = await createI18n('en', ['frame', 'step']);
let root: Root;

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  root = createRoot(document.createElement('div'));
});
afterEach(() => act(() => root.unmount()));

type Answer = { error?: object; response: Response };

/** The link of a sign-up, on a screen. */
function open(session: object = { signupId: 's', registrationKey: 'k' }) {
  let link: SignupLink | undefined;
  const requests: { given: unknown; answer: Arrival<Answer> }[] = [];
  const keeper = openSession(undefined, 'test');
  keeper.set(session);
  const POST = (path: string, { params, headers }: { params: object; headers: object }) => {
    const answer = arrival<Answer>();
    requests.push({ given: [path, params, headers], answer });
    return answer.promise;
  };
  const flow = { kind: 'signup', keeper, api: { client: { POST } }, lost: () => false, emit: vi.fn() } as unknown as SignupFlow;
  function Screen({ path }: { path: string }) {
    link = useSignupLink(path);
    return null;
  }
  const show = (path: string) =>
    act(() =>
      root.render(createElement(SpokenContext, { value: i18n }, createElement(FlowProvider, { value: flow }, createElement(Screen, { path })))),
    );
  show('/step2');
  const state = () => link && { isSent: link.isSent, isBusy: link.isBusy, failure: link.failure };
  return {
    show,
    requests,
    state,
    send: () => act(() => link?.send()),
    answer: (n: number, status: number, headers: HeadersInit = {}) =>
      act(async () => requests[n]?.answer.resolve({ error: { code: 'too_many_tries' }, response: new Response(null, { status, headers }) })),
    lose: (n: number) => act(async () => requests[n]?.answer.reject(new TypeError('offline'))),
  };
}

const idle = { isSent: false, isBusy: false, failure: undefined };

test('there is no link without a sign-up', () => {
  expect([open({}).state(), open({ signupId: 's' }).state()]).toEqual([undefined, undefined]);
});

test('the link is mailed once, with the key of the sign-up', async () => {
  const { send, answer, requests, state } = open();
  send();
  send();
  expect([state(), requests.map(({ given }) => given)]).toEqual([
    { ...idle, isBusy: true },
    [['/v1/signups/{signupId}/link', { path: { signupId: 's' } }, { 'Registration-Key': 'k' }]],
  ]);
  await answer(0, 204);
  expect(state()).toEqual({ ...idle, isSent: true });
});

test('a failure stays on its screen, and goes with the next try', async () => {
  const { show, send, answer, lose, state } = open();
  send();
  await answer(0, 429, { 'Retry-After': '120' });
  const wait = i18n.t('elsewhere_wait', { wait: '2 minutes' });
  expect(state()).toEqual({ ...idle, failure: wait });
  show('/step3');
  expect(state()).toEqual(idle);
  show('/step2');
  expect(state()).toEqual({ ...idle, failure: wait });
  send();
  expect(state()).toEqual({ ...idle, isBusy: true });
  await lose(1);
  expect(state()).toEqual({ ...idle, failure: i18n.t('offline_message') });
});
