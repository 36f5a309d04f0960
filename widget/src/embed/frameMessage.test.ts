import { expect, test } from 'vitest';
import { readFrameMessage } from './frameMessage.js';

test.each([
  [{ cojoinFrame: 1, type: 'size', height: 812.5 }],
  [{ cojoinFrame: 1, type: 'event', event: 'step', detail: { path: '/step1' } }],
  [{ cojoinFrame: 1, type: 'top' }],
])('reads %j', (message) => {
  expect(readFrameMessage(message)).toEqual(message);
});

test.each([
  [undefined],
  [null],
  ['size'],
  [{ type: 'size', height: 10 }],
  [{ cojoinFrame: 1, type: 'size', height: '100%' }],
  [{ cojoinFrame: 1, type: 'size', height: -1 }],
  [{ cojoinFrame: 1, type: 'size', height: Number.POSITIVE_INFINITY }],
  [{ cojoinFrame: 1, type: 'event', event: 'Click me' }],
  [{ cojoinFrame: 1, type: 'other' }],
])('makes nothing of %j', (message) => {
  expect(readFrameMessage(message)).toBeUndefined();
});
