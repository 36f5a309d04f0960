import type { Parent } from '../../client/types.js';
import { faultsOf, required } from '../../flow/check.js';
import type { Fault } from '../../flow/form.js';
import { isBlank, type FamilyValues } from './values.js';

/** What is wrong with step 2, given who the parent is. */
export function checkFamily(values: FamilyValues, parent: Pick<Parent, 'email'> | undefined): Fault[] {
  const { coParent, knowsCoParentEmail } = values;
  const email = coParent.email.trim().toLowerCase();
  return faultsOf(
    required('coParent.firstName', coParent.firstName),
    required('coParent.lastName', coParent.lastName),
    knowsCoParentEmail ? required('coParent.email', coParent.email) : undefined,
    email !== '' && email === parent?.email.trim().toLowerCase() ? { field: 'coParent.email', code: 'coparent_email_same' } : undefined,
    knowsCoParentEmail ? undefined : required('coParent.phoneNumber', coParent.phoneNumber),
    ...values.children.flatMap((child, i) =>
      isBlank(child) ? [] : [required(`children[${i}].firstName`, child.firstName), required(`children[${i}].lastName`, child.lastName)],
    ),
  );
}
