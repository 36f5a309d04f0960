import type { Child, Registration } from '../../client/types.js';
import { defaultCountryCode } from '../../flow/countryCode.js';

export interface ChildValues {
  firstName: string;
  lastName: string;
  email: string;
}

/** What step 2 asks, by the names that the server's messages use. */
export interface FamilyValues {
  coParent: { firstName: string; lastName: string; email: string; phoneCountryCode: string; phoneNumber: string };
  knowsCoParentEmail: boolean;
  children: ChildValues[];
}

/** A blank child. A last name that is given is the parent's. */
export function blankChild(lastName = ''): ChildValues {
  return { firstName: '', lastName, email: '' };
}

/** What the form begins with: what the registration holds, else blank with one child. */
export function familyValues(registration: Registration | undefined): FamilyValues {
  const { coParent, children } = registration ?? {};
  return {
    coParent: {
      firstName: coParent?.firstName ?? '',
      lastName: coParent?.lastName ?? '',
      email: coParent?.email ?? '',
      phoneCountryCode: coParent?.phoneCountryCode || defaultCountryCode,
      phoneNumber: coParent?.phoneNumber ?? '',
    },
    knowsCoParentEmail: coParent ? (registration?.knowsCoParentEmail ?? true) : true,
    children:
      children && children.length > 0
        ? children.map((c: Child) => ({ firstName: c.firstName, lastName: c.lastName, email: c.email ?? '' }))
        : [blankChild()],
  };
}

/** Typing an e-mail says that one is known; saying that none is known takes it away. */
export function withEmail(values: FamilyValues, email: string): FamilyValues {
  return { ...values, coParent: { ...values.coParent, email }, knowsCoParentEmail: email.trim() === '' ? values.knowsCoParentEmail : true };
}

export function withKnowledge(values: FamilyValues, knowsCoParentEmail: boolean): FamilyValues {
  return { ...values, knowsCoParentEmail, coParent: knowsCoParentEmail ? values.coParent : { ...values.coParent, email: '' } };
}
