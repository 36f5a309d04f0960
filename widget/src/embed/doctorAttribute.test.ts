// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { attributeFinding } from './doctorAttribute.js';

function findingOf(attributes: string) {
  const place = document.createElement('div');
  place.innerHTML = `<cojoin-join ${attributes}></cojoin-join>`;
  return attributeFinding(place.firstElementChild ?? place);
}

test('known attributes, and those that any element may carry, are fine', () => {
  const fine =
    'theme="dark" start="parents" locale="es-MX" mode="frame" deep-links class="wide" data-v-1a aria-label="Join" onclick="go()" id="join"';
  expect(findingOf(fine)).toEqual({ check: 'attributes', isOk: true, text: 'Every attribute and its value is known.' });
});

test('a mistyped attribute is reported with a suggestion', () => {
  expect(findingOf('theme="drak" locals="es" start="somewhere-else"').text).toBe(
    'theme="drak" is unknown, did you mean dark; locals is not an attribute, did you mean locale; ' +
      'start="somewhere-else" is unknown; known are chooser, parents, professionals, account.',
  );
});
