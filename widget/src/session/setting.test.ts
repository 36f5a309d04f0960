// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { resolveSetting } from './setting.js';

test.each([
  [undefined, true],
  [true, true],
  ['on', true],
  [false, false],
  ['off', false],
] as const)('analytics %s as a prop means %s', (analytics, isOn) => {
  expect(resolveSetting({ analytics }, false).analytics).toBe(isOn);
});
