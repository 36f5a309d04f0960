import { expect, test } from 'vitest';
import { offersChat } from './supportChat.js';

test.each([
  ['/signup', true, true],
  ['/duplicate', true, true],
  ['/step1', true, false],
  ['/payment', true, false],
  ['/signup', false, false],
] as const)('chat on %s with the flag %s: %s', (path, supportChat, want) => {
  expect(offersChat(path, { supportChat })).toBe(want);
});

test('without the flag there is no chat', () => {
  expect(offersChat('/signup', {})).toBe(false);
});
