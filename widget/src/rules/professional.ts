import { checkCountry, checkWithinCountry, type Places } from './address.js';
import { benchOfficerPositions, colleagueRoles, professionalReferrals, professionalRoles, titles } from './choices.js';
import type { RuleCode } from './codes.js';
import { checkPhoneCountryCode, type Checked } from './parent.js';
import { Faults } from './rule.js';
import { rules } from './rules.js';
import { checkConfirmation } from './security.js';
import { digits } from './text.js';

export interface ProfessionalForm {
  title: string;
  firstName: string;
  lastName: string;
  credentials: string;
  email: string;
  phoneCountryCode: string;
  phoneNumber: string;
  phoneExtension: string;
  hearAboutUs: string;
  referralBenchOfficerName: string;
  referralBenchOfficerPosition: string;
  referralColleagueName: string;
  referralColleagueRole: string;
  referralOtherExplain: string;
  practiceName: string;
  addressLine1: string;
  addressLine2: string;
  country: string;
  city: string;
  region: string;
  postalCode: string;
  timezone: string;
  roles: readonly string[];
  securityQuestion: string;
  securityAnswer: string;
  securityCode: string;
  securityCodeConfirm: string;
}

/** One step of the professional form. The other steps' fields are left as they are. */
export function validateProfessionalStep(step: 1 | 2 | 3, form: ProfessionalForm, places: Places = {}): Checked<ProfessionalForm> {
  const faults = new Faults();
  const changed = step === 1 ? checkPerson(faults, form) : step === 2 ? checkPractice(faults, form, places) : checkSecurity(faults, form);
  return { value: { ...form, ...changed }, faults: faults.found };
}

function checkPerson(faults: Faults, form: ProfessionalForm): Partial<ProfessionalForm> {
  const value = {
    title: checkChoice(faults, 'title', form.title, titles, 'signup_title_error', { isOptional: true }),
    firstName: faults.check('firstName', rules.name, form.firstName, 'signup_firstName_error'),
    lastName: faults.check('lastName', rules.name, form.lastName, 'signup_lastName_error'),
    credentials: faults.check('credentials', rules.professionalTextOptional, form.credentials),
    email: faults.check('email', rules.email, form.email, 'signup_email_error'),
    phoneCountryCode: '',
    phoneNumber: '',
    phoneExtension: '',
    hearAboutUs: '',
  };
  if (digits(form.phoneCountryCode) === '') faults.add('phoneCountryCode', 'signup_phoneCountryCode_error');
  else value.phoneCountryCode = checkPhoneCountryCode(faults, 'phoneCountryCode', digits(form.phoneCountryCode));
  value.phoneNumber = faults.check('phoneNumber', rules.phone, form.phoneNumber, 'signup_phoneNumber_error');
  value.phoneExtension = faults.check('phoneExtension', rules.phoneExtension, form.phoneExtension);
  value.hearAboutUs = checkChoice(faults, 'hearAboutUs', form.hearAboutUs, professionalReferrals, 'signup_hearAboutUs_error');
  return { ...value, ...checkReferral(faults, value.hearAboutUs, form) };
}

/** Keeps and checks what the referral source asks for, and clears what it doesn't. */
function checkReferral(faults: Faults, source: string, form: ProfessionalForm) {
  const value = {
    referralBenchOfficerName: '',
    referralBenchOfficerPosition: '',
    referralColleagueName: '',
    referralColleagueRole: '',
    referralOtherExplain: '',
  };
  const name = (field: 'referralBenchOfficerName' | 'referralColleagueName', missing: RuleCode) =>
    faults.check(field, rules.professionalText, form[field], missing);
  if (source === 'BENCH_OFFICER') {
    const position = form.referralBenchOfficerPosition === 'EMPTY' ? '' : form.referralBenchOfficerPosition;
    value.referralBenchOfficerName = name('referralBenchOfficerName', 'signup_referralBenchOfficerName_error');
    value.referralBenchOfficerPosition = checkChoice(
      faults,
      'referralBenchOfficerPosition',
      position,
      benchOfficerPositions,
      'signup_referralBenchOfficerPosition_error',
    );
  } else if (source === 'REFERRED_BY_COLLEAGUE') {
    value.referralColleagueName = name('referralColleagueName', 'signup_referralColleagueName_error');
    value.referralColleagueRole = checkChoice(
      faults,
      'referralColleagueRole',
      form.referralColleagueRole,
      colleagueRoles,
      'signup_referralColleagueRole_error',
    );
  } else if (source === 'OTHER') {
    value.referralOtherExplain = faults.check(
      'referralOtherExplain',
      rules.referralOther,
      form.referralOtherExplain,
      'signup_referralOtherExplain_error',
    );
  }
  return value;
}

function checkChoice(faults: Faults, field: string, typed: string, list: readonly string[], code: RuleCode, { isOptional = false } = {}): string {
  const value = isOptional ? faults.check(field, rules.choiceOptional, typed) : faults.check(field, rules.choice, typed, code);
  if (value !== '' && !faults.has(field) && !list.includes(value)) faults.add(field, code);
  return value;
}

function checkPractice(faults: Faults, form: ProfessionalForm, places: Places): Partial<ProfessionalForm> {
  const practiceName = faults.check('practiceName', rules.professionalText, form.practiceName, 'signup_practiceName_error');
  const addressLine1 = faults.check('addressLine1', rules.addressLine1, form.addressLine1, 'signup_addressLine1_error');
  const addressLine2 = faults.check('addressLine2', rules.addressLine2, form.addressLine2);
  const country = checkCountry(faults, 'country', form.country, places, 'signup_country_error');
  const city = faults.check('city', rules.city, form.city, 'signup_city_error');
  const { timeZone: timezone, ...rest } = checkWithinCountry(
    faults,
    { region: 'region', postalCode: 'postalCode', timeZone: 'timezone' },
    { ...form, country, city, timeZone: form.timezone },
    places,
    { region: 'signup_region_error', postalCode: 'signup_postalCode_error', timeZone: 'signup_timezone_error' },
  );
  const roles = checkRoles(faults, country, form.roles);
  return { practiceName, addressLine1, addressLine2, country, city, ...rest, timezone, roles };
}

/** At least one role, each one of the country's. */
function checkRoles(faults: Faults, country: string, picked: readonly string[]): readonly string[] {
  const offered = professionalRoles[country] ?? professionalRoles[''] ?? [];
  if (picked.length > 0 && picked.every((role) => offered.includes(role))) return [...new Set(picked)];
  faults.add('roles', 'signup_roles_error');
  return picked;
}

function checkSecurity(faults: Faults, form: ProfessionalForm): Partial<ProfessionalForm> {
  const value = {
    securityQuestion: faults.check('securityQuestion', rules.securityQuestion, form.securityQuestion, 'signup_securityQuestion_error'),
    securityAnswer: faults.check('securityAnswer', rules.securityAnswer, form.securityAnswer, 'signup_securityAnswer_error'),
    securityCode: faults.check('securityCode', rules.securityCode, form.securityCode, 'signup_securityCode_error'),
  };
  const securityCodeConfirm = checkConfirmation(
    faults,
    'securityCodeConfirm',
    value.securityCode,
    form.securityCodeConfirm,
    'signup_securityCodeConfirm_error',
  );
  return { ...value, securityCodeConfirm };
}
