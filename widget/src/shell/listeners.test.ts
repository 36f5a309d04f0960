import { beforeEach, expect, test, vi } from 'vitest';
import { holdListeners, listen, unlisten } from './listeners.js';

beforeEach(() => {
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', new EventTarget());
});

test('the libraries’ page listeners work while a flow runs, and again for the next one', () => {
  const heard = vi.fn();
  const press = () => (
    heard.mockClear(),
    window.dispatchEvent(new Event('keydown')),
    document.dispatchEvent(new Event('keydown')),
    heard.mock.calls.length
  );
  listen(window, 'keydown', heard);
  listen(window, 'keydown', heard);
  listen(document, 'keydown', heard, { capture: true });
  expect(press()).toBe(0);

  const [one, two] = [holdListeners(), holdListeners()];
  expect(press()).toBe(2);
  one();
  one();
  expect(press()).toBe(2);
  two();
  expect(press()).toBe(0);

  const again = holdListeners();
  unlisten(document, 'keydown', heard);
  expect(press()).toBe(2);
  unlisten(document, 'keydown', heard, { capture: true });
  unlisten(window, 'keydown', heard);
  expect(press()).toBe(0);
  again();
});

test('events within our own tree aren’t held', () => {
  const heard = vi.fn();
  const own = new EventTarget();
  const press = () => (heard.mockClear(), own.dispatchEvent(new Event('click')), heard.mock.calls.length);
  listen(own, 'click', heard);
  expect(press()).toBe(1);
  unlisten(own, 'click', heard);
  expect(press()).toBe(0);
});
