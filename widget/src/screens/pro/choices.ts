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

/** The form's choices for a country. A list is undefined until it is loaded. If the list of regions or time zones is empty, the field takes free text. */
export interface PracticeChoices {
  countries: readonly Country[];
  regions: readonly Region[] | undefined;
  timeZones: readonly TimeZone[] | undefined;
  roles: readonly Option[] | undefined;
  /** At least one list is loading. */
  isLoading: boolean;
}

/** The server's option for "not chosen", e.g. among the positions of bench officers (judges). The form doesn't offer it. */
const none = 'EMPTY';

/** Returns the options that the form offers. */
export function withoutNone(options: readonly Option[]): Option[] {
  return options.filter(({ value }) => value !== none);
}

/** Returns the most common countries and phone codes, shown while the lists are loading, and if loading failed. */
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

/** Returns the label of a value, or the value itself if it isn't among the options. */
export function labelOf(options: readonly Option[] | undefined, value: string): string {
  return options?.find((option) => option.value === value)?.label ?? value;
}
