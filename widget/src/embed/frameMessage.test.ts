import { expect, test } from 'vitest';
import { readFrameMessage, readHostMessage } from './frameMessage.js';

test.each([
  [{ cojoinFrame: 1, type: 'size', height: 812.5 }],
  [{ cojoinFrame: 1, type: 'event', event: 'step', detail: { path: '/step1' } }],
  [{ cojoinFrame: 1, type: 'top' }],
  [{ cojoinFrame: 1, type: 'hello' }],
  [{ cojoinFrame: 1, type: 'forgotten' }],
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

test('reads the page’s messages, and strings only', () => {
  const attributes = { email: 'maya@example.com', start: 1, 'invite-token': null };
  expect(readHostMessage({ cojoinHost: 1, type: 'start', attributes, forget: 'yes' })).toEqual({
    cojoinHost: 1,
    type: 'start',
    attributes: { email: 'maya@example.com' },
    ground: undefined,
    forget: false,
  });
  expect(readHostMessage({ cojoinHost: 1, type: 'forget', attributes })).toEqual({ cojoinHost: 1, type: 'forget' });
});

test.each([
  ['rgb(250, 248, 245)', 'rgb(250, 248, 245)'],
  ['url(https://elsewhere.example/pixel)', undefined],
  ['rgb(0, 0, 0); content: x', undefined],
  [7, undefined],
])('takes %j from around it for the ground %j', (ground, read) => {
  expect(readHostMessage({ cojoinHost: 1, type: 'start', attributes: {}, ground })).toMatchObject({ ground: read });
});

test.each([[undefined], [null], ['forget'], [{ type: 'forget' }], [{ cojoinHost: 1, type: 'start' }], [{ cojoinHost: 1, type: 'other' }]])(
  'makes nothing of %j from around it',
  (message) => {
    expect(readHostMessage(message)).toBeUndefined();
  },
);
