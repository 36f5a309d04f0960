// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { mount } from './frame.js';
import type { Kind } from './kind.js';

const server = 'https://join.example.com';
const elsewhere = 'https://evil.example.com';

afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
});

/** An element of the page with the flow in a frame, the messages to the frame, and the events on the page. */
function open(attributes: Readonly<Record<string, string>> = {}, kind: Kind = 'join', forget = false) {
  const element = document.createElement('div');
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  document.body.append(element);
  const shown: boolean[] = [];
  const failed: string[] = [];
  const mounted = mount(element, kind, server, {
    nonce: 'abc',
    shown: (isScreen) => shown.push(isScreen),
    fail: (code) => failed.push(code),
    forget,
  });
  const [frame] = element.getElementsByTagName('iframe');
  const inside = document.body.appendChild(document.createElement('iframe')).contentWindow;
  if (!frame || !inside) throw new Error('no frame');
  // A window that stays the same through navigations, as in a browser.
  Object.defineProperty(frame, 'contentWindow', { value: inside });
  const posted: unknown[][] = [];
  vi.spyOn(inside, 'postMessage').mockImplementation((...args: unknown[]) => posted.push(args));
  const received: unknown[] = [];
  element.addEventListener('cojoin:step', (event) => received.push((event as CustomEvent).detail));
  /** Sends a message to the page, by default from the frame. */
  const send = (data: object, from: Partial<MessageEventInit> = {}) =>
    dispatchEvent(new MessageEvent('message', { data: { cojoinFrame: 1, ...data }, origin: server, source: inside, ...from }));
  return { element, mounted, frame, posted, received, send, shown, failed };
}

const step = { type: 'event', event: 'step', detail: { path: '/step1' } };

test('the page hears the frame of the server, and no other origin or window', () => {
  const { frame, posted, received, send } = open();
  for (const from of [{ origin: elsewhere }, { origin: 'null' }, { origin: '' }, { source: window }, { source: null }]) {
    send(step, from);
    send({ type: 'size', height: 9999 }, from);
    send({ type: 'hello' }, from);
  }
  expect({ received, posted, height: frame.height }).toEqual({ received: [], posted: [], height: '640' });

  send(step);
  send({ type: 'size', height: 812.2 });
  expect({ received, height: frame.height }).toEqual({ received: [{ path: '/step1' }], height: '813' });
});

test('the frame may pay by a wallet, has a name, and no border', () => {
  const { frame } = open();
  expect({ allow: frame.allow, title: frame.title, width: frame.width, border: frame.getAttribute('frameborder') }).toEqual({
    allow: 'payment',
    title: 'Cojoin',
    width: '100%',
    border: '0',
  });
});

test('attributes go to the server’s origin only, by message, without the page’s own', () => {
  const { frame, posted, send } = open({
    email: 'maya@example.com',
    'invite-token': 'secret',
    nonce: 'abc',
    server,
    'heading-level': '2',
    'deep-links': 'cojoin',
    credentials: 'hosted',
  });
  document.documentElement.lang = 'es';
  send({ type: 'hello' });
  expect(posted).toEqual([
    [
      {
        cojoinHost: 1,
        type: 'start',
        attributes: { locale: 'es', email: 'maya@example.com', 'invite-token': 'secret' },
        forget: false,
      },
      server,
    ],
  ]);
  expect(frame.src).toBe(`${server}/app/join?frame=${encodeURIComponent(location.origin)}`);
});

test('the account’s element sends its kind, and the page’s own instance applies', () => {
  const { posted, send } = open({ instance: 'family' }, 'account');
  send({ type: 'hello' });
  expect(posted).toMatchObject([[{ attributes: { start: 'account', instance: 'family' } }, server]]);
});

test('the professionals’ element sends its kind, and keeps its own instance', () => {
  const { posted, send } = open({ locale: 'en' }, 'pro');
  send({ type: 'hello' });
  expect(posted).toMatchObject([[{ attributes: { locale: 'en', start: 'professionals', instance: 'pro' } }, server]]);
});

