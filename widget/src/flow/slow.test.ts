// @vitest-environment jsdom
import { act, createElement } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useSlow } from './slow.js';
import { useOnline } from './useOnline.js';

let place: HTMLElement;
let root: Root;

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.useFakeTimers();
  place = document.createElement('div');
  root = createRoot(place);
});
afterEach(() => {
  act(() => root.unmount());
  vi.useRealTimers();
});

function Call({ isBusy }: { isBusy: boolean }) {
  return useSlow(isBusy) ? 'slow' : 'in time';
}
const draw = (isBusy: boolean) => act(() => root.render(createElement(Call, { isBusy })));
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

test('a call is slow after ten seconds, and the next one has ten seconds of its own', () => {
  const seen: (string | null)[] = [];
  const look = () => seen.push(place.textContent);
  draw(true);
  pass(9999);
  look();
  pass(1);
  look();
  draw(false);
  look();
  draw(true);
  look();
  pass(9999);
  look();
  pass(1);
  look();
  expect(seen).toEqual(['in time', 'slow', 'in time', 'in time', 'in time', 'slow']);
});

test('a call that ends in time leaves no timer', () => {
  draw(true);
  pass(5000);
  draw(false);
  expect(vi.getTimerCount()).toBe(0);
});

function Network() {
  return useOnline() ? 'online' : 'offline';
}

test('the network is watched while the screen is shown', () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  const listeners = vi.spyOn(globalThis, 'removeEventListener');
  act(() => root.render(createElement(Network)));
  const change = (isOnline: boolean) =>
    act(() => {
      online.mockReturnValue(isOnline);
      dispatchEvent(new Event(isOnline ? 'online' : 'offline'));
    });
  expect([place.textContent]).toEqual(['online']);
  change(false);
  expect(place.textContent).toBe('offline');
  change(true);
  expect(place.textContent).toBe('online');
  act(() => root.render(null));
  expect(listeners.mock.calls.map(([type]) => type).filter((type) => type.endsWith('line'))).toEqual(['online', 'offline']);
});
