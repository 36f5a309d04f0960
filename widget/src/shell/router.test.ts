// @vitest-environment jsdom
import { RouterProvider } from '@tanstack/react-router';
import { act, createElement, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { paidOf } from '../../fake/receipt.js';
import type { Registration } from '../client/types.js';
import { openAccount } from '../session/account.js';
import { FlowProvider, type SignupFlow } from '../flow/flow.js';
import { openInvitation, openSession } from '../session/session.js';
import { resolveSetting } from '../session/setting.js';
import { ToastProvider } from '../flow/toast.js';
import { createI18n } from '../i18n/i18n.js';
import { SpokenContext } from '../i18n/spoken.js';
import { createFlowRouter } from './router.js';

/** A flow with its screens in React's development mode: each is mounted twice. */
async function run(needTexts = () => Promise.resolve()) {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const i18n = await createI18n('en', ['frame', 'step', 'order']);
  const keeper = openSession(undefined, 'test');
  const inviteKeeper = openInvitation(undefined, 'test');
  const tracked: unknown[] = [];
  const bootstrap = {
    experiments: {},
    flags: {},
    links: {},
    payment: { provider: 'sandbox' },
    product: 'Cojoin',
    supportEmail: 'a@example.com',
    supportPhones: { default: '1' },
  };
  const context = {
    setting: resolveSetting({}, false),
    keeper,
    inviteKeeper,
    account: openAccount(undefined, 'test'),
    bootstrap,
    needTexts,
    needBuyer: () => Promise.resolve(),
    track: (...event: unknown[]) => tracked.push(event),
  };
  const { router } = createFlowRouter(context as unknown as Parameters<typeof createFlowRouter>[0]);
  const api = {
    turn: { isWaiting: () => false, subscribe: () => () => undefined },
    payment: () => Promise.reject(new Error('offline')),
  };
  const flow = { ...context, api, kind: 'signup', language: 'en', emit: () => undefined, hasMoved: () => false, href: () => undefined };
  const go = (to: '/duplicate' | '/signup' | '/receipt') => act(() => router.navigate({ to }));
  const place = document.createElement('div');
  const root = createRoot(place);
  await act(async () => {
    const provided = createElement(
      FlowProvider,
      { value: flow as unknown as SignupFlow },
      createElement(ToastProvider, undefined, createElement(RouterProvider, { router })),
    );
    root.render(createElement(StrictMode, undefined, createElement(SpokenContext, { value: i18n }, provided)));
    await router.load();
  });
  return { keeper, tracked, go, place, end: () => act(() => root.unmount()) };
}

const person = { who: 'coParent', firstName: 'Daniel', lastName: 'Reyes', email: 'daniel@example.com' } as const;

test('a duplicate starts over when its screen is opened, once for each time, and stays on the screen', async () => {
  const { keeper, tracked, go, place, end } = await run();
  act(() =>
    keeper.set({ registrationKey: 'key', registration: { routes: ['/step1'] } as unknown as Registration, selectionCode: 'PRE2', duplicate: person }),
  );
  const viewed = () => tracked.filter((event) => JSON.stringify(event).includes('Duplicate'));

  await go('/duplicate');
  expect(keeper.get()).toEqual({
    drafts: {},
    payForCoparent: false,
    promoCodes: [],
    paymentCodes: [],
    credentialsSet: false,
    selectionCode: 'PRE2',
    duplicate: person,
  });
  expect(place.textContent).toContain('Daniel Reyes');
  expect(viewed()).toEqual([['Duplicate Shown', { who: 'coParent' }]]);

  await go('/signup');
  await go('/duplicate');
  expect(viewed()).toHaveLength(2);
  end();
});

test('a sign-up that stopped for its co-parent is kept on the duplicate’s screen, which leads back to their details', async () => {
  const { keeper, go, place, end } = await run();
  const registration = { next: '/duplicate', routes: ['/step1', '/step2', '/duplicate'] } as unknown as Registration;
  act(() => keeper.set({ registrationKey: 'key', registration, duplicate: person }));
  await go('/duplicate');
  expect(keeper.get()).toMatchObject({ registrationKey: 'key', registration, duplicate: person });
  expect(place.textContent).toContain('What you entered is kept.');
  end();
});

test('a receipt is shown once, from a session that is forgotten meanwhile', async () => {
  const { keeper, tracked, go, place, end } = await run();
  const paid = paidOf('en');
  const packageId = paid.registration?.order.packageId ?? 0;
  act(() => keeper.set({ signupId: '1', registration: { order: { packageId } } as unknown as Registration, paid, credentialsSet: true }));
  const shown = () => tracked.filter((event) => JSON.stringify(event).includes('Receipt'));

  await go('/receipt');
  expect(keeper.get()).toEqual({ drafts: {}, payForCoparent: false, promoCodes: [], paymentCodes: [], credentialsSet: false });
  expect(place.textContent).toContain('R-2026-004821');
  expect(shown()).toEqual([['Receipt Shown', { packageId }]]);

  await go('/signup');
  await go('/receipt');
  expect(place.textContent).not.toContain('R-2026-004821');
  expect(shown()).toHaveLength(1);
  end();
});

test('a screen that failed to load is opened, once, when another try has loaded it', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  let canLoad = false;
  const { keeper, tracked, go, place, end } = await run(() => (canLoad ? Promise.resolve() : Promise.reject(new Error('offline'))));
  act(() => keeper.set({ registration: { routes: ['/step1'] } as unknown as Registration, duplicate: person }));
  const viewed = () => tracked.filter((event) => JSON.stringify(event).includes('Duplicate'));
  await go('/duplicate');
  expect(viewed()).toEqual([]);
  canLoad = true;
  await act(async () => place.querySelector<HTMLElement>('main button, .cj-page button')?.click());
  await act(() => vi.waitFor(() => expect(place.textContent).toContain('Daniel Reyes')));
  expect(viewed()).toEqual([['Duplicate Shown', { who: 'coParent' }]]);
  end();
});

test('a step leaves the host page where it is, and the router takes no name on window', async () => {
  vi.stubGlobal('__TSR_ROUTER__', 'of the host');
  const scrolled = vi.spyOn(globalThis, 'scrollTo').mockReturnValue();
  const { go, place, end } = await run();
  await go('/duplicate');
  await go('/signup');
  expect(place.textContent).not.toBe('');
  expect({ scrolled: scrolled.mock.calls, named: Reflect.get(globalThis, '__TSR_ROUTER__') }).toEqual({ scrolled: [], named: 'of the host' });
  end();
  vi.unstubAllGlobals();

  const next = await run();
  expect('__TSR_ROUTER__' in globalThis).toBe(false);
  next.end();
});
