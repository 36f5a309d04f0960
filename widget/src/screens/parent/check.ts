import { faultsOf, required } from '../../flow/check.js';
import type { ParentValues } from './ParentStep.js';

/** What is wrong with step 1. */
export function checkParent(values: ParentValues) {
  return faultsOf(
    required('firstName', values.firstName),
    required('lastName', values.lastName),
    required('email', values.email),
    required('phoneNumber', values.phoneNumber),
  );
}
