// @vitest-environment jsdom
import { act, createElement } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Banner, type BannerProps } from './Banner.js';

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

/** A message that slides away after ten seconds. */
function banner(change: Partial<BannerProps> = {}) {
  const onClose = vi.fn();
  const props = { children: 'Saved', duration: 10_000, onClose, closeLabel: 'Close', pauseLabel: 'Keep', ...change };
  act(() => root.render(createElement(Banner, props)));
  const box = place.querySelector('.cj-banner');
  if (!box) throw new Error('no message');
  const point = (type: 'pointerover' | 'pointerout', related: EventTarget) =>
    act(() => void box.dispatchEvent(new MouseEvent(type, { bubbles: true, relatedTarget: related })));
  const button = (label: string) => {
    const found = place.querySelector<HTMLElement>(`[aria-label="${label}"]`);
    if (!found) throw new Error(`no button ${label}`);
    return found;
  };
  return {
    onClose,
    enter: () => point('pointerover', document.body),
    leave: () => point('pointerout', document.body),
    focus: () => act(() => button('Close').focus()),
    blur: () => act(() => button('Close').blur()),
    press: (label: string) => act(() => button(label).click()),
    /** Lets time pass, and reports whether the message slides away or has gone. */
    isGoneAfter: (seconds: number) => {
      act(() => void vi.advanceTimersByTime(seconds * 1000));
      return box.hasAttribute('data-leaving');
    },
  };
}

test('a message slides away after its time, and is closed after the slide', () => {
  const { isGoneAfter, onClose } = banner();
  const closed = () => onClose.mock.calls.length;
  expect([isGoneAfter(9.9), closed(), isGoneAfter(0.2), closed(), isGoneAfter(0.2), closed()]).toEqual([false, 0, true, 0, true, 1]);
});

test('a message stays while the focus is inside, also after the pointer has left, and then has its remaining time', () => {
  const { enter, leave, focus, blur, isGoneAfter } = banner();
  const gone = [isGoneAfter(4)];
  focus();
  enter();
  leave();
  gone.push(isGoneAfter(60));
  blur();
  gone.push(isGoneAfter(5.5), isGoneAfter(1));
  expect(gone).toEqual([false, false, false, true]);
});

test('a message stays under the pointer, also after the focus has left', () => {
  const { enter, leave, focus, blur, isGoneAfter } = banner();
  enter();
  focus();
  blur();
  const gone = [isGoneAfter(60)];
  leave();
  gone.push(isGoneAfter(9.9), isGoneAfter(0.5));
  expect(gone).toEqual([false, false, true]);
});

test('a message that is kept open stays, and its cross closes it', () => {
  const { press, isGoneAfter, onClose } = banner();
  press('Keep');
  expect([place.querySelector('[aria-label="Keep"]'), isGoneAfter(60)]).toEqual([null, false]);
  press('Close');
  isGoneAfter(0.2);
  expect(onClose).toHaveBeenCalledOnce();
});

test.each<[string, Partial<BannerProps>, readonly string[]]>([
  ['without a way to close it', { onClose: undefined }, []],
  ['without a duration', { duration: null }, ['Close']],
  ['without a word for its button', { pauseLabel: undefined }, ['Close']],
  ['with all of it', {}, ['Keep', 'Close']],
])('the buttons of a message %s', (_, change, buttons) => {
  banner(change);
  expect(Array.from(place.querySelectorAll('button'), ({ ariaLabel }) => ariaLabel)).toEqual(buttons);
});

test('a message has fifteen seconds by default', () => {
  const { isGoneAfter } = banner({ duration: undefined });
  expect([isGoneAfter(14.9), isGoneAfter(0.1)]).toEqual([false, true]);
});
