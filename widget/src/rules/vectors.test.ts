import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import {
  rules,
  validateAddress,
  validateConsent,
  validateEmailPrompt,
  validateFamily,
  validateInviteConsent,
  validateParent,
  validatePassword,
  validateProfessionalStep,
  validateReferral,
  validateSecurityCode,
  validateSecurityQuestion,
  validateUsername,
  type Places,
} from './index.js';
import { Faults, type Fault } from './rule.js';

/** The vectors of the rules: the same files that test the Go rules. */
const sdk = new URL('../../../sdk/', import.meta.url);
const read = (path: string): unknown => JSON.parse(readFileSync(fileURLToPath(new URL(path, sdk)), 'utf8'));

interface Vectors {
  rule?: keyof typeof rules;
  form?: string;
  cases: { name: string; in: never; want: { value?: unknown; code?: string; args?: unknown; violations?: Fault[] } }[];
}

const files = readdirSync(fileURLToPath(new URL('form/testdata/vectors/', sdk)))
  .filter((name) => /^(rule|form)_.*\.json$/.test(name))
  .map((name) => read(`form/testdata/vectors/${name}`) as Vectors);

describe.each(files.filter(({ rule }) => rule))('rule $rule', ({ rule = 'name', cases }) => {
  test.each(cases)('$name', ({ in: typed, want }) => {
    const faults = new Faults();
    const value = faults.check('field', rules[rule], typed);
    const [{ code, args } = {}] = faults.found;
    expect({ value, ...(code && { code }), ...(args && { args }) }).toEqual(want);
    expect(faults.found.length).toBeLessThanOrEqual(1);
  });
});

describe.each(files.filter(({ form }) => form))('form $form', ({ form = '', cases }) => {
  test.each(cases)('$name', ({ in: input, want }) => {
    const run = forms[form];
    if (!run) throw new Error(`no form ${form}`);
    const { value, faults } = run(input);
    expect('value' in want ? { value: named(value, want.value), violations: faults } : { violations: faults }).toEqual(want);
  });
});

/** Returns a form's value without the empty fields that a vector omits, so that a new optional field changes no vector. */
function named(value: unknown, want: unknown): unknown {
  if (Array.isArray(value) && Array.isArray(want)) return value.map((item, i) => named(item, want[i]));
  if (!isObject(value) || !isObject(want)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, field]) => (name in want || (field !== '' && field !== null) ? [[name, named(field, want[name])]] : [])),
  );
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

interface Outcome {
  value?: unknown;
  faults: Fault[];
}

const forms: Record<string, (input: never) => Outcome> = {
  parent: validateParent,
  family: (input: Parameters<typeof validateFamily>[1] & { parent: Parameters<typeof validateFamily>[0] }) => validateFamily(input.parent, input),
  emailPrompt: ({ email, parentEmail }: Record<string, string>) => validateEmailPrompt(email ?? '', parentEmail ?? ''),
  address: (input: Parameters<typeof validateAddress>[0] & { timeZone: string }) => validateAddress(input, input.timeZone, placesOf(input)),
  referral: validateReferral,
  securityQuestion: ({ securityQuestion, securityAnswer }: Record<string, string>) =>
    validateSecurityQuestion(securityQuestion ?? '', securityAnswer ?? ''),
  securityCode: ({ securityCode, confirmCode }: Record<string, string>) => validateSecurityCode(securityCode ?? '', confirmCode ?? ''),
  username: validateUsername,
  password: ({ password, username, email }: Record<string, string>) => ({ faults: validatePassword(password ?? '', username ?? '', email ?? '') }),
  consent: (input: { country: string; termsAndConditions: boolean }) => ({ faults: validateConsent(input.country, input.termsAndConditions) }),
  inviteConsent: (input: { agreedBefore: boolean; termsAndConditions: boolean }) => ({
    faults: validateInviteConsent(input.agreedBefore, input.termsAndConditions),
  }),
  professional1: (input: Parameters<typeof validateProfessionalStep>[1]) => validateProfessionalStep(1, input),
  professional2: (input: Parameters<typeof validateProfessionalStep>[1]) => validateProfessionalStep(2, input, placesOf(input)),
  professional3: (input: Parameters<typeof validateProfessionalStep>[1]) => validateProfessionalStep(3, input),
};

/** Returns the look-ups' results for a country and region, from the server's own data. */
function placesOf(typed: { country: string; region: string }): Places {
  const upper = typed.country.trim().toUpperCase();
  const country = upper === 'USA' ? 'US' : upper;
  const regions = regionData.regions[country] ?? [];
  const entered = typed.region.trim().toLowerCase();
  const region = regions.find(({ code, en }) => code.toLowerCase() === entered || en.toLowerCase() === entered);
  const zones = region?.timeZones ?? zoneData.countries[country] ?? [];
  return {
    countries: countryData.countries,
    regions: regions.map(({ code, en }) => ({ code, name: en })),
    timeZones: zones.map((id) => ({ id })),
  };
}

const countryData = read('form/data/country.json') as { countries: { code: string }[] };
const regionData = read('form/data/region.json') as { regions: Record<string, { code: string; en: string; timeZones?: string[] }[]> };
const zoneData = read('form/data/timezone.json') as { countries: Record<string, string[]> };
