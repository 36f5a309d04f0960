import * as v from 'valibot';
import type { RuleCode } from './codes.js';
import { Faults, type Fault, type FormRules, type FormValues, type Rule } from './rule.js';
import { knownPhoneCountryCodes, trunkPrefixes } from './phoneCodes.js';
import { rules } from './rules.js';
import { digits, folded, normalize } from './text.js';

const defaultPhoneCountryCode = '1';

/** A normalized value, and every broken rule in the order of the form. */
export interface Checked<T> {
  value: T;
  faults: Fault[];
}

/** A country calling code, with its + once it is normalized. */
const countryCodeRule = (normal: Rule['normal'], read: (typed: string) => string): Rule => ({
  normal,
  checks: [],
  isRequired: true,
  schema: v.pipe(
    v.string(),
    v.transform(read),
    v.check((code) => knownPhoneCountryCodes.has(code), 'phone_country_code_unknown' satisfies RuleCode),
    v.transform((code) => `+${code}`),
  ),
});

/** A calling code with a default for empty input. */
export const phoneCountryCodeRule = countryCodeRule('typed', normalCountryCode);

/** A calling code that must be chosen. */
export const chosenCountryCodeRule = countryCodeRule('digits', digits);

/** The rules of step 1. */
export const parentRules = {
  firstName: { rule: rules.name },
  lastName: { rule: rules.name },
  email: { rule: rules.email },
  phoneCountryCode: { rule: phoneCountryCodeRule },
  phoneNumber: { rule: rules.phone },
} as const satisfies FormRules;

export type ParentForm = FormValues<typeof parentRules, 'phoneCountryCode'>;

/** Validates step 1. */
export function validateParent(form: ParentForm): Checked<Required<ParentForm>> {
  const faults = new Faults();
  return { value: faults.checkAll(parentRules, form), faults: faults.found };
}

function normalCountryCode(typed: string | undefined): string {
  return typed ? digits(typed) : defaultPhoneCountryCode;
}

/** The number of last digits to compare: two formats of one number share them. */
const comparedDigits = 6;

/** Reports whether two numbers are the same, with or without trunk prefix. The server knows every country's plan and may find more. */
export function isSamePhone(a: { code?: string | undefined; number: string }, b: { code?: string | undefined; number: string }): boolean {
  const [one, other] = [bare(a), bare(b)];
  return one.number !== '' && one.code === other.code && one.number === other.number;
}

function bare({ code: typed, number: typedNumber }: { code?: string | undefined; number: string }) {
  const code = normalCountryCode(typed);
  const number = digits(typedNumber);
  const trunk = trunkPrefixes[code] ?? '';
  return { code, number: number.startsWith(trunk) && number.length - trunk.length > comparedDigits ? number.slice(trunk.length) : number };
}

/** Reports whether two addresses are the same, trimmed and case-folded; two empty ones aren't. */
export function isSameEmail(a: string | undefined, b: string | undefined): boolean {
  return emailKey(a) !== '' && emailKey(a) === emailKey(b);
}

/** Returns an address in its form for comparisons. */
export function emailKey(email: string | undefined): string {
  return folded(normalize('email', email ?? ''));
}
