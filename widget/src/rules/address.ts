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

/** The rules of the billing address and time zone. The country adds more. */
export const addressRules = {
  line1: { rule: rules.addressLine1 },
  line2: { rule: rules.addressLine2 },
  city: { rule: rules.city },
  country: { rule: rules.country },
  region: { rule: rules.region },
  postalCode: { rule: rules.postalCode },
  timeZone: { rule: rules.timeZone },
} as const satisfies FormRules;

/** The results of the server's look-ups. The server checks whatever is missing here. */
export interface Places {
  countries?: readonly { code: string }[] | undefined;
  /** The country's regions; empty: free text. */
  regions?: readonly { code: string; name: string }[] | undefined;
  /** The time zones of country and region; empty: free text. */
  timeZones?: readonly { id: string }[] | undefined;
}

/** Validates billing address and time zone. */
export function validateAddress(
  form: AddressForm,
  timeZone: string,
  places: Places = {},
): Checked<AddressForm & { line2: string | null; timeZone: string }> {
  const faults = new Faults();
  const { timeZone: zone, ...rows } = addressRules;
  const typed = { ...faults.checkAll(rows, form, 'address.'), ...faults.checkAll({ timeZone: zone }, { timeZone }) };
  const fields = { country: 'address.country', region: 'address.region', postalCode: 'address.postalCode', timeZone: 'timeZone' };
  const value = { ...typed, ...checkPlace(faults, fields, typed, places) };
  return { value: { ...value, line2: value.line2 || null }, faults: faults.found };
}

interface Place {
  city: string;
  country: string;
  region: string;
  postalCode: string;
  timeZone: string;
}

/** Checks a normalized place against its country, and returns it with the codes of country and region. */
export function checkPlace(faults: Faults, field: Record<Exclude<keyof Place, 'city'>, string>, place: Place, places: Places): Omit<Place, 'city'> {
  const { countries, regions = [], timeZones = [] } = places;
  const { timeZone } = place;
  const country = place.country === 'USA' ? 'US' : place.country;
  if (country !== '' && !faults.has(field.country) && countries && !countries.some(({ code }) => code === country)) {
    faults.add(field.country, 'country_unknown');
  }

  const known = findRegion(regions, place.region);
  const region = known?.code ?? place.region;
  if (region !== '' && regions.length > 0 && !known && !faults.has(field.region)) faults.add(field.region, 'region_unknown');
  if (country === 'US' && isMilitaryPost(place.city) && !militaryRegions.includes(region) && !faults.has(field.region)) {
    faults.add(field.region, 'region_military');
  }

  const postalCode = normalizePostalCode(country, place.postalCode);
  const postalFault = postalCode === '' || faults.has(field.postalCode) ? undefined : postalCodeFault(country, region, postalCode);
  if (postalFault) faults.add(field.postalCode, postalFault);

  if (timeZone !== '' && !faults.has(field.timeZone) && timeZones.length > 0 && !timeZones.some(({ id }) => id === timeZone)) {
    faults.add(field.timeZone, 'time_zone_unknown');
  }
  return { country, region, postalCode, timeZone };
}

/** Returns the code of a region typed by code or name; other text is returned unchanged. */
export function regionCode(regions: readonly { code: string; name: string }[] | undefined, typed: string): string {
  return findRegion(regions ?? [], typed)?.code ?? typed;
}

function findRegion(regions: readonly { code: string; name: string }[], typed: string) {
  const text = typed.toLowerCase();
  return regions.find(({ code }) => code.toLowerCase() === text) ?? regions.find(({ name }) => name.toLowerCase() === text);
}

function isMilitaryPost(city: string): boolean {
  return militaryPosts.includes((city.split(' ')[0] ?? '').toUpperCase());
}

/** Returns a postal code in its country's format; an invalid one is returned in upper case. */
export function normalizePostalCode(country: string, typed: string): string {
  const code = normalize('code', typed);
  const format = postalFormats[country];
  if (!format?.spaced || !format.pattern.test(code)) return code;
  const joined = code.replace(/[ -]/g, '');
  return `${joined.slice(0, -format.spaced)} ${joined.slice(-format.spaced)}`;
}

/** Returns the fault of a normalized postal code for its country and, in the US and Canada, its region. */
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
