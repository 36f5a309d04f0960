// @vitest-environment jsdom
import { act, createElement, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AddressSuggestion } from '../../client/types.js';
import { createI18n } from '../../i18n/i18n.js';
import { SpokenContext } from '../../i18n/spoken.js';
import { AddressSearchField } from './AddressSearchField.js';
import type { AddressSearch } from './addressSearch.js';

const i18n = await createI18n('en', ['frame', 'step', 'order']);
let place: HTMLElement;
let root: Root;

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.useFakeTimers();
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
});
afterEach(() => {
  act(() => root.unmount());
  place.remove();
  vi.useRealTimers();
});

function Searched(search: AddressSearch) {
  const [value, onChange] = useState('');
  return createElement(AddressSearchField, { search, name: 'address.line1', label: 'Address', value, onChange, onAddress: () => undefined });
}

const draw = (search: AddressSearch) => act(() => root.render(createElement(SpokenContext, { value: i18n }, createElement(Searched, search))));
const rest = () => act(() => vi.advanceTimersByTimeAsync(1000));

function type(text: string) {
  const field = place.querySelector('input');
  const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  act(() => {
    write?.call(field, text);
    field?.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text.at(-1) ?? '' }));
  });
}

test('typing that rests is searched for, in the country that it was typed in and no other', async () => {
  const requests: { query: string; country: string; session: string; signal: AbortSignal }[] = [];
  const never = new Promise<AddressSuggestion[]>(() => undefined);
  const calls = {
    addresses: (input: { query: string; country: string; session: string }, signal: AbortSignal) => {
      requests.push({ ...input, signal });
      return never;
    },
    address: () => never,
  } as unknown as AddressSearch['calls'];
  const seen = () => requests.map(({ query, country, signal }) => [query, country, signal.aborted ? 'ended' : 'open']);
  draw({ calls, country: 'US' });
  type('12');
  await rest();
  type('12 M');
  type('12 Ma');
  await rest();
  // A view that is drawn again with the same country keeps waiting.
  draw({ calls, country: 'US' });
  expect(seen()).toEqual([['12 Ma', 'US', 'open']]);
  type('12 Mai');
  await rest();
  type('12 Main');
  draw({ calls, country: 'CA' });
  await rest();
  expect(seen()).toEqual([
    ['12 Ma', 'US', 'ended'],
    ['12 Mai', 'US', 'ended'],
  ]);
  type('12 Main S');
  await rest();
  draw({ calls, country: 'MX' });
  expect(seen().slice(2)).toEqual([['12 Main S', 'CA', 'ended']]);
  expect(new Set(requests.map(({ session }) => session)).size).toBe(1);
});
