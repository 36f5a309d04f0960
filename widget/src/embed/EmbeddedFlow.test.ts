// @vitest-environment jsdom
import { act, createElement, createRef, StrictMode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { arrival } from '../../fake/arrival.js';
import { marketOf } from '../../fake/markets.js';
import { registrationAt } from '../../fake/registration.js';
import { FakeServer, serverOrigin } from '../../fake/server.js';
import { resolveSetting, type FlowSetting } from '../session/setting.js';
import { JoinFlow } from './JoinFlow.js';
import type { FlowHandle } from './EmbeddedFlow.js';

const world = { market: marketOf('US'), treated: [] };
const registration = registrationAt('family', world);
const key = `cojoin.${serverOrigin}.${resolveSetting({}, false).instance}`;

let place: HTMLElement;
let root: Root;
/** Awaited before every answer of the server. */
let reach: (path: string) => Promise<void>;

beforeEach(() => {
  const fake = new FakeServer(world, { registration });
  reach = () => Promise.resolve();
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }));
  vi.stubGlobal('fetch', async (...given: ConstructorParameters<typeof Request>) => {
    const request = new Request(...given);
    await reach(new URL(request.url).pathname);
    return fake.answer(request);
  });
  sessionStorage.setItem(
    key,
    JSON.stringify({ signupId: registration.signupId, registrationKey: 'key', drafts: {}, promoCodes: [], paymentCodes: [] }),
  );
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
});
afterEach(() => {
  root.unmount();
  place.remove();
  sessionStorage.clear();
});

/** A flow within a React application, which mounts it twice as in development. */
function draw(setting: FlowSetting = {}) {
  const flow = createRef<FlowHandle>();
  const props = { server: serverOrigin, ref: flow, ...setting };
  root.render(createElement(StrictMode, undefined, createElement(JoinFlow, props)));
  return flow;
}

const heading = () => place.querySelector('.cj-heading-0')?.textContent;
/** Waits for a heading, no matter how many chunks and answers that takes. */
const headed = (text: string | undefined) => vi.waitFor(() => expect(heading()).toBe(text), { timeout: 20_000 });
const press = (text: string) =>
  Array.from(place.querySelectorAll('button'))
    .find(({ textContent }) => textContent === text)
    ?.click();

test('reset() forgets the sign-up in progress before the flow starts again', async () => {
  const flow = draw();
  await headed('Invite your co-parent');
  expect(sessionStorage.getItem(key)).toContain(registration.signupId);
  flow.current?.reset();
  await headed('Welcome. Who is signing up?');
  expect(sessionStorage.getItem(key) ?? '').not.toContain(registration.signupId);
});

test('pressing “Try again” or changing a prop calls an unreachable server again, and hides the error until it answers', async () => {
  const unreachable = () => Promise.reject(new TypeError('Failed to fetch'));
  const silent = () => new Promise<void>(() => undefined);
  reach = unreachable;
  draw();
  await headed('We can’t reach our server');
  reach = silent;
  press('Try again');
  await headed(undefined);
  reach = unreachable;
  draw({ start: 'parents' });
  await headed('We can’t reach our server');
  reach = silent;
  draw({ start: 'chooser' });
  await headed(undefined);
  reach = unreachable;
  draw({ start: 'parents' });
  await headed('We can’t reach our server');
  reach = () => Promise.resolve();
  press('Try again');
  await headed('Invite your co-parent');
});

test.each([
  ['answers', () => Promise.resolve()],
  ['fails', () => Promise.reject(new TypeError('Failed to fetch'))],
])('a start that %s after a prop has changed shows nothing', async (_, end) => {
  const late = arrival<void>();
  reach = () => late.promise.then(end);
  draw({ start: 'parents' });
  await vi.waitFor(() => expect(place.childElementCount).toBe(1));
  reach = () => Promise.resolve();
  sessionStorage.clear();
  draw({ start: 'chooser' });
  await headed('Welcome. Who is signing up?');
  late.resolve();
  await act(() => vi.dynamicImportSettled());
  expect(heading()).toBe('Welcome. Who is signing up?');
});

test('a failed call’s error is on its own screen, and not on the next', async () => {
  sessionStorage.clear();
  reach = (path) => (path === '/v1/parent/options' ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve());
  draw({ start: 'parents' });
  const toast = () => place.querySelector('.cj-toast')?.textContent ?? '';
  await vi.waitFor(() => expect(toast()).toContain('We couldn’t reach our server'), { timeout: 20_000 });
  press('Back');
  await headed('Welcome. Who is signing up?');
  expect(toast()).toBe('');
});

test('a flow that is unmounted takes its screen out of the address', async () => {
  draw({ deepLinks: 'screen' });
  await vi.waitFor(() => expect(location.search).toBe('?screen=/step2'), { timeout: 20_000 });
  root.render(null);
  await vi.waitFor(() => expect(location.search).toBe(''), { timeout: 20_000 });
});
