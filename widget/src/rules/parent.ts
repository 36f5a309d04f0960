import { Faults, type Fault } from './rule.js';
import { knownPhoneCountryCodes, trunkPrefixes } from './phoneCodes.js';
import { rules } from './rules.js';
import { digits, folded, normalize } from './text.js';

/** A value normalised, and every broken rule at once in the order of the form. */
export interface Checked<T> {
  value: T;
  faults: Fault[];
}

export interface ParentForm {
  firstName: string;
  lastName: string;
  email: string;
  phoneCountryCode?: string | undefined;
  phoneNumber: string;
}

/** What step 1 asks. */
export function validateParent(form: ParentForm): Checked<Required<ParentForm>> {
  const faults = new Faults();
  return {
    value: {
      firstName: faults.check('firstName', rules.name, form.firstName),
      lastName: faults.check('lastName', rules.name, form.lastName),
      email: faults.check('email', rules.email, form.email),
      phoneCountryCode: checkPhoneCountryCode(faults, 'phoneCountryCode', form.phoneCountryCode),
      phoneNumber: faults.check('phoneNumber', rules.phone, form.phoneNumber),
    },
    faults: faults.found,
  };
}

const defaultPhoneCountryCode = '1';

/** Checks a country code and gives it with its +; empty is the default. */
export function checkPhoneCountryCode(faults: Faults, field: string, typed: string | undefined): string {
  const code = normalCountryCode(typed);
  if (knownPhoneCountryCodes.has(code)) return `+${code}`;
  faults.add(field, 'phone_country_code_unknown');
  return typed ?? '';
}

function normalCountryCode(typed: string | undefined): string {
  return typed ? digits(typed) : defaultPhoneCountryCode;
}

/** How many last digits two writings of one number surely share. */
const comparedDigits = 6;

/** One number, with or without its trunk prefix. The server, which knows every country's plan, may find more. */
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

/** The same address, trimmed and case-folded; two empty ones aren't. */
export function isSameEmail(a: string | undefined, b: string | undefined): boolean {
  return emailKey(a) !== '' && emailKey(a) === emailKey(b);
}

/** What addresses are compared by. */
export function emailKey(email: string | undefined): string {
  return folded(normalize('email', email ?? ''));
}
