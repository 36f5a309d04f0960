// @vitest-environment jsdom
import { act, createElement } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { arrival, type Arrival } from '../../../fake/arrival.js';
import type { AddressSuggestion } from '../../client/types.js';
import type { SuggestFieldProps } from '../../fields/SuggestField.js';
import { createI18n } from '../../i18n/i18n.js';
import { SpokenContext } from '../../i18n/spoken.js';
import { AddressSearchField, type AddressSearchFieldProps } from './AddressSearchField.js';

/** The props of the drawn field. */
const shown = vi.hoisted(() => ({ props: undefined as SuggestFieldProps | undefined }));
vi.mock('../../fields/SuggestField.js', () => ({ SuggestField: (props: SuggestFieldProps) => ((shown.props = props), null) }));

const i18n = await createI18n('en', ['frame', 'step', 'order']);
let root: Root;

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.useFakeTimers();
  root = createRoot(document.createElement('div'));
});
afterEach(() => {
  act(() => root.unmount());
  vi.useRealTimers();
});

const rose = { id: 'a', main: '12 Rose Street' };

/** The address line of a British form. The test answers the searches. */
function line() {
  const searches: { query: string; country: string; session: string; signal: AbortSignal; found: Arrival<AddressSuggestion[]> }[] = [];
  const picked: unknown[] = [];
  const typed: string[] = [];
  const calls = {
    addresses: (search: { query: string; country: string; session: string }, signal?: AbortSignal) => {
      const found = arrival<AddressSuggestion[]>();
      searches.push({ ...search, signal: signal ?? new AbortController().signal, found });
      return found.promise;
    },
    address: (...about: unknown[]) => (picked.push(about), new Promise<never>(() => undefined)),
  };
  const draw = (change: Partial<AddressSearchFieldProps['search']> = {}) =>
    act(() =>
      root.render(
        createElement(
          SpokenContext,
          { value: i18n },
          createElement(AddressSearchField, {
            name: 'address.line1',
            label: 'Street',
            value: '',
            onChange: (text) => void typed.push(text),
            onAddress: () => undefined,
            search: { calls, country: 'GB', ...change },
          }),
        ),
      ),
    );
  draw();
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  return {
    draw,
    searches,
    picked,
    typed,
    pass,
    type: (text: string, isTyped = true) => act(() => shown.props?.onChange(text, isTyped)),
    search: async (text: string) => {
      act(() => shown.props?.onChange(text, true));
      await pass(200);
    },
    pick: () => act(() => shown.props?.onPick(rose)),
    answer: (n: number, found: readonly object[] = [rose]) => act(async () => searches[n]?.found.resolve(found as AddressSuggestion[])),
    fail: (n: number) => act(async () => searches[n]?.found.reject(new Error('down'))),
    suggestions: () => shown.props?.suggestions.map(({ id }) => id),
    queries: () => searches.map(({ query }) => query),
  };
}

test('a search waits for a rest in typing, and for three letters', async () => {
  const { type, pass, queries, typed } = line();
  for (const text of ['1', '12', '12 ', '12 R']) {
    type(text);
    await pass(199);
  }
  expect(queries()).toEqual([]);
  await pass(1);
  expect({ queries: queries(), typed }).toEqual({ queries: ['12 R'], typed: ['1', '12', '12 ', '12 R'] });
  type('x'.repeat(101));
  await pass(500);
  expect(queries()).toEqual(['12 R']);
});

test('an address that the browser fills in is not searched, and takes earlier suggestions away', async () => {
  const { search, answer, type, pass, queries, suggestions } = line();
  await search('12 Rose');
  await answer(0);
  expect(suggestions()).toEqual(['a']);
  type('1 Main Street, Leeds', false);
  await pass(1000);
  expect([queries(), suggestions()]).toEqual([['12 Rose'], []]);
});

test('the answer to an earlier search is ignored, and so is its failure', async () => {
  const { search, searches, answer, fail, suggestions } = line();
  await search('12 Ro');
  await search('12 Rose');
  await search('12 Rose S');
  await answer(2, [{ id: 'c', main: 'x' }]);
  await answer(0);
  await fail(1);
  expect([suggestions(), searches.map(({ signal }) => signal.aborted)]).toEqual([['c'], [true, true, false]]);
});

test('a failed search takes the suggestions away', async () => {
  const { search, answer, fail, suggestions } = line();
  await search('12 Rose');
  await answer(0);
  await search('12 Rose S');
  await fail(1);
  expect(suggestions()).toEqual([]);
});

test('suggestions of one country are not shown in another', async () => {
  const { search, answer, draw, suggestions } = line();
  await search('12 Rose');
  await answer(0);
  draw({ country: 'CA' });
  expect(suggestions()).toEqual([]);
});

test('a search under way is ended by another country, and by leaving', async () => {
  const { search, searches, draw } = line();
  await search('12 Rose');
  draw({ country: 'CA' });
  expect(searches[0]?.signal.aborted).toBe(true);
  await search('12 Rose');
  act(() => root.unmount());
  expect(searches[1]?.signal.aborted).toBe(true);
  root = createRoot(document.createElement('div'));
});

test('keystrokes and their pick are one session, and the next search begins another', async () => {
  const { search, searches, answer, pick, picked, typed, suggestions } = line();
  await search('12 R');
  await search('12 Ro');
  await answer(1);
  pick();
  expect([suggestions(), typed.at(-1)]).toEqual([[], '12 Rose Street']);
  await search('14 R');
  const [first, second, third] = searches.map(({ session }) => session);
  expect({ isOne: first === second, isNew: third !== first, picked }).toEqual({ isOne: true, isNew: true, picked: [['a', first]] });
});

test('only Google is credited', () => {
  const { draw } = line();
  const credit = () => shown.props?.credit;
  const before = credit();
  draw({ provider: 'google' });
  expect([before, credit()]).toEqual([undefined, i18n.t('billing_address_google')]);
});
