// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { defineWith, type ElementParts } from './define.js';
import type { CojoinElement } from './elements.js';
import type { Surroundings } from './element.js';

/** The calls of style, unstyle, mount and destroy, in order. */
let log: string[];
let isNear: boolean;
let core: () => ReturnType<typeof loaded>;
/** The observers that still watch an element. */
let observers: Set<object>;

/** The last mounted flow's connection to its element. */
let flow: Surroundings;

const part = (name: string) => ({
  mount: (_element: HTMLElement, kind: string, origin: string, around: Surroundings) => {
    log.push(`${name} ${kind} ${origin}`);
    flow = around;
    return {
      destroy: (forget = false) => {
        log.push(forget ? 'forget' : 'destroy');
        return false;
      },
    };
  },
});
const loaded = () => Promise.resolve(part('core'));

const styled = new Set<Element>();

// Values that a page sets on an element before the element is defined stay plain properties.
const early = document.createElement('cojoin-join');
early.appearance = { accent: '#7a2f5d' };

// A document can define an element name once. So all tests share this definition, and change its behavior with `core` and `isNear`.
defineWith({
  origin: 'https://join.example.com',
  load: ((name: string) => (name === 'frame' ? Promise.resolve(part('frame')) : core())) as ElementParts['load'],
  style: (element) => (log.push('style'), styled.add(element), Promise.resolve()),
  unstyle: (element) => styled.delete(element) && log.push('unstyle'),
});

beforeEach(() => {
  log = [];
  isNear = true;
  observers = new Set();
  core = loaded;
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(private readonly notify: (entries: object[]) => void) {}
      observe = () => {
        observers.add(this);
        this.notify([{ isIntersecting: isNear }]);
      };
      disconnect = () => observers.delete(this);
    },
  );
});

afterEach(() => document.body.replaceChildren());

/** Waits for all pending work. */
const settled = () => new Promise((resolve) => setTimeout(resolve));

async function put(markup = '<cojoin-join></cojoin-join>'): Promise<CojoinElement> {
  document.body.innerHTML = markup;
  await settled();
  return document.body.firstElementChild as CojoinElement;
}

test.each(['join', 'pro', 'account'])('<cojoin-%s> shows its own flow', async (kind) => {
  await put(`<cojoin-${kind}></cojoin-${kind}>`);
  expect(log).toEqual(['style', `core ${kind} https://join.example.com`]);
});

test('an element that comes near loads its flow, and one that is removed lets go of everything', async () => {
  const element = await put();
  expect(log).toEqual(['style', 'core join https://join.example.com']);
  element.remove();
  await settled();
  expect(log.slice(2)).toEqual(['destroy', 'unstyle']);
});

test('far from the window it loads nothing', async () => {
  isNear = false;
  await put();
  expect(log).toEqual([]);
});

test('an element that is moved within the page goes on as it was', async () => {
  const element = await put('<cojoin-pro></cojoin-pro><main></main>');
  document.querySelector('main')?.append(element);
  await settled();
  expect(log).toEqual(['style', 'core pro https://join.example.com']);
});

/** Makes each load of the code wait until the test calls its come() or fail(). Returns one entry for each load. */
function pending() {
  const loads: { load: () => void; fail: () => void }[] = [];
  core = () => new Promise((resolve, reject) => loads.push({ load: () => resolve(part('core')), fail: () => reject(new Error('404')) }));
  return loads;
}

test('an element that is removed while its code is on its way is never mounted', async () => {
  const loads = pending();
  const element = await put();
  element.remove();
  await settled();
  loads[0]?.load();
  await settled();
  expect(log).toEqual(['style', 'unstyle']);
});

test.each<[string, (element: CojoinElement) => unknown]>([
  ['put back', (element) => (element.remove(), settled().then(() => document.body.append(element)))],
  ['reset', (element) => element.reset()],
  ['set to another mode', (element) => element.setAttribute('mode', 'page')],
])('an element that is %s while its code is on its way mounts one flow, and lets go of it', async (_how, change) => {
  const loads = pending();
  const element = await put();
  await change(element);
  await settled();
  for (const { load } of loads) load();
  await settled();
  expect({ loads: loads.length, log }).toEqual({ loads: 2, log: ['style', 'unstyle', 'style', 'core join https://join.example.com'] });
  element.destroy();
  expect(log.slice(4)).toEqual(['destroy', 'unstyle']);
});

test('a load that fails after a reset leaves the current flow, without an event', async () => {
  const loads = pending();
  const received = vi.fn();
  const element = await put();
  element.addEventListener('cojoin:error', received);
  element.reset();
  loads[1]?.load();
  await settled();
  loads[0]?.fail();
  await settled();
  expect({ log, received: received.mock.calls }).toEqual({ log: ['style', 'unstyle', 'style', 'core join https://join.example.com'], received: [] });
});

test('of an element that is moved within the page one observer is left', async () => {
  isNear = false;
  const element = await put('<cojoin-pro></cojoin-pro><main></main>');
  document.querySelector('main')?.append(element);
  await settled();
  expect(observers.size).toBe(1);
  element.destroy();
  expect(observers.size).toBe(0);
});

test('a failed download raises an error event, and leaves nothing behind', async () => {
  core = () => Promise.reject(new Error('404'));
  const received: unknown[] = [];
  document.body.addEventListener('cojoin:error', (event) => received.push((event as CustomEvent).detail), { once: true });
  await put();
  expect({ log, received }).toEqual({ log: ['style', 'unstyle'], received: [{ code: 'load_failed', canContinue: false }] });
});

test('reset() forgets and begins again; destroy() twice ends it once', async () => {
  const element = await put('<cojoin-join mode="frame"></cojoin-join>');
  element.reset();
  await settled();
  element.destroy(true);
  element.destroy();
  const frame = 'frame join https://join.example.com';
  expect(log).toEqual([frame, 'forget', frame, 'forget']);
});

test('a flow that fails to load shows an error, and is loaded again by the button', async () => {
  const received: unknown[] = [];
  const element = await put('<cojoin-join mode="frame"></cojoin-join>');
  element.addEventListener('cojoin:error', ({ detail }) => received.push(detail));
  flow.fail('server_unreachable');
  expect({ received, log: log.splice(0) }).toEqual({
    received: [{ code: 'server_unreachable', canContinue: false }],
    log: ['frame join https://join.example.com', 'destroy'],
  });
  expect(element.textContent).toContain('We can’t reach our server');
  element.querySelector('button')?.click();
  await settled();
  expect(log).toEqual(['frame join https://join.example.com']);
});

test.each<[string, (element: CojoinElement) => void]>([
  ['reset', (element) => element.reset()],
  ['destroyed for good and put back', (element) => (element.destroy(true), document.body.append(element))],
])('what is kept is forgotten by the flow of an element that was %s while its code was on its way, and by no later one', async (_how, change) => {
  const loads = pending();
  const element = await put();
  change(element);
  for (const { load } of loads) load();
  await settled();
  expect(flow.forget).toBe(true);
  flow.shown(true);
  element.setAttribute('mode', 'page');
  await settled();
  loads.at(-1)?.load();
  await settled();
  expect(flow.forget).toBe(false);
});

test('a brand that was set before the element was known counts, and so does the next one', () => {
  document.body.append(early);
  expect(early.getAttribute('appearance')).toBe('{"accent":"#7a2f5d"}');
  early.appearance = { accent: '#0b5c66' };
  expect(early.getAttribute('appearance')).toBe('{"accent":"#0b5c66"}');
});
