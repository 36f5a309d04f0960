import { expect, test } from 'vitest';
import { waitText } from './wait.js';

test.each([
  [0, 'en', '1 second'],
  [39.2, 'en', '40 seconds'],
  [90, 'en', '2 minutes'],
  [3600, 'es', '60 minutos'],
])('%d seconds, in %s: %s', (seconds, lang, words) => {
  expect(waitText(seconds, lang)).toBe(words);
});
