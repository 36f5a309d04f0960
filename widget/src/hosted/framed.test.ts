// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { FlowSetting } from '../session/setting.js';
import { openFramed, type Framed } from './framed.js';

const host = 'https://www.example.com';
const key = `cojoin.${location.origin}.main`;

let sent: unknown[][];
let ends: AbortController;

beforeEach(() => {
  sent = [];
  ends = new AbortController();
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = () => undefined;
    },
  );
  vi.spyOn(window.parent, 'postMessage').mockImplementation((...args: unknown[]) => sent.push(args));
  // Ends each test's message listeners with the test.
  const { addEventListener } = globalThis;
  vi.spyOn(globalThis, 'addEventListener').mockImplementation((type: string, listener: EventListenerOrEventListenerObject) =>
    addEventListener(type, listener, { signal: ends.signal }),
  );
});

afterEach(() => {
  ends.abort();
  sessionStorage.clear();
});

/** Opens the hosted page in a frame, and records its settings. A running flow keeps writing its session until it ends. */
function open(search = `?frame=${encodeURIComponent(host)}`, place = document.createElement('div')) {
  const shown: FlowSetting[] = [];
  const dispatchers: Framed['dispatch'][] = [];
  let isRunning = false;
  const isFramed = openFramed(search, place, {
    show: (setting, framed) => {
      isRunning = true;
      shown.push(setting);
      dispatchers.push(framed.dispatch);
      sessionStorage.setItem(key, '{"signupId":"1"}');
      sessionStorage.setItem(`${key}.invite`, '{}');
    },
    end: () => (isRunning = false),
  });
  const t = (data: object, from: Partial<MessageEventInit> = {}) =>
    dispatchEvent(new MessageEvent('message', { data: { cojoinHost: 1, ...data }, origin: host, source: window.parent, ...from }));
  return { isFramed, shown, dispatchers, t, isRunning: () => isRunning };
}

const start = { type: 'start', attributes: { locale: 'es', email: 'maya@example.com' }, forget: false };

test('a framed page obeys its parent page, and no other origin or window', () => {
  const { shown, t, isRunning } = open();
  const frame = document.createElement('iframe');
  document.body.append(frame);
  for (const from of [
    { origin: 'https://evil.example.com' },
    { origin: 'null' },
    { origin: '' },
    { source: frame.contentWindow },
    { source: null },
  ]) {
    t(start, from);
    t({ type: 'forget' }, from);
  }
  expect({ shown, isRunning: isRunning(), sent: sent.length }).toEqual({ shown: [], isRunning: false, sent: 1 });

  t(start);
  expect(shown).toMatchObject([{ locale: 'es', prefill: { email: 'maya@example.com' } }]);
});

test('messages go to the host’s origin only', () => {
  const { t, dispatchers } = open();
  t(start);
  dispatchers[0]?.('step', { view: 'parent', path: '/step1' });
  t({ type: 'forget' });
  expect(sent).toEqual([
    [{ cojoinFrame: 1, type: 'hello' }, host],
    [{ cojoinFrame: 1, type: 'event', event: 'step', detail: { view: 'parent', path: '/step1' } }, host],
    [{ cojoinFrame: 1, type: 'forgotten' }, host],
  ]);
});

test('the page around it is scrolled to the top of each step but the first one of a start', () => {
  const { t, dispatchers } = open();
  const tops = () => sent.filter(([message]) => (message as { type: string }).type === 'top').length;
  t(start);
  const [dispatch] = dispatchers;
  const counts = (['ready', 'step', 'step', 'step', 'ready', 'step', 'step'] as const).map((event) => {
    if (event === 'ready') dispatch?.(event, {});
    else dispatch?.(event, { view: 'parent', path: '/step1' });
    return tops();
  });
  expect(counts).toEqual([0, 0, 1, 2, 2, 2, 3]);
});

test.each([['?frame='], ['?frame=www.example.com'], ['']])('a page that was told nobody it could speak to isn’t in a frame: %s', (search) => {
  expect({ isFramed: open(search).isFramed, sent }).toEqual({ isFramed: false, sent: [] });
});

test('the frame’s owner is kept after the first step removes it from the address', () => {
  open();
  expect(open('').isFramed).toBe(true);
  expect(sent.map(([, origin]) => origin)).toEqual([host, host]);
});

test('a forget ends the flow before the data is deleted, and resets a deep address', () => {
  history.replaceState(null, '', '/app/join/step3?lang=es');
  const { shown, t, isRunning } = open();
  t(start);
  t({ type: 'forget' });
  expect({ isRunning: isRunning(), kept: Object.keys(sessionStorage), path: location.pathname + location.search }).toEqual({
    isRunning: false,
    kept: ['cojoin.frame'],
    path: '/app/join?lang=es',
  });
  t({ ...start, forget: true });
  expect(shown).toHaveLength(2);
});

test('starting again forgets first', () => {
  const { t, shown, isRunning } = open();
  t(start);
  sessionStorage.setItem(key, 'old');
  t({ ...start, forget: true });
  expect({ count: shown.length, isRunning: isRunning(), kept: sessionStorage.getItem(key) }).toEqual({
    count: 2,
    isRunning: true,
    kept: '{"signupId":"1"}',
  });
});

test('a toast moves to the bottom of the visible part of the frame, once', async () => {
  let looks = 0;
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(private readonly dispatch: (entries: object[]) => void) {}
      observe = () => {
        looks += 1;
        queueMicrotask(() => this.dispatch([{ isIntersecting: true, boundingClientRect: { bottom: 1200 }, intersectionRect: { bottom: 500 } }]));
      };
      disconnect = () => undefined;
    },
  );
  const place = document.createElement('div');
  open(undefined, place);
  place.innerHTML = '<p>Words</p><div class="cj-toast">Failed</div>';
  await vi.waitFor(() => expect(place.querySelector<HTMLElement>('.cj-toast')?.style.insetBlockEnd).toBe('calc(700px + var(--cj-space-4))'));
  place.querySelector('p')?.replaceChildren('Other words', document.createElement('br'));
  await new Promise((resolve) => setTimeout(resolve));
  expect(looks).toBe(1);
});
