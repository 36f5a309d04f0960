import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { EventBatch } from '../client/types.js';
import { Tracker } from './tracker.js';

let page: EventTarget;

beforeEach(() => {
  vi.useFakeTimers();
  page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
});
afterEach(() => void vi.useRealTimers());

/** A running tracker, and the names of its sent events. */
function run() {
  const sent: unknown[] = [];
  const tracker = new Tracker((batch: EventBatch) => {
    sent.push(batch.events?.map(({ event }) => event));
    return Promise.reject(new TypeError('Failed to fetch'));
  });
  return { tracker, sent, stop: tracker.start() };
}

test('events are sent in a batch after a moment, and failed ones are dropped silently', () => {
  const { tracker, sent } = run();
  tracker.add('Errored', {});
  tracker.add('Order Completed', {});
  expect(sent).toEqual([]);
  vi.runAllTimers();
  expect(sent).toEqual([['Errored', 'Order Completed']]);
});

test('a hidden page sends the rest; an ended flow has no timer and no listener', () => {
  const { tracker, sent, stop } = run();
  tracker.add('one', {});
  page.dispatchEvent(new Event('pagehide'));
  expect(sent).toEqual([['one']]);
  tracker.add('two', {});
  stop();
  expect(sent).toEqual([['one'], ['two']]);
  expect(vi.getTimerCount()).toBe(0);
  tracker.add('late', {});
  page.dispatchEvent(new Event('pagehide'));
  expect(sent).toHaveLength(2);
});

test('where nothing is to be analyzed nothing is collected', () => {
  const tracker = new Tracker(undefined);
  tracker.start();
  tracker.add('one', {});
  expect(vi.getTimerCount()).toBe(0);
});
