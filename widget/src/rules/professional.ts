import { checkCountry, checkWithinCountry, type Places } from './address.js';
import { benchOfficerPositions, colleagueRoles, professionalReferrals, professionalRoles, titles } from './choices.js';
import type { RuleCode } from './codes.js';
import { phoneCountryCodeRule, type Checked } from './parent.js';
import { Faults, type FormRules } from './rule.js';
import { rules } from './rules.js';
import { checkConfirmation } from './security.js';
import { digits } from './text.js';

/** The rules of each step's fields that depend on nothing else, in the order of the form. */
export const professionalRules = {
  1: {
    title: { rule: rules.choiceOptional },
    firstName: { rule: rules.name, missing: 'signup_firstName_error' },
    lastName: { rule: rules.name, missing: 'signup_lastName_error' },
    credentials: { rule: rules.professionalTextOptional },
    email: { rule: rules.email, missing: 'signup_email_error' },
    phoneCountryCode: { rule: phoneCountryCodeRule, missing: 'signup_phoneCountryCode_error' },
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
    securityCodeConfirm: { rule: rules.choice, missing: 'signup_securityCodeConfirm_error' },
  },
} as const satisfies Record<1 | 2 | 3, FormRules>;

type Person = keyof (typeof professionalRules)[1];
type Practice = keyof (typeof professionalRules)[2];
type Security = keyof (typeof professionalRules)[3];

export type ProfessionalForm = Readonly<Record<Person | Practice | Security, string>> & { readonly roles: readonly string[] };

/** One step of the professional form. The other steps' fields are left as they are. */
export function validateProfessionalStep(step: 1 | 2 | 3, form: ProfessionalForm, places: Places = {}): Checked<ProfessionalForm> {
  const faults = new Faults();
  const changed = step === 1 ? checkPerson(faults, form) : step === 2 ? checkPractice(faults, form, places) : checkSecurity(faults, form);
  return { value: { ...form, ...changed }, faults: faults.found };
}

function checkPerson(faults: Faults, form: ProfessionalForm): Partial<ProfessionalForm> {
  const of = fieldChecker(faults, professionalRules[1], form);
  const countryCode = digits(form.phoneCountryCode);
  const value = {
    title: of.choice('title', titles, 'signup_title_error'),
    firstName: of.text('firstName'),
    lastName: of.text('lastName'),
    credentials: of.text('credentials'),
    email: of.text('email'),
    // Without a digit it isn't the default one, as it is for a parent: nothing was chosen.
    phoneCountryCode: countryCode === '' ? of.missing('phoneCountryCode') : of.text('phoneCountryCode', countryCode),
    phoneNumber: of.text('phoneNumber'),
    phoneExtension: of.text('phoneExtension'),
    hearAboutUs: of.choice('hearAboutUs', professionalReferrals),
  };
  return { ...value, ...checkReferral(faults, value.hearAboutUs, form) };
}

/** Keeps and checks what the referral source asks for, and clears what it doesn't. */
function checkReferral(faults: Faults, source: string, form: ProfessionalForm) {
  const of = fieldChecker(faults, professionalRules[1], form);
  const none = {
    referralBenchOfficerName: '',
    referralBenchOfficerPosition: '',
    referralColleagueName: '',
    referralColleagueRole: '',
    referralOtherExplain: '',
  };
  switch (source) {
    case 'BENCH_OFFICER':
      return {
        ...none,
        referralBenchOfficerName: of.text('referralBenchOfficerName'),
        referralBenchOfficerPosition: of.choice('referralBenchOfficerPosition', benchOfficerPositions),
      };
    case 'REFERRED_BY_COLLEAGUE':
      return {
        ...none,
        referralColleagueName: of.text('referralColleagueName'),
        referralColleagueRole: of.choice('referralColleagueRole', colleagueRoles),
      };
    case 'OTHER':
      return { ...none, referralOtherExplain: of.text('referralOtherExplain') };
    default:
      return none;
  }
}

/** Checks fields of a step by the step's rules, and choices against their lists, too. A list's EMPTY stands for no choice. */
function fieldChecker<N extends string>(faults: Faults, step: FormRules<N>, form: Readonly<Record<NoInfer<N>, string>>) {
  const text = (name: N, typed = form[name]) => faults.check(name, step[name].rule, typed, step[name].missing);
  const choice = (name: N, list: readonly string[], unknown: RuleCode | undefined = step[name].missing) => {
    const value = text(name, form[name] === 'EMPTY' ? '' : form[name]);
    if (value !== '' && unknown && !faults.has(name) && !list.includes(value)) faults.add(name, unknown);
    return value;
  };
  const missing = (name: N) => {
    faults.add(name, step[name].missing ?? 'field_required');
    return '';
  };
  return { text, choice, missing };
}

function checkPractice(faults: Faults, form: ProfessionalForm, places: Places): Partial<ProfessionalForm> {
  const step = professionalRules[2];
  const of = fieldChecker(faults, step, form);
  const value = { practiceName: of.text('practiceName'), addressLine1: of.text('addressLine1'), addressLine2: of.text('addressLine2') };
  const country = checkCountry(faults, 'country', form.country, places, step.country.missing);
  const city = of.text('city');
  const { timeZone: timezone, ...rest } = checkWithinCountry(
    faults,
    { region: 'region', postalCode: 'postalCode', timeZone: 'timezone' },
    { ...form, country, city, timeZone: form.timezone },
    places,
    { region: step.region.missing, postalCode: step.postalCode.missing, timeZone: step.timezone.missing },
  );
  const roles = checkRoles(faults, country, form.roles);
  return { ...value, country, city, ...rest, timezone, roles };
}

/** At least one role, each one of the country's. */
function checkRoles(faults: Faults, country: string, picked: readonly string[]): readonly string[] {
  const offered = professionalRoles[country] ?? professionalRoles[''] ?? [];
  if (picked.length > 0 && picked.every((role) => offered.includes(role))) return [...new Set(picked)];
  faults.add('roles', 'signup_roles_error');
  return picked;
}

function checkSecurity(faults: Faults, form: ProfessionalForm): Partial<ProfessionalForm> {
  const step = professionalRules[3];
  const of = fieldChecker(faults, step, form);
  const value = { securityQuestion: of.text('securityQuestion'), securityAnswer: of.text('securityAnswer'), securityCode: of.text('securityCode') };
  const { missing } = step.securityCodeConfirm;
  return { ...value, securityCodeConfirm: checkConfirmation(faults, 'securityCodeConfirm', value.securityCode, form.securityCodeConfirm, missing) };
}
