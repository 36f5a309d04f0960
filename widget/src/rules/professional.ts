import { checkPlace, type Places } from './address.js';
import { benchOfficerPositions, colleagueRoles, professionalReferrals, professionalRoles, titles } from './choices.js';
import type { RuleCode } from './codes.js';
import { chosenCountryCodeRule, type Checked } from './parent.js';
import { Faults, absent, type FormRules } from './rule.js';
import { rules } from './rules.js';
import { checkConfirmation, confirmationRule } from './security.js';
import { normalize } from './text.js';

/** The rules of each step's fields, in the order of the form. */
export const professionalRules = {
  1: {
    title: { rule: rules.choiceOptional },
    firstName: { rule: rules.name, missing: 'signup_firstName_error' },
    lastName: { rule: rules.name, missing: 'signup_lastName_error' },
    credentials: { rule: rules.professionalTextOptional },
    email: { rule: rules.email, missing: 'signup_email_error' },
    phoneCountryCode: { rule: chosenCountryCodeRule, missing: 'signup_phoneCountryCode_error' },
    phoneNumber: { rule: rules.phone, missing: 'signup_phoneNumber_error' },
    phoneExtension: { rule: rules.phoneExtension },
    hearAboutUs: { rule: rules.choice, missing: 'signup_hearAboutUs_error' },
    referralBenchOfficerName: { rule: rules.professionalText, missing: 'signup_referralBenchOfficerName_error' },
    referralBenchOfficerPosition: { rule: rules.choice, missing: 'signup_referralBenchOfficerPosition_error' },
    referralColleagueName: { rule: rules.professionalText, missing: 'signup_referralColleagueName_error' },
    referralColleagueRole: { rule: rules.choice, missing: 'signup_referralColleagueRole_error' },
    referralOtherExplain: { rule: rules.referralOther, missing: 'signup_referralOtherExplain_error' },
  },
  2: {
    practiceName: { rule: rules.professionalText, missing: 'signup_practiceName_error' },
    addressLine1: { rule: rules.addressLine1, missing: 'signup_addressLine1_error' },
    addressLine2: { rule: rules.addressLine2 },
    country: { rule: rules.country, missing: 'signup_country_error' },
    city: { rule: rules.city, missing: 'signup_city_error' },
    region: { rule: rules.region, missing: 'signup_region_error' },
    postalCode: { rule: rules.postalCode, missing: 'signup_postalCode_error' },
    timezone: { rule: rules.timeZone, missing: 'signup_timezone_error' },
  },
  3: {
    securityQuestion: { rule: rules.securityQuestion, missing: 'signup_securityQuestion_error' },
    securityAnswer: { rule: rules.securityAnswer, missing: 'signup_securityAnswer_error' },
    securityCode: { rule: rules.securityCode, missing: 'signup_securityCode_error' },
    securityCodeConfirm: { rule: confirmationRule, missing: 'signup_securityCodeConfirm_error' },
  },
} as const satisfies Record<1 | 2 | 3, FormRules>;

type Person = keyof (typeof professionalRules)[1];
type Practice = keyof (typeof professionalRules)[2];
type Security = keyof (typeof professionalRules)[3];

export type ProfessionalForm = Readonly<Record<Person | Practice | Security, string>> & { readonly roles: readonly string[] };

/** Validates one step of the professional form. The other steps' fields stay unchanged. */
export function validateProfessionalStep(step: 1 | 2 | 3, form: ProfessionalForm, places: Places = {}): Checked<ProfessionalForm> {
  const faults = new Faults();
  const changed = step === 1 ? checkPerson(faults, form) : step === 2 ? checkPractice(faults, form, places) : checkSecurity(faults, form);
  return { value: { ...form, ...changed }, faults: faults.found };
}

/** The referral source that requires a field. Every person gets the other fields. */
const sources: Readonly<Partial<Record<Person, string>>> = {
  referralBenchOfficerName: 'BENCH_OFFICER',
  referralBenchOfficerPosition: 'BENCH_OFFICER',
  referralColleagueName: 'REFERRED_BY_COLLEAGUE',
  referralColleagueRole: 'REFERRED_BY_COLLEAGUE',
  referralOtherExplain: 'OTHER',
};

/** The fields with a list, and the code for a value outside of it. A list's EMPTY means no choice. */
const choices: Readonly<Partial<Record<Person, readonly [list: readonly string[], unknown: RuleCode]>>> = {
  title: [titles, 'signup_title_error'],
  hearAboutUs: [professionalReferrals, 'signup_hearAboutUs_error'],
  referralBenchOfficerPosition: [benchOfficerPositions, 'signup_referralBenchOfficerPosition_error'],
  referralColleagueRole: [colleagueRoles, 'signup_referralColleagueRole_error'],
};

/** Checks the fields that the referral source requires, and clears the others. */
function checkPerson(faults: Faults, form: ProfessionalForm): Record<Person, string> {
  const names = Object.keys(professionalRules[1]) as Person[];
  const source = normalize(rules.choice.normal, form.hearAboutUs);
  const rows = names.map((name) => [name, (sources[name] ?? source) === source ? professionalRules[1][name] : absent]);
  const typed = names.map((name) => [name, choices[name] && form[name] === 'EMPTY' ? '' : form[name]]);
  const value = faults.checkAll(Object.fromEntries(rows) as FormRules<Person>, Object.fromEntries(typed) as Record<Person, string>);
  for (const name of names) {
    const [list, unknown] = choices[name] ?? [];
    if (unknown && value[name] !== '' && !faults.has(name) && !list?.includes(value[name])) faults.add(name, unknown);
  }
  return value;
}

function checkPractice(faults: Faults, form: ProfessionalForm, places: Places): Partial<ProfessionalForm> {
  const value = faults.checkAll(professionalRules[2], form);
  const fields = { country: 'country', region: 'region', postalCode: 'postalCode', timeZone: 'timezone' };
  const { timeZone: timezone, ...place } = checkPlace(faults, fields, { ...value, timeZone: value.timezone }, places);
  return { ...value, ...place, timezone, roles: checkRoles(faults, place.country, form.roles) };
}

/** Checks for at least one role, each on the country's list. */
function checkRoles(faults: Faults, country: string, picked: readonly string[]): readonly string[] {
  const offered = professionalRoles[country] ?? professionalRoles[''] ?? [];
  if (picked.length > 0 && picked.every((role) => offered.includes(role))) return [...new Set(picked)];
  faults.add('roles', 'signup_roles_error');
  return picked;
}

function checkSecurity(faults: Faults, form: ProfessionalForm): Record<Security, string> {
  const value = faults.checkAll(professionalRules[3], form);
  checkConfirmation(faults, 'securityCodeConfirm', value.securityCodeConfirm, value.securityCode);
  return value;
}
