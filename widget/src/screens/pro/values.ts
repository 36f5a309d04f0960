import { validateProfessionalStep, type ProfessionalForm } from '../../rules/index.js';
import { defaultCountryCode } from '../../form/countryCode.js';
import type { Step } from './machine.js';

/** The professional's fields, named as in the server's messages. */
export type ProValues = ProfessionalForm;

/** The form's initial country. */
export const defaultCountry = 'US';

const blank: ProValues = {
  title: '',
  firstName: '',
  lastName: '',
  credentials: '',
  email: '',
  phoneCountryCode: defaultCountryCode,
  phoneNumber: '',
  phoneExtension: '',
  hearAboutUs: '',
  referralBenchOfficerName: '',
  referralBenchOfficerPosition: '',
  referralColleagueName: '',
  referralColleagueRole: '',
  referralOtherExplain: '',
  practiceName: '',
  addressLine1: '',
  addressLine2: '',
  country: defaultCountry,
  city: '',
  region: '',
  postalCode: '',
  timezone: '',
  roles: [],
  securityQuestion: '',
  securityAnswer: '',
  securityCode: '',
  securityCodeConfirm: '',
};

/** The fields of each step, in the form's order. */
export const fieldsOf = {
  1: [
    'title',
    'firstName',
    'lastName',
    'credentials',
    'email',
    'phoneCountryCode',
    'phoneNumber',
    'phoneExtension',
    'hearAboutUs',
    'referralBenchOfficerName',
    'referralBenchOfficerPosition',
    'referralColleagueName',
    'referralColleagueRole',
    'referralOtherExplain',
  ],
  2: ['practiceName', 'addressLine1', 'addressLine2', 'country', 'city', 'region', 'postalCode', 'timezone', 'roles'],
  3: ['securityQuestion', 'securityAnswer', 'securityCode', 'securityCodeConfirm'],
} as const satisfies Record<Step, readonly (keyof ProValues)[]>;

/** Fields that leave the page's memory only for the server. */
const secrets = ['securityAnswer', 'securityCode', 'securityCodeConfirm'] as const satisfies readonly (keyof ProValues)[];

/** Returns the form's initial values. */
export function blankValues(prefill: Partial<ProValues> = {}): ProValues {
  return { ...blank, ...prefill };
}

/** Returns the part that the tab's store may keep. */
export function withoutSecrets(values: ProValues): ProValues {
  return { ...values, ...Object.fromEntries(secrets.map((name) => [name, ''])) };
}

/** Returns one step's answers as they are sent, without empty fields and without fields that the referral source doesn't need. */
export function answersOf(step: Step, values: ProValues): Partial<ProValues> {
  const { value } = step === 1 ? validateProfessionalStep(1, values) : { value: values };
  // The server normalizes. Our own normalization only clears the unneeded referral fields.
  const kept = (name: keyof ProValues) => (name.startsWith('referral') ? value[name] : values[name]);
  return Object.fromEntries(fieldsOf[step].map((name) => [name, kept(name)]).filter(([, answer]) => answer !== undefined && answer.length > 0));
}

/** Returns all answers as they are sent. */
export function allAnswers(values: ProValues): Partial<ProValues> {
  return { ...answersOf(1, values), ...answersOf(2, values), ...answersOf(3, values) };
}

/** Sets the country, and clears time zone, region and roles, which depend on it. */
export function withCountry(country: string): Pick<ProValues, 'country' | 'timezone' | 'region' | 'roles'> {
  return { country, timezone: '', region: '', roles: [] };
}

/** Returns the first step that our own rules find incomplete, at most 3: no dot leads beyond it. */
export function openStep(values: ProValues): Step {
  if (validateProfessionalStep(1, values).faults.length > 0) return 1;
  return validateProfessionalStep(2, values).faults.length > 0 ? 2 : 3;
}

/** Returns the step of a server message; faults of unknown fields (a duplicate) are about the person. */
export function stepOf(field: string): Step {
  const steps: readonly Step[] = [2, 3];
  return steps.find((step) => (fieldsOf[step] as readonly string[]).includes(field)) ?? 1;
}
