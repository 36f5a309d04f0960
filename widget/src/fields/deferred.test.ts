// @vitest-environment jsdom
import { act, createElement } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { arrival, type Arrival } from '../../fake/arrival.js';
import { deferred, type DeferredProps } from './deferred.js';

type Props = DeferredProps<{ name: string }>;
const Heavy = ({ name }: { name: string }) => createElement('input', { 'data-field': name, title: 'heavy' });
const light = createElement('input', { 'data-field': 'city', title: 'light' });

let place: HTMLElement;
let root: Root;

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.useFakeTimers();
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
});
afterEach(() => {
  act(() => root.unmount());
  place.remove();
  vi.useRealTimers();
});

/** A component with code that the test lets arrive. */
function component() {
  const loads: Arrival<typeof Heavy>[] = [];
  const Deferred = deferred(() => {
    const one = arrival<typeof Heavy>();
    loads.push(one);
    return one.promise;
  });
  return {
    loads: () => loads.length,
    draw: (change: Partial<Props> = {}) =>
      act(() => root.render(createElement(Deferred, { props: { name: 'city' }, fallback: light, field: 'city', ...change }))),
    arrive: (n: number) => act(async () => loads[n]?.resolve(Heavy)),
    fail: (n: number) => act(async () => loads[n]?.reject(new Error('offline'))),
    pass: (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms)),
    shown: () => place.querySelector('input')?.title,
  };
}

test('the light component is shown until the heavy one is loaded, and the heavy one immediately from then on', async () => {
  const { draw, arrive, shown, loads } = component();
  draw();
  expect(shown()).toBe('light');
  await arrive(0);
  expect(shown()).toBe('heavy');
  act(() => root.unmount());
  root = createRoot(place);
  draw();
  expect([shown(), loads()]).toEqual(['heavy', 1]);
});

test('a control in use is not swapped', async () => {
  const { draw, arrive, shown } = component();
  draw();
  act(() => place.querySelector('input')?.focus());
  await arrive(0);
  expect(shown()).toBe('light');
});

test('another field in use holds nothing back', async () => {
  const { draw, arrive, shown } = component();
  draw({ field: 'region' });
  act(() => place.querySelector('input')?.focus());
  await arrive(0);
  expect(shown()).toBe('heavy');
});

test('code that failed to load is requested again after five seconds, unless the screen was left', async () => {
  const { draw, fail, arrive, pass, shown, loads } = component();
  draw();
  await fail(0);
  await pass(4999);
  expect(loads()).toBe(1);
  await pass(1);
  expect([loads(), shown()]).toEqual([2, 'light']);
  await fail(1);
  act(() => root.unmount());
  await pass(60_000);
  expect([loads(), vi.getTimerCount()]).toEqual([2, 0]);
  root = createRoot(place);
  await arrive(1);
});

test('code that isn’t wanted isn’t loaded, and is loaded once it is', async () => {
  const { draw, arrive, shown, loads } = component();
  draw({ isShown: false });
  expect(loads()).toBe(0);
  draw();
  await arrive(0);
  expect(shown()).toBe('heavy');
  draw({ isShown: false });
  expect(shown()).toBe('light');
});
