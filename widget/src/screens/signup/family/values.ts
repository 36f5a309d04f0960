import type { Registration } from '../../../client/types.js';
import { defaultCountryCode } from '../../../form/countryCode.js';
import { filledIn } from '../../../form/draft.js';
import { valuesIn } from '../../../form/FormField.js';
import { childTable, coParentTable } from './table.js';

export type ChildValues = Record<keyof typeof childTable, string>;

/** The fields of step 2, named as in the server's messages. */
export interface FamilyValues {
  coParent: Record<keyof typeof coParentTable, string>;
  knowsCoParentEmail: boolean;
  children: ChildValues[];
}

/** A blank child. */
export function blankChild(): ChildValues {
  return valuesIn(childTable);
}

/** Returns the form's initial values: the draft, else those of the registration, else blank with one child. */
export function familyValues(registration: Registration | undefined, draft?: unknown): FamilyValues {
  const { coParent, children } = registration ?? {};
  const known: FamilyValues = {
    coParent: valuesIn(coParentTable, { ...coParent, phoneCountryCode: coParent?.phoneCountryCode || defaultCountryCode }),
    knowsCoParentEmail: coParent ? (registration?.knowsCoParentEmail ?? true) : true,
    children: children && children.length > 0 ? children.map((child) => valuesIn(childTable, child)) : [blankChild()],
  };
  const typed = filledIn(known, draft);
  return { ...typed, children: typed.children.map((child) => filledIn(blankChild(), child)) };
}

/** Sets the email. A typed one means that an email is known; the answer that none is known clears it. */
export function withEmail(values: FamilyValues, email: string): FamilyValues {
  return { ...values, coParent: { ...values.coParent, email }, knowsCoParentEmail: email.trim() === '' ? values.knowsCoParentEmail : true };
}

export function withKnowledge(values: FamilyValues, knowsCoParentEmail: boolean): FamilyValues {
  return { ...values, knowsCoParentEmail, coParent: knowsCoParentEmail ? values.coParent : { ...values.coParent, email: '' } };
}
