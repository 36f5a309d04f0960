// @vitest-environment jsdom
import { act, createElement } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ErrorSummary, type ErrorSummaryProps } from './ErrorSummary.js';
import { Heading, type HeadingProps } from './Heading.js';

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

/** Renders each of the given props in turn, and returns those that moved the focus into the place. */
function movedBy<P extends object>(all: readonly P[], draw: (props: P) => Parameters<Root['render']>[0]): P[] {
  return all.filter((props) => {
    (document.activeElement as HTMLElement | null)?.blur();
    act(() => root.render(draw(props)));
    return place.contains(document.activeElement);
  });
}

test('a heading takes the focus once, and again for another key', () => {
  const steps = [
    { name: 'first load', takesFocus: false, focusKey: 1 },
    { name: 'first load, another key', takesFocus: false, focusKey: 2 },
    { name: 'a step', takesFocus: true, focusKey: 2 },
    { name: 'drawn again', takesFocus: true, focusKey: 2 },
    { name: 'another key', takesFocus: true, focusKey: 3 },
    { name: 'not any more', takesFocus: false, focusKey: 3 },
    { name: 'again', takesFocus: true, focusKey: 3 },
    { name: 'no key', takesFocus: true },
  ] satisfies (Omit<HeadingProps, 'children'> & { name: string })[];
  const moved = movedBy(steps, ({ name, ...props }) => createElement(Heading, props as HeadingProps, name));
  expect(moved.map(({ name }) => name)).toEqual(['a step', 'another key', 'again', 'no key']);
});

test('a summary takes the focus when it appears, and with every further attempt', () => {
  const errors = [{ message: 'Enter your city' }];
  const steps = [
    { name: 'nothing is wrong', errors: [], attempt: 0 },
    { name: 'first attempt', errors, attempt: 1 },
    { name: 'another message', errors: [...errors, { message: 'Enter your name' }], attempt: 1 },
    { name: 'second attempt', errors, attempt: 2 },
    { name: 'put right', errors: [], attempt: 2 },
    { name: 'wrong again', errors, attempt: 2 },
  ] satisfies (Omit<ErrorSummaryProps, 'title'> & { name: string })[];
  const moved = movedBy(steps, ({ name, ...props }) => createElement(ErrorSummary, { ...props, title: name }));
  expect(moved.map(({ name }) => name)).toEqual(['first attempt', 'second attempt', 'wrong again']);
});
