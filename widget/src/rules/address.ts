import type { RuleCode } from './codes.js';
import type { Checked } from './parent.js';
import { militaryPosts, militaryRegions, postalFormats, postalPrefixes } from './postal.js';
import { Faults, type FormRules } from './rule.js';
import { rules } from './rules.js';
import { normalize } from './text.js';

export interface AddressForm {
  line1: string;
  line2?: string | null | undefined;
  city: string;
  region: string;
  postalCode: string;
  country: string;
}

/** What billing asks of an address, and the time zone. The country decides more. */
export const addressRules = {
  line1: { rule: rules.addressLine1 },
  line2: { rule: rules.addressLine2 },
  city: { rule: rules.city },
  country: { rule: rules.country },
  region: { rule: rules.region },
  postalCode: { rule: rules.postalCode },
  timeZone: { rule: rules.timeZone },
} as const satisfies FormRules;

/** What the server's look-ups said. What isn't there is left for the server to check. */
export interface Places {
  countries?: readonly { code: string }[] | undefined;
  /** Of the country; empty: free text. */
  regions?: readonly { code: string; name: string }[] | undefined;
  /** Of the country and region; empty: free text. */
  timeZones?: readonly { id: string }[] | undefined;
}

/** Billing address and time zone. */
export function validateAddress(
  form: AddressForm,
  timeZone: string,
  places: Places = {},
): Checked<AddressForm & { line2: string | null; timeZone: string }> {
  const faults = new Faults();
  const line1 = faults.check('address.line1', rules.addressLine1, form.line1);
  const line2 = faults.check('address.line2', rules.addressLine2, form.line2 ?? '') || null;
  const city = faults.check('address.city', rules.city, form.city);
  const fields = { country: 'address.country', region: 'address.region', postalCode: 'address.postalCode', timeZone: 'timeZone' };
  const country = checkCountry(faults, fields.country, form.country, places);
  const rest = checkWithinCountry(faults, fields, { ...form, city, country, timeZone }, places);
  return { value: { line1, line2, city, country, ...rest }, faults: faults.found };
}

/** Checks a country and gives its code. A form may have a code of its own for one that is missing. */
export function checkCountry(faults: Faults, field: string, typed: string, places: Places, missing?: RuleCode): string {
  const code = faults.check(field, rules.country, typed, missing);
  const country = code === 'USA' ? 'US' : code;
  if (country !== '' && !faults.has(field) && places.countries && !places.countries.some((known) => known.code === country)) {
    faults.add(field, 'country_unknown');
  }
  return country;
}

interface Place {
  city: string;
  country: string;
  region: string;
  postalCode: string;
  timeZone: string;
}

/** Checks region, postal code and time zone of a place whose country and city are normalised. */
export function checkWithinCountry(
  faults: Faults,
  field: { region: string; postalCode: string; timeZone: string },
  place: Place,
  places: Places,
  missing: { region?: RuleCode; postalCode?: RuleCode; timeZone?: RuleCode } = {},
): Pick<Place, 'region' | 'postalCode' | 'timeZone'> {
  const { country } = place;
  let region = faults.check(field.region, rules.region, place.region, missing.region);
  if (region !== '' && places.regions && places.regions.length > 0 && !faults.has(field.region)) {
    const known = findRegion(places.regions, region);
    if (known) region = known.code;
    else faults.add(field.region, 'region_unknown');
  }
  if (country === 'US' && isMilitaryPost(place.city) && !militaryRegions.includes(region) && !faults.has(field.region)) {
    faults.add(field.region, 'region_military');
  }

  const postalCode = normalizePostalCode(country, faults.check(field.postalCode, rules.postalCode, place.postalCode, missing.postalCode));
  const postalFault = postalCode === '' || faults.has(field.postalCode) ? undefined : postalCodeFault(country, region, postalCode);
  if (postalFault) faults.add(field.postalCode, postalFault);

  const timeZone = faults.check(field.timeZone, rules.timeZone, place.timeZone, missing.timeZone);
  const { timeZones = [] } = places;
  if (timeZone !== '' && !faults.has(field.timeZone) && timeZones.length > 0 && !timeZones.some((zone) => zone.id === timeZone)) {
    faults.add(field.timeZone, 'time_zone_unknown');
  }
  return { region, postalCode, timeZone };
}

/** The code of a region of which the code or the name was typed; any other text stays as it is. */
export function regionCode(regions: readonly { code: string; name: string }[] | undefined, typed: string): string {
  return findRegion(regions ?? [], typed)?.code ?? typed;
}

function findRegion(regions: readonly { code: string; name: string }[], typed: string) {
  const wanted = typed.toLowerCase();
  return regions.find(({ code }) => code.toLowerCase() === wanted) ?? regions.find(({ name }) => name.toLowerCase() === wanted);
}

function isMilitaryPost(city: string): boolean {
  return militaryPosts.includes((city.split(' ')[0] ?? '').toUpperCase());
}

/** A postal code as its country writes it; one that isn't any comes back in upper case. */
export function normalizePostalCode(country: string, typed: string): string {
  const code = normalize('code', typed);
  const format = postalFormats[country];
  if (!format?.spaced || !format.pattern.test(code)) return code;
  const joined = code.replace(/[ -]/g, '');
  return `${joined.slice(0, -format.spaced)} ${joined.slice(-format.spaced)}`;
}

/** What is wrong with a normalised postal code for its country and, in the US and Canada, its region. */
export function postalCodeFault(country: string, region: string, code: string): RuleCode | undefined {
  const format = postalFormats[country];
  if (!format) return undefined;
  if (!format.pattern.test(code)) return 'postal_code_invalid';
  const prefixes = postalPrefixes[country]?.[region.toUpperCase()];
  return format.region && prefixes && !prefixes.split(' ').some((prefix) => hasPrefix(code, prefix)) ? format.region : undefined;
}

/** A prefix is single ("082") or from–to ("15-18"). */
function hasPrefix(code: string, prefix: string): boolean {
  const [first = '', last = first] = prefix.split('-');
  const start = code.slice(0, first.length);
  return start >= first && start <= last;
}
