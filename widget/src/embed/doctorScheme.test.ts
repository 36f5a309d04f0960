// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest';
import { schemeFinding } from './doctorScheme.js';

afterEach(() => document.body.replaceChildren());

function findingOf(ground: string, theme: string) {
  document.body.innerHTML = `<main style="${ground}"><section><cojoin-join><div class="cojoin-root" data-theme="${theme}"></div></cojoin-join></section></main>`;
  return schemeFinding(document.querySelector('cojoin-join') ?? document.body);
}

test.each([
  ['background-color: rgb(255, 255, 255)', 'light'],
  ['background-color: rgb(18, 18, 20)', 'dark'],
  // Neither dark nor bright, or not a plain color.
  ['background-color: rgb(120, 120, 120)', 'light'],
  ['background-color: rgb(18, 18, 20); background-image: linear-gradient(red, blue)', 'light'],
  ['', 'light'],
])('on %s a %s flow is fine', (ground, theme) => {
  expect(findingOf(ground, theme)).toEqual({
    check: 'color_scheme',
    isOk: true,
    text: 'No difference found between the color scheme of the flow and the background of the page.',
  });
});

test('a dark page without color-scheme is reported with a remedy, and so is a bright one with a dark flow', () => {
  expect(findingOf('background-color: rgb(18, 18, 20)', 'light').text).toBe(
    'The background of the page is dark (rgb(18, 18, 20)), but the flow is light. Declare color-scheme: dark on <html>, or set theme="dark".',
  );
  expect(findingOf('background-color: rgb(250, 250, 250)', 'dark')).toEqual({
    check: 'color_scheme',
    isOk: false,
    text: 'The background of the page is bright (rgb(250, 250, 250)), but the flow is dark. Set theme="light", or remove color-scheme: dark.',
  });
});
