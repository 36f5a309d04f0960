import type { Country, Option, Region, TimeZone } from '../../client/types.js';
import { countryNamer } from '../../i18n/countryName.js';

/** The form's choices that don't depend on the country. */
export interface PersonChoices {
  titles: readonly Option[];
  countryCodes: readonly Option[];
  referrals: readonly Option[];
  benchOfficers: readonly Option[];
  colleagues: readonly Option[];
}

/** The form's choices for the country. Undefined: loading. No regions or time zones: free text. */
export interface PracticeChoices {
  countries: readonly Country[];
  regions: readonly Region[] | undefined;
  timeZones: readonly TimeZone[] | undefined;
  roles: readonly Option[] | undefined;
  /** Part of it is loading. */
  isLoading: boolean;
}

/** The server's value for no choice (EMPTY among the bench officers' positions): its label is the text of the closed select. */
const none = 'EMPTY';

export function withoutNone(options: readonly Option[]): Option[] {
  return options.filter(({ value }) => value !== none);
}

/** Returns the most common countries and country codes, for the time until the look-up answers, or after it fails. */
export function defaultChoices(lang: string): { person: PersonChoices; countries: readonly Country[] } {
  const name = countryNamer(lang);
  return {
    person: {
      titles: [],
      countryCodes: [
        { value: '+1', label: `${name('US')}, ${name('CA')} (+1)` },
        { value: '+44', label: `${name('GB')} (+44)` },
        { value: '+52', label: `${name('MX')} (+52)` },
      ],
      referrals: [],
      benchOfficers: [],
      colleagues: [],
    },
    countries: ['GB', 'US'].map((code) => ({ code, name: name(code) })),
  };
}

/** Returns the label of a value; the value itself if no list has it. */
export function labelOf(options: readonly Option[] | undefined, value: string): string {
  return options?.find((option) => option.value === value)?.label ?? value;
}
