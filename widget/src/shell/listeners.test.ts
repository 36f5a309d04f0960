import { beforeEach, expect, test, vi } from 'vitest';
import { holdListeners, listen, unlisten } from './listeners.js';

beforeEach(() => {
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', new EventTarget());
});

test('the libraries’ page listeners work while a flow runs, and again for the next one', () => {
  const listener = vi.fn();
  const press = () => (
    listener.mockClear(),
    window.dispatchEvent(new Event('keydown')),
    document.dispatchEvent(new Event('keydown')),
    listener.mock.calls.length
  );
  listen(window, 'keydown', listener);
  listen(window, 'keydown', listener);
  listen(document, 'keydown', listener, { capture: true });
  expect(press()).toBe(0);

  const [one, two] = [holdListeners(), holdListeners()];
  expect(press()).toBe(2);
  one();
  one();
  expect(press()).toBe(2);
  two();
  expect(press()).toBe(0);

  const again = holdListeners();
  unlisten(document, 'keydown', listener);
  expect(press()).toBe(2);
  unlisten(document, 'keydown', listener, { capture: true });
  unlisten(window, 'keydown', listener);
  expect(press()).toBe(0);
  again();
});

test('events within our own tree aren’t held', () => {
  const listener = vi.fn();
  const own = new EventTarget();
  const press = () => (listener.mockClear(), own.dispatchEvent(new Event('click')), listener.mock.calls.length);
  listen(own, 'click', listener);
  expect(press()).toBe(1);
  unlisten(own, 'click', listener);
  expect(press()).toBe(0);
});
