import type { Option } from '../client/types.js';
import type { CountryCodeOption } from '../fields/index.js';

/** The country code that a phone field begins with. */
export const defaultCountryCode = '+1';

/** Country codes as the phone field shows them; until the look-up has answered, the chosen one alone. */
export function countryCodeOptions(options: readonly Option[] | undefined, chosen: string): CountryCodeOption[] {
  const list = (options ?? []).map(({ value, label }) => ({ value, label, shortLabel: value.startsWith('+') ? value : `+${value}` }));
  return list.some(({ value }) => value === chosen) ? list : [{ value: chosen, label: chosen, shortLabel: chosen }, ...list];
}
