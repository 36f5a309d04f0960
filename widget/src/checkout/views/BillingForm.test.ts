// @vitest-environment jsdom
import { act, createElement } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { FoundAddress } from '../../client/types.js';
import { createI18n } from '../../i18n/i18n.js';
import { SpokenContext } from '../../i18n/spoken.js';
import { billingValues, type BillingValues } from '../billing.js';
import type { AddressLineProps } from './addressSearch.js';
import { BillingForm } from './BillingForm.js';

/** The props of the search, for the test to pick from. */
const line = vi.hoisted(() => ({ props: undefined as AddressLineProps | undefined }));
vi.mock('./AddressLine.js', () => ({
  AddressLine: (props: AddressLineProps) => {
    line.props = props;
    return null;
  },
}));

const i18n = await createI18n('en', ['frame', 'step', 'order']);
const market: FoundAddress = { line1: '1600 Market Street', line2: '', city: 'Philadelphia', region: 'PA', postalCode: '19103', country: 'US' };
const main: FoundAddress = { line1: '12 Main Street', line2: '', city: 'Austin', region: 'TX', postalCode: '78701', country: 'US' };
const countries = ['US', 'CA'].map((code) => ({ code, name: code, regions: [] }));
let root: Root;
let place: HTMLElement;
let values: BillingValues;

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  place = document.createElement('div');
  root = createRoot(place);
  values = billingValues(undefined);
  const form = createElement(BillingForm, {
    values,
    parent: undefined,
    places: { countries, regions: undefined, timeZones: undefined, isLoading: false },
    continueLabel: 'Continue',
    onChange: (next) => (values = next),
    onSubmit: () => undefined,
  });
  act(() => root.render(createElement(SpokenContext, { value: i18n }, form)));
});
afterEach(() => act(() => root.unmount()));

/** Picks a suggestion, as the search does; the test decides when its address arrives. */
function pick(suggested: string) {
  let arrive: (found: FoundAddress) => void = () => undefined;
  const found = new Promise<FoundAddress>((resolve) => (arrive = resolve));
  act(() => {
    line.props?.onChange(suggested);
    line.props?.onAddress(found);
  });
  return (address: FoundAddress) => act(async () => arrive(address));
}

function type(name: string, text: string) {
  const control = place.querySelector<HTMLInputElement | HTMLSelectElement>(`[data-field="address.${name}"]`);
  if (!control) throw new Error(`no field ${name}`);
  act(() => {
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control) as object, 'value')?.set?.call(control, text);
    control.dispatchEvent(new Event(control instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
  });
}

test('a picked address fills in its fields', async () => {
  await pick('1600 Market St')(market);
  expect(values.address).toMatchObject(market);
});

test('of two that were picked the last one counts, whichever comes first', async () => {
  const first = pick('1600 Market St');
  const second = pick('12 Main St');
  await second(main);
  await first(market);
  expect(values.address).toMatchObject(main);
});

test('typing during an address request is kept, in each of its fields', async () => {
  const arrive = pick('1600 Market St');
  act(() => line.props?.onChange('1600 Market Street, Floor 3'));
  type('line2', 'Apartment 5');
  type('postalCode', '19104');
  await arrive(market);
  expect(values.address).toMatchObject({ ...market, line1: '1600 Market Street, Floor 3', line2: 'Apartment 5', postalCode: '19104' });
});

test('an address is left out where another country was chosen meanwhile', async () => {
  const arrive = pick('1600 Market St');
  type('country', 'CA');
  await arrive(market);
  expect(values.address).toMatchObject({ line1: '1600 Market St', city: '', region: '', country: 'CA' });
});
