// @vitest-environment jsdom
import { act, createElement } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SuggestField, type SuggestFieldProps } from './SuggestField.js';

let place: HTMLElement;
let root: Root;

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
});
afterEach(() => {
  act(() => root.unmount());
  place.remove();
});

/** Draws a field that has `12`. */
function draw(change: Partial<SuggestFieldProps> = {}) {
  const heard: unknown[] = [];
  const props: SuggestFieldProps = {
    label: 'Street',
    name: 'address.line1',
    value: '12',
    suggestions: [],
    onChange: (...all) => void heard.push(all),
    onPick: (picked) => void heard.push(picked),
    ...change,
  };
  const show = (next: Partial<SuggestFieldProps>) => act(() => root.render(createElement(SuggestField, { ...props, ...next })));
  show({});
  const input = () => {
    const found = place.querySelector('input');
    if (!found) throw new Error('no field');
    return found;
  };
  const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  /** Sets the text as a browser does, with its event. */
  const fill = (text: string, event: Event) =>
    act(() => {
      write?.call(input(), text);
      input().dispatchEvent(event);
    });
  return { heard, show, input, fill };
}

const input = (inputType: string) => new InputEvent('input', { bubbles: true, inputType });

test.each<[string, Event, boolean]>([
  ['typed', input('insertText'), true],
  ['pasted', input('insertFromPaste'), true],
  ['cut', input('deleteByCut'), true],
  ['filled in by Chrome', new Event('input', { bubbles: true }), false],
  ['filled in by Safari', input(''), false],
  ['filled in by Firefox', input('insertReplacementText'), false],
])('text that is %s', (_, event, isTyped) => {
  const { heard, fill } = draw();
  fill('12 Main', event);
  expect(heard).toEqual([['12 Main', isTyped]]);
});

test('text that is typed after it was filled in is searched again', () => {
  const { heard, fill, show } = draw();
  fill('12 Main St', new Event('input', { bubbles: true }));
  show({ value: '12 Main St' });
  fill('12 Main St.', input('insertText'));
  expect(heard).toEqual([
    ['12 Main St', false],
    ['12 Main St.', true],
  ]);
});
