import type { Option } from '../client/types.js';
import type { CountryCodeOption } from '../fields/index.js';

/** A phone field's initial country code. */
export const defaultCountryCode = '+1';

/** Returns the country codes for the phone field; until they are loaded, only the chosen one. */
export function countryCodeOptions(options: readonly Option[] | undefined, chosen: string): CountryCodeOption[] {
  const list = (options ?? []).map(({ value, label }) => ({ value, label, shortLabel: value.startsWith('+') ? value : `+${value}` }));
  return list.some(({ value }) => value === chosen) ? list : [{ value: chosen, label: chosen, shortLabel: chosen }, ...list];
}
