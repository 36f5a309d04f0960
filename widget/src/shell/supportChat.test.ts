// @vitest-environment jsdom
import { act, createElement } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FlowProvider, type SignupFlow } from '../flow/flow.js';
import { openChat } from './chat.js';
import { offersChat, useSupportChat } from './supportChat.js';

vi.mock('./chat.js', () => ({ openChat: vi.fn() }));

let root: Root;

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.mocked(openChat).mockReset();
  root = createRoot(document.createElement('div'));
});
afterEach(() => act(() => root.unmount()));

test.each([
  ['/signup', true, true],
  ['/duplicate', true, true],
  ['/step1', true, false],
  ['/payment', true, false],
  ['/signup', false, false],
] as const)('chat on %s with the flag %s: %s', (path, supportChat, want) => {
  expect(offersChat(path, { supportChat })).toBe(want);
});

test('without the flag there is no chat', () => {
  expect(offersChat('/signup', {})).toBe(false);
});

/** Draws the chat of a path. */
function chat({ hosted = true, isConfigured = true } = {}) {
  const end = vi.fn();
  vi.mocked(openChat).mockReturnValue(end);
  const emit = vi.fn();
  const keeper = { get: () => 'signup' };
  const inviteKeeper = { get: () => 'invited' };
  const flow = {
    kind: 'signup',
    bootstrap: { flags: { supportChat: true }, supportChat: isConfigured ? { provider: 'zendesk' } : undefined },
    emit,
    api: 'api',
    keeper,
    inviteKeeper,
    setting: { hosted },
  } as unknown as SignupFlow;
  function Screen({ path }: { path: string }) {
    useSupportChat(path);
    return null;
  }
  const show = (path: string) => act(() => root.render(createElement(FlowProvider, { value: flow }, createElement(Screen, { path }))));
  return { show, end, told: () => emit.mock.calls.map(([, detail]) => detail as unknown), load: () => act(() => vi.dynamicImportSettled()) };
}

test('our own page opens the chat on its screens, and ends it on the next', async () => {
  const { show, end, told, load } = chat();
  show('/signup');
  await load();
  expect(vi.mocked(openChat).mock.calls).toEqual([['api', 'signup', 'invited', { provider: 'zendesk', onFailure: expect.any(Function) as unknown }]]);
  expect(end).not.toHaveBeenCalled();
  show('/step1');
  expect({ ended: end.mock.calls.length, told: told() }).toEqual({ ended: 1, told: [{ isOffered: true }, { isOffered: false }] });
});

test('a chat that is loaded after its screen was left does not open', async () => {
  const { show, load } = chat();
  show('/signup');
  show('/step1');
  await load();
  expect(openChat).not.toHaveBeenCalled();
});

test.each([
  ['embedded', { hosted: false }],
  ['without a chat of the server', { isConfigured: false }],
])('%s no chat is loaded', async (_, change) => {
  const { show, told, load } = chat(change);
  show('/signup');
  await load();
  expect([vi.mocked(openChat).mock.calls, told()]).toEqual([[], [{ isOffered: true }]]);
});

test('a chat that fails is told to the page', async () => {
  const { show, told, load } = chat();
  show('/duplicate');
  await load();
  vi.mocked(openChat).mock.lastCall?.[3].onFailure(undefined);
  expect(told().at(-1)).toEqual({ code: 'support_chat_failed', canContinue: true });
});
