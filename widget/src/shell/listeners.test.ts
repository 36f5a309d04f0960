import { beforeEach, expect, test, vi } from 'vitest';
import { holdListeners, listen, unlisten } from './listeners.js';

beforeEach(() => {
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', new EventTarget());
});

test('what the libraries listen to on the page is heard as long as a flow runs, and again when the next one begins', () => {
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

test('an element of a root is held by itself; what happens within our own tree isn’t held at all', () => {
  const heard = vi.fn();
  const [root, own] = [new EventTarget(), new EventTarget()];
  const press = (target: EventTarget) => (heard.mockClear(), target.dispatchEvent(new Event('click')), heard.mock.calls.length);
  const end = holdListeners(root);
  listen(root, 'click', heard);
  listen(own, 'click', heard);
  expect([press(root), press(own)]).toEqual([1, 1]);
  end();
  expect([press(root), press(own)]).toEqual([0, 1]);
  unlisten(own, 'click', heard);
  expect(press(own)).toBe(0);
});
