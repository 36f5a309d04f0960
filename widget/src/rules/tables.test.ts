import { expect, test } from 'vitest';
import {
  addressRules,
  childRules,
  coParentRules,
  parentRules,
  professionalRules,
  referralRules,
  securityCodeRules,
  securityQuestionRules,
  validateAddress,
  validateFamily,
  validateParent,
  validateProfessionalStep,
  validateReferral,
  validateSecurityCode,
  validateSecurityQuestion,
  type Fault,
} from './index.js';

/** A text against every rule: too long for each of them, with a control character. */
const wrong = `\u0007${'9'.repeat(400)}`;

/** The values of a form whose every field breaks its rule. */
const broken = <T extends object>(table: T) => Object.fromEntries(Object.keys(table).map((name) => [name, wrong])) as Record<keyof T, string>;
const professional = {
  ...broken({ ...professionalRules[1], ...professionalRules[2], ...professionalRules[3] }),
  roles: [],
  securityCodeConfirm: 'another',
};
const faultsOf = (hearAboutUs: string) => validateProfessionalStep(1, { ...professional, hearAboutUs }).faults;
const { timeZone, ...inAddress } = addressRules;
const address = validateAddress(broken(inAddress), wrong).faults;
const parent = { email: '', lastName: '', phoneNumber: '' };

const forms: Record<string, { table: object; prefix?: string; faults: readonly Fault[] }> = {
  parent: { table: parentRules, faults: validateParent(broken(parentRules)).faults },
  'co-parent': {
    table: coParentRules,
    prefix: 'coParent.',
    faults: validateFamily(parent, { coParent: broken(coParentRules) }).faults,
  },
  child: {
    table: childRules,
    prefix: 'children[0].',
    faults: validateFamily(parent, { coParent: broken(coParentRules), children: [broken(childRules)] }).faults,
  },
  address: { table: inAddress, prefix: 'address.', faults: address },
  'time zone': { table: { timeZone }, faults: address },
  referral: {
    table: referralRules,
    prefix: 'referral.',
    faults: [...validateReferral({ selection: wrong }).faults, ...validateReferral({ selection: 'OTHER', other: wrong }).faults],
  },
  'security question': { table: securityQuestionRules, faults: validateSecurityQuestion(wrong, wrong).faults },
  'security code': { table: securityCodeRules, faults: validateSecurityCode(wrong, 'another').faults },
  'professional 1': {
    table: professionalRules[1],
    faults: [wrong, 'BENCH_OFFICER', 'REFERRED_BY_COLLEAGUE', 'OTHER'].flatMap(faultsOf),
  },
  'professional 2': { table: professionalRules[2], faults: validateProfessionalStep(2, professional).faults },
  'professional 3': { table: professionalRules[3], faults: validateProfessionalStep(3, professional).faults },
};

test.each(Object.keys(forms))('every rule in the table of %s runs', (name) => {
  const { table = {}, prefix = '', faults = [] } = forms[name] ?? {};
  const fields = new Set(faults.map(({ field }) => field));
  expect(Object.keys(table).filter((row) => !fields.has(`${prefix}${row}`))).toEqual([]);
});