test('another server is another page: it gets no message before its hello, and the first one is ignored', async () => {
  const { element, frame, posted, received, send } = open({ locale: 'en' });
  send({ type: 'hello' });
  element.setAttribute('server', elsewhere);
  await Promise.resolve();
  expect(frame.src).toContain(`${elsewhere}/app/join?`);
  expect(posted).toHaveLength(1);
  send(step);
  expect(received).toEqual([]);
  send({ type: 'hello' }, { origin: elsewhere });
  expect(posted[1]?.[1]).toBe(elsewhere);
});

test('an element that is taken away is deaf, and keeps no listener', () => {
  const remove = vi.spyOn(globalThis, 'removeEventListener');
  const { element, mounted, received, send } = open();
  mounted.destroy();
  mounted.destroy();
  send(step);
  expect({ received, left: element.innerHTML, removed: remove.mock.calls.map(([type]) => type) }).toEqual({
    received: [],
    left: '',
    removed: ['message'],
  });
});

test('a frame that has to forget stays out of sight until it has', () => {
  const { element, mounted, frame, posted, send } = open({ locale: 'en' });
  send({ type: 'hello' });
  mounted.destroy(true);
  expect({ isHidden: frame.hidden, posted: posted.slice(1) }).toEqual({ isHidden: true, posted: [[{ cojoinHost: 1, type: 'forget' }, server]] });
  send({ type: 'forgotten' }, { origin: elsewhere });
  expect(element.children).toHaveLength(1);
  send({ type: 'forgotten' });
  expect(element.children).toHaveLength(0);
});

test('a frame without a response is removed after a second, and one that responds meanwhile gets forget instead of start', () => {
  vi.useFakeTimers();
  const { element, mounted, posted, send } = open({ locale: 'en' });
  mounted.destroy(true);
  send({ type: 'hello' });
  expect(posted).toEqual([[{ cojoinHost: 1, type: 'forget' }, server]]);
  vi.advanceTimersByTime(1000);
  expect(element.children).toHaveLength(0);
});

test('a server without a response for 30 seconds is a failure, and so is one set later', async () => {
  vi.useFakeTimers();
  const { element, mounted, failed, send } = open();
  vi.advanceTimersByTime(9_000);
  send({ type: 'hello' });
  vi.advanceTimersByTime(20_000);
  expect(failed).toEqual([]);
  element.setAttribute('server', elsewhere);
  await Promise.resolve();
  vi.advanceTimersByTime(30_000);
  expect(failed).toEqual(['server_unreachable']);
  mounted.destroy();
  const gone = open();
  gone.mounted.destroy();
  vi.advanceTimersByTime(30_000);
  expect(gone.failed).toEqual([]);
});

test('a reset before the frame’s hello forgets after it, once', () => {
  const { mounted, posted, send } = open();
  mounted.reset?.();
  send({ type: 'hello' });
  send({ type: 'hello' });
  expect(posted.map(([message]) => (message as { forget: boolean }).forget)).toEqual([true, false]);
});

test('a forget that the frame didn’t receive goes to the next frame', () => {
  const early = open();
  expect(early.mounted.destroy(true)).toBe(true);
  const posted = open();
  posted.send({ type: 'hello' });
  expect(posted.mounted.destroy(true)).toBe(false);
  const never = open({}, 'join', true);
  expect(never.mounted.destroy()).toBe(true);
  const next = open({}, 'join', true);
  next.send({ type: 'hello' });
  expect(next.posted).toMatchObject([[{ forget: true }, server]]);
  expect(next.mounted.destroy()).toBe(false);
});

test('a frame is removed with its element', () => {
  const { element, mounted, received, send } = open();
  element.remove();
  mounted.destroy();
  send(step);
  expect({ received, left: element.innerHTML }).toEqual({ received: [], left: '' });
});

test('a running frame stays after an unrequested forgotten message', () => {
  const { element, send } = open();
  send({ type: 'forgotten' });
  expect(element.children).toHaveLength(1);
});
