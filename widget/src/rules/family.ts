import { limits } from './limits.js';
import { emailKey, isSameEmail, isSamePhone, parentRules, type Checked, type ParentForm } from './parent.js';
import { Faults, absent, type FormRules } from './rule.js';
import { rules } from './rules.js';
import { digits, isBlank, normalize } from './text.js';

export interface CoParentForm {
  firstName: string;
  lastName: string;
  email?: string | undefined;
  phoneCountryCode?: string | undefined;
  phoneNumber?: string | undefined;
}

export interface ChildForm {
  firstName: string;
  lastName: string;
  email?: string | undefined;
}

export interface FamilyForm {
  coParent: CoParentForm;
  /** False: no email is known and a phone is required. Default true. */
  knowsCoParentEmail?: boolean | undefined;
  children?: readonly ChildForm[] | undefined;
}

export interface Family {
  coParent: { firstName: string; lastName: string; email: string; phoneCountryCode: string; phoneNumber: string };
  children: { firstName: string; lastName: string; email: string }[];
}

/** The rules of the co-parent. Another answer decides whether email or phone is required. */
export const coParentRules = parentRules;

/** The rules of a child that isn't blank. */
export const childRules = {
  firstName: { rule: rules.name },
  lastName: { rule: rules.name },
  email: { rule: rules.emailOptional },
} as const satisfies FormRules;

type Parent = Pick<ParentForm, 'email' | 'lastName' | 'phoneCountryCode' | 'phoneNumber'>;

/**
 * Validates step 2 against the parent of step 1. A child without first name and email, and with no last name but the parent's, is blank and
 * omitted.
 */
export function validateFamily(parent: Parent, form: FamilyForm): Checked<Family> {
  const faults = new Faults();
  const coParent = checkCoParent(faults, parent, form.coParent, form.knowsCoParentEmail ?? true);
  const children = checkChildren(faults, parent, [emailKey(parent.email), emailKey(coParent.email)], form.children ?? []);
  return { value: { coParent, children }, faults: faults.found };
}

function checkCoParent(faults: Faults, parent: Parent, typed: CoParentForm, knowsEmail: boolean): Family['coParent'] {
  // A country code alone is no phone: the form always presets one.
  const hasPhone = !knowsEmail || digits(typed.phoneNumber ?? '') !== '';
  const present = {
    ...coParentRules,
    email: knowsEmail ? coParentRules.email : absent,
    phoneCountryCode: hasPhone ? coParentRules.phoneCountryCode : absent,
    phoneNumber: knowsEmail ? { rule: rules.phoneOptional } : coParentRules.phoneNumber,
  };
  const value = faults.checkAll(present, typed, 'coParent.');
  if (isSameEmail(value.email, parent.email)) faults.add('coParent.email', 'coparent_email_same');
  if (
    !faults.has('coParent.phoneNumber') &&
    !faults.has('coParent.phoneCountryCode') &&
    isSamePhone({ code: value.phoneCountryCode, number: value.phoneNumber }, { code: parent.phoneCountryCode, number: parent.phoneNumber })
  ) {
    faults.add('coParent.phoneNumber', 'coparent_phone_same');
  }
  return value;
}

function checkChildren(faults: Faults, parent: Parent, parents: string[], sent: readonly ChildForm[]): Family['children'] {
  if (sent.length > limits.children.max) {
    faults.add('children', 'children_too_many', { max: limits.children.max });
    return [];
  }
  const taken: string[] = [];
  return sent.flatMap((child, i) => {
    if (isBlankChild(child, parent)) return [];
    const value = faults.checkAll(childRules, child, `children[${i}].`);
    const email = emailKey(value.email);
    if (email !== '' && !faults.has(`children[${i}].email`)) {
      if (taken.includes(email)) faults.add(`children[${i}].email`, 'child_email_used');
      else if (parents.includes(email)) faults.add(`children[${i}].email`, 'child_email_parent');
      taken.push(email);
    }
    return [value];
  });
}

/** The parent's last name doesn't count, because the form presets it. */
function isBlankChild(child: ChildForm, parent: Parent): boolean {
  const lastName = normalize('name', child.lastName);
  return (
    isBlank(normalize('name', child.firstName)) &&
    isBlank(normalize('email', child.email ?? '')) &&
    (isBlank(lastName) || lastName === normalize('name', parent.lastName))
  );
}

/** Validates the dialog that asks for the co-parent's email before payment. */
export function validateEmailPrompt(email: string, parentEmail: string): Checked<string> {
  const faults = new Faults();
  const value = faults.check('email', rules.emailPrompt, email);
  if (isSameEmail(value, parentEmail)) faults.add('email', 'coparent_email_same');
  return { value, faults: faults.found };
}
