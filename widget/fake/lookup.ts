import countryFile from '../../sdk/form/data/country.json';
import phoneFile from '../../sdk/form/data/phone_code.json';
import regionFile from '../../sdk/form/data/region.json';
import zoneFile from '../../sdk/form/data/timezone.json';
import type { Country, Option, ParentOptions, ProfessionalOptions, Region, TimeZone } from '../src/client/types.js';
import { answered, word } from './words.js';

/* The lists for forms, from the same data as the server's. */

/** A row with its names by language. */
type Named = Readonly<Record<string, unknown>>;

interface RegionRow extends Named {
  code: string;
  timeZones?: readonly string[];
}

const nameIn = (row: Named, lang: string) => String(row[answered(lang)] ?? row['en']);
const byName = (lang: string) => (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name, answered(lang));

const regionRows: Readonly<Record<string, readonly RegionRow[]>> = regionFile.regions;

/** Returns the code with +; undefined if the country has none. */
function phoneCodeOf(country: string): string | undefined {
  const found = phoneFile.codes.find((row) => row.regions.includes(country));
  return found && `+${found.code}`;
}

export function countries(lang: string): Country[] {
  return countryFile.countries
    .map((row) => {
      const phoneCountryCode = phoneCodeOf(row.code);
      const list = regions(row.code, lang);
      return {
        code: row.code,
        name: nameIn(row, lang),
        ...(phoneCountryCode ? { phoneCountryCode } : {}),
        ...(list.length > 0 ? { regions: list } : {}),
      };
    })
    .toSorted(byName(lang));
}

function regions(country: string, lang: string): Region[] {
  return (regionRows[country] ?? []).map((row) => ({ code: row.code, name: nameIn(row, lang) })).toSorted(byName(lang));
}

/** Returns the time zones of a country, or of one of its regions. */
export function timeZones(country: string, lang: string, region?: string): TimeZone[] {
  const ofRegion = regionRows[country]?.find(({ code }) => code === region)?.timeZones;
  const ids: readonly string[] = ofRegion ?? (zoneFile.countries as Readonly<Record<string, readonly string[]>>)[country] ?? [];
  return ids.flatMap((id) => {
    const row = zoneFile.zones.find((zone) => zone.id === id);
    return row ? [{ id, name: nameIn(row, lang) }] : [];
  });
}

const titles = { MR: 'mr', MS: 'ms', MRS: 'mrs', HONORABLE: 'honorable', DOCTOR: 'doctor' };
const benchOfficers = { EMPTY: 'empty', JUDGE: 'judge', MAGISTRATE: 'magistrate' };
const colleagues = { ATTORNEY: 'attorney', EVALUATOR: 'evaluator', THERAPIST: 'therapist' };
const roles = {
  ATTORNEY: 'attorney',
  MEDIATOR: 'mediator',
  PARENTING_COORDINATOR: 'parenting_coordinator',
  JUDGE: 'judge',
  GUARDIAN_AD_LITEM: 'guardian_ad_litem',
};
const sharedReferrals = {
  BENCH_OFFICER: 'bench_officer',
  REFERRED_BY_COLLEAGUE: 'colleague',
  SEARCH_ENGINE: 'search_engine',
  REFERRED_FR: 'friend',
  NEWS_STORY: 'news_story',
  OTHER: 'other',
};
const parentReferrals = { COURT_ORDERED: 'court_ordered', REFERRED_FL: 'family_lawyer', ...sharedReferrals };
const questions = ['first_pet', 'first_school', 'birth_city', 'first_job'];

const options = (prefix: string, values: Readonly<Record<string, string>>, lang: string): Option[] =>
  Object.entries(values).map(([value, code]) => ({ value, label: word(lang, `${prefix}_${code}`) }));

function phoneCodes(lang: string): Option[] {
  const usual = { '+1': 'us_canada', '+44': 'united_kingdom', '+52': 'mexico' };
  return options('phone_code', usual, lang).map(({ value, label }) => ({ value, label: `${label} (${value})` }));
}

export function parentOptions(lang: string): ParentOptions {
  return {
    referrals: options('referral', parentReferrals, lang),
    countryCodes: phoneCodes(lang),
    securityQuestions: questions.map((code) => {
      const question = word(lang, `security_question_${code}`);
      return { value: question, label: question };
    }),
  };
}

export function professionalOptions(country: string, lang: string): ProfessionalOptions {
  return {
    benchOfficers: options('bench_officer', benchOfficers, lang),
    colleagues: options('colleague', colleagues, lang),
    countries: countries(lang),
    countryCodes: phoneCodes(lang),
    referrals: options('referral', sharedReferrals, lang),
    regions: regions(country, lang),
    roles: options('role', roles, lang),
    timezones: timeZones(country, lang),
    titles: options('title', titles, lang),
  };
}
