import { expect, test } from 'vitest';
import { RetryKey } from './retryKey.js';

test('the same content keeps its key until an answer comes', () => {
  const retry = new RetryKey();
  const first = retry.for({ a: 1 });
  expect(retry.for({ a: 1 })).toBe(first);
  retry.answered();
  expect(retry.for({ a: 1 })).not.toBe(first);
});

test('other content gets another key', () => {
  const retry = new RetryKey();
  expect(retry.for({ a: 1 })).not.toBe(retry.for({ a: 2 }));
});
