// @vitest-environment jsdom
import { act, createElement, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { createStore } from './store.js';
import { runMachine, useMachine } from './useMachine.js';

test('a store calls its listeners with each other value until they are removed', () => {
  const store = createStore(1);
  const received: number[] = [];
  const stop = store.subscribe(() => received.push(store.get()));
  for (const next of [2, 2, 3]) store.set(next);
  stop();
  store.set(4);
  expect({ received, last: store.get() }).toEqual({ received: [2, 3], last: 4 });
});

type Event = 'press' | 'done';
const step = (count: number, event: Event): readonly [number, ...string[]] => (event === 'press' ? [count, 'save'] : [count + 1]);

test('a machine runs its effects and takes their results', () => {
  const run: string[] = [];
  const machine = runMachine(0, step, (send) => (effect) => {
    run.push(effect);
    send('done');
  });
  machine.send('press');
  expect({ state: machine.get(), run }).toEqual({ state: 1, run: ['save'] });
});

test('the first effect runs once, however often the component is mounted', () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const run: string[] = [];
  const Screen = () => {
    const [count, send] = useMachine(0, step, (report) => (effect: string) => (run.push(effect), report('done')), 'load');
    return createElement('button', { onClick: () => send('press') }, count);
  };
  const place = document.createElement('div');
  const root = createRoot(place);
  act(() => root.render(createElement(StrictMode, undefined, createElement(Screen))));
  expect({ shown: place.textContent, run }).toEqual({ shown: '1', run: ['load'] });
  act(() => root.unmount());
});
